"""Everything that is done with this repository: build, test, lint, measure. `nox -l` lists it.

Wheels are built once into dist/ and again only when a source file changes; tests run against them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nox

ROOT = Path(__file__).parent.resolve()
sys.path.insert(0, str(ROOT / "ci"))

from packages import Package, fingerprint, load_packages  # noqa: E402

PACKAGES = load_packages()
PYTHONS = ("3.10", "3.11", "3.12", "3.13")
DIST = ROOT / "dist"
CONSTRAINTS = ROOT / "ci" / "constraints.txt"
TOML_READER = "tomli; python_version < '3.11'"
PEERS = {
    "torch": ("torch==2.13.0", "numpy"),
    "paddle": ("paddlepaddle==2.6.2", "numpy<2", "protobuf<4"),
}

nox.options.sessions = ["quickstart"]
nox.options.reuse_venv = "yes"
nox.options.error_on_missing_interpreters = False


def install(session: nox.Session, *requirements: str) -> None:
    """Install into the session's environment under the pinned versions, from dist/ first."""
    links = ("--find-links", str(DIST)) if DIST.exists() else ()
    session.install("--constraint", str(CONSTRAINTS), *links, *requirements)


def group(package: Package, name: str) -> list[str]:
    """Return a dependency group of a package's pyproject.toml."""
    project = nox.project.load_toml(package.folder / "pyproject.toml")
    return list(nox.project.dependency_groups(project, name))


def named(*distributions: str) -> list[Package]:
    """Return packages by distribution, each after what it depends on, their siblings included."""
    wanted = set(distributions)
    for package in reversed(PACKAGES):
        if package.distribution in wanted:
            wanted |= package.siblings
    return [package for package in PACKAGES if package.distribution in wanted]


class Builder:
    """Builds wheels for one interpreter in a lasting environment, so that objects are kept."""

    def __init__(self, session: nox.Session) -> None:
        self.session = session
        version = session.run(
            "python", "-c", "import sys; print('%d.%d' % sys.version_info[:2])", silent=True
        )
        self.version = str(version).strip()
        self.environment = ROOT / ".nox" / f"build-{self.version}"
        self.python = self.environment / "bin" / "python"

    def pip(self, *arguments: str) -> None:
        """Run pip in the build environment."""
        self.session.run(str(self.python), "-m", "pip", *arguments, external=True)

    def prepare(self, requirements: list[str]) -> None:
        """Create the environment and install what builds need, once."""
        stamp = self.environment / "requirements.stamp"
        content = "\n".join([CONSTRAINTS.read_text(), *requirements])
        if stamp.exists() and stamp.read_text() == content:
            return
        if not self.python.exists():
            self.session.run("python", "-m", "venv", str(self.environment))
        self.pip("install", "-q", "--upgrade", "pip")
        self.pip("install", "-q", "--constraint", str(CONSTRAINTS), *requirements)
        stamp.write_text(content)

    def built(self, package: Package) -> Path | None:
        """Return the wheel in dist/ that serves this interpreter, if there is one."""
        pattern = f"{package.distribution.replace('-', '_')}-*.whl"
        tags = (f"-cp{self.version.replace('.', '')}-", "-abi3-")
        found = [path for path in DIST.glob(pattern) if any(tag in path.name for tag in tags)]
        return found[0] if len(found) == 1 else None

    def wheel(self, package: Package) -> Path:
        """Return the package's wheel, built anew only if its sources changed."""
        state, wheel = fingerprint(package, PACKAGES), self.built(package)
        if wheel and state_file(wheel).exists() and state_file(wheel).read_text() == state:
            return wheel
        if wheel:
            wheel.unlink()
        siblings = [
            str(self.built(part)) for part in PACKAGES if part.distribution in package.siblings
        ]
        if siblings:
            self.pip("install", "-q", "--no-deps", "--force-reinstall", *siblings)
        self.pip("wheel", "-w", str(DIST), *self.build_options(package), str(package.folder))
        wheel = self.built(package)
        assert wheel is not None, f"{DIST} holds several wheels of {package.distribution}"
        state_file(wheel).parent.mkdir(exist_ok=True)
        state_file(wheel).write_text(state)
        return wheel

    def build_options(self, package: Package, flavour: str = "wheel") -> list[str]:
        """Return pip's options for a build in this environment with a folder that lasts."""
        folder = ROOT / "build" / f"{flavour}-{package.name}-{self.version}"
        options = ["--no-deps", "--no-build-isolation", f"-Cbuild-dir={folder}"]
        if "CI" in os.environ:
            options.append("-Ccmake.define.PADDLE_WERROR=ON")
        return options

    def wheels(self, packages: list[Package]) -> list[Path]:
        """Build the wheels of packages that come in order of dependency."""
        requirements = {line for package in PACKAGES for line in package.build_requires}
        self.prepare([*sorted(requirements), "cmake", "ninja"])
        return [self.wheel(package) for package in packages]


