//! Dependencies: exactly those of the lock files, from their registries, without install scripts.
//!
//! `scripts/release` checks known vulnerabilities with `deny.toml`, because that needs the network.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

use super::repository;

fn read(path: &str) -> String {
    std::fs::read_to_string(repository().join(path))
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn toml(path: &str) -> toml::Table {
    read(path)
        .parse()
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the directories of the workspace's crates.
fn members() -> Vec<String> {
    let members = toml("Cargo.toml")["workspace"]["members"]
        .as_array()
        .expect("members")
        .clone();
    let names = members
        .iter()
        .map(|member| member.as_str().expect("a folder").to_owned());
    std::iter::once(".".to_owned()).chain(names).collect()
}

#[test]
fn every_crate_comes_from_crates_io_with_its_checksum() {
    let own: Vec<String> = members()
        .iter()
        .map(|member| toml(&format!("{member}/Cargo.toml"))["package"]["name"].to_string())
        .collect();
    let lock = toml("Cargo.lock");
    let packages = lock["package"].as_array().expect("packages");
    assert!(packages.len() > 200);
    for package in packages {
        let Some(source) = package.get("source") else {
            assert!(
                own.contains(&package["name"].to_string()),
                "{} comes from a path",
                package["name"]
            );
            continue;
        };
        assert_eq!(
            source.as_str(),
            Some("registry+https://github.com/rust-lang/crates.io-index"),
            "{}",
            package["name"]
        );
        let checksum = package
            .get("checksum")
            .and_then(|checksum| checksum.as_str())
            .unwrap_or_default();
        assert!(
            checksum.len() == 64 && checksum.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{} has no checksum",
            package["name"]
        );
    }
}

#[test]
fn none_of_our_crates_has_unsafe_code() {
    for member in members() {
        let manifest = toml(&format!("{member}/Cargo.toml"));
        let lint = manifest.get("lints").and_then(|lints| {
            lints
                .get("rust")?
                .get("unsafe_code")?
                .as_str()
                .map(str::to_owned)
        });
        let in_source = ["lib.rs", "main.rs"].iter().any(|root| {
            let path = repository().join(&member).join("src").join(root);
            std::fs::read_to_string(path).is_ok_and(|text| text.contains("#![forbid(unsafe_code)]"))
        });
        assert!(
            lint.as_deref() == Some("forbid") || in_source,
            "{member}/Cargo.toml: [lints.rust] unsafe_code = \"forbid\""
        );
    }
}

#[test]
fn every_npm_package_comes_from_the_registry_with_its_checksum() {
    let lock: Value = serde_json::from_str(&read("ui/package-lock.json")).expect("JSON");
    let packages = lock["packages"].as_object().expect("packages");
    assert!(packages.len() > 100);
    for (path, package) in packages.iter().filter(|(path, _)| !path.is_empty()) {
        assert!(
            package["integrity"]
                .as_str()
                .is_some_and(|hash| hash.starts_with("sha512-") && hash.len() == 95),
            "{path} has no integrity"
        );
        // Without an address it comes from the registry; the checksum holds in both cases.
        let resolved = package["resolved"].as_str();
        assert!(
            resolved.is_none_or(|address| address.starts_with("https://registry.npmjs.org/")),
            "{path} comes from {resolved:?}"
        );
        assert!(
            package["link"] != true && path.starts_with("node_modules/"),
            "{path} is no package of the registry"
        );
    }
    assert!(
        read("ui/.npmrc")
            .lines()
            .any(|line| line == "ignore-scripts=true"),
        "what npm installs could run"
    );
}

#[test]
fn the_ui_depends_on_few_packages_each_in_one_version() {
    let manifest: Value = serde_json::from_str(&read("ui/package.json")).expect("JSON");
    let lock: Value = serde_json::from_str(&read("ui/package-lock.json")).expect("JSON");
    for kind in ["dependencies", "devDependencies"] {
        let wanted: BTreeMap<String, String> =
            serde_json::from_value(manifest[kind].clone()).expect("names and versions");
        let locked: BTreeMap<String, String> =
            serde_json::from_value(lock["packages"][""][kind].clone()).expect("names and versions");
        assert_eq!(wanted, locked, "npm install");
        for (name, version) in &wanted {
            assert!(
                version.split('.').count() == 3
                    && version.starts_with(|c: char| c.is_ascii_digit()),
                "{name} is not pinned: {version}"
            );
            assert_eq!(
                lock["packages"][format!("node_modules/{name}")]["version"],
                **version,
                "{name}"
            );
        }
        assert!(
            kind != "dependencies" || wanted.len() <= 16,
            "{} packages in the pages: does it need one more?",
            wanted.len()
        );
    }
}

/// What a program of ours or of our tools prints as JSON.
fn printed(program: &str, arguments: &[&str]) -> Value {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(repository())
        .output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(
        output.status.success(),
        "{program} {arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Whether an SPDX expression leaves a choice that is allowed. An `OR` outside of brackets is read as if it bound before `AND`,
/// which asks for more than it must.
fn allows(expression: &str, allowed: &[&str]) -> bool {
    let mut parts = expression.split(" AND ");
    parts.all(|part| {
        part.trim_matches(['(', ')'])
            .split(" OR ")
            .flat_map(|one| one.split('/'))
            .any(|one| allowed.contains(&one))
    })
}

#[test]
fn every_crate_has_an_allowed_licence() {
    assert!(
        allows(
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            &["MIT", "Unicode-3.0"]
        ) && !allows("MIT AND GPL-3.0", &["MIT"])
    );
    let rules = toml("deny.toml");
    let texts = |list: &'static str, of: &'static str| {
        let list = rules[list][of]
            .as_array()
            .unwrap_or_else(|| panic!("[{list}] {of}"))
            .clone();
        list.into_iter()
            .map(|item| {
                item.get("crate")
                    .unwrap_or(&item)
                    .as_str()
                    .expect("a text")
                    .to_owned()
            })
            .collect::<Vec<_>>()
    };
    let (allowed, banned) = (texts("licenses", "allow"), texts("bans", "deny"));
    let allowed: Vec<&str> = allowed.iter().map(String::as_str).collect();
    for target in rules["graph"]["targets"].as_array().expect("targets") {
        let target = target.as_str().expect("a target");
        let metadata = printed(
            env!("CARGO"),
            &[
                "metadata",
                "--locked",
                "--format-version",
                "1",
                "--filter-platform",
                target,
            ],
        );
        let packages = metadata["packages"].as_array().expect("packages");
        assert!(packages.len() > 200);
        for package in packages {
            let (name, licence) = (
                package["name"].as_str().expect("a name"),
                package["license"].as_str().unwrap_or_default(),
            );
            assert!(
                allows(licence, &allowed),
                "{name} has the licence {licence:?}, which deny.toml does not allow"
            );
            assert!(
                !banned.iter().any(|banned| banned == name),
                "deny.toml bans {name}"
            );
        }
    }
}

#[test]
fn the_bill_of_materials_lists_every_dependency_with_its_hash() {
    let bill = printed("node", &["scripts/sbom.mjs", "x86_64-unknown-linux-gnu"]);
    let components = bill["components"].as_array().expect("components");
    let named: BTreeSet<&str> = components
        .iter()
        .map(|component| {
            let (hash, name) = (
                &component["hashes"][0]["content"],
                component["bom-ref"].as_str().expect("a name"),
            );
            assert!(
                hash.as_str().is_some_and(|hash| hash.len() >= 64),
                "{name} has no hash"
            );
            name.split('#').next().unwrap_or(name)
        })
        .collect();
    let lock: Value = serde_json::from_str(&read("ui/package-lock.json")).expect("JSON");
    for (path, package) in lock["packages"]
        .as_object()
        .expect("packages")
        .iter()
        .filter(|(path, _)| !path.is_empty())
    {
        let name = path
            .rsplit("node_modules/")
            .next()
            .unwrap_or(path)
            .replace('@', "%40");
        let wanted = format!(
            "pkg:npm/{name}@{}",
            package["version"].as_str().expect("a version")
        );
        assert!(named.contains(wanted.as_str()), "{wanted} is missing");
    }
    // Cargo's own list of the built-in crates.
    let tree = [
        "tree",
        "--locked",
        "--edges",
        "normal,build",
        "--target",
        "x86_64-unknown-linux-gnu",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ];
    let tree = Command::new(env!("CARGO"))
        .args(tree)
        .current_dir(repository())
        .output()
        .expect("cargo tree");
    let tree = String::from_utf8(tree.stdout).expect("text");
    let crates: BTreeSet<String> = tree
        .lines()
        .filter_map(|line| line.split_once(" v"))
        .map(|(name, version)| {
            format!(
                "pkg:cargo/{name}@{}",
                version.split(' ').next().unwrap_or_default()
            )
        })
        .filter(|name| !name.starts_with("pkg:cargo/stoa@"))
        .collect();
    assert!(crates.len() > 150);
    for name in crates {
        assert!(named.contains(name.as_str()), "{name} is missing");
    }
}

#[test]
fn the_debian_package_has_every_document() {
    let manifest = toml("Cargo.toml");
    let assets = manifest["package"]["metadata"]["deb"]["assets"]
        .as_array()
        .expect("assets")
        .iter();
    let assets: Vec<(&str, &str)> = assets
        .map(|asset| {
            (
                asset[0].as_str().expect("a source"),
                asset[1].as_str().expect("a place"),
            )
        })
        .collect();
    let readme = read("README.md");
    let linked = readme
        .split("](")
        .skip(1)
        .filter_map(|link| link.split(')').next())
        .filter(|link| link.ends_with(".md"));
    for path in linked.chain(["CHANGELOG.md", "README.md"]) {
        let (directory, place) = match path.rsplit_once('/') {
            Some((directory, _)) => (
                format!("{directory}/*.md"),
                format!("usr/share/doc/stoa/{directory}/"),
            ),
            None => (path.to_owned(), "usr/share/doc/stoa/".to_owned()),
        };
        assert!(
            assets.contains(&(&directory, &place)),
            "{path} is not in the package"
        );
        assert!(repository().join(path).exists(), "there is no {path}");
    }
}
