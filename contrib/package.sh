#!/usr/bin/env bash
# Builds all programs for one target and packs them with completions, man pages and licences:
#   bash contrib/package.sh x86_64-unknown-linux-musl 1.2.3
# The archive is put into dist/. `universal-apple-darwin` joins both kinds of Mac in one program.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$1 version=$2
name=sticks-and-stones-$version-$target
folder=target/package/$name
programs="sticks toothpicks take_stones chopsticks expanding_nim grade arcade"
suffix=

rm -rf "$folder" && mkdir -p "$folder/completions" "$folder/man" dist
case $target in
    universal-apple-darwin)
        for half in x86_64-apple-darwin aarch64-apple-darwin; do
            rustup target add "$half"
            cargo build --locked --release --bins --target "$half"
        done
        for program in $programs; do
            lipo -create -output "$folder/$program" \
                "target/x86_64-apple-darwin/release/$program" \
                "target/aarch64-apple-darwin/release/$program"
        done
        ;;
    *)
        rustup target add "$target"
        cargo build --locked --release --bins --target "$target"
        case $target in *windows*) suffix=.exe ;; esac
        for program in $programs; do
            cp "target/$target/release/$program$suffix" "$folder/"
        done
        ;;
esac

for program in $programs; do
    # All it says on Windows is where it can be run.
    case $target/$program in *windows*/grade) continue ;; esac
    "$folder/$program$suffix" completions man > "$folder/man/$program.1"
    for shell in bash zsh fish powershell elvish; do
        "$folder/$program$suffix" completions "$shell" > "$folder/completions/$program.$shell"
    done
done
cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$folder/"

case $target in
    *windows*) (cd target/package && 7z a "../../dist/$name.zip" "$name") ;;
    *) tar -C target/package -czf "dist/$name.tar.gz" "$name" ;;
esac
echo "dist/$name"
