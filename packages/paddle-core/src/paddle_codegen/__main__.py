"""The command line: core, stubs and check."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from paddle_codegen.check import check, drop_incomplete
from paddle_codegen.emit import kernels, ops, register, register_all, table
from paddle_codegen.loader import load_tables
from paddle_codegen.model import Catalog, TablesError


def load_catalog(options: argparse.Namespace) -> Catalog:
    """Reads and checks tables."""
    catalog = Catalog(load_tables(options.ops))
    if options.partial:
        catalog, dropped = drop_incomplete(catalog)
        for error in dropped:
            print(f"{error} (gradient left out)", file=sys.stderr)
    check(catalog)
    return catalog


def core_outputs(catalog: Catalog) -> dict[str, str]:
    """The files that paddle-core compiles, by name."""
    tables = list(catalog.tables)
    files = {
        "ops.h": ops.header(tables),
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


def write(files: dict[str, str], folder: Path) -> None:
    """Writes all files, also unchanged ones, whose times build tools compare."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def run_core(options: argparse.Namespace) -> int:
    files = core_outputs(load_catalog(options))
    if options.list_outputs:
        print("\n".join(str(options.out.resolve() / name) for name in files))
    else:
        write(files, options.out)
    return 0


def run_check(options: argparse.Namespace) -> int:
    catalog = load_catalog(options)
    core_outputs(catalog)
    print(f"{len(catalog.rows)} operators in {len(catalog.tables)} tables")
    return 0


def parser() -> argparse.ArgumentParser:
    """The command line's grammar."""
    result = argparse.ArgumentParser(prog="python -m paddle_codegen", description=__doc__)
    commands = result.add_subparsers(required=True)
    tables = argparse.ArgumentParser(add_help=False)
    tables.add_argument("--ops", nargs="+", type=Path, required=True, help="tables or folders")
    tables.add_argument(
        "--partial",
        action="store_true",
        help="leave out gradients that call operators of tables which are not there",
    )
    core = commands.add_parser("core", parents=[tables], help="write the C++ code of paddle-core")
    core.add_argument("--out", type=Path, required=True, help="the folder to write into")
    core.add_argument("--list-outputs", action="store_true", help="print the files' paths only")
    core.set_defaults(run=run_core)
    checker = commands.add_parser("check", parents=[tables], help="say what is wrong in tables")
    checker.set_defaults(run=run_check)
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
