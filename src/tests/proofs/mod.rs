//! A feature cannot forge a proof of identity or of a right: the programs beside this file do not
//! compile, each for the reasons in `errors.txt`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::tests::{check_fresh, repository};

#[test]
fn a_feature_cannot_forge_a_proof() {
    let library = built_library();
    let directory = repository().join("src/tests/proofs");
    let mut programs: Vec<String> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with("_forged.rs"))
        .collect();
    programs.sort();
    let errors: String = programs
        .iter()
        .map(|name| errors_of(Path::new("src/tests/proofs").join(name), &library))
        .collect();
    check_fresh(Path::new("src/tests/proofs/errors.txt"), &errors);
}

/// Returns the file with the library's items, which the build of the tests has made already.
fn built_library() -> PathBuf {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--lib", "--offline", "--message-format=json"])
        .current_dir(repository())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .filter(|message| message["target"]["name"] == "stoa")
        .flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default())
        .filter_map(|file| file.as_str().map(PathBuf::from))
        .find(|file| {
            file.extension()
                .is_some_and(|extension| extension == "rmeta")
        })
        .expect("cargo names the library's file")
}

/// Compiles a program with the library and returns its errors, a line each.
fn errors_of(program: PathBuf, library: &Path) -> String {
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let directory = tempfile::tempdir().unwrap();
    let output = Command::new(compiler)
        .args(["--edition=2024", "--emit=metadata", "--error-format=short"])
        .args(["-A", "warnings", "--extern"])
        .arg(format!("stoa={}", library.display()))
        .arg("-L")
        .arg(format!(
            "dependency={}",
            library.parent().unwrap().display()
        ))
        .arg("--out-dir")
        .arg(directory.path())
        .arg(&program)
        .current_dir(repository())
        .output()
        .unwrap();
    assert!(!output.status.success(), "{} compiles", program.display());
    String::from_utf8(output.stderr)
        .unwrap()
        .lines()
        .filter(|line| !line.starts_with("error: aborting"))
        .map(|line| format!("{line}\n"))
        .collect()
}
