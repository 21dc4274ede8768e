//! Random histories, drawn from a seed: who does what in which order, and which steps happen inside
//! communities that the viewers may not read.
//!
//! A history is generated without a site, so it is the same with and without its secret steps. It
//! names objects by keys ("§p3§"), which are replaced by ids during replay; an object that was not
//! created has the id of nothing.

mod generators;

use std::collections::BTreeSet;
use std::fmt;

use serde_json::{Value, json};

pub use generators::GENERATORS;
use generators::messages::{create_chat, in_chat};
use generators::posts::{answer, ask, comment, link_any};
use generators::{Generator, SLOW};

/// SplitMix64: small, and the same on every platform.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5707_a000)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() {
            None
        } else {
            Some(from[self.below(from.len())].clone())
        }
    }
}

/// The users, by their initial role.
pub const PEOPLE: [&str; 9] = [
    "ann", "ben", "cem", "dan", "eve", "fay", "gus", "hal", "ida",
];
/// The administrator, who is in no community and only sets synonyms. What they receive is compared with
/// that of [`FAY`].
pub const ROOT: usize = PEOPLE.len();
/// Owns the first secret community.
pub const ANN: usize = 0;
/// Owns the other communities.
pub const DAN: usize = 3;
/// A member of the private community that is not secret here.
pub const EVE: usize = 4;
/// A member of no community.
pub const FAY: usize = 5;
/// A member of the first secret community at the initial, who leaves it soon.
pub const HAL: usize = 7;
/// A browser without a session, which reads while everyone may.
pub const NOBODY: usize = ROOT + 1;
/// Those whose views are compared.
pub const VIEWERS: [usize; 4] = [EVE, FAY, HAL, NOBODY];
/// The newcomer, whose posts all wait for approval where the site holds first posts.
pub const GUS: usize = 6;
/// The user who may delete their account.
const IDA: usize = 8;

/// A community at the initial.
pub struct Founded {
    pub name: &'static str,
    pub is_private: bool,
    pub is_secret: bool,
    pub owner: usize,
    pub members: &'static [usize],
}

pub const FOUNDED: [Founded; 4] = [
    Founded {
        name: "Merger",
        is_private: true,
        is_secret: true,
        owner: ANN,
        members: &[0, 1, 2, 7, 8],
    },
    Founded {
        name: "Crew",
        is_private: true,
        is_secret: false,
        owner: DAN,
        members: &[3, 4, 2],
    },
    Founded {
        name: "Agora",
        is_private: false,
        is_secret: false,
        owner: DAN,
        members: &[3, 0, 1, 5],
    },
    Founded {
        name: "Payroll",
        is_private: true,
        is_secret: true,
        owner: DAN,
        members: &[3, 1],
    },
];

/// Words that all users use, so that secret texts could affect their frequency.
pub const WORDS: [&str; 12] = [
    "walnut",
    "walnuts",
    "cherry",
    "plum",
    "quokka",
    "running",
    "validator",
    "validators",
    "elephant",
    "elephants",
    "签名",
    "naïve",
];
/// Words that occur in secret texts more than elsewhere: similar to public ones or with the same
/// prefix.
pub const SECRET_WORDS: [&str; 6] = [
    "acquisition",
    "walnutz",
    "elephantine",
    "validation",
    "quokkas",
    "plumb",
];
/// Spellings of a few tags.
pub const TAGS: [&str; 10] = [
    "React", "react", "REACT", "plum", "Plum", "walnut", "c++", "C++", "merger", "Merger",
];

/// Returns the word that texts in a public community contain, and no other texts.
pub fn marker(community: &str) -> String {
    format!("in{}", community.replace('§', ""))
}

