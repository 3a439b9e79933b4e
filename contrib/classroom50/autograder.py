#!/usr/bin/env python3
"""The autograder of one assignment in Classroom 50: CLASSROOM/autograders/ASSIGNMENT/autograder.py.

It runs in the student's checkout and must leave ./result.json behind. Put the static `grade` program of
a release beside this file; change what is between the lines.
"""

import os
import pathlib
import subprocess
import sys

# ------------------------------------------------------------------------------------------------------
ASSIGNMENT = "sticks"
BUILD = ""  # such as "javac Sticks.java"
COMMAND = ["python3", "sticks.py"]
OPTIONS = []  # such as ["--part", "1"]
# ------------------------------------------------------------------------------------------------------

beside = pathlib.Path(os.environ.get("CLASSROOM50_BUNDLE_DIR", pathlib.Path(__file__).parent)) / "grade"
grade = str(beside) if beside.exists() else "grade"
build = ["--build", BUILD] if BUILD else []
words = [grade, ASSIGNMENT, *OPTIONS, *build, "--classroom50", "result.json", "--", *COMMAND]
sys.exit(subprocess.run(words, check=False).returncode)
