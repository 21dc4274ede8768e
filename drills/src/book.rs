//! What should be true: the lines of the ledger taken together, thing by thing.
//!
//! The writers are the only users of a drilled site. So the book is exact: what a look at the server finds beyond it was done
//! though it had been refused, or done twice, and is as wrong as what is missing.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What one request was to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "effect", rename_all = "camelCase")]
pub enum Effect {
    /// A user, whose session this is if it was acknowledged.
    User {
        name: String,
        token: String,
    },
    /// A session began or ended.
    Session {
        name: String,
        token: String,
        is_open: bool,
    },
    Question {
        title: String,
        text: String,
        by: String,
        tags: Vec<String>,
        community: Option<String>,
    },
    Answer {
        question: String,
        text: String,
        by: String,
    },
    /// On the question or one of its answers.
    Comment {
        question: String,
        post: String,
        text: String,
        by: String,
    },
    /// 1 up, -1 down, 0 none.
    Vote {
        question: String,
        post: String,
        by: String,
        value: i64,
    },
    Star {
        question: String,
        by: String,
        is_there: bool,
    },
    /// In a chat, or in the global one.
    Message {
        chat: Option<String>,
        text: String,
        by: String,
    },
    Community {
        name: String,
    },
    Member {
        community: String,
        by: String,
        is_there: bool,
    },
    Game {
        by: String,
    },
    Seat {
        game: String,
        by: String,
    },
    /// Somebody left a running game, which `winner` has won with that.
    Forfeit {
        game: String,
        by: String,
        winner: String,
    },
}

impl Effect {
    /// Whether it makes something by whose id it is looked for: the answer must have it.
    pub fn makes(&self) -> bool {
        match self {
            Self::Question { .. } | Self::Answer { .. } | Self::Comment { .. } => true,
            Self::Message { .. } | Self::Community { .. } | Self::Game { .. } => true,
            Self::User { .. } | Self::Session { .. } | Self::Vote { .. } | Self::Star { .. } => false,
            Self::Member { .. } | Self::Seat { .. } | Self::Forfeit { .. } => false,
        }
    }

    /// The id of what it has made, out of the server's answer.
    pub fn made(&self, answer: &Value) -> Option<String> {
        let id = match self {
            Self::Game { .. } => answer.as_str(),
            // A chat answers with itself, and the message is among its messages.
            Self::Message { chat: Some(_), text: words, .. } => {
                list(answer, "messages").iter().find(|message| message["msg"] == **words).and_then(|message| message["_id"].as_str())
            }
            _ => answer["_id"].as_str(),
        };
        id.map(str::to_owned)
    }
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// 200: it is true from now on.
    Acknowledged,
    /// The server said that it was not done.
    Refused,
    /// There was no answer, or one that says nothing: it is wholly done or wholly not.
    Unknown,
}

/// A line of the ledger.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Line {
    pub outcome: Outcome,
    /// Of what was made, where the answer tells.
    pub id: Option<String>,
    #[serde(flatten)]
    pub effect: Effect,
}

/// Something that is this, or since a request without an answer perhaps that.
#[derive(Clone, Debug, Default)]
pub struct State<T> {
    pub now: T,
    maybe: Option<T>,
}

impl<T: Clone + PartialEq> State<T> {
    fn set(&mut self, outcome: Outcome, value: T) {
        match outcome {
            Outcome::Acknowledged => *self = Self { now: value, maybe: None },
            Outcome::Unknown => self.maybe = Some(value),
            Outcome::Refused => {}
        }
    }

    pub fn allows(&self, found: &T) -> bool {
        self.now == *found || self.maybe.as_ref() == Some(found)
    }

    pub fn is_sure(&self) -> bool {
        self.maybe.is_none()
    }

    pub fn settle(&mut self, found: T) {
        *self = Self { now: found, maybe: None };
    }
}

/// Something written, by the text that it alone has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub by: String,
    /// None: its request had no answer.
    pub id: Option<String>,
}

/// Answers, comments or messages by their texts.
pub type Texts = BTreeMap<String, Written>;

