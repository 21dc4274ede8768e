//! Rules of the code's structure.

use std::path::{Path, PathBuf};

use super::import_circles::Crate;
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

/// The rooms in the order of `lib.rs`, each with its modules in the order of its `mod.rs`.
struct House(Vec<(String, Vec<String>)>);

impl House {
    /// Reads the order. `text` returns the text of a file below `src`.
    fn read(text: impl Fn(&Path) -> Option<String>) -> Self {
        let declared = |file: &Path| -> Vec<String> {
            let text = text(file).unwrap_or_else(|| panic!("no {}", file.display()));
            text.lines()
                .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
                .filter(|name| *name != "fuzzing")
                .map(str::to_owned)
                .collect()
        };
        let rooms = declared(Path::new("lib.rs")).into_iter();
        Self(
            rooms
                .map(|room| {
                    let modules = declared(&Path::new(&room).join("mod.rs"));
                    (room, modules)
                })
                .collect(),
        )
    }

    /// Returns the place of a file's room, if it is in one, and of its module there. The `mod.rs` of a
    /// room has no module.
    fn place(&self, file: &Path) -> Option<(usize, Option<usize>)> {
        let file = file.with_extension("");
        let mut names = file.iter().map(|name| name.to_string_lossy());
        let (first, second) = (names.next()?, names.next());
        let room = self.0.iter().position(|(room, _)| *room == first)?;
        let mut modules = self.0[room].1.iter();
        Some((
            room,
            modules.position(|module| Some(&**module) == second.as_deref()),
        ))
    }

    /// Returns the imports of files that are not above the importing file.
    fn violations(&self, code: &Crate) -> Vec<String> {
        let mut wrong = Vec::new();
        for (file, imported, path) in code.imports_and_exports() {
            let Some((room, module)) = self.place(file) else {
                continue;
            };
            let is_above = match self.place(imported) {
                Some((other, Some(_))) if other != room => other < room,
                Some((_, Some(above))) => module.is_some_and(|module| above <= module),
                _ => false,
            };
            if !is_above {
                wrong.push(format!(
                    "{} uses {path}, of {}",
                    file.display(),
                    imported.display()
                ));
            }
        }
        wrong
    }
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
fn rooms_and_their_modules_use_only_what_is_above_them() {
    let source = repository().join("src");
    let text = |file: &Path| std::fs::read_to_string(source.join(file)).ok();
    let (house, code) = (House::read(text), Crate::read(text));
    for folder in std::fs::read_dir(&source).expect("a folder") {
        let path = folder.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let is_room = house.0.iter().any(|(room, _)| *room == name);
        assert!(
            !path.is_dir() || is_room || name == "tests",
            "src/{name} is no room of lib.rs"
        );
    }
    let wrong = house.violations(&code);
    assert!(
        wrong.is_empty(),
        "move what is shared up in lib.rs or in the mod.rs of the room, or let the higher module do the call:\n{}",
        wrong.join("\n")
    );
}

/// Returns the wrong imports of a small house in which `features/users.rs` has this code.
fn wrong_imports_of_users(code: &str) -> usize {
    let text = |file: &Path| {
        let text = match file.to_str()? {
            "lib.rs" => "pub mod core;\npub mod features;\npub mod app;\n",
            "core/mod.rs" => "pub mod error;\npub mod clock;\n",
            "features/mod.rs" => "pub mod pictures;\npub mod users;\npub mod questions;\n",
            "app/mod.rs" => "pub mod server;\n",
            "features/users.rs" => code,
            "features/questions/mod.rs" => "pub mod store;\npub use store::Post;\n",
            "features/questions/store.rs" => "pub struct Post;\npub fn load() {}\n",
            "core/error.rs" | "core/clock.rs" | "features/pictures.rs" | "app/server.rs" => {
                "pub fn f() {}\n"
            }
            _ => return None,
        };
        Some(text.to_owned())
    };
    House::read(text).violations(&Crate::read(text)).len()
}

#[test]
fn what_is_above_may_be_imported() {
    for code in [
        "use crate::core::error; use crate::core::clock::f as now;",
        "use super::pictures; fn g() { pictures::f() }",
        "use crate::features::pictures::f; use std::fmt;",
        "#[cfg(test)] mod tests { use crate::app::server; }",
        "/// See [`crate::app::server`].\nfn g() {}",
    ] {
        assert_eq!(wrong_imports_of_users(code), 0, "{code}");
    }
}

#[test]
fn what_is_below_is_found_however_it_is_imported() {
    for code in [
        "use crate::app::server;",
        "use crate::features::questions::Post;",
        "use crate::{core::error, features::questions};",
        "use super::questions::store as posts;",
        "fn g() { super::questions::store::load() }",
        "fn g() -> crate::features::questions::Post { todo!() }",
        "pub use super::questions::Post;",
        "pub use super::questions::*;",
        // A room as a whole hides what is used of it.
        "use crate::core;",
        "use super::*;",
    ] {
        assert!(wrong_imports_of_users(code) > 0, "{code}");
    }
}

#[test]
fn sql_is_in_stores_and_axum_at_the_edge() {
    let mut wrong = Vec::new();
    for (path, text) in sources().into_iter().filter(|(path, _)| !is_test(path)) {
        let name = path.to_string_lossy().into_owned();
        let is_store = name.starts_with("platform/db/")
            || path.components().any(|part| {
                matches!(
                    part.as_os_str().to_str(),
                    Some("store" | "store.rs" | "invariants.rs")
                )
            });
        let is_edge = name.starts_with("platform/web/")
            || name.starts_with("app/server/")
            || name.ends_with("routes.rs");
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
        .filter(|(path, _)| !is_test(path) && path != Path::new("core/error.rs"))
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

/// User input can never become a system command, because the server runs none.
#[test]
fn the_server_starts_no_other_program() {
    for (path, text) in sources().into_iter().filter(|(path, _)| !is_test(path)) {
        for banned in ["Command::new(", "process::Command"] {
            assert!(
                !text.contains(banned),
                "{} starts a program",
                path.display()
            );
        }
    }
}
