"""The command line: what builds, tools and people ask of the generator."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from paddle_codegen.check import check, drop_incomplete
from paddle_codegen.emit import extension, kernels, ops, register, register_all, stubs, table
from paddle_codegen.loader import load_tables
from paddle_codegen.model import Catalog, Row, TableError, TablesError

STUB = Path("src/paddle/_C_ops.pyi")


def core_tables() -> Path:
    """The tables of paddle-core: beside the installed generator, or in the source tree."""
    installed = Path(__file__).parent / "ops"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "ops"


def core_outputs(catalog: Catalog) -> dict[str, str]:
    """The files that paddle-core compiles, by name."""
    tables = list(catalog.tables)
    files = {
        "ops.h": ops.header(tables),
        "composites.h": ops.composites(tables),
        "register_all.h": register_all.header(),
        "register_all.cc": register_all.source(tables),
        "ops_table.json": table.source(catalog),
    }
    for each in tables:
        family = each.family
        files[f"ops_{family}.cc"] = ops.source(each)
        files[f"register_{family}.cc"] = register.source(each, catalog)
        files[f"kernels_{family}.h"] = kernels.header(each)
        for simd, suffix in ((False, ""), (True, "_isa")):
            if kernels.with_kernel(each, simd):
                files[f"kernels_{family}{suffix}.cc"] = kernels.source(each, simd)
    return files


def extension_outputs(catalog: Catalog) -> dict[str, str]:
    """The files that a domain package compiles, by name."""
    return {
        "ops.h": extension.calls_header(catalog),
        "kernels.h": extension.kernels_header(catalog),
        "register.h": extension.register_header(),
        "register.cc": extension.register_source(catalog),
    }


def load_core(options: argparse.Namespace) -> Catalog:
    """The core's tables, checked."""
    catalog = Catalog(load_tables(options.ops))
    if options.partial:
        catalog, dropped = drop_incomplete(catalog)
        for error in dropped:
            print(f"{error} (gradient left out)", file=sys.stderr)
    check(catalog)
    return catalog


def load_extension(options: argparse.Namespace) -> Catalog:
    """A domain package's tables, checked against those of the core that they build on."""
    imported = [row for each in load_tables(options.core_ops) for row in each.rows]
    catalog = Catalog(load_tables(options.ops), imported)
    check(catalog)
    errors = [
        TableError(row.where(key), f"{row.op}: {text}")
        for row, key, text in _only_of_the_core(catalog)
    ]
    if errors:
        raise TablesError(errors)
    return catalog


def _only_of_the_core(catalog: Catalog) -> Iterator[tuple[Row, str, str]]:
    """What rows of a domain package say that only those of the core can."""
    for row in catalog.rows:
        if row.simd:
            text = "only the core's kernels are compiled once per instruction set"
            yield row, "simd", text
        if row.has_composite:
            yield row, "grad", "only rows of the core have composites"


def write_changed(files: dict[str, str], folder: Path) -> None:
    """Writes what differs; the build then leaves alone what depends on the rest."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def deliver(files: dict[str, str], options: argparse.Namespace) -> int:
    """Writes the files, or prints where they would be written."""
    if options.list_outputs:
        print("\n".join(str(options.out.resolve() / name) for name in files))
    else:
        write_changed(files, options.out)
    return 0


def run_core(options: argparse.Namespace) -> int:
    return deliver(core_outputs(load_core(options)), options)


def run_extension(options: argparse.Namespace) -> int:
    return deliver(extension_outputs(load_extension(options)), options)


def run_check(options: argparse.Namespace) -> int:
    catalog = load_core(options)
    core_outputs(catalog)
    print(f"{len(catalog.rows)} operators in {len(catalog.tables)} tables")
    return 0


def run_committed(options: argparse.Namespace) -> int:
    catalog = Catalog(load_tables([options.package / "ops"]))
    check(catalog)
    text = stubs.source(catalog)
    path = options.package / STUB
    if not options.check:
        write_changed({path.name: text}, path.parent)
        return 0
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return 0
    print(f"{path} does not fit the tables; run: nox -s gen", file=sys.stderr)
    return 1


def parser() -> argparse.ArgumentParser:
    """The command line's grammar."""
    result = argparse.ArgumentParser(prog="python -m paddle_codegen", description=__doc__)
    commands = result.add_subparsers(required=True, metavar="COMMAND")

    tables = argparse.ArgumentParser(add_help=False)
    tables.add_argument("--ops", nargs="+", type=Path, required=True, help="tables or folders")
    partial = argparse.ArgumentParser(add_help=False)
    text = "leave out gradients that call operators of tables which are not there"
    partial.add_argument("--partial", action="store_true", help=text)
    output = argparse.ArgumentParser(add_help=False)
    output.add_argument("--out", type=Path, required=True, help="the folder to write into")
    output.add_argument("--list-outputs", action="store_true", help="print the files' paths only")

    text = "write the C++ code of paddle-core"
    command = commands.add_parser("core", parents=[tables, partial, output], help=text)
    command.set_defaults(run=run_core)

    text = "write the C++ code of a domain package"
    command = commands.add_parser("extension", parents=[tables, output], help=text)
    text = "the core's tables; by default those that the generator came with"
    command.add_argument("--core-ops", nargs="+", type=Path, default=[core_tables()], help=text)
    command.set_defaults(run=run_extension)

    text = "say what is wrong in the core's tables"
    command = commands.add_parser("check", parents=[tables, partial], help=text)
    command.set_defaults(run=run_check)

    text = "renew the generated files that are committed"
    command = commands.add_parser("committed", help=text)
    command.add_argument("--package", type=Path, required=True, help="paddle-core's folder")
    text = "write nothing; fail where a file would change"
    command.add_argument("--check", action="store_true", help=text)
    command.set_defaults(run=run_committed)
    return result


def main(arguments: list[str] | None = None) -> int:
    """Runs one command; what is wrong in tables goes to stderr, one line each."""
    options = parser().parse_args(arguments)
    try:
        return options.run(options)
    except TablesError as errors:
        print(errors, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