#[derive(Clone, Debug, Default)]
pub struct Question {
    pub title: String,
    pub text: String,
    pub by: String,
    pub tags: Vec<String>,
    pub community: Option<String>,
    pub answers: Texts,
    /// By the post that they are on.
    pub comments: BTreeMap<String, Texts>,
    /// By post and user.
    pub votes: BTreeMap<(String, String), State<i64>>,
    pub stars: BTreeMap<String, State<bool>>,
}

#[derive(Clone, Debug, Default)]
pub struct Game {
    pub players: BTreeMap<String, State<bool>>,
    /// Whether it was forfeited, and who has won then.
    pub forfeited: State<bool>,
    pub winner: String,
}

/// Everything that should be true.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// Whether they exist.
    pub users: BTreeMap<String, State<bool>>,
    /// By token: whose, and whether it is open.
    pub sessions: BTreeMap<String, (String, State<bool>)>,
    pub questions: BTreeMap<String, Question>,
    /// Questions whose requests had no answer, by their titles.
    pub perhaps_asked: BTreeMap<String, Question>,
    /// By chat; the global one has no id.
    pub messages: BTreeMap<Option<String>, Texts>,
    /// By community and user.
    pub members: BTreeMap<(String, String), State<bool>>,
    pub games: BTreeMap<String, Game>,
    pub changed: Changed,
}

/// What has lines that nobody has looked at.
#[derive(Clone, Debug, Default)]
pub struct Changed {
    pub lines: usize,
    pub users: BTreeSet<String>,
    pub sessions: BTreeSet<String>,
    pub questions: BTreeSet<String>,
    pub stars: BTreeSet<(String, String)>,
    pub messages: BTreeMap<Option<String>, BTreeSet<String>>,
    pub members: BTreeSet<(String, String)>,
    pub games: BTreeSet<String>,
}

impl Book {
    /// Takes a line in.
    pub fn add(&mut self, line: &Line) {
        let Line { outcome, id, effect } = line.clone();
        self.changed.lines += 1;
        if outcome == Outcome::Refused {
            return;
        }
        let written = |by: String| Written { by, id: id.clone() };
        match effect {
            Effect::User { name, token } => {
                self.users.entry(name.clone()).or_default().set(outcome, true);
                self.changed.users.insert(name.clone());
                if outcome == Outcome::Acknowledged {
                    self.changed.sessions.insert(token.clone());
                    self.sessions.entry(token).or_insert((name, State::default())).1.set(outcome, true);
                }
            }
            Effect::Session { name, token, is_open } => {
                self.sessions.entry(token.clone()).or_insert((name, State::default())).1.set(outcome, is_open);
                self.changed.sessions.insert(token);
            }
            Effect::Question { title, text, by, tags, community } => {
                let question = Question { title: title.clone(), text, by, tags, community, ..Question::default() };
                match id {
                    Some(id) => {
                        self.changed.questions.insert(id.clone());
                        self.questions.insert(id, question);
                    }
                    None => drop(self.perhaps_asked.insert(title, question)),
                }
            }
            Effect::Answer { question, text, by } => {
                self.question(&question).answers.insert(text, written(by));
            }
            Effect::Comment { question, post, text, by } => {
                self.question(&question).comments.entry(post).or_default().insert(text, written(by));
            }
            Effect::Vote { question, post, by, value } => {
                self.question(&question).votes.entry((post, by)).or_default().set(outcome, value);
            }
            Effect::Star { question, by, is_there } => {
                self.question(&question).stars.entry(by.clone()).or_default().set(outcome, is_there);
                self.changed.stars.insert((question, by));
            }
            Effect::Message { chat, text, by } => {
                self.messages.entry(chat.clone()).or_default().insert(text.clone(), written(by));
                self.changed.messages.entry(chat).or_default().insert(text);
            }
            Effect::Community { .. } => {}
            Effect::Member { community, by, is_there } => {
                self.members.entry((community.clone(), by.clone())).or_default().set(outcome, is_there);
                self.changed.members.insert((community, by));
            }
            Effect::Game { .. } => {
                if let Some(id) = id {
                    self.games.insert(id.clone(), Game::default());
                    self.changed.games.insert(id);
                }
            }
            Effect::Seat { game, by } => {
                self.games.entry(game.clone()).or_default().players.entry(by).or_default().set(outcome, true);
                self.changed.games.insert(game);
            }
            Effect::Forfeit { game, winner, .. } => {
                let entry = self.games.entry(game.clone()).or_default();
                entry.winner = winner;
                entry.forfeited.set(outcome, true);
                self.changed.games.insert(game);
            }
        }
    }

