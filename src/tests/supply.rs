//! What Stoa is made of: exactly what the lock files name, from where they say, and nothing of it runs while it is installed.
//!
//! Licences, bans and known weaknesses are looked at by `scripts/release`, with `deny.toml`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::repository;

fn read(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn toml(path: &str) -> toml::Table {
    read(path).parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The folders of our own crates.
fn members() -> Vec<String> {
    let members = toml("Cargo.toml")["workspace"]["members"].as_array().expect("members").clone();
    let names = members.iter().map(|member| member.as_str().expect("a folder").to_owned());
    std::iter::once(".".to_owned()).chain(names).collect()
}

#[test]
fn every_crate_is_one_of_crates_io_with_its_checksum() {
    let own: Vec<String> = members().iter().map(|member| toml(&format!("{member}/Cargo.toml"))["package"]["name"].to_string()).collect();
    let lock = toml("Cargo.lock");
    let packages = lock["package"].as_array().expect("packages");
    assert!(packages.len() > 200);
    for package in packages {
        let Some(source) = package.get("source") else {
            assert!(own.contains(&package["name"].to_string()), "{} comes from a path", package["name"]);
            continue;
        };
        assert_eq!(source.as_str(), Some("registry+https://github.com/rust-lang/crates.io-index"), "{}", package["name"]);
        let checksum = package.get("checksum").and_then(|checksum| checksum.as_str()).unwrap_or_default();
        assert!(checksum.len() == 64 && checksum.bytes().all(|byte| byte.is_ascii_hexdigit()), "{} has no checksum", package["name"]);
    }
}

#[test]
fn none_of_our_crates_has_unsafe_code() {
    for member in members() {
        let manifest = toml(&format!("{member}/Cargo.toml"));
        let lint = manifest.get("lints").and_then(|lints| lints.get("rust")?.get("unsafe_code")?.as_str().map(str::to_owned));
        let in_source = ["lib.rs", "main.rs"].iter().any(|root| {
            let path = repository().join(&member).join("src").join(root);
            std::fs::read_to_string(path).is_ok_and(|text| text.contains("#![forbid(unsafe_code)]"))
        });
        assert!(lint.as_deref() == Some("forbid") || in_source, "{member}/Cargo.toml: [lints.rust] unsafe_code = \"forbid\"");
    }
}

#[test]
fn every_npm_package_has_its_integrity_and_comes_from_the_registry() {
    let lock: Value = serde_json::from_str(&read("ui/package-lock.json")).expect("JSON");
    let packages = lock["packages"].as_object().expect("packages");
    assert!(packages.len() > 100);
    for (path, package) in packages.iter().filter(|(path, _)| !path.is_empty()) {
        assert!(
            package["integrity"].as_str().is_some_and(|hash| hash.starts_with("sha512-") && hash.len() == 95),
            "{path} has no integrity"
        );
        // Without an address it is the registry's; either way it must have these bytes.
        let resolved = package["resolved"].as_str();
        assert!(resolved.is_none_or(|address| address.starts_with("https://registry.npmjs.org/")), "{path} comes from {resolved:?}");
        assert!(package["link"] != true && path.starts_with("node_modules/"), "{path} is no package of the registry");
    }
    assert!(read("ui/.npmrc").lines().any(|line| line == "ignore-scripts=true"), "what npm installs could run");
}

#[test]
fn the_ui_depends_on_few_packages_each_in_one_version() {
    let manifest: Value = serde_json::from_str(&read("ui/package.json")).expect("JSON");
    let lock: Value = serde_json::from_str(&read("ui/package-lock.json")).expect("JSON");
    for kind in ["dependencies", "devDependencies"] {
        let wanted: BTreeMap<String, String> = serde_json::from_value(manifest[kind].clone()).expect("names and versions");
        let locked: BTreeMap<String, String> = serde_json::from_value(lock["packages"][""][kind].clone()).expect("names and versions");
        assert_eq!(wanted, locked, "npm install");
        for (name, version) in &wanted {
            assert!(
                version.split('.').count() == 3 && version.starts_with(|c: char| c.is_ascii_digit()),
                "{name} is not pinned: {version}"
            );
            assert_eq!(lock["packages"][format!("node_modules/{name}")]["version"], **version, "{name}");
        }
        assert!(kind != "dependencies" || wanted.len() <= 12, "{} packages in the pages: does it need one more?", wanted.len());
    }
}
