"""Mutants of Python code: the same file with one place changed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Place:
    """A place of a file that can be changed."""

    file: Path
    number: int
    """Of the node in the syntax tree."""
    function: int
    """The first line of the innermost function around it; 0 if there is none."""

    def mutant(self) -> Mutant:
        """Change the place."""
        tree = ast.parse(self.file.read_text("utf-8"))
        node = list(ast.walk(tree))[self.number]
        assert isinstance(node, (ast.stmt, ast.expr))
        before = ast.unparse(node).splitlines()[0]
        after = ast.unparse(_change(tree, node))
        return Mutant(self, node.lineno, before, after, ast.fix_missing_locations(tree))


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    place: Place
    line: int
    before: str
    after: str
    tree: ast.Module
    """The changed file; unchanged lines have their old numbers."""


def places(file: Path) -> Iterator[Place]:
    """Yield every place that can be changed."""
    tree = ast.parse(file.read_text("utf-8"))
    without_effect, functions = set(_without_effect(tree)), _functions(tree)
    for number, node in enumerate(ast.walk(tree)):
        if node not in without_effect and _can_change(node):
            yield Place(file, number, functions.get(node, 0))


def _functions(tree: ast.Module) -> dict[ast.AST, int]:
    """Return the first line of the innermost function around each node."""
    found: dict[ast.AST, int] = {}
    for function in ast.walk(tree):  # outer ones come first
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
            found |= dict.fromkeys((node for part in function.body for node in ast.walk(part)), first)
    return found


def _without_effect(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what no behaviour depends on: types, decorators, what classes declare in the same way, and logs."""
    for node in ast.walk(tree):
        parts = [getattr(node, name, None) for name in ("annotation", "returns")]
        parts += getattr(node, "decorator_list", [])
        if isinstance(node, ast.ClassDef):
            parts += [keyword for keyword in node.keywords if keyword.arg in ("frozen", "kw_only")]
        if isinstance(node, ast.Expr) and ast.unparse(node).startswith("log."):
            parts.append(node)
        for part in filter(None, parts):
            yield from ast.walk(part)


def _can_change(node: ast.AST) -> bool:
    match node:
        case ast.Compare(ops=[op]) | ast.BoolOp(op=op) | ast.BinOp(op=op):
            return type(op) in SWAPS
        case ast.Constant(value=bool() | int()) | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Raise():
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
    return False


def _change(tree: ast.Module, node: ast.stmt | ast.expr) -> ast.AST:
    """Change a node of a tree; return what stands there now."""
    match node:
        case ast.Compare(ops=[op]):
            node.ops = [SWAPS[type(op)]()]  # type: ignore[list-item]
        case ast.BoolOp(op=op) | ast.BinOp(op=op):
            node.op = SWAPS[type(op)]()  # type: ignore[assignment]
        case ast.Constant(value=bool() as value):
            node.value = not value
        case ast.Constant(value=int() as value):
            node.value = value + 1
        case ast.UnaryOp(operand=operand):
            return _replace(tree, node, operand)
        case ast.stmt():
            return _replace(tree, node, ast.Pass())
    return node


def _replace(tree: ast.Module, old: ast.AST, new: ast.AST) -> ast.AST:
    """Put a node in the place of another, and return it."""
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, ast.copy_location(new, old))
            elif isinstance(value, list) and any(item is old for item in value):
                value[:] = [ast.copy_location(new, old) if item is old else item for item in value]
    return new
