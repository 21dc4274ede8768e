//! The files in `packaging/`, and the commands that make what is installed.

use super::repository;

fn read(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).expect(path)
}

/// Returns the sources of the `COPY` lines that copy from the build context.
fn copied(dockerfile: &str) -> Vec<&str> {
    let lines = dockerfile
        .lines()
        .filter_map(|line| line.strip_prefix("COPY "));
    lines
        .filter(|line| !line.contains("--from="))
        .flat_map(|line| {
            let mut words: Vec<&str> = line.split_whitespace().collect();
            words.pop();
            words
        })
        .collect()
}

#[test]
fn the_image_is_built_from_files_that_exist_and_are_not_ignored() {
    let (dockerfile, ignored) = (
        read("packaging/docker/Dockerfile"),
        read("packaging/docker/Dockerfile.dockerignore"),
    );
    let sources = copied(&dockerfile);
    assert!(sources.contains(&"src"), "{sources:?}");
    for source in &sources {
        assert!(
            repository().join(source).exists(),
            "{source} does not exist"
        );
        assert!(
            ignored.lines().any(|line| line == format!("!{source}")),
            "{source} is ignored"
        );
    }
    // Everything that Cargo needs to read the workspace.
    let manifest = read("Cargo.toml");
    for needed in [
        "Cargo.toml",
        "Cargo.lock",
        "build.rs",
        "migrations",
        "ui",
        "bench",
        "fault-injection",
    ] {
        assert!(sources.contains(&needed), "{needed} is not copied");
    }
    assert!(
        manifest.contains("members = [\"bench\", \"fault-injection\"]"),
        "{manifest}"
    );
}

#[test]
fn the_image_is_built_with_tools_that_are_new_enough() {
    let dockerfile = read("packaging/docker/Dockerfile");
    let version = |image: &str| -> (u32, u32) {
        let tag = dockerfile.split(image).nth(1).expect(image);
        let mut numbers = tag
            .split(['.', '-'])
            .map(|number| number.parse().unwrap_or(0));
        (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
    };
    let manifest = read("Cargo.toml");
    let oldest = manifest
        .split("rust-version = \"1.")
        .nth(1)
        .expect("a version");
    let oldest: u32 = oldest
        .split('"')
        .next()
        .expect("a version")
        .parse()
        .expect("a number");
    assert!(version("FROM rust:") >= (1, oldest));
    assert!(version("FROM node:") >= (22, 0));
}

#[test]
fn the_compose_file_builds_the_image() {
    let compose = read("packaging/docker/compose.yaml");
    let value = |key: &str| {
        let line = compose
            .lines()
            .find_map(|line| line.trim().strip_prefix(key));
        line.expect(key).trim().to_owned()
    };
    let context = repository()
        .join("packaging/docker")
        .join(value("context:"));
    assert!(context.join("Cargo.toml").exists(), "{}", context.display());
    assert!(context.join(value("dockerfile:")).exists());
}

/// `scripts/test` runs the command of `docs/install.md` with the profile whose dependencies it has.
#[test]
fn the_command_for_a_static_file_is_the_one_that_is_tested() {
    let command = "cargo rustc --profile dist --bin stoa -- -C target-feature=+crt-static";
    assert!(read("docs/install.md").lines().any(|line| line == command));
    let tested = command.replace("--profile dist", "--quiet");
    assert!(
        read("scripts/test")
            .lines()
            .any(|line| line.trim() == tested)
    );
}
