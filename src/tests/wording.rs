//! The language of comments, help, OpenAPI texts, documents and UI texts, held by a test.
//!
//! CONTRIBUTING.md has the rules. The test finds a short list of words that they exclude.

use std::path::{Path, PathBuf};

use super::repository;

/// Words that must not return. Identifiers count too: `_` separates words.
const WORDS: &[&str] = &[
    "he",
    "him",
    "himself",
    "his",
    "she",
    "herself",
    "whoever",
    "whomever",
    "whosoever",
    "somebody",
    "somebody's",
    "anybody",
    "anew",
    "thereof",
    "whereby",
    "hitherto",
    "superfluous",
    // One spelling: American.
    "colour",
    "colours",
    "behaviour",
    "centre",
    "favourite",
    "grey",
    "recognise",
    "recognised",
    "serialise",
    "serialised",
    "serialises",
];

/// Inverted or dated phrases.
const PHRASES: &[&str] = &[
    "of which",
    "by which",
    "as of",
    "one's own",
    "is waited for",
];

/// Other words for logging in, in texts that users see.
const LOGIN_PHRASES: &[&str] = &["sign in", "signs in", "signed in", "signing in"];

/// Where those texts are, relative to the repository.
const VISIBLE: &[&str] = &[
    "ui/src",
    "src/features/mail/compose.rs",
    "docs/cli.md",
    "docs/mail.md",
    "docs/users.md",
];

/// The roots of the checked files, relative to the repository.
const ROOTS: &[&str] = &[
    "src",
    "migrations",
    "docs",
    "ui/src",
    "ui/e2e",
    "ui/build",
    "ui/scripts",
    "bench",
    "fault-injection",
    "fuzz/targets",
    "scripts",
    "packaging",
    ".github",
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "Cargo.toml",
    "build.rs",
    "deny.toml",
    "config.example.toml",
    "ui/index.html",
    "ui/vite.config.ts",
    "ui/playwright.config.ts",
];

/// Checked file types. A file without an extension is a script.
const EXTENSIONS: &[&str] = &[
    "rs", "ts", "tsx", "css", "mjs", "js", "html", "md", "toml", "sql", "json", "py", "sh", "c",
    "yml", "yaml", "conf", "service", "socket", "timer", "txt", "",
];

/// Files whose texts are data: what users of a benchmark say, word lists, and this list.
const DATA: &[&str] = &[
    "src/tests/wording.rs",
    "src/features/auth/common_passwords.txt",
    "bench/src/text_gen.rs",
    "src/features/search/spelling.rs",
    "src/tests/search/words.rs",
    "bench/src/search/stop_words.txt",
    "ui/src/lib/validation-cases.json",
    "scripts/schemathesis/requirements.txt",
];

/// Parts of lines that are sentences of the specification, quotations, names, or other words.
const EXEMPT: &[&str] = &["a dollar sign in braces", "reset-sign-in", "sign_in"];

fn checked_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut pending: Vec<PathBuf> = ROOTS.iter().map(|root| repository().join(root)).collect();
    while let Some(path) = pending.pop() {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            if ![
                "node_modules",
                "target",
                "dist",
                "__pycache__",
                "screenshots",
            ]
            .contains(&name.as_str())
            {
                let entries = std::fs::read_dir(&path).expect("a directory");
                pending.extend(entries.map(|entry| entry.expect("an entry").path()));
            }
        } else {
            let extension = path
                .extension()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let is_data = DATA.iter().any(|file| path.ends_with(file));
            if EXTENSIONS.contains(&extension.as_str()) && !is_data {
                files.push(path);
            }
        }
    }
    assert!(files.len() > 300, "only {} files", files.len());
    files
}

/// Returns the excluded words and phrases in a line.
fn excluded(line: &str) -> Vec<&'static str> {
    found(line, WORDS.iter().chain(PHRASES))
}

/// Returns those of some words and phrases that are in a line.
fn found<'p>(line: &str, phrases: impl Iterator<Item = &'p &'static str>) -> Vec<&'static str> {
    let mut line = line.to_lowercase();
    for sentence in EXEMPT {
        line = line.replace(&sentence.to_lowercase(), " ");
    }
    let words: Vec<&str> = line
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .collect();
    let spaced = format!(" {} ", words.join(" "));
    phrases
        .copied()
        .filter(|excluded| spaced.contains(&format!(" {excluded} ")))
        .collect()
}

#[test]
fn texts_use_none_of_the_excluded_words() {
    let mut found = Vec::new();
    for path in checked_files() {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        for (number, line) in text.lines().enumerate() {
            for word in excluded(line) {
                found.push(format!(
                    "{}:{}: {word}",
                    relative(&path).display(),
                    number + 1
                ));
            }
        }
    }
    found.sort();
    assert!(
        found.is_empty(),
        "{} excluded words (CONTRIBUTING.md, \"English\"):\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn users_log_in_and_do_not_sign_in() {
    let is_comment = |line: &str| ["//", "/*", "*"].iter().any(|mark| line.starts_with(mark));
    let visible: Vec<PathBuf> = VISIBLE.iter().map(|root| repository().join(root)).collect();
    let is_visible = |path: &PathBuf| {
        visible.iter().any(|root| path.starts_with(root))
            && !path.to_string_lossy().contains(".test.")
            && !path.ends_with("generated.ts")
    };
    let mut uses = Vec::new();
    for path in checked_files().into_iter().filter(is_visible) {
        let text = std::fs::read_to_string(&path).expect("a text");
        for line in text.lines().map(str::trim).filter(|line| !is_comment(line)) {
            if !found(line, LOGIN_PHRASES.iter()).is_empty() {
                uses.push(format!("{}: {line}", relative(&path).display()));
            }
        }
    }
    assert!(
        uses.is_empty(),
        "the word is \"log in\":\n{}",
        uses.join("\n")
    );
    assert_eq!(
        found("Who is signed in?", LOGIN_PHRASES.iter()),
        ["signed in"]
    );
}

#[test]
fn excluded_words_are_found_in_sentences_and_in_names() {
    assert_eq!(excluded("// What he wrote"), ["he"]);
    assert_eq!(excluded("fn all_of_his_posts() {"), ["his"]);
    assert_eq!(
        excluded("a time as of which it holds"),
        ["of which", "as of"]
    );
    assert_eq!(excluded("the cache of this theme"), Vec::<&str>::new());
}

fn relative(path: &Path) -> &Path {
    path.strip_prefix(repository()).unwrap_or(path)
}
