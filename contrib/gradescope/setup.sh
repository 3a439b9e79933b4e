#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the image; the zip is in /autograder/source.
set -euo pipefail

# What the submissions need to be compiled and run. Leave out what yours do not use.
packages="gcc libc6-dev python3 default-jdk-headless"

source=/autograder/source

if command -v apt-get >/dev/null && [ -n "$packages" ]; then
    apt-get update
    # shellcheck disable=SC2086 # several words are meant
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $packages
fi

# grade: a program in the zip, or built here from the sources in the zip.
if [ -f "$source/grade" ]; then
    install "$source/grade" /usr/local/bin/grade
else
    if ! command -v cargo >/dev/null; then
        apt-get install -y --no-install-recommends curl ca-certificates gcc libc6-dev
        curl --proto '=https' -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal
        PATH=$HOME/.cargo/bin:$PATH
    fi
    cargo install --locked --root /usr/local --path "$source/sticks-and-stones" --bin grade
fi
# The cases are in it: nobody but root may read or run it.
chmod 700 /usr/local/bin/grade
grade --version

# Submissions are built and run as this user, who can neither read the cases nor write the results.
id student >/dev/null 2>&1 || useradd --create-home student
