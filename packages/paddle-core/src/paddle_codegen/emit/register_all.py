"""register_all.h and register_all.cc: one call that registers every operator and kernel."""

from __future__ import annotations

from paddle_codegen import cpp
from paddle_codegen.emit.kernels import with_kernel
from paddle_codegen.model import Table


def header() -> str:
    """register_all.h"""
    return (
        cpp.banner("Registers everything that stands in the tables.", "ops/*.yaml")
        + "#pragma once\n\nnamespace pd {\n\n"
        + "// Call once, when the library is loaded.\nvoid register_all_ops();\n\n"
        + "}  // namespace pd\n"
    )


def source(tables: list[Table]) -> str:
    """register_all.cc"""
    plain = [table.family for table in tables if with_kernel(table, False)]
    simd = [table.family for table in tables if with_kernel(table, True)]
    parts = [
        cpp.banner("Registers everything that stands in the tables.", "ops/*.yaml"),
        '#include "register_all.h"\n\n#include "runtime/cpu_info.h"\n\nnamespace pd {\n\n',
        "".join(f"void register_{table.family}_ops();\n" for table in tables),
        _declarations(plain),
    ]
    if simd:
        parts += [_sets("#if defined(__x86_64__)", ("v2", "v3", "v4"), simd)]
    parts.append("\nvoid register_all_ops() {\n")
    parts += [f"  register_{table.family}_ops();\n" for table in tables]
    parts += [f"  register_{family}_kernels();\n" for family in plain]
    if simd:
        parts.append(_choice())
    parts.append("}\n\n}  // namespace pd\n")
    return "".join(parts)


def _declarations(families: list[str]) -> str:
    return "".join(f"void register_{family}_kernels();\n" for family in families)


def _sets(condition: str, isas: tuple[str, ...], families: list[str]) -> str:
    x86 = "".join(_set(isa, families) for isa in isas)
    return f"\n{condition}\n{x86}#else\n{_set('base', families)}#endif\n"


def _set(isa: str, families: list[str]) -> str:
    calls = "".join(f"  register_{family}_kernels();\n" for family in families)
    return (
        f"namespace {isa} {{\n{_declarations(families)}"
        f"static void register_vector_kernels() {{\n{calls}}}\n}}  // namespace {isa}\n"
    )


def _choice() -> str:
    cases = "".join(
        f"    case cpu::Isa::k{isa.upper()}:\n      v{isa[1]}::register_vector_kernels();\n"
        "      break;\n"
        for isa in ("v3", "v4")
    )
    return (
        "#if defined(__x86_64__)\n  switch (cpu::isa()) {\n"
        f"{cases}    default:\n      v2::register_vector_kernels();\n  }}\n"
        "#else\n  base::register_vector_kernels();\n#endif\n"
    )
