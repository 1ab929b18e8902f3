"""The command line: arguments -> one command -> exit code. What the commands do is in commands.py."""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
import threading
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vault_tools.errors import ConfigError, Exit, HandlerError, VaultToolsError
from vault_tools.messages import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
from contextlib import contextmanager

INTERRUPTED = 130
SHARING = "vault_tools.share.commands"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns its exit code; wrong usage is 2, Ctrl-C (or SIGTERM, which is taken the same way) 130."""
    try:
        with _terminated_like_ctrl_c():
            return _run(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt:
        return INTERRUPTED


def verify_note_main() -> int:
    """The command `verify-note`."""
    return main(["verify-note", *sys.argv[1:]])


@contextmanager
def _terminated_like_ctrl_c() -> Iterator[None]:
    """SIGTERM must end children and finish a write as Ctrl-C does. Not the main thread (somebody calls us as a library): leave it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _run(arguments: list[str]) -> int:
    _prepare_streams()
    try:
        Path.cwd()
    except FileNotFoundError:  # removed under our feet: no relative path means anything
        print(f"vault-tools: {sentences('en')['cli.no_folder']}", file=sys.stderr)
        return Exit.USAGE
    try:
        options = build_parser().parse_args(_formula_apart(arguments))
    except SystemExit as stop:  # argparse has said why; --help ends with 0
        return int(stop.code or 0)
    try:
        return int(getattr(import_module(options.module), options.function)(options))
    except (ConfigError, HandlerError) as error:
        print(f"vault-tools: {error}", file=sys.stderr)
        return Exit.USAGE
    except VaultToolsError as error:
        print(f"vault-tools: {error}", file=sys.stderr)
        return Exit.UNPROCESSED
    except BrokenPipeError:  # `| head` has seen enough; nothing more can be said there
        sys.stderr.close()
        return Exit.FINE


def _formula_apart(arguments: list[str]) -> list[str]:
    """`run -x^2`: a formula that begins with a minus is no option, and stands behind `--` for argparse."""
    if arguments[:1] != ["run"] or "--" in arguments:
        return arguments
    for place, argument in enumerate(arguments[1:], 1):
        is_value = arguments[place - 1] == "--set"
        if argument.startswith("-") and not argument.startswith("--") and argument != "-h" and not is_value:
            return [*arguments[:place], *arguments[place + 1 :], "--", argument]
    return arguments


