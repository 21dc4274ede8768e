//! No circles between files: if a file imports another, that file does not import it back, neither
//! directly nor through others.
//!
//! The test follows the modules from `lib.rs`, as the compiler does, and resolves each path in their
//! code, in `use` declarations and in the tokens of macros. A name that a module re-exports counts as an
//! import of the file that defines it. Test modules do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item, ItemMod, ItemUse, Meta, UseTree, Visibility};

use super::repository;

/// The names between the `::` of a path.
type Names = Vec<String>;

/// The deepest chain of re-exports that is followed.
const MAX_DEPTH: usize = 12;

/// What one module contains. An inline module shares the file of its parent.
#[derive(Default)]
struct Module {
    file: PathBuf,
    /// The folder with the files of its children.
    folder: PathBuf,
    /// The items that are defined here.
    items: BTreeSet<String>,
    /// The names that `use` declarations bring in, with their paths.
    uses: Vec<(String, Names)>,
    /// The paths of `use …::*`.
    globs: Vec<Names>,
    /// The paths that count as imports: all but those of re-exports.
    paths: Vec<Names>,
    /// The children, each with its content if it is inline.
    children: Vec<ItemMod>,
}

/// For each file the files that it imports, each with a path that names it.
type Imports<'c> = BTreeMap<&'c Path, BTreeMap<&'c Path, String>>;

/// The modules of a crate, by their paths without `crate`.
pub(super) struct Crate(BTreeMap<Names, Module>);

impl Crate {
    /// Reads the crate whose root is `lib.rs`. `text` returns the text of a file below the root's folder.
    pub(super) fn read(text: impl Fn(&Path) -> Option<String>) -> Self {
        let mut modules = BTreeMap::new();
        let root = (Names::new(), PathBuf::from("lib.rs"), PathBuf::new(), None);
        let mut waiting = vec![root];
        while let Some((path, file, folder, inline)) = waiting.pop() {
            let items = inline.unwrap_or_else(|| {
                let text = text(&file).unwrap_or_else(|| panic!("no {}", file.display()));
                syn::parse_file(&text).expect("code that compiles").items
            });
            let mut module = Module {
                file,
                folder,
                ..Module::default()
            };
            items.iter().for_each(|item| module.visit_item(item));
            for child in std::mem::take(&mut module.children) {
                let name = child.ident.to_string();
                let folder = module.folder.join(&name);
                let file = match &child.content {
                    Some(_) => module.file.clone(),
                    None => [folder.with_extension("rs"), folder.join("mod.rs")]
                        .into_iter()
                        .find(|file| text(file).is_some())
                        .unwrap_or_else(|| panic!("no file of the module {name}")),
                };
                let inline = child.content.map(|(_, items)| items);
                waiting.push((joined(&path, &[name]), file, folder, inline));
            }
            modules.insert(path, module);
        }
        Self(modules)
    }

    /// Returns the files that define what a path in a module names. Empty: it is of another crate, or a local
    /// name.
    fn files(&self, module: &[String], path: &[String], depth: usize) -> BTreeSet<&Path> {
        let Some(first) = path.first().filter(|_| depth < MAX_DEPTH) else {
            return BTreeSet::new();
        };
        let supers = path.iter().take_while(|part| *part == "super").count();
        let base: &[String] = match first.as_str() {
            "crate" => &[],
            "self" => module,
            "super" => &module[..module.len() - supers],
            // A module is no expression, so that a name alone is something else.
            _ => return self.named(module, path, path.len() > 1, depth),
        };
        let rest: Names = path[supers.max(1)..].to_vec();
        let found = self.named(base, &rest, true, depth);
        if found.is_empty() {
            // A macro defines it.
            return self
                .0
                .get(base)
                .map(|module| &*module.file)
                .into_iter()
                .collect();
        }
        found
    }

    /// Does the same for a path that begins in the module, such as that of a child.
    fn named(
        &self,
        at: &[String],
        path: &[String],
        with_children: bool,
        depth: usize,
    ) -> BTreeSet<&Path> {
        let Some(module) = self.0.get(at).filter(|_| depth < MAX_DEPTH) else {
            return BTreeSet::new();
        };
        let itself = || BTreeSet::from([&*module.file]);
        let Some((name, rest)) = path.split_first() else {
            return itself();
        };
        let child = joined(at, std::slice::from_ref(name));
        if with_children && self.0.contains_key(&child) {
            let found = self.named(&child, rest, true, depth + 1);
            let file = &*self.0[&child].file;
            return if found.is_empty() {
                BTreeSet::from([file])
            } else {
                found
            };
        }
        if module.items.contains(name) {
            return itself();
        }
        let uses = module.uses.iter().filter(|(used, _)| used == name);
        let used: BTreeSet<&Path> = uses
            .flat_map(|(_, used)| self.files(at, &joined(used, rest), depth + 1))
            .collect();
        if !used.is_empty() {
            return used;
        }
        let globs = module.globs.iter();
        globs
            .flat_map(|glob| self.below_glob(at, glob, path, depth + 1))
            .collect()
    }

