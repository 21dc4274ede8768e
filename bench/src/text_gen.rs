//! Generates texts: titles, paragraphs, lists and code whose words are distributed by Zipf's law.

use stoa::app::demo::random::Random;

/// The most frequent words of all texts, in descending order of frequency.
const COMMON: &[&str] = &[
    "the",
    "to",
    "a",
    "is",
    "in",
    "of",
    "and",
    "it",
    "that",
    "for",
    "this",
    "on",
    "with",
    "be",
    "not",
    "as",
    "but",
    "have",
    "when",
    "you",
    "are",
    "my",
    "how",
    "can",
    "if",
    "from",
    "or",
    "an",
    "what",
    "do",
    "at",
    "so",
    "there",
    "was",
    "which",
    "by",
    "only",
    "same",
    "then",
    "one",
    "error",
    "value",
    "file",
    "function",
    "server",
    "use",
    "data",
    "code",
    "list",
    "type",
    "string",
    "number",
    "table",
    "query",
    "client",
    "request",
    "thread",
    "memory",
    "index",
    "build",
    "test",
    "user",
    "page",
    "key",
    "run",
    "call",
    "return",
    "column",
    "object",
    "array",
    "loop",
    "cache",
    "commit",
    "branch",
    "module",
    "package",
    "library",
    "version",
    "config",
    "socket",
    "stream",
    "buffer",
    "token",
    "parser",
    "compile",
    "deploy",
    "container",
    "database",
    "migrate",
    "transaction",
    "pointer",
    "reference",
    "closure",
    "callback",
    "handler",
    "event",
    "render",
    "component",
    "style",
    "layout",
    "button",
    "form",
    "input",
    "output",
    "log",
    "trace",
    "debug",
    "timeout",
    "latency",
    "schema",
];

/// Number of different words, about as many as a large site uses.
const VOCABULARY_SIZE: usize = 40_000;

const CONSONANTS: &[u8] = b"bcdfghjklmnprstvw";
const VOWELS: &[u8] = b"aeiou";
const ENDINGS: [&str; 8] = ["", "n", "r", "s", "ing", "ed", "l", "tion"];

/// The words of a site, in descending order of frequency.
pub struct Vocabulary(Vec<String>);

impl Vocabulary {
    pub fn new() -> Self {
        let pseudo_words = (0..VOCABULARY_SIZE - COMMON.len()).map(pseudo_word);
        Self(
            COMMON
                .iter()
                .map(|word| (*word).to_owned())
                .chain(pseudo_words)
                .collect(),
        )
    }

    fn pick(&self, random: &mut Random) -> &str {
        &self.0[random.zipf(self.0.len())]
    }

    /// Returns a question in one line of about 50 characters, at most 100.
    pub fn title(&self, random: &mut Random) -> String {
        let length = 34 + random.below(26);
        let mut title = String::new();
        while title.len() < length {
            self.append_word(random, &mut title);
        }
        capitalize(&mut title, 0);
        title.push('?');
        title
    }

    /// Returns one line of about `mean` characters.
    pub fn line(&self, random: &mut Random, mean: usize) -> String {
        let length = random.text_length(mean);
        let mut line = String::new();
        while line.len() < length {
            self.append_sentence(random, &mut line);
        }
        line
    }

    /// Returns Markdown of about `mean` characters: paragraphs, some with code or a list in between.
    pub fn text(&self, random: &mut Random, mean: usize) -> String {
        let length = random.text_length(mean);
        let mut text = String::with_capacity(length + 200);
        loop {
            match random.below(8) {
                0 | 1 if !text.is_empty() => self.append_code(random, &mut text),
                2 if !text.is_empty() => {
                    for _ in 0..3 {
                        text.push_str("- ");
                        self.append_words(random, 3, 6, &mut text);
                        text.push('\n');
                    }
                }
                _ => {
                    for _ in 0..2 + random.below(3) {
                        self.append_sentence(random, &mut text);
                    }
                    text.push('\n');
                }
            }
            if text.len() >= length {
                break;
            }
            text.push('\n');
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn append_code(&self, random: &mut Random, text: &mut String) {
        text.push_str("```\n");
        for _ in 0..2 + random.below(6) {
            for part in ["let ", " = ", "(", ", "] {
                text.push_str(part);
                text.push_str(self.pick(random));
            }
            text.push_str(");\n");
        }
        text.push_str("```\n");
    }

    fn append_sentence(&self, random: &mut Random, text: &mut String) {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push(' ');
        }
        let start = text.len();
        self.append_words(random, 6, 12, text);
        capitalize(text, start);
        text.push('.');
    }

    fn append_words(&self, random: &mut Random, min: usize, spread: usize, text: &mut String) {
        for _ in 0..min + random.below(spread) {
            self.append_word(random, text);
        }
    }

    fn append_word(&self, random: &mut Random, text: &mut String) {
        if !text.is_empty() && !text.ends_with([' ', '\n']) {
            text.push(' ');
        }
        text.push_str(self.pick(random));
    }
}

/// Returns the pseudo-word of a number: two or three syllables and an ending.
pub fn pseudo_word(number: usize) -> String {
    let syllables = CONSONANTS.len() * VOWELS.len();
    // The factor has no common divisor with the modulus, so no two numbers below it give the same
    // syllables.
    let mut rest = (number * 7_919) % (syllables * syllables * syllables);
    let mut word = String::new();
    while rest > 0 || word.len() < 4 {
        let syllable = rest % syllables;
        rest /= syllables;
        word.push(char::from(CONSONANTS[syllable / VOWELS.len()]));
        word.push(char::from(VOWELS[syllable % VOWELS.len()]));
    }
    word + ENDINGS[number % ENDINGS.len()]
}

fn capitalize(text: &mut str, at: usize) {
    if let Some(first) = text.get_mut(at..at + 1) {
        first.make_ascii_uppercase();
    }
}