def state_file(wheel: Path) -> Path:
    """Return where the fingerprint of the sources of a wheel in dist/ is kept."""
    return wheel.parent / ".state" / wheel.name


def install_wheels(session: nox.Session, packages: list[Package], *requirements: str) -> list[Path]:
    """Build packages and install their wheels with only what they depend on, and requirements."""
    wheels = Builder(session).wheels(packages)
    install(session, *map(str, wheels), *requirements)
    session.install("--no-deps", "--force-reinstall", *map(str, wheels))
    return wheels


def test_package(session: nox.Session, package: Package) -> None:
    """Run a package's tests against its installed wheel."""
    install_wheels(session, named(package.distribution), *group(package, "test"))
    tests = session.posargs or [str(package.folder / "tests")]
    session.run("pytest", "-c", str(ROOT / "pyproject.toml"), *tests)


def add_package_sessions(package: Package) -> None:
    """Register the sessions NAME (this interpreter) and NAME-3.x of one package."""
    for version in (None, *PYTHONS):
        name = package.name if version is None else f"{package.name}-{version}"

        def run(session: nox.Session) -> None:
            test_package(session, package)

        run.__doc__ = f"Test the installed {package.distribution}."
        nox.session(name=name, python=version)(run)


for _package in PACKAGES:
    add_package_sessions(_package)


@nox.session(venv_backend="none")
def tests(session: nox.Session) -> None:
    """Build every package's wheel and test each in an environment of its own."""
    for package in PACKAGES:
        session.notify(package.name)
    session.notify("together")


@nox.session
def together(session: nox.Session) -> None:
    """Test what crosses packages, and the checks of ci/ themselves."""
    test_groups = {line for package in PACKAGES for line in group(package, "test")}
    install_wheels(session, PACKAGES, *sorted(test_groups), TOML_READER)
    folders = [str(folder) for folder in (ROOT / "tests", ROOT / "ci" / "tests") if folder.exists()]
    session.run("pytest", "-c", str(ROOT / "pyproject.toml"), *(session.posargs or folders))


@nox.session
def quickstart(session: nox.Session) -> None:
    """Train a small network, save it, and load it again in a new process."""
    install_wheels(session, named("paddle-core"), "scikit-learn")
    script, folder = ROOT / "examples" / "quickstart.py", session.create_tmp()
    for step in ("train", "predict"):
        with session.chdir(folder):
            session.run("python", str(script), step)


@nox.session
def examples(session: nox.Session) -> None:
    """Train every example in full; each must reach its goal."""
    install_wheels(session, named("paddle-core"), "scikit-learn")
    networks = (("digits", ("mlp", "cnn", "vit")), ("characters", ("lstm", "transformer")))
    for script, names in networks:
        for name in names:
            session.run("python", str(ROOT / "examples" / f"{script}.py"), name)


@nox.session
def abi(session: nox.Session) -> None:
    """Test the C ABI: its layout, its recorded hash, refusals, and an extension built outside."""
    core = named("paddle-core")
    install_wheels(session, core, *group(core[0], "test"))
    folder = core[0].folder / "tests" / "abi"
    session.run("pytest", "-c", str(ROOT / "pyproject.toml"), str(folder), *session.posargs)