    /// Returns the files that define a path below a module that is imported with `*`.
    fn below_glob(
        &self,
        at: &[String],
        glob: &[String],
        path: &[String],
        depth: usize,
    ) -> BTreeSet<&Path> {
        let of_glob = self.files(at, glob, depth);
        let modules = self.0.iter();
        modules
            .filter(|(_, module)| of_glob.contains(&*module.file))
            .flat_map(|(other, _)| self.named(other, path, path.len() > 1, depth + 1))
            .collect()
    }

    fn imports(&self) -> Imports<'_> {
        let mut imports = Imports::new();
        for (name, module) in &self.0 {
            for path in &module.paths {
                for file in self.files(name, path, 0) {
                    if file != module.file {
                        let of_file = imports.entry(&module.file).or_default();
                        of_file.entry(file).or_insert_with(|| path.join("::"));
                    }
                }
            }
        }
        imports
    }

    /// Returns each import and re-export as the file, the file that defines it, and its path.
    pub(super) fn imports_and_exports(&self) -> BTreeSet<(&Path, &Path, String)> {
        let mut all = BTreeSet::new();
        for (name, module) in &self.0 {
            let exports = module.uses.iter().map(|(_, path)| path);
            for path in module.paths.iter().chain(exports).chain(&module.globs) {
                for file in self.files(name, path, 0) {
                    if file != module.file {
                        all.insert((&*module.file, file, path.join("::")));
                    }
                }
            }
        }
        all
    }
}

impl Module {
    fn add_use(&mut self, tree: &UseTree, prefix: &[String], is_public: bool) {
        let (name, path) = match tree {
            UseTree::Path(path) => {
                let prefix = joined(prefix, &[path.ident.to_string()]);
                return self.add_use(&path.tree, &prefix, is_public);
            }
            UseTree::Group(group) => {
                let trees = group.items.iter();
                return trees.for_each(|tree| self.add_use(tree, prefix, is_public));
            }
            UseTree::Glob(_) => {
                self.paths.extend((!is_public).then(|| prefix.to_vec()));
                return self.globs.push(prefix.to_vec());
            }
            UseTree::Name(name) => (name.ident.to_string(), name.ident.to_string()),
            UseTree::Rename(rename) => (rename.rename.to_string(), rename.ident.to_string()),
        };
        let path = if path == "self" {
            prefix.to_vec()
        } else {
            joined(prefix, &[path])
        };
        let name = if name == "self" {
            prefix.last().expect("a name").clone()
        } else {
            name
        };
        self.paths.extend((!is_public).then(|| path.clone()));
        // The name of another crate.
        if path != [name.clone()] {
            self.uses.push((name, path));
        }
    }

    /// Adds the paths in tokens. In attributes, string literals are paths too.
    fn add_tokens(&mut self, tokens: TokenStream, is_attribute: bool) {
        let (mut path, mut colons) = (Names::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.paths.push(std::mem::take(&mut path));
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                other => {
                    self.paths.push(std::mem::take(&mut path));
                    colons = 0;
                    match other {
                        TokenTree::Group(group) => self.add_tokens(group.stream(), is_attribute),
                        TokenTree::Literal(text) if is_attribute => {
                            let text = text.to_string();
                            let names = text.trim_matches('"').split("::");
                            self.paths.push(names.map(str::to_owned).collect());
                        }
                        _ => {}
                    }
                }
            }
        }
        self.paths.push(path);
    }
}

