//! Builds the UI in `ui/` into the build directory, from which the binary embeds it.
//!
//! `SKIP_UI=1` leaves it out, for a fast inner loop and for machines without Node. The server then
//! shows a page that says so.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// The oldest Node version that Vite supports.
const OLDEST_NODE: (u32, u32) = (20, 19);
const INPUTS: [&str; 8] = [
    "src",
    "public",
    "build",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "tsconfig.json",
];

const PAGE_WITHOUT_UI: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Stoa</title></head>\
<body><div id=\"root\"></div><h1>Stoa</h1><p>This server was built without its pages (SKIP_UI=1). Build it without this variable to get them.</p></body></html>\n";

fn main() {
    let ui = Path::new("ui");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("ui");
    describe_build();
    println!("cargo:rerun-if-env-changed=SKIP_UI");
    println!("cargo:rerun-if-changed=migrations");
    for input in INPUTS {
        println!("cargo:rerun-if-changed={}", ui.join(input).display());
    }
    println!("cargo:rerun-if-changed=docs/moderator-manual.md");
    if env::var_os("SKIP_UI").is_some_and(|skip| skip != "0") {
        fs::create_dir_all(&out).expect("the build directory can be written");
        if !out.join("index.html").exists() {
            fs::write(out.join("index.html"), PAGE_WITHOUT_UI)
                .expect("the build directory can be written");
        }
        return;
    }
    if let Err(problem) = build(ui, &out) {
        eprintln!(
            "\ncannot build the UI: {problem}\n(SKIP_UI=1 builds the server without its pages)\n"
        );
        std::process::exit(1);
    }
}

/// Passes the facts that `stoa version` prints to the compiler, as far as they are known.
fn describe_build() {
    let set = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            println!("cargo:rustc-env={name}={value}");
        }
    };
    // Not named STOA_…: `cargo run` passes them on to the program, which would read them as settings.
    set("BUILD_TARGET", env::var("TARGET").ok());
    set(
        "BUILD_RUSTC",
        env::var("RUSTC")
            .ok()
            .and_then(|rustc| first_line(&rustc, &["--version"])),
    );
    // Only release builds contain the revision: in other builds each commit would recompile the crate.
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        for file in ["HEAD", "logs/HEAD"] {
            let path = first_line("git", &["rev-parse", "--git-path", file]);
            path.into_iter()
                .filter(|path| Path::new(path).exists())
                .for_each(|path| println!("cargo:rerun-if-changed={path}"));
        }
        set(
            "BUILD_REVISION",
            first_line(
                "git",
                &[
                    "describe",
                    "--always",
                    "--abbrev=12",
                    "--dirty",
                    "--exclude=*",
                ],
            ),
        );
        set(
            "BUILD_COMMITTED_AT",
            first_line("git", &["log", "-1", "--format=%cI"]),
        );
    }
}

fn first_line(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let line = String::from_utf8(output.stdout)
        .ok()?
        .lines()
        .next()?
        .trim()
        .to_owned();
    (!line.is_empty()).then_some(line)
}

fn build(ui: &Path, out: &Path) -> Result<(), String> {
    check_node()?;
    // npm writes this file last, so its time is that of the installation.
    let installed = ui.join("node_modules/.package-lock.json");
    if modified(&installed) < modified(&ui.join("package-lock.json")) {
        run(Command::new("npm")
            .args(["ci", "--no-audit", "--no-fund"])
            .current_dir(ui))?;
    }
    let vite = Path::new("node_modules/vite/bin/vite.js");
    run(Command::new("node")
        .arg(vite)
        .args(["build", "--emptyOutDir", "--outDir"])
        .arg(out)
        .current_dir(ui))?;
    remove_compressed(out).map_err(|error| error.to_string())
}

/// Removes the texts that are there compressed, too: the server sends those.
fn remove_compressed(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            remove_compressed(&path)?;
        } else if path.extension().is_some_and(|end| end == "gz") {
            fs::remove_file(path.with_extension(""))?;
        }
    }
    Ok(())
}

fn check_node() -> Result<(), String> {
    let (major, minor) = OLDEST_NODE;
    let needed = format!("Node {major}.{minor} or newer with npm is needed");
    let output = Command::new("node")
        .arg("--version")
        .output()
        .map_err(|_| format!("{needed}, and there is none on the PATH"))?;
    let version = String::from_utf8_lossy(&output.stdout)
        .trim()
        .trim_start_matches('v')
        .to_owned();
    let mut numbers = version
        .split('.')
        .map(|number| number.parse::<u32>().unwrap_or(0));
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < OLDEST_NODE {
        Err(format!("{needed}, and this one is {version}"))
    } else {
        Ok(())
    }
}

fn modified(path: &Path) -> Option<std::time::SystemTime> {
    fs::metadata(path)
        .and_then(|metadata| metadata.modified())
        .ok()
}

/// Runs a tool and returns its output as the error if it fails.
fn run(command: &mut Command) -> Result<(), String> {
    let output = command
        .output()
        .map_err(|error| format!("{command:?} did not start: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!(
        "{command:?} failed\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    ))
}
