"""`python -m vault_tools`: the command line. The package itself has taken the current folder off the module path (`__init__.py`)."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    from vault_tools.cli import main

    sys.exit(main())