#[derive(Debug)]
pub enum Act {
    /// A call: the name of its route, its path parameter and its body.
    Call {
        route: &'static str,
        param: String,
        body: Value,
    },
    /// Uploads a picture.
    Upload,
    /// A new browser of a user, which makes one such call.
    FromAnotherBrowser { route: &'static str },
    /// A user views a question.
    View { question: String },
    /// The administrator lets everyone read, or members only.
    Reading { everyone: bool },
}

pub struct Step {
    pub by: usize,
    pub act: Act,
    /// Whether the step happens where the viewers may not look. One of the two replays leaves such
    /// steps out.
    pub is_secret: bool,
    /// The key of the created object.
    pub makes: Option<String>,
}

pub struct History {
    pub seed: u64,
    pub steps: Vec<Step>,
    /// The step after which [`HAL`] is no longer a member.
    pub leaves: usize,
    /// Keys of the questions that the viewers may read while those exist.
    pub questions: Vec<String>,
    /// Keys of all objects.
    pub keys: Vec<String>,
    /// Keys of the games, which all users see.
    pub games: Vec<String>,
    /// Keys of the pictures of all users.
    pub pictures: Vec<String>,
    /// Whether the site holds first posts. Then what [`GUS`] writes is secret.
    pub holds: bool,
    /// Whether reports hide posts.
    pub hides: bool,
}

impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, step) in self.steps.iter().enumerate() {
            let by = PEOPLE.get(step.by).unwrap_or(&"root");
            let secretly = if step.is_secret { " secretly" } else { "" };
            let makes = step.makes.as_deref().unwrap_or_default();
            writeln!(f, "  {number}: {by}{secretly} {makes} {:?}", step.act)?;
        }
        writeln!(f, "  hal leaves after step {}", self.leaves)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Question,
    Answer,
    Comment,
}

#[derive(Clone)]
struct Post {
    key: String,
    kind: Kind,
    /// The key of the question that the post is or belongs to.
    question: String,
    community: Option<usize>,
    author: usize,
    is_deleted: bool,
}

#[derive(Clone)]
struct Community {
    key: String,
    is_private: bool,
    is_secret: bool,
    owner: usize,
    members: Vec<usize>,
    /// Users who may have requested membership.
    requests: Vec<usize>,
    is_archived: bool,
}

/// A private chat. It is secret if no viewer participates.
#[derive(Clone)]
struct Chat {
    key: String,
    participants: Vec<usize>,
}

impl Chat {
    fn is_secret(&self) -> bool {
        !self.participants.iter().any(|user| VIEWERS.contains(user))
    }
}

/// Generates a history.
pub struct Writer {
    random: Random,
    steps: Vec<Step>,
    posts: Vec<Post>,
    communities: Vec<Community>,
    chats: Vec<Chat>,
    /// Keys of messages in the global chat.
    messages: Vec<String>,
    /// Keys of the games.
    games: Vec<String>,
    /// Keys of the pictures with their owners.
    pictures: Vec<(String, usize)>,
    /// Users who have deleted their account.
    gone: Vec<usize>,
    keys: usize,
}

