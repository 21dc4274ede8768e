//! No circles between files: if a file imports another, that file does not import it back, neither
//! directly nor through others.
//!
//! The test reads `use` declarations and paths in the code. A name that a `mod.rs` re-exports counts
//! as an import of the file that defines it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::architecture::{is_test, sources};

/// A module path without `crate`, such as `["db", "cache"]`.
type Module = Vec<String>;

/// The files of the crate and what they import.
struct Imports {
    /// The text of each module without comments and string literals.
    texts: BTreeMap<Module, String>,
    /// A re-exported name in a module, and its path.
    exports: BTreeMap<(Module, String), Module>,
}

impl Imports {
    fn read() -> Self {
        let texts: BTreeMap<Module, String> = sources()
            .into_iter()
            .filter(|(path, _)| !is_test(path) && path != Path::new("main.rs"))
            .map(|(path, text)| (module_of(&path), code_of(without_test_modules(&text))))
            .collect();
        let mut imports = Self {
            texts,
            exports: BTreeMap::new(),
        };
        for (module, text) in &imports.texts {
            for (is_public, path) in declarations(text).0 {
                if is_public
                    && let Some(path) = imports.absolute(module, &path)
                    && let Some(name) = path.last()
                {
                    let key = (module.clone(), name.clone());
                    imports.exports.insert(key, path);
                }
            }
        }
        imports
    }

    /// Resolves a path in a module. `None`: it names something outside of the crate or a local.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Module> {
        let supers = path.iter().take_while(|part| *part == "super").count();
        let (base, rest): (&[String], &[String]) = match path.first()?.as_str() {
            "crate" => (&[], &path[1..]),
            "self" => (module, &path[1..]),
            "super" => (
                &module[..module.len().checked_sub(supers)?],
                &path[supers..],
            ),
            first => {
                let child = [module.as_slice(), &[first.to_owned()]].concat();
                if !self.texts.contains_key(&child) {
                    return None;
                }
                (module, path)
            }
        };
        let mut absolute = base.to_vec();
        absolute.extend(rest.iter().filter(|part| *part != "self").cloned());
        Some(absolute)
    }

    /// Returns the module that defines the item of an absolute path.
    fn defining_module(&self, path: &Module) -> Option<Module> {
        let mut path = path.clone();
        for _ in 0..8 {
            let length = (0..=path.len())
                .rev()
                .find(|length| self.texts.contains_key(&path[..*length]))?;
            let module = path[..length].to_vec();
            let Some(name) = path.get(length) else {
                return Some(module);
            };
            let Some(exported) = self.exports.get(&(module.clone(), name.clone())) else {
                return Some(module);
            };
            path = [exported.as_slice(), &path[length + 1..]].concat();
        }
        None
    }

    /// Returns the modules that each module imports.
    fn edges(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let of = |module: &Module, text: &String| {
            let (uses, code) = declarations(text);
            let imported = uses
                .into_iter()
                .filter(|(is_public, _)| !is_public)
                .map(|(_, path)| path);
            let mut edges: BTreeSet<Module> = imported
                .chain(paths(&code))
                .filter_map(|path| self.defining_module(&self.absolute(module, &path)?))
                .collect();
            edges.remove(module);
            edges
        };
        self.texts
            .iter()
            .map(|(module, text)| (module, of(module, text)))
            .collect()
    }
}

fn module_of(path: &Path) -> Module {
    let mut parts: Module = path
        .with_extension("")
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    if parts
        .last()
        .is_some_and(|last| last == "mod" || last == "lib")
    {
        parts.pop();
    }
    parts
}

/// Cuts a text at its first test module, which is at the end of a file.
fn without_test_modules(text: &str) -> &str {
    let is_module = |at: usize| {
        let line = text[at..].lines().nth(2).unwrap_or_default();
        line.contains("mod ") && line.ends_with('{')
    };
    let end = text
        .match_indices("\n#[cfg(test)]\n")
        .map(|(at, _)| at)
        .find(|at| is_module(*at));
    &text[..end.unwrap_or(text.len())]
}