    fn question(&mut self, id: &str) -> &mut Question {
        self.changed.questions.insert(id.to_owned());
        self.questions.entry(id.to_owned()).or_default()
    }

    /// Marks everything as if nobody had looked at it.
    pub fn reopen(&mut self) {
        self.changed = Changed {
            lines: self.changed.lines,
            users: self.users.keys().cloned().collect(),
            sessions: self.sessions.keys().cloned().collect(),
            questions: self.questions.keys().cloned().collect(),
            stars: self.questions.iter().flat_map(|(id, question)| question.stars.keys().map(|name| (id.clone(), name.clone()))).collect(),
            messages: self.messages.iter().map(|(chat, texts)| (chat.clone(), texts.keys().cloned().collect())).collect(),
            members: self.members.keys().cloned().collect(),
            games: self.games.keys().cloned().collect(),
        };
    }

    /// An open session of a user.
    pub fn token(&self, name: &str) -> Option<&str> {
        let mut sessions = self.sessions.iter();
        sessions.find(|(_, (whose, state))| whose == name && state.now && state.is_sure()).map(|(token, _)| token.as_str())
    }

    /// How many games somebody has won.
    pub fn wins(&self, name: &str) -> u64 {
        self.games.values().filter(|game| game.forfeited.now && game.winner == name).count() as u64
    }
}

/// A notification that must be there: whose, and of which answer or comment.
pub type Due = (String, String);

/// What a look at one question found.
#[derive(Debug, Default)]
pub struct Seen {
    pub violations: Vec<String>,
    pub due: Vec<Due>,
    /// How many requests without an answer it settles, and how many of them were done.
    pub settled: usize,
    pub done: usize,
}

/// Compares a question as the server shows it with the book, and settles in the book what had no answer.
pub fn compare(id: &str, expected: &mut Question, shown: &Value) -> Seen {
    let mut seen = Seen::default();
    let mut wrong = Vec::new();
    let tags: Vec<&str> = shown["tags"].as_array().into_iter().flatten().filter_map(|tag| tag["name"].as_str()).collect();
    if shown["title"] != *expected.title || shown["askedBy"] != *expected.by || tags != expected.tags {
        wrong.push(format!("it should be {:?} by {} with {:?}", expected.title, expected.by, expected.tags));
    }
    if shown["text"] != *expected.text {
        wrong.push(format!("its text is {} and should be {:?}", shown["text"], expected.text));
    }
    if shown["communityId"].as_str() != expected.community.as_deref() {
        wrong.push(format!("its community is {}", shown["communityId"]));
    }
    let answers = list(shown, "answers");
    if shown["answerCount"] != answers.len() {
        wrong.push(format!("it counts {} answers and has {}", shown["answerCount"], answers.len()));
    }
    seen.violations.extend(wrong.iter().map(|what| format!("question {id}: {what}")));
    compare_texts(&format!("question {id}: answer"), &mut expected.answers, answers, ["text", "ansBy"], &mut seen);
    let asker = expected.by.clone();
    let mut posts: Vec<(&str, &str, &Value)> = vec![(id, &asker, shown)];
    for answer in answers {
        let (answer_id, by) = (text(answer, "_id"), text(answer, "ansBy"));
        posts.push((answer_id, by, answer));
        if by != asker {
            seen.due.push((asker.clone(), answer_id.to_owned()));
        }
    }
    let mut votes: BTreeMap<(String, String), i64> = BTreeMap::new();
    for (post, author, shown) in &posts {
        let comments = list(shown, "comments");
        let texts = expected.comments.entry((*post).to_owned()).or_default();
        compare_texts(&format!("comment on {post}"), texts, comments, ["text", "commentBy"], &mut seen);
        for comment in comments.iter().filter(|comment| text(comment, "commentBy") != *author) {
            seen.due.push(((*author).to_owned(), text(comment, "_id").to_owned()));
        }
        let mut score = 0;
        for (name, value) in [("upVotes", 1), ("downVotes", -1)] {
            for voter in list(shown, name).iter().filter_map(Value::as_str) {
                score += value;
                if votes.insert(((*post).to_owned(), voter.to_owned()), value).is_some() {
                    seen.violations.push(format!("post {post}: {voter} has voted twice"));
                }
            }
        }
        if shown["score"] != score {
            seen.violations.push(format!("post {post}: its score is {}, its votes make {score}", shown["score"]));
        }
    }
    let commented = expected.comments.iter().filter(|(_, texts)| !texts.is_empty()).map(|(post, _)| post);
    for post in commented.filter(|post| !posts.iter().any(|(id, ..)| id == post)) {
        seen.violations.push(format!("post {post}, which has comments, is gone"));
    }
    for key in votes.keys() {
        if !expected.votes.contains_key(key) {
            seen.violations.push(format!("post {}: {} has a vote that was never acknowledged", key.0, key.1));
        }
    }
    for ((post, voter), state) in &mut expected.votes {
        let found = votes.get(&(post.clone(), voter.clone())).copied().unwrap_or(0);
        if let Some(violation) = settle(state, found, &mut seen.settled, &mut seen.done) {
            seen.violations.push(format!("post {post}: the vote of {voter} {violation}"));
        }
    }
    seen
}

