"""The types that the table's modules name in their comments agree with what they do."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest


def test_the_modules_keep_to_their_types() -> None:
    compiler = shutil.which("tsc")
    if compiler is None:
        pytest.skip("no TypeScript compiler on this machine: npm install --global typescript")
    project = Path(__file__).with_name("jsconfig.json")
    run = subprocess.run([compiler, "--project", str(project)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
