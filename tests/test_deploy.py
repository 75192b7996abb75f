"""The files in deploy/ for operators: the settings, figures and files that they name exist."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from prometheus_client import REGISTRY

from spite_and_malice.cli import main
from spite_and_malice.server import metrics  # noqa: F401 - registers the figures
from spite_and_malice.server.configuration import Configuration, settings
from spite_and_malice.server.store import Store

from .test_install import TAKES_WHAT_IS_COMPILED

KNOWN = {variable: about for _name, variable, about in settings()}
UNITS = ["spite.service", "spite@.service"]
BACKUP = "spite-backup.service"


@pytest.fixture
def deploy(root: Path) -> Path:
    return root / "deploy"


@pytest.fixture
def compose(deploy: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((deploy / "compose.yaml").read_text(encoding="utf-8"))
    return found


def figures() -> set[str]:
    """Return the name of every figure in Prometheus."""
    found = {"up"}
    for family in REGISTRY.collect():
        endings = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"]}.get(family.type, [""])
        found |= {family.name + ending for ending in endings}
    return found


def named_figures(text: str) -> set[str]:
    """Return the names that an expression or a document uses as our figures, or those of every Python process."""
    return set(re.findall(r"\b(?:spite|process|python)_[a-z_]+\b(?!\.)", text)) - {"spite_metrics_token"}


def check_variables(variables: dict[str, str]) -> None:
    """Fail for a variable that is not a setting, has an invalid value, or reveals a secret."""
    for name, value in variables.items():
        if not name.startswith("SPITE_") or name == "SPITE_SITE":
            continue
        about = KNOWN[name.removesuffix("_FILE") if name not in KNOWN else name]
        assert not about.is_secret or name.endswith("_FILE") or about.show, f"{name} is a secret"
        assert "@" not in value, f"{name} holds a password"
        if "$" not in value and "%" not in value and not name.endswith("_FILE"):
            Configuration.read({name: value})


def test_the_figures_of_the_dashboard_are_there(deploy: Path) -> None:
    board = json.loads((deploy / "grafana.json").read_text(encoding="utf-8"))
    expressions = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    named = {name for expression in expressions for name in named_figures(expression)}
    assert len(named) > 15
    assert named <= figures()
    places = [panel["gridPos"] for panel in board["panels"]]
    cells = [
        (x, y)
        for place in places
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(cells) == len(set(cells)), "panels overlap"
    assert len({panel["id"] for panel in board["panels"]}) == len(places)


def test_the_figures_of_the_alerts_are_there(deploy: Path) -> None:
    rules = [
        rule for group in yaml.safe_load((deploy / "alerts.yaml").read_text())["groups"] for rule in group["rules"]
    ]
    named = {name for rule in rules for name in named_figures(rule["expr"])}
    assert len(rules) > 5
    assert named <= figures()
    for rule in rules:
        assert rule["annotations"]["summary"]
        assert rule["annotations"]["action"]
    players = {label for rule in rules for label in re.findall(r"\$labels\.(\w+)", json.dumps(rule))}
    assert players <= {"instance", "player", "route", "task"}


@pytest.mark.skipif(not shutil.which("promtool"), reason="there is no Prometheus here")
def test_an_alarm_rings_while_its_trouble_lasts_and_stops_again(deploy: Path, root: Path, tmp_path: Path) -> None:
    shutil.copy(deploy / "alerts.yaml", tmp_path)
    shutil.copy(root / "tests" / "alarms.yaml", tmp_path)
    check("promtool", "test", "rules", str(tmp_path / "alarms.yaml"))


@pytest.mark.skipif(not shutil.which("promtool"), reason="there is no Prometheus here")
def test_prometheus_understands_its_settings(deploy: Path, tmp_path: Path) -> None:
    shutil.copy(deploy / "alerts.yaml", tmp_path)
    token = tmp_path / "token"
    token.write_text("secret", encoding="utf-8")
    text = (deploy / "prometheus.yaml").read_text(encoding="utf-8")
    (tmp_path / "prometheus.yaml").write_text(re.sub(r"/etc/prometheus/spite_metrics_token", str(token), text))
    check("promtool", "check", "config", str(tmp_path / "prometheus.yaml"))


@pytest.mark.skipif(not shutil.which("caddy"), reason="there is no Caddy here")
def test_caddy_understands_its_settings(deploy: Path, tmp_path: Path) -> None:
    given = ("--config", str(deploy / "Caddyfile"), "--adapter", "caddyfile")
    said = check("caddy", "validate", *given, HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path))
    assert "not formatted" not in said


@pytest.mark.skipif(not (shutil.which("nginx") and shutil.which("openssl")), reason="there is no nginx here")
def test_nginx_understands_its_settings(deploy: Path, tmp_path: Path) -> None:
    text = (deploy / "nginx.conf").read_text(encoding="utf-8")
    version = re.search(r"nginx/(\d+)\.(\d+)\.(\d+)", check("nginx", "-v"))
    assert version is not None
    if tuple(map(int, version.groups())) < (1, 25, 1):
        # As the file says.
        text, lines = re.subn(r"listen 443 ssl;\n +http2 on;", "listen 443 ssl http2;", text)
        assert lines == 1
    # The user who runs this need not be able to bind those ports.
    text = re.sub(r"listen (\d+)", rf"listen unix:{tmp_path}/\1", text)
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    made = ("-newkey", "rsa:2048", "-nodes", "-keyout", str(key), "-out", str(certificate))
    check("openssl", "req", "-x509", *made, "-subj", "/CN=cards.example")
    text = text.replace("/etc/letsencrypt/live/cards.example", str(tmp_path))
    (tmp_path / "spite.conf").write_text(text, encoding="utf-8")
    whole = f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\naccess_log off;\ninclude {tmp_path}/spite.conf;\n}}\n"
    (tmp_path / "nginx.conf").write_text(whole, encoding="utf-8")
    check("nginx", "-t", "-c", str(tmp_path / "nginx.conf"), "-e", str(tmp_path / "log"))


def check(*command: str, **environment: str) -> str:
    """Run a program that must succeed and return its output."""
    every = os.environ | environment
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=every)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    return said


def test_every_figure_of_the_document_is_there_and_the_other_way_round(root: Path) -> None:
    document = (root / "docs" / "operations.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(spite_[a-z_]+)[`{]", document)) - {"spite_metrics_token"}
    ours = {name for name in figures() if name.startswith("spite_")}
    assert named <= ours | {re.sub(r"_(bucket|count|sum)$", "", name) for name in ours}
    families = {family.name for family in REGISTRY.collect() if family.name.startswith("spite_")}
    assert {name.removesuffix("_total") for name in named} == families


@pytest.mark.parametrize("unit", [*UNITS, BACKUP])
def test_a_unit_names_settings_that_there_are_and_no_secret(deploy: Path, unit: str) -> None:
    text = (deploy / unit).read_text(encoding="utf-8")
    lines = [line.lstrip("#") for line in text.splitlines()]
    given = [line.removeprefix("Environment=").split() for line in lines if line.startswith("Environment=")]
    variables = dict(each.split("=", 1) for each in (pair for line in given for pair in line))
    assert variables
    check_variables(variables)
    credentials = re.findall(r"LoadCredential=(\w+):", text)
    assert credentials
    assert all(KNOWN[name].is_secret for name in credentials)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
@pytest.mark.parametrize("unit", [*UNITS, BACKUP])
def test_a_unit_is_hardened(deploy: Path, unit: str) -> None:
    command = ["systemd-analyze", "security", "--offline=yes", "--no-pager", str(deploy / unit)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"Overall exposure level for \S+: ([\d.]+) (\w+)", said.stdout)
    if found is None:
        pytest.skip("this systemd cannot look at a file")
    assert (float(found[1]) < 2.0, found[2]) == (True, "OK")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_systemd_understands_the_units(deploy: Path, tmp_path: Path) -> None:
    for path in (*deploy.glob("*.service"), *deploy.glob("*.timer")):
        # It requires the programs to exist.
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        name = path.name.replace("@.", "@8001.")
        (tmp_path / name).write_text(text, encoding="utf-8")
    units = sorted(str(path) for path in tmp_path.iterdir())
    assert len(units) == 4
    said = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert [line for line in said.stderr.splitlines() if "spite" in line] == []


def test_the_nightly_backup_is_a_command_that_there_is(deploy: Path, tmp_path: Path) -> None:
    text = (deploy / BACKUP).read_text(encoding="utf-8")
    found = re.search(r"^ExecStart=\S+/spite (.*) (/var/lib/\S+)$", text, re.MULTILINE)
    folders = re.search(r"^StateDirectory=(.*)$", text, re.MULTILINE)
    assert found is not None
    assert folders is not None
    assert found[2].removeprefix("/var/lib/") in folders[1].split()
    data = tmp_path / "tables.sqlite3"
    Store(data).close()
    (tmp_path / "backups").mkdir()
    done = CliRunner().invoke(main, [*found[1].split(), str(tmp_path / "backups")], env={"SPITE_DATA": str(data)})
    assert done.exit_code == 0, done.output
    assert len(list((tmp_path / "backups").iterdir())) == 1


def test_the_compose_file_names_what_there_is(deploy: Path, compose: dict[str, Any]) -> None:
    services = compose["services"]
    for name, service in services.items():
        check_variables(service.get("environment", {}))
        for needed in service.get("depends_on", []):
            assert needed in services, name
        assert set(service["networks"]) <= compose["networks"].keys()
        assert set(service.get("secrets", [])) <= compose["secrets"].keys()
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert (deploy / source).exists() if source.startswith(".") else source in compose["volumes"], volume
        if "build" in service:
            context = (deploy / service["build"]["context"]).resolve()
            assert (context / service["build"]["dockerfile"]).exists()
        else:
            assert re.fullmatch(r"docker\.io/library/\w+:\d+", service["image"]), "a version that stays"
    for service in (services["spite-1"], services["spite-2"]):
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert "no-new-privileges:true" in service["security_opt"]
        assert all(services[needed]["healthcheck"] for needed in service["depends_on"])
        named = {
            each.removeprefix("/run/secrets/")
            for name, each in service["environment"].items()
            if each.startswith("/run/secrets/")
        }
        assert named == set(service["secrets"])
    assert compose["networks"]["back"]["internal"], "nobody outside reaches the database or Redis"
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    upstreams = re.search(r"reverse_proxy (.*) \{", (deploy / "Caddyfile").read_text(encoding="utf-8"))
    assert upstreams is not None
    assert upstreams[1].split() == ["spite-1:8000", "spite-2:8000"]


def steps(text: str) -> Iterator[tuple[str, str]]:
    """Yield the instructions of a Containerfile."""
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)
    for line in re.sub(r"\\\n\s*", " ", text).splitlines():
        if line.strip():
            instruction, _, rest = line.partition(" ")
            yield instruction, rest


def test_the_image_is_built_from_the_lock_and_runs_as_nobody_special(root: Path, deploy: Path) -> None:
    found = list(steps((deploy / "Containerfile").read_text(encoding="utf-8")))
    instructions = [instruction for instruction, _ in found]
    assert "--require-hashes --requirement requirements.lock" in " ".join(rest for _, rest in found)
    assert dict(found)["USER"] == "10001:10001"
    assert instructions.index("USER") < instructions.index("ENTRYPOINT")
    assert "HEALTHCHECK" in instructions
    assert dict(found)["ENTRYPOINT"] == '["spite"]'
    environment = dict(re.findall(r"(\w+)=(\S+)", dict(found)["ENV"]))
    check_variables(environment)
    assert environment["SPITE_DATA"].startswith(dict(found)["VOLUME"])
    for instruction, rest in found:
        if instruction == "COPY" and "--from" not in rest:
            assert all((root / source).exists() for source in rest.split()[:-1])


def test_what_the_image_is_built_from_is_not_kept_from_it(root: Path) -> None:
    lines = [line for line in (root / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    assert lines[0] == "*", "nothing goes in by itself"
    taken = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert all((root / name).exists() for name in taken)
    assert {"src", "requirements.lock", "pyproject.toml", "setup.py"} <= taken
    manifest = (root / "MANIFEST.in").read_text(encoding="utf-8")
    for name in re.findall(r"[\w.]+\.(?:md|lock)|LICENSE", manifest + (root / "pyproject.toml").read_text()):
        if (root / name).exists():
            assert any(fnmatch(name, pattern) for pattern in taken), name


def context(root: Path, folder: Path) -> None:
    """Copy the image's sources: only what .dockerignore lets in."""
    lines = (root / ".dockerignore").read_text(encoding="utf-8").splitlines()
    made = shutil.ignore_patterns(*(line.removeprefix("**/") for line in lines if line.startswith("**/")))
    for name in (line.removeprefix("!") for line in lines if line.startswith("!")):
        if (root / name).is_dir():
            shutil.copytree(root / name, folder / name, ignore=made)
        else:
            shutil.copy(root / name, folder)