impl Visit<'_> for Module {
    fn visit_item(&mut self, item: &Item) {
        let (attributes, name) = match item {
            Item::Const(item) => (&item.attrs, Some(&item.ident)),
            Item::Enum(item) => (&item.attrs, Some(&item.ident)),
            Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
            Item::Impl(item) => (&item.attrs, None),
            Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
            Item::Mod(item) => (&item.attrs, None),
            Item::Static(item) => (&item.attrs, Some(&item.ident)),
            Item::Struct(item) => (&item.attrs, Some(&item.ident)),
            Item::Trait(item) => (&item.attrs, Some(&item.ident)),
            Item::Type(item) => (&item.attrs, Some(&item.ident)),
            Item::Use(item) => (&item.attrs, None),
            _ => return visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            self.items.extend(name.map(ToString::to_string));
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &ImplItem) {
        match item {
            ImplItem::Fn(function) if is_test(&function.attrs) => {}
            _ => visit::visit_impl_item(self, item),
        }
    }

    fn visit_item_mod(&mut self, module: &ItemMod) {
        self.children.push(module.clone());
    }

    fn visit_item_use(&mut self, item: &ItemUse) {
        let is_public = !matches!(item.vis, Visibility::Inherited);
        self.add_use(&item.tree, &[], is_public);
    }

    fn visit_visibility(&mut self, _: &Visibility) {}

    fn visit_attribute(&mut self, attribute: &Attribute) {
        if let Meta::List(list) = &attribute.meta {
            self.add_tokens(list.tokens.clone(), true);
        }
    }

    fn visit_macro(&mut self, call: &syn::Macro) {
        self.add_tokens(call.tokens.clone(), false);
        visit::visit_macro(self, call);
    }

    fn visit_path(&mut self, path: &syn::Path) {
        let names = path.segments.iter().map(|part| part.ident.to_string());
        self.paths.push(names.collect());
        visit::visit_path(self, path);
    }
}

fn joined(path: &[String], rest: &[String]) -> Names {
    [path, rest].concat()
}

/// Returns whether code is compiled for tests only.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|condition| condition.is_ident("test"))
    })
}

/// Returns the largest circles: a line for each import inside of one.
fn circles(imports: &Imports<'_>) -> Vec<String> {
    let reached = |start: &Path| {
        let (mut reached, mut waiting) = (BTreeSet::new(), vec![start]);
        while let Some(file) = waiting.pop() {
            for next in imports.get(file).into_iter().flat_map(BTreeMap::keys) {
                if reached.insert(*next) {
                    waiting.push(next);
                }
            }
        }
        reached
    };
    let reached: BTreeMap<&Path, _> = imports.keys().map(|file| (*file, reached(file))).collect();
    let circles: BTreeSet<BTreeSet<&Path>> = reached
        .iter()
        .filter(|(file, reaches)| reaches.contains(*file))
        .map(|(file, reaches)| {
            let back = |other: &&&Path| reached.get(**other).is_some_and(|all| all.contains(file));
            reaches.iter().filter(back).copied().collect()
        })
        .collect();
    circles
        .iter()
        .map(|circle| {
            let inside = imports.iter().filter(|(file, _)| circle.contains(*file));
            inside
                .flat_map(|(file, imported)| {
                    let imported = imported.iter().filter(|(other, _)| circle.contains(*other));
                    imported.map(move |(other, path)| {
                        format!("{} imports {} ({path})\n", file.display(), other.display())
                    })
                })
                .collect()
        })
        .collect()
}

#[test]
fn files_do_not_import_each_other_in_a_circle() {
    let source = repository().join("src");
    let all = Crate::read(|file| std::fs::read_to_string(source.join(file)).ok());
    let imports = all.imports();
    let count: usize = imports.values().map(BTreeMap::len).sum();
    assert!(count > 1_500, "only {count} imports were found");
    let circles = circles(&imports);
    assert!(
        circles.is_empty(),
        "move what the files share into a file that both import:\n\n{}",
        circles.join("\n")
    );
}

#[test]
fn every_way_to_import_a_file_is_seen() {
    let back = [
        "use super::b; fn f() { b::g() }",
        "use super::b::g as other;",
        "use crate::{c::{self, g}, d};",
        "use crate::d; fn f() -> d::b::G { todo!() }",
        "use super::*; fn f() { b::g() }",
        "use super::d::*; fn f(_: G) {}",
        "fn f() { println!(\"{}\", crate::b::g()) }",
        "#[serde(with = \"crate::b\")] struct S;",
        "mod inline { use super::super::b::g; }",
        "impl super::b::G { fn f() { use crate::b; } }",
    ];
    let none = [
        "#[cfg(test)] mod tests { use crate::b::g; }",
        "pub use super::b::g;",
        "// use crate::b;\nconst TEXT: &str = \"crate::b::g\";",
        "pub(super) fn f(b: u8) -> u8 { b }",
        "use b::g; use std::fmt;",
    ];
    let circles_of = |a: &str| {
        let sources = Crate::read(|file| {
            let text = match file.to_str()? {
                "lib.rs" => "mod a; pub mod b; pub mod c; pub mod d;",
                "a.rs" => a,
                "b.rs" => "pub fn g() { super::a::f() } pub struct G;",
                "c/mod.rs" => "pub use super::b::g;",
                "d.rs" => "pub use crate::b::{self, *};",
                _ => return None,
            };
            Some(text.to_owned())
        });
        circles(&sources.imports())
    };
    for code in back {
        assert_eq!(circles_of(code).len(), 1, "{code}");
    }
    for code in none {
        assert_eq!(circles_of(code), [""; 0], "{code}");
    }
}
