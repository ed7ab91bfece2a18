"""The application: all commands together, and errors as one line."""

from __future__ import annotations

import os
import sys
import traceback
from itertools import pairwise
from typing import Annotated

import typer

import caserne
from caserne.cli import serve
from caserne.cli.dashes import protect_dashes
from caserne.cli.lazy import LazyCommands, extra_of
from caserne.core.game.errors import CaserneError
from caserne.core.game.words import LANGUAGES, SHARED_WORDS

ILLEGAL, INVALID, BROKEN = 1, 2, 70
"""Exit codes: a refused move, an invalid request, an internal error."""

app = typer.Typer(
    name="caserne",
    cls=LazyCommands,
    help="A house for board games: exact rules, play in browser and terminal, simulation, records and pictures.",
    rich_markup_mode=None,  # plain help: rich would take longer to load than the rest of the command line
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
    port: serve.Port = None,
    data: serve.Data = None,
    no_browser: serve.NoBrowser = False,
) -> None:
    """Without a command: the game in the browser of this machine."""
    if version:
        typer.echo(f"caserne {caserne.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve.open_in_browser(port, data, no_browser)


def run(arguments: list[str]) -> int:
    """Run a command line and return its exit code."""
    lang = _language(arguments)
    try:
        return app(protect_dashes(arguments), standalone_mode=False) or 0
    except typer.Exit as exit_request:
        return exit_request.exit_code
    except (typer.Abort, KeyboardInterrupt):
        return 130
    except CaserneError as error:
        return _print_error(error.text(lang))
    except typer.TyperException as error:
        return _print_error(error.format_message() if hasattr(error, "format_message") else str(error))
    except BrokenPipeError:
        raise
    except ModuleNotFoundError as error:
        if not (extra := extra_of(arguments)) or (error.name or "").startswith("caserne"):
            raise
        return _print_error(SHARED_WORDS("missing_extra", package=error.name, extra=extra).text(lang))
    except OSError as error:
        return _print_error(f"{error.filename or ''}: {error.strerror or error}".lstrip(": "))
    except Exception as error:
        if os.environ.get("CASERNE_DEBUG"):
            traceback.print_exc()
        if (mistake := _mistake_of_an_author(error)) is not None:
            return _print_error(mistake.text(lang))
        return _print_error(SHARED_WORDS("our_fault", error=f"{type(error).__name__}: {error}").text(lang), BROKEN)


def _language(arguments: list[str]) -> str | None:
    """Return the language that `--lang` asks for."""
    words = [word for argument in arguments for word in argument.split("=", 1)]
    return next((value for word, value in pairwise(words) if word == "--lang" and value in LANGUAGES), None)


def _mistake_of_an_author(error: Exception) -> CaserneError | None:
    """Return an error that arose in a room that does not ship with us, as its author should read it."""
    from caserne.core.game.room_errors import room_error
    from caserne.core.game.room_folders import foreign_folders

    found = (room_error(error, folder) for folder in foreign_folders())
    return next((mistake for mistake in found if mistake), None)


def _print_error(message: str, code: int = INVALID) -> int:
    print("caserne: " + " ".join(message.split()), file=sys.stderr)
    return code