/// Compares one state; says what is wrong with it.
pub fn settle<T: Clone + PartialEq + std::fmt::Debug>(
    state: &mut State<T>,
    found: T,
    settled: &mut usize,
    done: &mut usize,
) -> Option<String> {
    if !state.allows(&found) {
        return Some(format!("is {found:?} and should be {:?}", state.now));
    }
    if !state.is_sure() {
        *settled += 1;
        *done += usize::from(state.now != found);
        state.settle(found);
    }
    None
}

/// Compares what is shown (under these fields: text, author) with the texts that should be there.
pub fn compare_texts(what: &str, expected: &mut Texts, shown: &[Value], fields: [&str; 2], seen: &mut Seen) {
    let mut found = BTreeSet::new();
    for item in shown {
        let (words, by, id) = (text(item, fields[0]), text(item, fields[1]), text(item, "_id"));
        if !found.insert(words) {
            seen.violations.push(format!("{what} {words:?} is there twice"));
        }
        match expected.get_mut(words) {
            None => seen.violations.push(format!("{what} {words:?} was never acknowledged")),
            Some(written) if written.by != by => seen.violations.push(format!("{what} {words:?} is {by}'s and should be {}'s", written.by)),
            Some(Written { id: Some(known), .. }) if known != id => {
                seen.violations.push(format!("{what} {words:?} is {id} and should be {known}"));
            }
            Some(Written { id: Some(_), .. }) => {}
            Some(written) => {
                written.id = Some(id.to_owned());
                seen.settled += 1;
                seen.done += 1;
            }
        }
    }
    expected.retain(|words, written| {
        let is_missing = !found.contains(words.as_str());
        if is_missing && written.id.is_some() {
            seen.violations.push(format!("{what} {words:?} of {} is gone", written.by));
        }
        seen.settled += usize::from(is_missing && written.id.is_none());
        !is_missing || written.id.is_some()
    });
}

/// A text of an object; empty if it has none.
pub fn text<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().unwrap_or_default()
}

