//! Site on which an attack costs most: the longest threads, many long questions, a large community,
//! and accounts with many notifications and posts.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use crate::commands::run_ok;
use crate::error::Result;
use crate::server::Instance;

/// Hash of [`PASSWORD`](crate::client::PASSWORD).
const PASSWORD_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$qdv3yQeC5nvaluHeEAcLYg$5Lx1XFt6CcoK6o9LBC51ZX731oYRhlr4xalTYaVLvy8";
/// Time of all records: 1 January 2026, as a text and in milliseconds.
const TIME: &str = "2026-01-01T00:00:00.000Z";
const MILLISECONDS: u64 = 1_767_225_600_000;
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Length of the longest posts in characters, with some room for a title.
pub const LONGEST_TEXT: usize = 29_900;
/// Number of the bystander's users, and of the listeners.
pub const BYSTANDERS: usize = 10;
pub const LISTENERS: usize = 5;
/// Number of different words in the texts.
const WORDS: usize = 20_000;

/// Size of the site.
#[derive(Clone, Copy)]
pub struct Scale {
    /// Questions with the most answers, and their answers.
    threads: usize,
    answers: usize,
    /// Other questions of the greatest length.
    questions: usize,
    members: usize,
    /// Unread notifications of the writer.
    notifications: usize,
    /// Questions of the heavy account.
    posts: usize,
}

impl Scale {
    /// Size for measurements: 120 MB of posts.
    pub const FULL: Self = Self {
        threads: 4,
        answers: 500,
        questions: 2_000,
        members: 10_000,
        notifications: 10_000,
        posts: 20_000,
    };
    /// Size for the tests: 3 MB of posts, whose threads are much larger than an event.
    pub const SMALL: Self = Self {
        threads: 2,
        answers: 40,
        questions: 30,
        members: 100,
        notifications: 100,
        posts: 100,
    };
}

/// Site that the attacks start from, each on a copy.
pub struct Fixture {
    pub site: Instance,
    /// IDs of the longest questions, and of an answer to the first one, which the writer has asked.
    pub threads: Vec<String>,
    pub answer: String,
    /// IDs of short questions, which the bystander opens and answers.
    pub ordinary: Vec<String>,
    pub community: String,
}

impl Fixture {
    /// Generates the site in a directory.
    pub async fn create(stoa: &Path, directory: &Path, scale: Scale) -> Result<Self> {
        let export = directory.join("fixture.ndjson");
        let mut records = Records::create(&export)?;
        let site = Instance::new(stoa, &directory.join("fixture"));
        let mut fixture = Self {
            site,
            threads: Vec::new(),
            answer: String::new(),
            ordinary: Vec::new(),
            community: String::new(),
        };
        fixture.fill(&mut records, scale)?;
        records.finish()?;
        let export = export.display().to_string();
        run_ok(&fixture.site, &["import", "json", "--json", &export]).await?;
        std::fs::remove_file(export)?;
        Ok(fixture)
    }

    fn fill(&mut self, records: &mut Records, scale: Scale) -> Result<()> {
        let mut text = Texts::new();
        let writer = records.user("writer")?;
        let heavy = records.user("heavy")?;
        records.user("slow")?;
        for number in 0..LISTENERS {
            records.user(&format!("listener{number}"))?;
        }
        for number in 0..BYSTANDERS {
            records.user(&format!("bystander{number}"))?;
        }
        let members = (0..scale.members)
            .map(|number| records.user(&format!("member{number}")))
            .collect::<Result<Vec<_>>>()?;
        self.community = records.add(
            "community",
            json!({"name": "everyone", "visibility": "public", "owner": members[0]}),
        )?;
        for member in &members {
            records.add_without_id(
                "member",
                json!({"community": self.community, "user": member, "role": "member", "joined_at": TIME}),
            )?;
        }
        records.add_without_time("tag", json!({"name": "attack"}))?;
        for number in 0..scale.posts {
            let title = format!("What did I mean by {number}?");
            records.question(&heavy, &title, "common words of a short question")?;
        }
        for number in 0..scale.questions {
            let author = &members[number % members.len()];
            let title = format!("Why is question {number} that long?");
            records.question(author, &title, &text.next(LONGEST_TEXT))?;
        }
        for number in 0..scale.threads {
            let title = format!("Which thread is longer than thread {number}?");
            let author = if number == 0 {
                &writer
            } else {
                &members[number]
            };
            let thread = records.question(author, &title, &text.next(LONGEST_TEXT))?;
            for answer in 0..scale.answers {
                let author = &members[answer % members.len()];
                let record =
                    json!({"question": thread, "author": author, "text": text.next(LONGEST_TEXT)});
                let answer = records.add("answer", record)?;
                if number == 0 {
                    self.answer = answer;
                }
            }
            self.threads.push(thread);
        }
        let noticed = records.question(&writer, "Who comments on this?", "Everyone.")?;
        for number in 0..scale.notifications {
            let comment = records.add(
                "comment",
                json!({"post": noticed, "author": members[number % members.len()], "text": "Me."}),
            )?;
            records.add_without_id(
                "notification",
                json!({"recipient": writer, "id": comment, "post": noticed, "question": noticed}),
            )?;
        }
        for number in 0..BYSTANDERS {
            let title = format!("What does everyone ask for the {number}th time?");
            let question = records.question(&members[0], &title, "An ordinary question.")?;
            self.ordinary.push(question);
        }
        Ok(())
    }
}

