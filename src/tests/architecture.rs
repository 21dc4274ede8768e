//! Rules of the code's structure.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::repository;

/// Returns all Rust files below `src` with their text, without test modules.
pub(super) fn sources() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut folders = vec![repository().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("a file");
                let shipped = text
                    .split("\n#[cfg(test)]\nmod tests {")
                    .next()
                    .expect("a part")
                    .to_owned();
                files.push((
                    path.strip_prefix(repository().join("src"))
                        .expect("below src")
                        .to_owned(),
                    shipped,
                ));
            }
        }
    }
    assert!(files.len() > 20);
    files
}

pub(super) fn is_test(path: &Path) -> bool {
    path.components()
        .any(|part| part.as_os_str() == "tests" || part.as_os_str() == "tests.rs")
}

/// Returns the modules in the order of `lib.rs`.
fn order() -> Vec<String> {
    let lib = std::fs::read_to_string(repository().join("src/lib.rs")).expect("lib.rs");
    lib.lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .map(str::to_owned)
        .collect()
}

/// The compiler ignores a file that no module declares, and so would the tests in it be ignored. The
/// folder `proofs` has programs that must not compile.
#[test]
fn every_file_is_declared_as_a_module() {
    let source = repository().join("src");
    let declares = |file: PathBuf, name: &str| {
        std::fs::read_to_string(file).is_ok_and(|text| {
            text.lines()
                .any(|line| line.ends_with(&format!("mod {name};")))
        })
    };
    for (path, _) in sources() {
        let name = path.file_stem().and_then(|stem| stem.to_str());
        let name = name.expect("a name");
        let folder = source.join(path.parent().expect("a folder"));
        let is_declared = ["mod.rs", "lib.rs"].map(|file| declares(folder.join(file), name));
        assert!(
            is_declared.contains(&true)
                || ["mod", "lib", "main"].contains(&name)
                || (path.starts_with("tests/proofs") && name.ends_with("_forged")),
            "no module declares {}",
            path.display()
        );
    }
}

#[test]
fn modules_use_only_modules_above_them() {
    let order = order();
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let module = path
            .components()
            .next()
            .and_then(|part| part.as_os_str().to_str())
            .expect("a name")
            .trim_end_matches(".rs")
            .to_owned();
        let Some(place) = order.iter().position(|name| *name == module) else {
            continue;
        };
        let mut used: BTreeSet<String> = BTreeSet::new();
        for (at, _) in text.match_indices("crate::") {
            let rest = &text[at + "crate::".len()..];
            if let Some(group) = rest.strip_prefix('{') {
                used.extend(
                    group
                        .split('}')
                        .next()
                        .unwrap_or_default()
                        .split(',')
                        .map(|name| first_name(name.trim())),
                );
            } else {
                used.insert(first_name(rest));
            }
        }
        for name in used {
            if order
                .iter()
                .position(|other| *other == name)
                .is_some_and(|other| other > place)
            {
                wrong.push(format!("{} uses crate::{name}", path.display()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "move what is shared up in lib.rs, or let the higher module do the call:\n{}",
        wrong.join("\n")
    );
}

fn first_name(path: &str) -> String {
    path.chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect()
}

#[test]
fn sql_is_in_stores_and_axum_at_the_edge() {
    let mut wrong = Vec::new();
    for (path, text) in sources().into_iter().filter(|(path, _)| !is_test(path)) {
        let name = path.to_string_lossy().into_owned();
        let is_store = name.starts_with("db/")
            || path.components().any(|part| {
                matches!(
                    part.as_os_str().to_str(),
                    Some("store" | "store.rs" | "invariants.rs")
                )
            });
        let is_edge =
            name.starts_with("web") || name.starts_with("server") || name.ends_with("routes.rs");
        for (number, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim_start().starts_with("//"))
        {
            let sql = [
                "SELECT ",
                "INSERT INTO ",
                "UPDATE ",
                "DELETE FROM ",
                "PRAGMA ",
            ];
            if !is_store
                && sql.iter().any(|word| {
                    line.contains(&format!("\"{word}")) || line.trim_start().starts_with(word)
                })
            {
                wrong.push(format!(
                    "src/{name}:{}: SQL belongs into a store",
                    number + 1
                ));
            }
            if !is_edge && line.contains("axum::") {
                wrong.push(format!(
                    "src/{name}:{}: axum belongs into routes.rs, web and server",
                    number + 1
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn file_names_state_the_content() {
    for (path, _) in sources() {
        let stem = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .expect("a name");
        assert!(
            !["util", "utils", "common", "helper", "helpers", "misc"].contains(&stem),
            "{}: name it after what it holds",
            path.display()
        );
    }
}

/// Only the table in `error.rs` contains error messages for users: `Error::Internal` is for the log, and
/// all other responses are JSON.
#[test]
fn users_see_only_error_messages_of_the_table() {
    for (path, text) in sources()
        .into_iter()
        .filter(|(path, _)| !is_test(path) && path != Path::new("error.rs"))
    {
        for banned in [
            "StatusCode::BAD_REQUEST",
            "StatusCode::NOT_FOUND",
            "StatusCode::FORBIDDEN",
            "StatusCode::UNAUTHORIZED",
            "StatusCode::CONFLICT",
        ] {
            assert!(
                !text.contains(banned),
                "{} answers {banned} by itself: add a row to the table in error.rs",
                path.display()
            );
        }
    }
}

/// User input can never become a system command, because the server runs none. (A benchmark starts this
/// program again.)
#[test]
fn the_server_starts_no_other_program() {
    for (path, text) in sources()
        .into_iter()
        .filter(|(path, _)| !is_test(path) && path != Path::new("bench/process.rs"))
    {
        for banned in ["Command::new(", "process::Command"] {
            assert!(
                !text.contains(banned),
                "{} starts a program",
                path.display()
            );
        }
    }
}