impl History {
    /// Returns the history of a seed, with steps that call only `routes`.
    pub fn new(seed: u64, length: usize, routes: &BTreeSet<String>) -> Self {
        let mut writer = Writer {
            random: Random::new(seed),
            steps: Vec::new(),
            posts: Vec::new(),
            communities: FOUNDED
                .iter()
                .enumerate()
                .map(|(number, founded)| Community {
                    key: format!("§c{number}§"),
                    is_private: founded.is_private,
                    is_secret: founded.is_secret,
                    owner: founded.owner,
                    members: founded.members.to_vec(),
                    requests: Vec::new(),
                    is_archived: false,
                })
                .collect(),
            chats: Vec::new(),
            messages: Vec::new(),
            games: Vec::new(),
            pictures: (0..PEOPLE.len())
                .map(|owner| (format!("§i{owner}§"), owner))
                .collect(),
            gone: Vec::new(),
            keys: FOUNDED.len(),
        };
        let is_known = |name: &str| name == "a view" || routes.contains(name);
        let often: Vec<Generator> = GENERATORS
            .iter()
            .filter(|(name, _)| is_known(name) && !SLOW.contains(name))
            .map(|(_, generator)| *generator)
            .collect();
        let slow: Vec<Generator> = GENERATORS
            .iter()
            .filter(|(name, _)| SLOW.contains(name))
            .map(|(_, generator)| *generator)
            .collect();
        let everyone = seed.is_multiple_of(2);
        writer.push(ROOT, false, Act::Reading { everyone });
        // Initial content.
        for _ in 0..6 {
            ask(&mut writer);
        }
        if seed.is_multiple_of(16) {
            slow[(seed / 16) as usize % slow.len()](&mut writer);
        }
        let mut leaves = None;
        // Every other step creates content, so that later steps have objects.
        while writer.steps.len() < length {
            let generator = match writer.random.below(8) {
                0 | 1 => ask,
                2 => writer
                    .random
                    .pick(&[create_chat as Generator, |w| {
                        in_chat(w, "POST chat/addMessage")
                    }])
                    .expect("a generator"),
                3 => writer
                    .random
                    .pick(&[answer as Generator, comment, link_any])
                    .expect("a generator"),
                _ => writer.random.pick(&often).expect("a generator"),
            };
            generator(&mut writer);
            if writer.random.percent(10) {
                let everyone = writer.random.percent(65);
                writer.push(ROOT, false, Act::Reading { everyone });
            }
            if leaves.is_none() && writer.steps.len() > length / 3 {
                writer.communities[0].members.retain(|user| *user != HAL);
                writer.call(HAL, false, "POST leaveCommunity", "§c0§", json!({}));
                leaves = Some(writer.steps.len());
            }
        }
        let holds = seed % 4 == 1;
        if holds {
            let written = writer.posts.iter().filter(|post| post.author == GUS);
            let held: BTreeSet<String> = written.map(|post| post.key.clone()).collect();
            writer.steps.iter_mut().for_each(|step| hold(step, &held));
        }
        let Writer {
            steps,
            posts,
            communities,
            chats,
            games,
            pictures,
            ..
        } = writer;
        let is_secret = |post: &Post| {
            post.community
                .is_some_and(|community| communities[community].is_secret)
        };
        let questions = posts
            .iter()
            .filter(|post| post.kind == Kind::Question && !is_secret(post))
            .map(|post| post.key.clone())
            .collect();
        let keys = posts
            .iter()
            .map(|post| post.key.clone())
            .chain(communities.iter().map(|community| community.key.clone()));
        let keys = keys.chain(chats.into_iter().map(|chat| chat.key));
        Self {
            seed,
            steps,
            leaves: leaves.unwrap_or(0),
            questions,
            keys: keys.collect(),
            games,
            pictures: pictures.into_iter().map(|(key, _)| key).collect(),
            holds,
            hides: seed % 2 == 1,
        }
    }
}

/// What the newcomer does to their own posts.
const OWN_POSTS: [&str; 12] = [
    "POST addQuestion",
    "POST addAnswer",
    "POST addComment",
    "PATCH editQuestion",
    "PATCH editAnswer",
    "PATCH editComment",
    "DELETE deleteQuestion",
    "DELETE deleteAnswer",
    "DELETE deleteComment",
    "POST undeleteQuestion",
    "POST undeleteAnswer",
    "POST undeleteComment",
];
/// What makes a member a moderator, who sees what is held.
const MODERATORS: [&str; 3] = [
    "POST addCommunity",
    "POST addModerator",
    "POST handOverCommunity",
];

/// Makes a step secret in which the newcomer writes or the administrator decides about that, and leaves out
/// one that makes a viewer a moderator. The administrator rejects.
fn hold(step: &mut Step, held: &BTreeSet<String>) {
    let Act::Call { route, body, .. } = &mut step.act else {
        return;
    };
    let is_about_held = body["id"].as_str().is_some_and(|id| held.contains(id));
    if step.by == GUS && OWN_POSTS.contains(route) {
        step.is_secret = true;
    } else if step.by == ROOT && is_about_held {
        if body.get("decision").is_some() {
            body["decision"] = json!("reject");
            body["remove"] = json!(false);
        }
        step.is_secret = true;
    } else if MODERATORS.contains(route) {
        step.act = Act::View {
            question: String::new(),
        };
    }
}