/// Export that is being written.
struct Records {
    file: BufWriter<File>,
    count: u64,
}

impl Records {
    fn create(path: &Path) -> Result<Self> {
        let mut file = BufWriter::new(File::create_new(path)?);
        writeln!(file, r#"{{"type":"export","format":1,"secrets":true}}"#)?;
        Ok(Self { file, count: 0 })
    }

    fn finish(mut self) -> Result<()> {
        writeln!(self.file, r#"{{"type":"end","records":{}}}"#, self.count)?;
        Ok(self.file.flush()?)
    }

    /// Writes a record with a new ID and a time. Returns the ID.
    fn add(&mut self, kind: &str, mut record: Value) -> Result<String> {
        record["created_at"] = TIME.into();
        self.add_without_time(kind, record)
    }

    fn add_without_time(&mut self, kind: &str, mut record: Value) -> Result<String> {
        let id = id(self.count);
        record["id"] = id.clone().into();
        self.add_without_id(kind, record)?;
        Ok(id)
    }

    fn add_without_id(&mut self, kind: &str, mut record: Value) -> Result<()> {
        record["type"] = kind.into();
        self.count += 1;
        Ok(writeln!(self.file, "{record}")?)
    }

    fn user(&mut self, name: &str) -> Result<String> {
        self.add(
            "user",
            json!({"username": name, "password_hash": PASSWORD_HASH}),
        )
    }

    fn question(&mut self, author: &str, title: &str, text: &str) -> Result<String> {
        self.add(
            "question",
            json!({"author": author, "title": title, "text": text, "tags": ["attack"]}),
        )
    }
}

/// Returns the ID of the record with this number, in the form of exports.
fn id(number: u64) -> String {
    let value = (MILLISECONDS + number) << 21;
    (0..13)
        .rev()
        .map(|place| char::from(DIGITS[(value >> (5 * place)) as usize & 31]))
        .collect()
}

/// Generator of texts in which words occur again and again.
struct Texts {
    random: StdRng,
    words: Vec<String>,
}

impl Texts {
    fn new() -> Self {
        let mut random = StdRng::seed_from_u64(1);
        let words = (0..WORDS).map(|_| word(&mut random)).collect();
        Self { random, words }
    }

    fn next(&mut self, characters: usize) -> String {
        let mut text = "common words ".to_owned();
        while text.len() < characters {
            // Words near the beginning are more frequent.
            let place = self.random.random_range(0..WORDS) * self.random.random_range(0..WORDS);
            let _ = write!(text, "{} ", self.words[place / WORDS]);
        }
        text.truncate(characters);
        text
    }
}

/// Returns a random word.
fn word(random: &mut StdRng) -> String {
    (0..random.random_range(3..10))
        .map(|_| char::from(random.random_range(b'a'..=b'z')))
        .collect()
}

/// Returns a text of words that hardly ever occur twice.
pub fn new_words(characters: usize) -> String {
    let mut random = StdRng::seed_from_u64(rand::random());
    let mut text = String::new();
    while text.len() < characters {
        let _ = write!(text, "{} ", word(&mut random));
    }
    text.truncate(characters);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_increase_as_numbers_and_as_texts() {
        assert_eq!(id(0).len(), 13);
        assert!(id(0) < id(1) && id(31) < id(32) && id(999) < id(1_000_000));
    }

    #[test]
    fn texts_have_the_length_that_is_asked_for() {
        assert_eq!(Texts::new().next(LONGEST_TEXT).len(), LONGEST_TEXT);
        assert_eq!(new_words(500).len(), 500);
        assert_ne!(new_words(500), new_words(500));
    }
}
