#!/usr/bin/env bash
# A dev-dependency that procedural macros also use makes `cargo run` after `cargo build --all-targets` compile those
# macros, and all that uses them, again, because cargo leaves the debug information of build dependencies out only
# where they are not shared with the program's own. Setting it in [profile.dev.build-override] ends this.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
cargo --version
mkdir src
echo 'fn main() {}' >src/main.rs
cat >Cargo.toml <<'TOML'
[package]
name = "example"
version = "0.1.0"
edition = "2024"

[dependencies]
tracing-attributes = "=0.1.31"

[dev-dependencies]
proc-macro2 = "=1.0.107"
syn = { version = "=2.0.119", features = ["full"] }
TOML
echo 'input: a program with a macro crate, and a dev-dependency on two crates of that macro'
echo 'good guess: `cargo run` after `cargo build --all-targets` compiles no dependency, since its features are the same'

compiled_again() {
  rm -rf target
  cargo build --quiet --all-targets
  cargo run 2>&1 | sed -nE 's/^ +Compiling ([a-z0-9-]+) .*/\1/p' | { grep -v '^example$' || true; }
}
plain=$(compiled_again | tr '\n' ' ')
echo "seen: compiled again: ${plain:-nothing}"
printf '[profile.dev.build-override]\ndebug = false\n' >>Cargo.toml
override=$(compiled_again | tr '\n' ' ')
echo "seen with the debug information of build dependencies set: compiled again: ${override:-nothing}"
[[ $plain == *syn* && -z $override ]]
