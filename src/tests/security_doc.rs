//! The tests that `docs/security.md` names exist, and each answer except "not applicable" has one.

use std::path::{Path, PathBuf};

use super::repository;

/// All files below a folder of the repository whose names end so.
fn files(folder: &str, ends: &[&str]) -> Vec<PathBuf> {
    let (mut folders, mut found) = (vec![repository().join(folder)], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if ends.iter().any(|end| path.to_string_lossy().ends_with(end)) {
                found.push(path);
            }
        }
    }
    assert!(!found.is_empty(), "nothing in {folder}");
    found
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of the server's tests.
fn server_tests() -> Vec<String> {
    let mut names = Vec::new();
    for path in [files("src", &[".rs"]), files("bench/src", &[".rs"])].concat() {
        let text = read(&path);
        let mut is_test = false;
        for line in text.lines().map(str::trim) {
            if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
                is_test = true;
            } else if let Some(rest) = line
                .strip_prefix("async fn ")
                .or_else(|| line.strip_prefix("fn "))
                .filter(|_| is_test)
            {
                names.push(rest.split('(').next().expect("a name").to_owned());
                is_test = false;
            }
        }
    }
    assert!(names.len() > 300, "{}", names.len());
    names
}

#[test]
fn every_proof_of_the_security_document_exists() {
    let (document, server) = (read(&repository().join("docs/security.md")), server_tests());
    let ui = [
        files("ui/e2e", &[".spec.ts"]),
        files("ui/src", &[".test.ts", ".test.tsx"]),
    ]
    .concat();
    let scenarios = read(&repository().join("fault-injection/src/main.rs"));
    let is_there = |proof: &str| {
        if let Some(name) = proof.strip_prefix("stoa-fault-injection ") {
            return scenarios.contains(&format!(
                "Scenario::{}{}(options)",
                name[..1].to_uppercase(),
                &name[1..]
            ));
        }
        let Some((file, title)) = proof.split_once(": ") else {
            return server.iter().any(|name| name == proof);
        };
        let of_name = |path: &&PathBuf| path.file_name().is_some_and(|name| name == file);
        ui.iter().find(of_name).is_some_and(|path| {
            read(path)
                .lines()
                .any(|line| (line.contains("('") || line.contains("(`")) && line.contains(title))
        })
    };
    let (mut proofs, mut wrong) = (0, Vec::new());
    let rows = document.lines().filter(|line| {
        line.starts_with("| ") && !line.starts_with("| threat") && !line.starts_with("| number")
    });
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let named: Vec<&str> = cells
            .last()
            .expect("a cell")
            .split('`')
            .skip(1)
            .step_by(2)
            .collect();
        if named.is_empty() && !row.contains("| not applicable |") {
            wrong.push(format!("no proof: {row}"));
        }
        proofs += named.len();
        wrong.extend(
            named
                .into_iter()
                .filter(|proof| !is_there(proof))
                .map(|proof| format!("no such test: {proof}")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(proofs > 100, "{proofs}");
}

#[test]
fn every_asvs_level_1_requirement_is_answered() {
    let document = read(&repository().join("docs/security.md"));
    let (_, section) = document.split_once("## OWASP ASVS").expect("the section");
    let (table, _) = section.split_once("\n### ").expect("other levels");
    let mut numbers: Vec<&str> = Vec::new();
    for row in table
        .lines()
        .filter(|line| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit())
    {
        numbers.extend(row[2..].split(" | ").next().expect("a cell").split(", "));
    }
    let first_level = "1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1 3.5.2 3.5.3 \
                       4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2 \
                       7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4 10.4.5 \
                       11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1";
    let first_level: Vec<&str> = first_level.split_whitespace().collect();
    assert_eq!((first_level.len(), numbers), (70, first_level));
}