/// Removes line comments and the content of string literals.
fn code_of(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    for line in text.lines() {
        let mut is_string = false;
        let mut characters = line.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                '\\' if is_string => drop(characters.next()),
                '"' => is_string = !is_string,
                '/' if !is_string && characters.peek() == Some(&'/') => break,
                _ if !is_string => code.push(character),
                _ => {}
            }
        }
        code.push('\n');
    }
    code
}

/// Splits a text into its `use` declarations, public or not, and the rest.
fn declarations(text: &str) -> (Vec<(bool, Vec<String>)>, String) {
    let (mut uses, mut rest, mut tail) = (Vec::new(), String::new(), text);
    while let Some(at) = tail.find("use ") {
        let line = tail[..at].rfind('\n').map_or(0, |end| end + 1);
        let visibility = tail[line..at].trim();
        let is_use = visibility.is_empty() || visibility.starts_with("pub");
        let end = tail[at..].find(';').map_or(tail.len(), |end| at + end + 1);
        if is_use {
            rest.push_str(&tail[..line]);
            let tree = tail[at + 4..end].trim_end_matches(';');
            let is_public = visibility.starts_with("pub");
            uses.extend(expand(tree).into_iter().map(|path| (is_public, path)));
            tail = &tail[end..];
        } else {
            rest.push_str(&tail[..at + 4]);
            tail = &tail[at + 4..];
        }
    }
    rest.push_str(tail);
    (uses, rest)
}

/// Expands a `use` tree into its paths: `a::{b, c::d}` into `a::b` and `a::c::d`.
fn expand(tree: &str) -> Vec<Vec<String>> {
    let tree = tree.trim();
    let Some((prefix, group)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![
            path.split("::")
                .map(|part| part.trim().to_owned())
                .collect(),
        ];
    };
    let prefix = prefix.trim().trim_end_matches("::");
    let (mut depth, mut member, mut paths) = (0, String::new(), Vec::new());
    for character in group.trim_end().trim_end_matches('}').chars().chain([',']) {
        depth += i32::from(character == '{') - i32::from(character == '}');
        if character == ',' && depth <= 0 {
            if !member.trim().is_empty() {
                paths.extend(expand(&format!("{prefix}::{}", member.trim())));
            }
            member.clear();
        } else {
            member.push(character);
        }
    }
    paths
}

/// Returns the paths with at least two segments in code.
fn paths(code: &str) -> Vec<Vec<String>> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':')
        .map(|path| path.trim_matches(':'))
        .filter(|path| path.contains("::"))
        .map(|path| path.split("::").map(str::to_owned).collect())
        .collect()
}

/// Returns a circle of modules that contains `start`, if there is one.
fn circle<'m>(
    edges: &'m BTreeMap<&'m Module, BTreeSet<Module>>,
    start: &'m Module,
) -> Option<Vec<&'m Module>> {
    let mut paths: Vec<Vec<&Module>> = vec![vec![start]];
    let mut seen = BTreeSet::new();
    while let Some(path) = paths.pop() {
        for next in path
            .last()
            .and_then(|last| edges.get(*last))
            .into_iter()
            .flatten()
        {
            if next == start {
                return Some(path);
            }
            if seen.insert(next) {
                paths.push(path.iter().copied().chain([next]).collect());
            }
        }
    }
    None
}

#[test]
fn files_do_not_import_each_other_in_a_circle() {
    let imports = Imports::read();
    let edges = imports.edges();
    assert!(
        edges.values().map(BTreeSet::len).sum::<usize>() > 800,
        "few imports were found: the test no longer reads them"
    );
    let circles: BTreeSet<String> = edges
        .keys()
        .filter_map(|module| circle(&edges, module))
        .map(|mut circle| {
            circle.sort();
            let names: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
            names.join(", ")
        })
        .collect();
    assert!(
        circles.is_empty(),
        "move what the files share into a file that both import:\n{}",
        circles.into_iter().collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn a_use_tree_is_expanded_into_paths() {
    let paths: Vec<String> = expand("crate::db::{self, cache::{Key, ReadCache}, Read as Snapshot}")
        .iter()
        .map(|path| path.join("::"))
        .collect();
    assert_eq!(
        paths,
        [
            "crate::db::self",
            "crate::db::cache::Key",
            "crate::db::cache::ReadCache",
            "crate::db::Read"
        ]
    );
}
