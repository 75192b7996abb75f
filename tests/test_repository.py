"""The repository's files for contributors: workflows, templates, hooks, citation, commands."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from spite_and_malice import __version__
from tools.commits import faults, of_range

LAST_COMMITS = 30
WORKFLOWS = ("audit", "ci", "release")

YAML = (
    ".github/dependabot.yml",
    ".github/ISSUE_TEMPLATE/bug.yml",
    ".github/ISSUE_TEMPLATE/config.yml",
    ".github/ISSUE_TEMPLATE/idea.yml",
    ".github/ISSUE_TEMPLATE/rule.yml",
    ".github/workflows/audit.yml",
    ".github/workflows/ci.yml",
    ".github/workflows/release.yml",
    ".pre-commit-config.yaml",
    "CITATION.cff",
)


def load(path: Path) -> dict[str, Any]:
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content


def test_every_file_of_github_is_looked_at(root: Path) -> None:
    found = {path.relative_to(root).as_posix() for path in (root / ".github").rglob("*.yml")}
    assert found == {name for name in YAML if name.startswith(".github/")}


@pytest.mark.parametrize("name", YAML)
def test_a_file_can_be_read_and_names_no_registry_and_no_secret(root: Path, name: str) -> None:
    text = (root / name).read_text(encoding="utf-8")
    assert load(root / name)
    hosts = set(re.findall(r"https?://([^/\s'\"]+)", text))
    assert hosts <= {"github.com"}
    assert "secrets." not in text
    assert "password" not in text


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_is_bounded_and_may_only_read(root: Path, name: str) -> None:
    workflow = load(root / ".github" / "workflows" / f"{name}.yml")
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 120
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False
    allowed = {key: job["permissions"] for key, job in workflow["jobs"].items() if "permissions" in job}
    signs = {"attest": {"id-token": "write", "attestations": "write"}, "publish": {"id-token": "write"}}
    assert allowed == (signs if name == "release" else {})


@pytest.mark.parametrize("name", WORKFLOWS)
def test_an_action_is_named_by_its_commit_with_the_version_beside_it(root: Path, name: str) -> None:
    text = (root / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")
    used = re.findall(r"^.*\buses: *(.*)$", text, re.MULTILINE)
    assert used
    for each in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each), each


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_installs_nothing_that_is_not_known_by_its_hash(root: Path, name: str) -> None:
    jobs = load(root / ".github" / "workflows" / f"{name}.yml")["jobs"]
    commands = [line for job in jobs.values() for step in job["steps"] for line in step.get("run", "").splitlines()]
    for command in commands:
        if "pip install" in command:
            lock = re.fullmatch(r"python3? -m pip install --require-hashes --requirement (\S+)", command)
            assert lock is not None, command
            assert (root / lock[1]).exists()
        assert "npm install" not in command
        assert "-m build" not in command or "--no-isolation" in command


def test_what_builds_a_wheel_is_known_by_its_hash(root: Path) -> None:
    wheels = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["cibuildwheel"]
    assert wheels["build-frontend"] == {"name": "build", "args": ["--no-isolation"]}
    lock = re.fullmatch(
        r"python -m pip install --require-hashes --requirement \{project\}/(\S+)", wheels["before-build"]
    )
    assert lock is not None
    assert (root / lock[1]).exists()


def test_every_lock_is_looked_through_for_known_faults_every_week(root: Path) -> None:
    text = (root / ".github" / "workflows" / "audit.yml").read_text(encoding="utf-8")
    assert "schedule:" in text
    assert "for lock in requirements*.lock; do" in text
    folders = re.search(r"for folder in (.*); do", text)
    assert folders is not None
    listed = subprocess.run(
        ["git", "ls-files", "*package-lock.json"], cwd=root, capture_output=True, text=True, check=True
    )
    assert sorted(folders[1].split()) == sorted(line.rpartition("/")[0] for line in listed.stdout.splitlines())


def test_what_a_release_is_signed_with_is_made_before_it_is_published(root: Path) -> None:
    jobs = load(root / ".github" / "workflows" / "release.yml")["jobs"]
    assert jobs["publish"]["needs"] == "attest"
    made = [step["run"].split() for step in jobs["sdist"]["steps"] if "cyclonedx-py" in step.get("run", "")]
    ((*_, bill, lock),) = made
    assert (root / lock).exists()
    attested = [step["with"] for step in jobs["attest"]["steps"] if step["uses"].startswith("actions/attest@")]
    assert attested == [{"subject-path": "dist/*"}, {"subject-path": "dist/*", "sbom-path": bill}]


def test_updates_wait_until_others_have_had_them_for_days(root: Path) -> None:
    updates = load(root / ".github" / "dependabot.yml")["updates"]
    assert all(each["cooldown"]["default-days"] >= 7 for each in updates)


def test_the_same_pythons_are_named_everywhere(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    prefix = "Programming Language :: Python :: 3."
    classified = [text for text in project["project"]["classifiers"] if text.startswith(prefix)]
    pythons = [f"3.{text.removeprefix(prefix)}" for text in classified]
    assert project["project"]["requires-python"] == f">={pythons[0]}"
    assert project["tool"]["cibuildwheel"]["build"] == " ".join(f"cp{each.replace('.', '')}-*" for each in pythons)
    assert project["tool"]["ruff"]["target-version"] == f"py{pythons[0].replace('.', '')}"
    jobs = load(root / ".github" / "workflows" / "ci.yml")["jobs"]
    assert [jobs[each]["strategy"]["matrix"]["python"] for each in ("linux", "others")] == [pythons, pythons]
    said = f"{pythons[0]} to {pythons[-1]}"
    assert said in (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert said in (root / "docs" / "versions.md").read_text(encoding="utf-8")
    assert f"Python {pythons[0]} or newer" in (root / "README.md").read_text(encoding="utf-8")
    assert re.search(
        rf"^OLDEST_PYTHON = \(3, {pythons[0][2:]}\)$", (root / "play.py").read_text(encoding="utf-8"), re.M
    )


def test_every_system_is_tested_and_gets_wheels(root: Path) -> None:
    jobs = load(root / ".github" / "workflows" / "ci.yml")["jobs"]
    systems = {jobs["linux"]["runs-on"], *jobs["others"]["strategy"]["matrix"]["system"]}
    assert systems == {"ubuntu-latest", "macos-latest", "windows-latest"}
    wheels = load(root / ".github" / "workflows" / "release.yml")["jobs"]["wheels"]
    assert systems <= set(wheels["strategy"]["matrix"]["system"])


def test_ci_runs_what_the_documents_say(root: Path) -> None:
    jobs = load(root / ".github" / "workflows" / "ci.yml")["jobs"]
    commands = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    assert any(command.split()[0] == ".ci/run" for command in commands)
    documents = "".join((root / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md"))
    for command in commands:
        program, *words = command.split()
        if program != "python3" or words[0] != "play.py":
            continue
        said = " ".join(words[1:])
        known = (f"python3 play.py {said}", f"spite {said}", f"python3 play.py {words[1]}\n")
        assert any(each in documents for each in known) or said == "--version", command
        for folder in (word for word in words if word.startswith("tests/")):
            assert (root / folder).is_dir()


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        ("Add a rule", []),
        ("Let it be\n\nBecause.", []),
        ("A" * 72, []),
        ("A" * 73, ["73 characters"]),
        ("add a rule", ["capital letter"]),
        ("Add a rule.", ["full stop"]),
        ("Add a rule\nbecause", ["empty"]),
        ("", ["capital letter"]),
        ("a" * 73 + ".\nbody", ["74 characters", "capital letter", "full stop", "empty"]),
        ("Merge branch 'a branch whose name is so long that it would be far beyond the bound' into main", []),
    ],
)
def test_the_message_of_a_commit_is_checked(root: Path, tmp_path: Path, message: str, wrong: list[str]) -> None:
    found = faults(message)
    assert len(found) == len(wrong)
    for sentence, part in zip(found, wrong, strict=True):
        assert part in sentence
    file = tmp_path / "COMMIT_EDITMSG"
    file.write_text(f"{message}\n# Please enter the commit message for your changes.\n", encoding="utf-8")
    command = [sys.executable, "tools/commits.py", str(file)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert done.returncode == bool(wrong)
    assert all(sentence in done.stderr for sentence in found)


def test_the_messages_of_a_range_are_checked(root: Path, tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--initial-branch=main")
    for message in ("begin", "Add a rule\n\nIn 1920.", "x" * 80):
        git("commit", "--allow-empty", "--message", message)
    command = [sys.executable, str(root / "tools" / "commits.py")]
    good = subprocess.run([*command, "HEAD~2..HEAD~1"], cwd=tmp_path, capture_output=True, text=True)
    assert (good.returncode, good.stderr) == (0, "")
    bad = subprocess.run([*command, "HEAD~2..HEAD"], cwd=tmp_path, capture_output=True, text=True)
    assert bad.returncode == 1
    assert "80 characters" in bad.stderr


def test_the_last_commits_have_messages_as_they_should_be(root: Path) -> None:
    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True).stdout.strip()

    if (
        git("rev-parse", "--is-shallow-repository") != "false"
        or int(git("rev-list", "--count", "HEAD")) <= LAST_COMMITS
    ):
        pytest.skip("the history is not here")
    wrong = {message.splitlines()[0]: faults(message) for message in of_range(f"HEAD~{LAST_COMMITS}..HEAD")}
    assert {subject: found for subject, found in wrong.items() if found} == {}


def test_the_hooks_are_pinned_and_check_the_message_too(root: Path) -> None:
    hooks = load(root / ".pre-commit-config.yaml")
    assert "commit-msg" in hooks["default_install_hook_types"]
    for repository in hooks["repos"]:
        if repository["repo"] != "local":
            assert re.fullmatch(r"v\d+\.\d+\.\d+", repository["rev"])
    of_ours = {hook["id"]: hook for each in hooks["repos"] if each["repo"] == "local" for hook in each["hooks"]}
    assert of_ours["commits"]["stages"] == ["commit-msg"]
    for hook in of_ours.values():
        assert (root / hook["entry"].split()[1]).is_file()


def test_the_citation_is_of_this_version(root: Path) -> None:
    citation = load(root / "CITATION.cff")
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert citation["version"] == __version__
    assert citation["license"] == project["license"]
    assert [each["name"] for each in citation["authors"]] == [each["name"] for each in project["authors"]]


def test_the_development_container_has_a_python_that_is_supported(root: Path) -> None:
    container = json.loads((root / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    jobs = load(root / ".github" / "workflows" / "ci.yml")["jobs"]
    image, _, tag = container["image"].rpartition(":")
    assert jobs["linux"]["container"].startswith(f"{image}:")
    assert tag.partition("-")[0] in jobs["linux"]["strategy"]["matrix"]["python"]


def test_the_commands_of_the_justfile_exist(root: Path) -> None:
    text = (root / "justfile").read_text(encoding="utf-8")
    recipes = dict(re.findall(r"^(\w+)(?: \*words)?:\n    (.+)$", text, re.MULTILINE))
    recipes.pop("_list")
    assert list(recipes) == ["play", "test", "check", "docs", "lock"]
    play = (root / "play.py").read_text(encoding="utf-8")
    for name, command in recipes.items():
        program, *words = command.removesuffix(" {{words}}").removeprefix("python3 ").split()
        assert (root / program).is_file()
        assert words in ([], [name])
        if words:
            assert f"python3 play.py {name}" in play


def test_no_sentence_sends_anybody_to_a_version_without_a_tag(root: Path) -> None:
    said = subprocess.run(["git", "tag"], cwd=root, capture_output=True, text=True, check=False).stdout
    there = {__version__, *(tag.removeprefix("v") for tag in said.split())}
    for path in sorted((root / "src").rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        for text in sentences(code) if "version" in code and re.search(r"\d\.\d", code) else ():
            assert named_versions(text) <= there, f"{path}: {text}"
    for path in [*root.glob("*.md"), *(root / "docs").rglob("*.md"), *(root / "deploy").iterdir()]:
        if path.name not in OF_OTHERS:
            assert named_versions(path.read_text(encoding="utf-8")) <= there, path
    assert named_versions("with version 0.1, or a version\nv0.2.0") == {"0.1", "0.2.0"}
    assert [*sentences('"""version 0.1"""\nraise E(f"of version 0.1 {x}")')] == ["of version 0.1 "]


OF_OTHERS: Final = {"CODE_OF_CONDUCT.md"}
"""Documents that name versions of other software."""


def named_versions(text: str) -> set[str]:
    """Return the versions that a text names as such, in Markdown or not."""
    return set(re.findall(r"\bversions?\s+[`v]*(\d+(?:\.\d+)+)", text))


def sentences(code: str) -> Iterator[str]:
    """Yield the strings of a module that are not docstrings."""
    tree = ast.parse(code)
    aside = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in aside:
            yield node.value
