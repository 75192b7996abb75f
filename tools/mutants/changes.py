"""The small faults that can be put into a source file, each a replacement of a piece of text."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

JAVASCRIPT: Final = Path(__file__).with_name("changes.mjs")

_COMPARISONS: Final[dict[type[ast.cmpop], tuple[str, str]]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: (r"\bin\b", "not in"),
    ast.NotIn: (r"\bnot\s+in\b", "in"),
    ast.Is: (r"\bis\b", "is not"),
    ast.IsNot: (r"\bis\s+not\b", "is"),
}
_ARITHMETIC: Final[dict[type[ast.operator], tuple[str, str]]] = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "+"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "+"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: (r"\|", "&"),
    ast.BitXor: (r"\^", "|"),
}
_QUIET_FUNCTIONS: Final = ("__repr__", "__str__", "__hash__")
"""Their results are for people who debug."""
_QUIET_NAMES: Final = re.compile(r"^(_?log(ger)?|logging|warnings)$")
"""Calls on these are for operators to read."""
_WRITTEN: Final = re.compile(rb"\bwritten by[\s/]+`+python -m ", re.IGNORECASE)
"""What the head of a file says that a command writes: its results, in which a fault would be another measurement."""


class Change(NamedTuple):
    """A fault: the bytes from ``start`` to ``end`` of a file become ``text``."""

    path: str
    """The path from the root of the repository."""
    line: int
    start: int
    end: int
    text: str
    what: str

    def applied(self, source: bytes) -> bytes:
        """Return the source with this fault."""
        return source[: self.start] + self.text.encode() + source[self.end :]


def changes(root: Path, path: str) -> list[Change]:
    """Return every fault that can be put into a file, Python or JavaScript; none into one that a command writes."""
    source = (root / path).read_bytes()
    if _WRITTEN.search(source.partition(b"\n\n")[0]):
        return []
    if path.endswith(".py"):
        return list(_Finder(path, source).found(ast.parse(source)))
    answer = subprocess.run(["node", str(JAVASCRIPT), str(root / path)], check=True, capture_output=True, text=True)
    return [Change(path, *fields) for fields in json.loads(answer.stdout)]


class _Finder:
    """Walks through the tree of a module, except for parts that no test could or should notice.

    The ``strict`` of `zip` is one of them, an assertion that lengths agree.
    """

    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.source = source
        self.lines = [0, *(match.end() for match in re.finditer(b"\n", source))]

    def found(self, node: ast.AST) -> Iterator[Change]:
        """Yield the faults of a node and of all below it."""
        if self._is_quiet(node):
            return
        yield from self._of(node)
        for field, value in ast.iter_fields(node):
            # Type annotations and decorators are the concern of the type checker and of imports.
            if field in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from self.found(child)

    def _is_quiet(self, node: ast.AST) -> bool:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                return name in _QUIET_FUNCTIONS
            case ast.Raise() | ast.Assert() | ast.Import() | ast.ImportFrom() | ast.JoinedStr():
                return True
            case ast.If(test=ast.Name("TYPE_CHECKING")) | ast.keyword(arg="strict"):
                return True
            case ast.Expr(ast.Call(ast.Attribute(value=ast.Name(name)))):
                return bool(_QUIET_NAMES.match(name))
        return False

    def _of(self, node: ast.AST) -> Iterator[Change]:
        match node:
            case ast.Compare(left, operators, comparators):
                for operator, (before, after) in zip(operators, pairwise([left, *comparators]), strict=True):
                    yield from self._between(before, after, *_COMPARISONS[type(operator)])
            case ast.BoolOp(operator, values):
                words = (r"\band\b", "or") if isinstance(operator, ast.And) else (r"\bor\b", "and")
                for before, after in pairwise(values):
                    yield from self._between(before, after, *words)
            case ast.BinOp(left, operator, right) if type(operator) in _ARITHMETIC:
                if not any(isinstance(side, ast.Constant) and isinstance(side.value, str) for side in (left, right)):
                    yield from self._between(left, right, *_ARITHMETIC[type(operator)])
            case ast.UnaryOp(ast.Not()):
                yield self._put(self._at(node), self._at(node) + len("not"), "", "without not")
            case ast.Constant(bool(value)):
                yield self._instead(node, str(not value))
            case ast.Constant(int(value)):
                yield self._instead(node, str(value + 1))
            case ast.If(test) | ast.While(test) | ast.IfExp(test=test):
                if not isinstance(test, ast.Constant | ast.UnaryOp):
                    yield self._instead(test, f"not ({self._text(test)})")
            case ast.Expr(ast.Call() | ast.Await()) | ast.AugAssign() | ast.Delete():
                yield self._instead(node, "pass")
            case ast.Break():
                yield self._instead(node, "continue")
            case ast.Continue():
                yield self._instead(node, "break")

    def _between(self, before: ast.expr, after: ast.expr, pattern: str, text: str) -> Iterator[Change]:
        start, end = self._end(before), self._at(after)
        for match in re.finditer(pattern.encode(), self.source[start:end]):
            yield self._put(start + match.start(), start + match.end(), text, f"{match[0].decode()} → {text}")
            return

    def _instead(self, node: ast.expr | ast.stmt, text: str) -> Change:
        start, end = self._at(node), self._end(node)
        return self._put(start, end, text, f"{' '.join(self._text(node).split())} → {' '.join(text.split())}")

    def _put(self, start: int, end: int, text: str, what: str) -> Change:
        return Change(self.path, self.source.count(b"\n", 0, start) + 1, start, end, text, what)

    def _text(self, node: ast.expr | ast.stmt) -> str:
        return self.source[self._at(node) : self._end(node)].decode()

    def _at(self, node: ast.AST) -> int:
        assert isinstance(node, ast.expr | ast.stmt)
        return self.lines[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.lines[node.end_lineno - 1] + node.end_col_offset
