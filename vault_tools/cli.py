"""The command line: arguments -> one command -> exit code. What the commands do is in commands.py."""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
import threading
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from vault_tools.errors import ConfigError, Exit, HandlerError, VaultToolsError
from vault_tools.messages import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

INTERRUPTED = 130
USUAL_COLUMNS = 80


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


# ---------------------------------------------------------------- commands and their arguments


def _jobs(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 256:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 256")
    return int(text)


class Argument:
    """An argument of a command: its name or flags, what `--help` says of it, and how argparse is to read it."""

    def __init__(self, *flags: str, about: str, **settings: Any) -> None:
        self.flags, self.about, self.settings = flags, about, settings

    def add_to(self, parser: argparse.ArgumentParser) -> None:
        """Tell argparse."""
        parser.add_argument(*self.flags, help=sentences("en")[f"cli.help_{self.about}"], **self.settings)


class Command(NamedTuple):
    """A command, and the function that does it (in commands.py, unless a module is named)."""

    name: str
    function: str
    arguments: tuple[Argument, ...]
    options: tuple[str, ...] = ()
    """Names in `OPTIONS`; any other is a switch."""
    module: str = "vault_tools.commands"


VAULT = Argument("vault", type=Path, metavar="VAULT", about="vault")
OPTIONS = {
    "jobs": Argument("--jobs", type=_jobs, metavar="N", about="jobs"),
    "sarif": Argument("--sarif", type=Path, metavar="FILE", about="sarif"),
    "include": Argument("--include", action="append", default=[], metavar="GLOB", about="include"),
    "exclude": Argument("--exclude", action="append", default=[], metavar="GLOB", about="exclude"),
    "force_exclude": Argument("--force-exclude", action="store_true", about="force_exclude"),
}
SHARING, HANDLERS = "vault_tools.share.commands", "vault_tools.handler_commands"
COMMANDS = (
    Command(
        "verify-note",
        "verify_notes",
        (Argument("notes", nargs="+", type=Path, metavar="NOTE", about="notes"),),
        ("check", "diff", "json", "sarif", "force", "quiet", "jobs", "force_exclude"),
    ),
    Command(
        "verify-vault",
        "verify_vault",
        (VAULT,),
        ("check", "diff", "json", "sarif", "force", "yes", "quiet", "jobs", "include", "exclude"),
    ),
    Command("watch", "watch_vault", (VAULT,), ("yes", "quiet", "jobs", "once")),
    Command(
        "run",
        "run_formula",
        (
            Argument("latex", metavar="LATEX", about="latex"),
            Argument("--set", action="append", default=[], type=assignment, metavar="NAME=VALUE", about="set"),
        ),
        ("json",),
    ),
    Command(
        "handlers",
        "show_handlers",
        (
            Argument("name", nargs="?", metavar="NAME", about="handler"),
            Argument("--picture", type=Path, metavar="FILE", about="page_picture"),
        ),
        module=HANDLERS,
    ),
    Command(
        "new-handler",
        "new_handler",
        (
            Argument("name", metavar="NAME", about="new_name"),
            Argument("--into", type=Path, default=Path(), metavar="FOLDER", about="into"),
        ),
        module="vault_tools.scaffold",
    ),
    Command(
        "trust",
        "trust_files",
        (Argument("files", nargs="*", type=Path, metavar="FILE", about="files"),),
        ("revoke",),
        HANDLERS,
    ),
    Command("service", "print_service", (VAULT, Argument("--kind", choices=("systemd", "launchd"), about="kind"))),
    Command(
        "clean",
        "clean_notes",
        (Argument("paths", nargs="+", type=Path, metavar="NOTE|VAULT", about="clean"),),
        ("check", "force", "quiet"),
    ),
    Command(
        "export",
        "export_note",
        (
            Argument("note", type=Path, metavar="NOTE", about="note"),
            Argument("--to", choices=("py", "ipynb"), default="py", about="to"),
            Argument("-o", "--output", type=Path, metavar="FILE", about="output"),
        ),
        ("replace",),
        SHARING,
    ),
    Command(
        "report",
        "report_vault",
        (VAULT, Argument("-o", "--output", type=Path, metavar="DIR", required=True, about="folder")),
        ("jobs", "include", "exclude"),
        SHARING,
    ),
    Command(
        "index",
        "index_vault",
        (VAULT, Argument("-o", "--output", type=Path, metavar="NOTE", default=Path("Formula index.md"), about="index")),
        ("check", "force", "jobs", "include", "exclude"),
        SHARING,
    ),
    Command("completion", "print_completion", (Argument("shell", choices=("bash", "zsh", "fish"), about="shell"),), module=SHARING),
    Command("doctor", "examine", (VAULT,), module="vault_tools.doctor"),
)


class Help(argparse.HelpFormatter):
    """As argparse's own, which imports `shutil`, and with it every way to compress, to ask how wide the terminal is."""

    def __init__(self, prog: str, **settings: Any) -> None:
        super().__init__(prog, width=_columns() - 2, **settings)


def _columns() -> int:
    """As `shutil.get_terminal_size` has it: what COLUMNS says, else the terminal, else 80."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return int(said)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or USUAL_COLUMNS  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # no output, or no terminal
        return USUAL_COLUMNS


def build_parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    parser = argparse.ArgumentParser(prog="vault-tools", description=sentences("en")["cli.about"], formatter_class=Help)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        about = sentences("en")[f"cli.about_{command.function}"]
        own = commands.add_parser(command.name, help=about, description=about, formatter_class=Help)
        own.set_defaults(function=command.function, module=command.module)
        for argument in (*command.arguments, *map(_option, command.options)):
            argument.add_to(own)
    parser.set_defaults(parser=parser)
    return parser


def _option(name: str) -> Argument:
    return OPTIONS.get(name) or Argument(f"--{name}", action="store_true", about=name)
