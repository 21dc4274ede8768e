#!/usr/bin/env bash
# utoipa, with which one document describes replies for an OpenAPI client: a list as a whole reply has its items' schema in full,
# while the same list as a field refers to it by name; and a field that serde always writes, `null` or not, is documented as
# one that may be absent. A client's types that are generated from the document lose a name and gain an `undefined`.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
mkdir src
cat >Cargo.toml <<'TOML'
[package]
name = "example"
version = "0.1.0"
edition = "2024"

[dependencies]
serde = { version = "=1.0.229", features = ["derive"] }
serde_json = "=1.0.154"
utoipa = "=6.0.0"
TOML
cat >src/main.rs <<'RUST'
use serde::Serialize;
use serde_json::json;
use utoipa::{PartialSchema, ToSchema};

#[derive(Serialize, ToSchema)]
struct Item {
    owner: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct Page {
    items: Vec<Item>,
}

fn main() {
    let page = json!(Page::schema());
    let list = json!(Vec::<Item>::schema());
    let item = json!(Item::schema());
    println!("{}", page["properties"]["items"]["items"].get("$ref").is_some());
    println!("{}", list["items"].get("$ref").is_some());
    println!("{}", Vec::<Item>::name());
    println!("{}", json!(Item { owner: None }));
    println!("{}", item.get("required").is_some());
}
RUST
echo 'utoipa 6.0.0, serde 1.0.229'
echo 'input: a struct with an optional text that serde always writes; a list of it, once as a field and once alone'
echo 'good guess: both lists refer to the struct by its name, and the text is required, of type string or null'
mapfile -t seen < <(cargo run --quiet)
echo "seen: the field refers to the struct: ${seen[0]}; the list alone: ${seen[1]}, its name: ${seen[2]}"
echo "seen: serde writes ${seen[3]}; the text is required: ${seen[4]}"
[[ ${seen[*]} == 'true false Vec {"owner":null} false' ]]
