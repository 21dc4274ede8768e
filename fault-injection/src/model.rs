//! Model of the site's expected state, built from the ledger.
//!
//! The simulated users are the only users of a test site, so the model is exact. Content that the
//! server has and the model does not is a violation, just like missing content: the server applied
//! a request twice or applied one that it had rejected.

use std::collections::{BTreeMap, BTreeSet};

use crate::effect::{Effect, LedgerEntry, Outcome};

/// Expected value, plus the value that an indeterminate request may have set since then.
#[derive(Clone, Debug, Default)]
pub struct Expected<T> {
    pub current: T,
    possible: Option<T>,
}

impl<T: Clone + PartialEq> Expected<T> {
    fn set(&mut self, outcome: Outcome, value: T) {
        match outcome {
            Outcome::Acknowledged => {
                *self = Self {
                    current: value,
                    possible: None,
                }
            }
            Outcome::Indeterminate => self.possible = Some(value),
            Outcome::Rejected => {}
        }
    }

    pub fn allows(&self, found: &T) -> bool {
        self.current == *found || self.possible.as_ref() == Some(found)
    }

    pub fn is_certain(&self) -> bool {
        self.possible.is_none()
    }

    pub fn resolve(&mut self, found: T) {
        *self = Self {
            current: found,
            possible: None,
        };
    }
}

/// Answer, comment or message, identified by its unique text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedItem {
    pub user: String,
    /// `None` if the request that created the item is indeterminate.
    pub id: Option<String>,
}

/// Answers, comments or messages by text.
pub type ItemsByText = BTreeMap<String, ExpectedItem>;

#[derive(Clone, Debug, Default)]
pub struct Question {
    pub title: String,
    pub text: String,
    pub user: String,
    pub tags: Vec<String>,
    pub community: Option<String>,
    pub answers: ItemsByText,
    /// Keyed by the ID of the commented post.
    pub comments: BTreeMap<String, ItemsByText>,
    /// Keyed by post ID and username.
    pub votes: BTreeMap<(String, String), Expected<i64>>,
    pub stars: BTreeMap<String, Expected<bool>>,
}

#[derive(Clone, Debug, Default)]
pub struct Game {
    pub players: BTreeMap<String, Expected<bool>>,
    /// Whether the game was forfeited; `winner` has won it in this case.
    pub forfeited: Expected<bool>,
    pub winner: String,
}

/// Expected state of the whole site.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Whether each user exists.
    pub users: BTreeMap<String, Expected<bool>>,
    /// Owner and open state of each session, keyed by token.
    pub sessions: BTreeMap<String, (String, Expected<bool>)>,
    pub questions: BTreeMap<String, Question>,
    /// Questions from indeterminate requests, keyed by title.
    pub indeterminate_questions: BTreeMap<String, Question>,
    /// Keyed by chat ID; `None` is the global chat.
    pub messages: BTreeMap<Option<String>, ItemsByText>,
    /// Keyed by community ID and username.
    pub members: BTreeMap<(String, String), Expected<bool>>,
    pub games: BTreeMap<String, Game>,
    pub unverified: Unverified,
}

/// Keys of the objects that have new ledger entries since the last verification.
#[derive(Clone, Debug, Default)]
pub struct Unverified {
    pub entries: usize,
    pub users: BTreeSet<String>,
    pub sessions: BTreeSet<String>,
    pub questions: BTreeSet<String>,
    pub stars: BTreeSet<(String, String)>,
    pub messages: BTreeMap<Option<String>, BTreeSet<String>>,
    pub members: BTreeSet<(String, String)>,
    pub games: BTreeSet<String>,
}

