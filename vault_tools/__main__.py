"""`python -m vault_tools`: the command line, with the current folder (it may be somebody's vault) off the module path."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    # Before any other import: `-m` puts the current folder first, and a vault may hold a `json.py`.
    if not sys.flags.safe_path:
        del sys.path[0]
    from vault_tools.cli import main

    sys.exit(main())