def sources(*patterns: str) -> list[str]:
    """Return the repository's own files of some kinds, without what builds leave behind."""
    listing = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", *patterns],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    lines = [line for line in listing.stdout.splitlines() if "/third_party/" not in line]
    return [line for line in lines if (ROOT / line).exists()]


def merged_python(target: Path) -> Path:
    """Link every package's Python files into one tree, as installed wheels lie."""
    shutil.rmtree(target, ignore_errors=True)
    for package in PACKAGES:
        source = package.folder / "src"
        for path in [*source.rglob("*.py"), *source.rglob("*.pyi")]:
            link = target / path.relative_to(source)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(path)
    return target


@nox.session
def lint(session: nox.Session) -> None:
    """Check format and style of Python and C++, and the types of the Python code."""
    install(
        session, "ruff", "clang-format", "mypy", "types-PyYAML", "numpy", "nox", "pytest", "tomli"
    )
    fix = "--fix" in session.posargs
    session.run("ruff", "check", *(["--fix"] if fix else []), ".")
    session.run("ruff", "format", *([] if fix else ["--check"]), ".")
    mode = ["-i"] if fix else ["--dry-run", "-Werror"]
    session.run("clang-format", *mode, *sources("*.cc", "*.h", "*.hpp", "*.cu"))
    config = ("--config-file", str(ROOT / "pyproject.toml"))
    tree = merged_python(Path(session.create_tmp()) / "src")
    session.run("mypy", *config, str(tree / "paddle"), str(tree / "paddle_codegen"))
    session.run("mypy", *config, "noxfile.py", *sources("ci/*.py"), env={"MYPYPATH": "ci"})


@nox.session
def sanitize(session: nox.Session) -> None:
    """Run the core's tests on a build with the address and undefined-behaviour sanitizers."""
    core = named("paddle-core")[0]
    builder = Builder(session)
    builder.prepare([*core.build_requires, "cmake", "ninja"])
    folder = Path(session.create_tmp())
    options = builder.build_options(core, "sanitize")
    builder.pip(
        "wheel", "-w", str(folder), *options, "-Ccmake.define.PADDLE_SANITIZE=ON",
        "-Ccmake.define.PADDLE_OPT=-O1", "-Ccmake.define.PADDLE_SIMD_OPT=-O1", str(core.folder),
    )  # fmt: skip
    install(session, "numpy", *group(core, "test"))
    session.install("--no-deps", "--force-reinstall", *map(str, folder.glob("paddle_core-*.whl")))
    runtime = [compiler_file(name) for name in ("libasan.so", "libstdc++.so.6")]
    session.run(
        "pytest", "-c", str(ROOT / "pyproject.toml"),
        *(session.posargs or [str(core.folder / "tests")]),
        env={
            "LD_PRELOAD": " ".join(runtime),
            "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1:allocator_may_return_null=1",
            "UBSAN_OPTIONS": "print_stacktrace=1",
        },
    )  # fmt: skip


def compiler_file(name: str) -> str:
    """Return the path of one of the C++ compiler's own libraries."""
    compiler = os.environ.get("CXX", "c++")
    answer = subprocess.run(
        [compiler, f"-print-file-name={name}"], check=True, capture_output=True, text=True
    )
    return answer.stdout.strip()


@nox.session
def wheels(session: nox.Session) -> None:
    """Put every package's wheel into dist/; check them, their sdists, and a bare installation."""
    built = Builder(session).wheels(PACKAGES)
    install(session, "build", "scikit-build-core", TOML_READER)
    sdists = Path(session.create_tmp()) / "sdist"
    shutil.rmtree(sdists, ignore_errors=True)
    for package in PACKAGES:
        session.run(
            "python", "-m", "build", "--sdist", "--no-isolation", "--skip-dependency-check",
            "-o", str(sdists), str(package.folder),
        )  # fmt: skip
    archives = sorted(map(str, sdists.glob("*.tar.gz")))
    session.run("python", "ci/check_sdist.py", *archives)
    session.run("python", "ci/check_wheel.py", *map(str, built))
    for package, wheel in zip(PACKAGES, built, strict=True):
        import_bare(session, package, wheel)
        if package.siblings:
            build_from_sdist(session, package, sdists)


