"""Run the notebooks of docs/notebooks without Jupyter, and keep what their cells put out.

    python tools/notebooks.py        run them and write their outputs anew

Cells are plain Python, without magics. What a cell puts out is what it prints, the value of its last expression as text
and picture, and the figures that it draws with Matplotlib.
"""

from __future__ import annotations

import ast
import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
SVG = "image/svg+xml"

Output = dict[str, Any]
"""An output of a cell, as the file format of notebooks has it."""


def run(notebook: dict[str, Any]) -> Iterator[list[Output]]:
    """Run the cells of a notebook one after the other; yield what each cell of code puts out."""
    os.environ["MPLBACKEND"] = "agg"
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for cell in code_cells(notebook):
        yield run_cell("".join(cell["source"]), namespace)


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run_cell(source: str, namespace: dict[str, Any]) -> list[Output]:
    """Run one cell in the namespace that all of them share."""
    statements = ast.parse(source).body
    last = statements.pop() if isinstance(statements[-1], ast.Expr) else None
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(ast.Module(statements, []), "<cell>", "exec"), namespace)
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace) if last else None
    text = printed.getvalue()
    outputs: list[Output] = [{"output_type": "stream", "name": "stdout", "text": lines(text)}] if text else []
    if value is not None:
        outputs.append({"output_type": "execute_result", "metadata": {}, "execution_count": None, "data": shown(value)})
    drawn = ({"output_type": "display_data", "metadata": {}, "data": {SVG: lines(figure)}} for figure in take_figures())
    return [*outputs, *drawn]


def shown(value: Any) -> dict[str, list[str]]:
    """Return a value as text and, if it draws itself, as a picture."""
    picture = {SVG: lines(value._repr_svg_())} if hasattr(value, "_repr_svg_") else {}
    return {"text/plain": lines(repr(value)), **picture}


def take_figures() -> Iterator[str]:
    """Yield the figures that a cell drew as SVG, the same whenever it is run, and close them."""
    if "matplotlib.pyplot" not in sys.modules:
        return
    from matplotlib import pyplot, rc_context

    for number in pyplot.get_fignums():
        picture = io.StringIO()
        with rc_context({"svg.hashsalt": "caserne", "svg.fonttype": "none"}):
            pyplot.figure(number).savefig(picture, format="svg", metadata={"Date": None})
        pyplot.close(number)
        yield picture.getvalue()


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def as_page(name: str, notebook: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Return a notebook as a page in Markdown, and its pictures by the names of their files."""
    parts, pictures = [], {}
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if SVG in data:
                file = f"{name}-{len(pictures) + 1}.svg"
                pictures[file] = "".join(data[SVG])
                parts.append(f"![What the cell draws]({file}){{ width=480 }}")
            else:
                parts.append(f"```text\n{''.join(output.get('text') or data['text/plain']).rstrip()}\n```")
    return "\n\n".join(parts), pictures


def main() -> None:
    for path in sorted(FOLDER.glob("*.ipynb")):
        notebook = json.loads(path.read_text("utf-8"))
        for number, (cell, outputs) in enumerate(zip(code_cells(notebook), run(notebook), strict=True), start=1):
            for output in outputs:
                if "execution_count" in output:
                    output["execution_count"] = number
            cell |= {"execution_count": number, "outputs": outputs}
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