impl Model {
    /// Applies a ledger entry.
    pub fn apply(&mut self, entry: &LedgerEntry) {
        let LedgerEntry {
            outcome,
            id,
            effect,
        } = entry.clone();
        self.unverified.entries += 1;
        if outcome == Outcome::Rejected {
            return;
        }
        let item = |user: String| ExpectedItem {
            user,
            id: id.clone(),
        };
        match effect {
            Effect::User { name, token } => {
                self.users
                    .entry(name.clone())
                    .or_default()
                    .set(outcome, true);
                self.unverified.users.insert(name.clone());
                if outcome == Outcome::Acknowledged {
                    self.unverified.sessions.insert(token.clone());
                    self.sessions
                        .entry(token)
                        .or_insert((name, Expected::default()))
                        .1
                        .set(outcome, true);
                }
            }
            Effect::Session {
                name,
                token,
                is_open,
            } => {
                self.sessions
                    .entry(token.clone())
                    .or_insert((name, Expected::default()))
                    .1
                    .set(outcome, is_open);
                self.unverified.sessions.insert(token);
            }
            Effect::Question {
                title,
                text,
                user,
                tags,
                community,
            } => {
                let question = Question {
                    title: title.clone(),
                    text,
                    user,
                    tags,
                    community,
                    ..Question::default()
                };
                match id {
                    Some(id) => {
                        self.unverified.questions.insert(id.clone());
                        self.questions.insert(id, question);
                    }
                    None => drop(self.indeterminate_questions.insert(title, question)),
                }
            }
            Effect::Answer {
                question,
                text,
                user,
            } => {
                self.question(&question).answers.insert(text, item(user));
            }
            Effect::Comment {
                question,
                post,
                text,
                user,
            } => {
                self.question(&question)
                    .comments
                    .entry(post)
                    .or_default()
                    .insert(text, item(user));
            }
            Effect::Vote {
                question,
                post,
                user,
                value,
            } => {
                self.question(&question)
                    .votes
                    .entry((post, user))
                    .or_default()
                    .set(outcome, value);
            }
            Effect::Star {
                question,
                user,
                is_present,
            } => {
                self.question(&question)
                    .stars
                    .entry(user.clone())
                    .or_default()
                    .set(outcome, is_present);
                self.unverified.stars.insert((question, user));
            }
            Effect::Message { chat, text, user } => {
                self.messages
                    .entry(chat.clone())
                    .or_default()
                    .insert(text.clone(), item(user));
                self.unverified
                    .messages
                    .entry(chat)
                    .or_default()
                    .insert(text);
            }
            Effect::Community { .. } => {}
            Effect::Member {
                community,
                user,
                is_present,
            } => {
                self.members
                    .entry((community.clone(), user.clone()))
                    .or_default()
                    .set(outcome, is_present);
                self.unverified.members.insert((community, user));
            }
            Effect::Game { .. } => {
                if let Some(id) = id {
                    self.games.insert(id.clone(), Game::default());
                    self.unverified.games.insert(id);
                }
            }
            Effect::Seat { game, user } => {
                self.games
                    .entry(game.clone())
                    .or_default()
                    .players
                    .entry(user)
                    .or_default()
                    .set(outcome, true);
                self.unverified.games.insert(game);
            }
            Effect::Forfeit { game, winner, .. } => {
                let entry = self.games.entry(game.clone()).or_default();
                entry.winner = winner;
                entry.forfeited.set(outcome, true);
                self.unverified.games.insert(game);
            }
        }
    }

    fn question(&mut self, id: &str) -> &mut Question {
        self.unverified.questions.insert(id.to_owned());
        self.questions.entry(id.to_owned()).or_default()
    }

    /// Marks the whole model as unverified.
    pub fn mark_all_unverified(&mut self) {
        self.unverified = Unverified {
            entries: self.unverified.entries,
            users: self.users.keys().cloned().collect(),
            sessions: self.sessions.keys().cloned().collect(),
            questions: self.questions.keys().cloned().collect(),
            stars: self
                .questions
                .iter()
                .flat_map(|(id, question)| {
                    question.stars.keys().map(|name| (id.clone(), name.clone()))
                })
                .collect(),
            messages: self
                .messages
                .iter()
                .map(|(chat, texts)| (chat.clone(), texts.keys().cloned().collect()))
                .collect(),
            members: self.members.keys().cloned().collect(),
            games: self.games.keys().cloned().collect(),
        };
    }

    /// Returns the token of an open session of the user.
    pub fn token(&self, name: &str) -> Option<&str> {
        let mut sessions = self.sessions.iter();
        sessions
            .find(|(_, (owner, state))| owner == name && state.current && state.is_certain())
            .map(|(token, _)| token.as_str())
    }

    /// Returns the number of games that the user has won.
    pub fn wins(&self, name: &str) -> u64 {
        self.games
            .values()
            .filter(|game| game.forfeited.current && game.winner == name)
            .count() as u64
    }
}