def import_bare(session: nox.Session, package: Package, wheel: Path) -> None:
    """Install one wheel into an empty environment and import what it provides."""
    environment = Path(session.create_tmp()) / f"bare-{package.name}"
    session.run("python", "-m", "venv", "--clear", str(environment))
    python = str(environment / "bin" / "python")
    session.run(
        python, "-m", "pip", "install", "-q", "--find-links", str(DIST), str(wheel), external=True
    )
    module = package.wheel_limits["imports"]
    session.run(python, "-c", f"import {module}; print({module!r}, 'imports')", external=True)


def build_from_sdist(session: nox.Session, package: Package, sdists: Path) -> None:
    """Build a guest from its sdist, outside the repository, with the core found in dist/."""
    archive = next(sdists.glob(f"{package.distribution.replace('-', '_')}-*.tar.gz"))
    target = sdists / "built"
    session.run(
        "python", "-m", "pip", "wheel", "-q", "--no-deps", "--find-links", str(DIST),
        "-w", str(target), str(archive),
    )  # fmt: skip


@nox.session
def dev(session: nox.Session) -> None:
    """Make .nox/dev an editable environment; run it again to compile what changed."""
    requirements = {line for package in PACKAGES for line in package.build_requires}
    requirements |= {line for package in PACKAGES for line in group(package, "test")}
    runtime = {
        line
        for package in PACKAGES
        for line in package.project["dependencies"]
        if not any(line.startswith(sibling) for sibling in package.siblings)
    }
    install(session, *sorted(requirements | runtime), "cmake", "ninja", "scikit-learn")
    links = [str(package.folder / "src") for package in PACKAGES]
    for site in Path(session.virtualenv.location).glob("lib/python*/site-packages"):
        (site / "paddle-dev.pth").write_text("\n".join(links) + "\n")
    for package in PACKAGES:
        folder = ROOT / "build" / f"dev-{package.name}"
        session.run(
            "cmake", "-G", "Ninja", "-S", str(package.folder), "-B", str(folder),
            "-DPADDLE_DEV=ON", f"-Dpaddle_DIR={named('paddle-core')[0].folder / 'cmake'}",
            f"-DPython_EXECUTABLE={session.virtualenv.location}/bin/python", silent=True,
        )  # fmt: skip
        session.run("cmake", "--build", str(folder))
    session.log(f"editable environment: {session.virtualenv.location}/bin/python")


@nox.session
def gen(session: nox.Session) -> None:
    """Renew the generated files that are committed; with `-- --check` fail if they differ."""
    install(session, "PyYAML", "numpy")
    core = named("paddle-core")[0]
    check = ["--check"] if "--check" in session.posargs or "CI" in os.environ else []
    session.run(
        "python", "-m", "paddle_codegen", "committed", "--package", str(core.folder), *check,
        env={"PYTHONPATH": str(core.folder / "src")},
    )  # fmt: skip


@nox.session
def bench(session: nox.Session) -> None:
    """Measure this project beside its peers, each in an environment of its own."""
    install_wheels(session, PACKAGES)
    pythons = {"ours": f"{session.virtualenv.location}/bin/python"}
    for name, requirements in PEERS.items():
        environment = ROOT / ".nox" / f"peer-{name}"
        pythons[name] = str(environment / "bin" / "python")
        if not (environment / "installed").exists():
            session.run("python", "-m", "venv", "--clear", str(environment))
            session.run(pythons[name], "-m", "pip", "install", "-q", *requirements, external=True)
            (environment / "installed").touch()
    options = [text for name, python in pythons.items() for text in (f"--{name}", python)]
    session.run("python", "benchmarks/run.py", *options, *session.posargs)


@nox.session
def affected(session: nox.Session) -> None:
    """Test the packages that the commits since BASE (`-- BASE`) concern, and their dependents."""
    base = session.posargs[0] if session.posargs else "origin/main"
    names = session.run(sys.executable, "ci/select_packages.py", base, silent=True, external=True)
    for name in str(names).split():
        session.notify(name, posargs=[])