/// A list of an object; empty if it has none.
pub fn list<'v>(value: &'v Value, field: &str) -> &'v [Value] {
    value[field].as_array().map(Vec::as_slice).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn line(outcome: Outcome, id: Option<&str>, effect: Effect) -> Line {
        Line { outcome, id: id.map(str::to_owned), effect }
    }

    fn book(outcome: Outcome) -> Book {
        let mut book = Book::default();
        let asked = Effect::Question { title: "t".into(), text: "why".into(), by: "ann".into(), tags: vec!["x".into()], community: None };
        book.add(&line(Outcome::Acknowledged, Some("q"), asked));
        let answer = Effect::Answer { question: "q".into(), text: "one".into(), by: "bob".into() };
        book.add(&line(outcome, (outcome == Outcome::Acknowledged).then_some("a"), answer));
        let vote = Effect::Vote { question: "q".into(), post: "q".into(), by: "bob".into(), value: 1 };
        book.add(&line(outcome, None, vote));
        book
    }

    fn shown(answers: Value, voters: Value) -> Value {
        let (count, score) = (answers.as_array().map(Vec::len), voters.as_array().map(Vec::len));
        json!({ "_id": "q", "title": "t", "text": "why", "askedBy": "ann", "tags": [{ "name": "x" }], "answers": answers, "answerCount": count,
                "comments": [], "upVotes": voters, "downVotes": [], "score": score })
    }

    fn answer(text: &str) -> Value {
        json!({ "_id": "a", "text": text, "ansBy": "bob", "comments": [], "upVotes": [], "downVotes": [], "score": 0 })
    }

    fn violations(outcome: Outcome, shown: &Value) -> Vec<String> {
        compare("q", book(outcome).questions.get_mut("q").expect("it"), shown).violations
    }

    #[test]
    fn what_was_acknowledged_must_be_there_once() {
        let fine = shown(json!([answer("one")]), json!(["bob"]));
        assert!(violations(Outcome::Acknowledged, &fine).is_empty());
        let lost =
            [shown(json!([]), json!(["bob"])), shown(json!([answer("one")]), json!([])), shown(json!([answer("two")]), json!(["bob"]))];
        for shown in lost {
            assert!(!violations(Outcome::Acknowledged, &shown).is_empty(), "{shown}");
        }
        let mut other = fine.clone();
        other["text"] = json!("because");
        assert!(violations(Outcome::Acknowledged, &other).iter().any(|line| line.contains("its text")));
        let twice = shown(json!([answer("one"), answer("one")]), json!(["bob"]));
        assert!(violations(Outcome::Acknowledged, &twice).iter().any(|line| line.contains("twice")));
    }

    #[test]
    fn what_had_no_answer_is_wholly_there_or_not_at_all() {
        let (none, all) = (shown(json!([]), json!([])), shown(json!([answer("one")]), json!(["bob"])));
        for shown in [&none, &all] {
            assert_eq!(violations(Outcome::Unknown, shown), [""; 0], "{shown}");
        }
        let mut half = all.clone();
        half["answerCount"] = json!(0);
        assert!(!violations(Outcome::Unknown, &half).is_empty());
        half = all.clone();
        half["score"] = json!(0);
        assert!(!violations(Outcome::Unknown, &half).is_empty());
        // Once settled it is as sure as anything.
        let mut book = book(Outcome::Unknown);
        let question = book.questions.get_mut("q").expect("it");
        let seen = compare("q", question, &all);
        assert_eq!((seen.settled, seen.done, seen.due), (2, 2, vec![("ann".to_owned(), "a".to_owned())]));
        assert_eq!(compare("q", question, &none).violations.len(), 2);
    }

    #[test]
    fn what_was_refused_must_not_be_there() {
        assert!(violations(Outcome::Refused, &shown(json!([]), json!([]))).is_empty());
        assert_eq!(violations(Outcome::Refused, &shown(json!([answer("one")]), json!(["bob"]))).len(), 2);
    }

    #[test]
    fn a_comment_whose_post_is_gone_is_missed() {
        let mut book = book(Outcome::Acknowledged);
        let comment = Effect::Comment { question: "q".into(), post: "b".into(), text: "c".into(), by: "ann".into() };
        book.add(&line(Outcome::Acknowledged, Some("c"), comment));
        let fine = shown(json!([answer("one")]), json!(["bob"]));
        let seen = compare("q", book.questions.get_mut("q").expect("it"), &fine);
        assert!(seen.violations.iter().any(|line| line.contains("which has comments, is gone")), "{:?}", seen.violations);
    }
}