impl Writer {
    fn push(&mut self, by: usize, is_secret: bool, act: Act) -> &mut Step {
        self.steps.push(Step {
            by,
            act,
            is_secret,
            makes: None,
        });
        self.steps.last_mut().expect("the step")
    }

    fn call(
        &mut self,
        by: usize,
        is_secret: bool,
        route: &'static str,
        param: &str,
        body: Value,
    ) -> &mut Step {
        self.push(
            by,
            is_secret,
            Act::Call {
                route,
                param: param.to_owned(),
                body,
            },
        )
    }

    /// Returns a key for a new object.
    fn key(&mut self, letter: char) -> String {
        self.keys += 1;
        format!("§{letter}{}§", self.keys)
    }

    fn any_user(&mut self) -> usize {
        let people: Vec<usize> = (0..PEOPLE.len())
            .filter(|user| !self.gone.contains(user))
            .collect();
        self.random.pick(&people).expect("any_user")
    }

    fn may_read(&self, user: usize, community: Option<usize>) -> bool {
        community.is_none_or(|community| {
            !self.communities[community].is_private
                || self.communities[community].members.contains(&user)
        })
    }

    /// Returns whether an action of `user` in this community is hidden from the viewers. An action
    /// that a viewer may not take has no effect, so both replays contain it: its response must be
    /// the same.
    fn is_secret(&self, user: usize, community: Option<usize>) -> bool {
        community.is_some_and(|community| self.communities[community].is_secret)
            && self.may_read(user, community)
    }

    /// Returns a post: mostly one that the user may read, and with `own` one that they wrote.
    fn post(&mut self, user: usize, kind: Kind, own: bool) -> Option<Post> {
        let (near, mine) = (self.random.percent(85), own && self.random.percent(85));
        let fits = |post: &&Post| {
            post.kind == kind
                && (!near || self.may_read(user, post.community))
                && (!mine || post.author == user)
        };
        let posts: Vec<Post> = self.posts.iter().filter(fits).cloned().collect();
        self.random.pick(&posts)
    }

    fn words(&mut self, community: Option<usize>) -> String {
        let is_secret = community.is_some_and(|community| self.communities[community].is_secret);
        let count = 1 + self.random.below(6);
        let words: Vec<&str> = (0..count)
            .map(|_| {
                if is_secret && self.random.percent(40) {
                    self.random.pick(&SECRET_WORDS)
                } else {
                    self.random.pick(&WORDS)
                }
            })
            .map(|word| word.expect("a word"))
            .collect();
        let mut text = words.join(" ");
        if let Some(community) =
            community.filter(|community| !self.communities[*community].is_private)
        {
            text = format!("{} {text}", marker(&self.communities[community].key));
        }
        if self.random.percent(25) {
            text += " @";
            text += self.random.pick(&PEOPLE).expect("a user");
        }
        text
    }

    /// Returns words, sometimes with a picture: mostly one of the author's own, else any.
    fn text(&mut self, by: usize, community: Option<usize>) -> String {
        let mut text = self.words(community);
        if self.random.percent(25) {
            let own = self.random.percent(60);
            let fits = |(_, owner): &&(String, usize)| !own || *owner == by;
            let pictures: Vec<_> = self.pictures.iter().filter(fits).cloned().collect();
            if let Some((picture, _)) = self.random.pick(&pictures) {
                text += &format!(" ![](/media/{picture})");
            }
        }
        text
    }

    fn question(&mut self, by: usize, community: Option<usize>) -> Value {
        let tags: Vec<Value> = (0..=self.random.below(3))
            .map(|_| json!({"name": self.random.pick(&TAGS).expect("a tag")}))
            .collect();
        json!({"title": self.words(community), "text": self.text(by, community), "tags": tags})
    }

    fn community(&mut self) -> (usize, Community) {
        let number = self.random.below(self.communities.len());
        (number, self.communities[number].clone())
    }

    /// Returns a community whose members change.
    fn living_community(&mut self) -> Option<(usize, Community)> {
        Some(self.community()).filter(|(_, community)| !community.is_archived)
    }
}