def _prepare_streams() -> None:
    """A closed stream is opened on nothing, so that no file of ours gets its number; whatever is printed is UTF-8."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  to the end of the process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


# ---------------------------------------------------------------- arguments


def build_parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    say = sentences("en")
    parser = argparse.ArgumentParser(prog="vault-tools", description=say["cli.about"])
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    note = _command(commands, "verify-note", "verify_notes")
    note.add_argument("notes", nargs="+", type=Path, metavar="NOTE", help=say["cli.help_notes"])
    _add_options(note, "check", "diff", "json", "sarif", "force", "quiet", "jobs")

    vault = _command(commands, "verify-vault", "verify_vault")
    vault.add_argument("vault", type=Path, metavar="VAULT", help=say["cli.help_vault"])
    _add_options(vault, "check", "diff", "json", "sarif", "force", "yes", "quiet", "jobs", "include", "exclude")

    watch = _command(commands, "watch", "watch_vault")
    watch.add_argument("vault", type=Path, metavar="VAULT", help=say["cli.help_vault"])
    _add_options(watch, "yes", "quiet", "jobs", "once")

    run = _command(commands, "run", "run_formula")
    run.add_argument("latex", metavar="LATEX", help=say["cli.help_latex"])
    run.add_argument("--set", action="append", default=[], type=assignment, metavar="NAME=VALUE", help=say["cli.help_set"])
    _add_options(run, "json")

    handlers = _command(commands, "handlers", "show_handlers", "vault_tools.handler_commands")
    handlers.add_argument("name", nargs="?", metavar="NAME", help=say["cli.help_handler"])
    handlers.add_argument("--picture", type=Path, metavar="FILE", help=say["cli.help_page_picture"])

    new = _command(commands, "new-handler", "new_handler", "vault_tools.scaffold")
    new.add_argument("name", metavar="NAME", help=say["cli.help_new_name"])
    new.add_argument("--into", type=Path, default=Path(), metavar="FOLDER", help=say["cli.help_into"])

    trust = _command(commands, "trust", "trust_files", "vault_tools.handler_commands")
    trust.add_argument("files", nargs="*", type=Path, metavar="FILE", help=say["cli.help_files"])
    _add_options(trust, "revoke")

    service = _command(commands, "service", "print_service")
    service.add_argument("vault", type=Path, metavar="VAULT", help=say["cli.help_vault"])
    service.add_argument("--kind", choices=("systemd", "launchd"), help=say["cli.help_kind"])

    clean = _command(commands, "clean", "clean_notes")
    clean.add_argument("paths", nargs="+", type=Path, metavar="NOTE|VAULT", help=say["cli.help_clean"])
    _add_options(clean, "check", "force", "quiet")
    _add_sharing(commands)

    doctor = _command(commands, "doctor", "examine", "vault_tools.doctor")
    doctor.add_argument("vault", type=Path, metavar="VAULT", help=say["cli.help_vault"])
    parser.set_defaults(parser=parser)
    return parser


def _add_sharing(commands: Any) -> None:
    """The commands that take something out of a vault; they are in share/."""
    say = sentences("en")
    export = _command(commands, "export", "export_note", SHARING)
    export.add_argument("note", type=Path, metavar="NOTE", help=say["cli.help_note"])
    export.add_argument("--to", choices=("py", "ipynb"), default="py", help=say["cli.help_to"])
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help=say["cli.help_output"])
    _add_options(export, "replace")

    report = _command(commands, "report", "report_vault", SHARING)
    report.add_argument("vault", type=Path, metavar="VAULT", help=say["cli.help_vault"])
    report.add_argument("-o", "--output", type=Path, metavar="DIR", required=True, help=say["cli.help_folder"])
    _add_options(report, "jobs", "include", "exclude")

    index = _command(commands, "index", "index_vault", SHARING)
    index.add_argument("vault", type=Path, metavar="VAULT", help=say["cli.help_vault"])
    index.add_argument("-o", "--output", type=Path, metavar="NOTE", default=Path("Formula index.md"), help=say["cli.help_index"])
    _add_options(index, "check", "force", "jobs", "include", "exclude")

    completion = _command(commands, "completion", "print_completion", SHARING)
    completion.add_argument("shell", choices=("bash", "zsh", "fish"), help=say["cli.help_shell"])


def _command(commands: Any, name: str, function: str, module: str = "vault_tools.commands") -> argparse.ArgumentParser:
    about = sentences("en")[f"cli.about_{function}"]
    parser: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about)
    parser.set_defaults(function=function, module=module)
    return parser


def _add_options(parser: argparse.ArgumentParser, *names: str) -> None:
    for name in names:
        about = sentences("en")[f"cli.help_{name}"]
        if name == "jobs":
            parser.add_argument("--jobs", type=_jobs, metavar="N", help=about)
        elif name == "sarif":
            parser.add_argument("--sarif", type=Path, metavar="FILE", help=about)
        elif name in ("include", "exclude"):
            parser.add_argument(f"--{name}", action="append", default=[], metavar="GLOB", help=about)
        else:
            parser.add_argument(f"--{name}", action="store_true", help=about)


def _jobs(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 256:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 256")
    return int(text)


# ---------------------------------------------------------------- --set NAME=VALUE


def assignment(text: str) -> tuple[str, Any]:
    """`X=[[1,2],[3,4]]` as a name and a number or nested lists of numbers. The value is read as data, never evaluated."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip().isidentifier():
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE, as in X=[[1,2],[3,4]]")
    try:
        numbers = _literal(value.strip())
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        raise argparse.ArgumentTypeError(f"{value.strip()[:60]!r} is neither a number nor a list of numbers") from None
    if array_shape(numbers) is None:
        raise argparse.ArgumentTypeError(f"{value.strip()[:60]!r}: all must be numbers, and the rows of one length")
    return name.strip(), numbers


def _literal(text: str) -> Any:
    import ast
    import json

    try:
        return json.loads(text)
    except ValueError:
        return ast.literal_eval(text)


def array_shape(value: Any) -> tuple[int, ...] | None:
    """The shape of a number or of nested lists of numbers; None when it is neither, or ragged, or empty."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return ()
    if not isinstance(value, list | tuple) or not value:
        return None
    shapes = {array_shape(item) for item in value}
    inner = shapes.pop()
    return None if shapes or inner is None else (len(value), *inner)