@pytest.mark.nightly("deploy/", "pyproject.toml", "setup.py", "src/spite_and_malice/compiled.py")
@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="there is no compiler here")
def test_the_program_of_the_image_is_built_from_what_goes_into_it(root: Path, deploy: Path, tmp_path: Path) -> None:
    build, home = tmp_path / "build", tmp_path / "spite"
    build.mkdir()
    context(root, build)
    runs = [rest for instruction, rest in steps((deploy / "Containerfile").read_text()) if instruction == "RUN"]
    venv, lock, program = runs[1:4]
    assert "apt-get" not in f"{venv}{lock}{program}"
    # The locked packages are already installed for these tests.
    libraries = next(path for path in sys.path if path.endswith("site-packages"))
    compiler = tmp_path / "cc"
    compiler.write_text(TAKES_WHAT_IS_COMPILED, encoding="utf-8")
    compiler.chmod(0o755)
    environment = os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONPATH": libraries}
    environment |= {"CC": str(compiler), "REAL_CC": os.environ.get("CC", "cc"), "COMPILED": str(root / "src")}
    for step in (venv, program):
        command = step.replace("/opt/spite", str(home)).replace("python3 -m venv", f"{sys.executable} -m venv")
        done = subprocess.run(
            ["sh", "-ec", command], cwd=build, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
    assert re.search(r"\d+\.\d+", "".join(done.stdout.splitlines()[-2:]))
    installed = next(home.glob("lib/python3*/site-packages/spite_and_malice"))
    assert list(installed.rglob("*.so")), "the cores are compiled"
    (entry,) = json.loads(dict(steps((deploy / "Containerfile").read_text()))["ENTRYPOINT"])
    shown = subprocess.run(
        [home / "bin" / entry, "config"],
        cwd=tmp_path,
        env=environment | {"SPITE_DATA": str(tmp_path / "games")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(tmp_path / "games") in shown.stdout
