"""Dialogs: a choice, a line of text, a page to read, and the handover from one person to another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Markdown, OptionList, Static

Validator = Callable[[str], str | None]
"""Returns what is wrong with a text, or None."""


class ChoiceDialog(ModalScreen[int | None]):
    """A question with a few answers; returns the index of the answer, or None if it was dismissed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", show=False),
        *(Binding(str(n + 1), f"answer({n})", show=False) for n in range(9)),
    ]

    def __init__(self, question: str, answers: Sequence[str], safest: int = 0) -> None:
        super().__init__()
        self._question, self._answers, self._safest = question, answers, safest

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False, classes="question")
            yield OptionList(*(Text(f"{n}  {answer}") for n, answer in enumerate(self._answers, 1)), compact=True)

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = self._safest

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    def action_answer(self, number: int) -> None:
        if number < len(self._answers):
            self.dismiss(number)


class TextDialog(ModalScreen[str | None]):
    """A line of text; the dialog stays open until the text is valid or the dialog is dismissed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, question: str, text: str, hint: str, validate: Validator) -> None:
        super().__init__()
        self._question, self._text, self._hint, self._validate = question, text, hint, validate

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False, classes="question")
            yield Input(self._text, select_on_focus=False)
            yield Static(self._hint, markup=False, classes="hint")

    @on(Input.Submitted)
    def submit(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        wrong = self._validate(text)
        if wrong is None:
            self.dismiss(text)
        else:
            hint = self.query_one(".hint", Static)
            hint.update(Text(wrong))
            hint.add_class("wrong")


class PageDialog(ModalScreen[None]):
    """A page to read: help, a rule, the rulebook."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,r,question_mark", "dismiss", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("up", "scroll(-1)", show=False),
    ]

    def __init__(self, content: Static | Markdown, hint: str) -> None:
        super().__init__()
        self._content, self._hint = content, hint

    @classmethod
    def of_text(cls, text: str, hint: str) -> PageDialog:
        return cls(Static(text, markup=False), hint)

    @classmethod
    def of_markdown(cls, markdown: str, hint: str) -> PageDialog:
        return cls(Markdown(markdown, open_links=False), hint)

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog page"):
            with VerticalScroll():
                yield self._content
            yield Static(self._hint, markup=False, classes="hint")

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class HandoverDialog(ModalScreen[None]):
    """Hides the match while the screen goes from one person to another."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss", show=False)]

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        with Vertical(classes="handover"):
            for number, line in enumerate(self._lines):
                yield Static(line, markup=False, classes="question" if number == 0 else "hint")

    def on_click(self) -> None:
        self.dismiss()
