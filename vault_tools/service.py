"""The text of a service that keeps the watcher running: a systemd user unit or a launchd property list. Nothing is installed."""

from __future__ import annotations

import os
import plistlib
import sys
from typing import TYPE_CHECKING

from vault_tools.errors import Exit

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

LABEL = "vault-tools.watch"
KINDS = ("systemd", "launchd")
WHERE: Mapping[str, str] = {"systemd": "~/.config/systemd/user/vault-tools.service", "launchd": f"~/Library/LaunchAgents/{LABEL}.plist"}
START: Mapping[str, str] = {
    "systemd": "systemctl --user daemon-reload && systemctl --user enable --now vault-tools",
    "launchd": f"launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/{LABEL}.plist",
}

UNIT = """\
[Unit]
Description=vault-tools: verify the formulas of notes after each save

[Service]
ExecStart={command}
Restart=on-failure
RestartSec=30
RestartPreventExitStatus={usage}
Nice=10
NoNewPrivileges=yes
RestrictAddressFamilies=AF_UNIX

[Install]
WantedBy=default.target
"""
# systemd.syntax(7), systemd.service(5): what means something inside a quoted word of ExecStart.
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "%": "%%", "$": "$$", "\n": "\\n", "\t": "\\t", "\r": "\\r"})


def usual_kind() -> str:
    """What this system has."""
    return "launchd" if sys.platform == "darwin" else "systemd"


def service_text(vault: Path, kind: str) -> str:
    """The unit or property list for a vault; its path is made absolute, so that the service may start anywhere.

    UnicodeError: the path is no text (bytes that are not UTF-8), which neither format can hold.
    """
    path = os.path.abspath(vault)  # noqa: PTH100  a link to a vault stays a link
    path.encode("utf-8")
    command = [sys.executable, "-P", "-m", "vault_tools", "watch", "--yes", "--", path]
    return _systemd(command) if kind == "systemd" else _launchd(command)


def _systemd(command: list[str]) -> str:
    return UNIT.format(command=" ".join(f'"{word.translate(_ESCAPES)}"' for word in command), usage=int(Exit.USAGE))


def _launchd(command: list[str]) -> str:
    table = {
        "Label": LABEL,
        "ProgramArguments": command,
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": 30,
        "ProcessType": "Background",
    }
    return plistlib.dumps(table, sort_keys=False).decode()
