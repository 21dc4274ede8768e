//! Generates the demo community as an export file.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::texts::{
    ADVICE, AFTERTHOUGHTS, CIRCUMSTANCES, CLOSINGS, COMMENTS, DETAILS, MESSAGES, NAMES, OPENINGS,
    TOPICS, Topic,
};
use crate::app::demo::random::Random;
use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::operations::export::{END, FORMAT, HEAD};

/// Username of the administrator, the only user with a password.
pub const LOGIN: &str = "demo";

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;
/// Age of the first question.
const SPAN: i64 = 360 * DAY;

/// Number of finished games on a site with enough users.
pub(super) const GAMES: usize = 6;

/// The size of the generated site.
pub struct Size {
    /// Including [`LOGIN`].
    pub users: usize,
    pub questions: usize,
}

/// Returns the content of an export file. Equal arguments give equal files.
pub fn generate(size: &Size, seed: u64, password_hash: &str, now: Timestamp) -> String {
    let mut generator = Generator {
        random: Random::new(seed),
        now: now.millis(),
        users: Vec::new(),
        records: Vec::new(),
        ids: BTreeSet::new(),
    };
    generator.add_users(size.users, password_hash);
    let communities = generator.add_communities();
    generator.add_tags();
    for number in 0..size.questions {
        generator.add_question(number, size.questions, &communities);
    }
    generator.add_messages();
    generator.add_games();
    generator.into_export()
}

struct Community {
    id: Id,
    members: Vec<Id>,
    is_private: bool,
}

struct Generator {
    random: Random,
    /// In milliseconds since 1970.
    now: i64,
    users: Vec<Id>,
    records: Vec<Value>,
    /// All ids in use.
    ids: BTreeSet<Id>,
}

impl Generator {
    /// Returns the records as an export file.
    fn into_export(self) -> String {
        let head = json!({"type": HEAD, "format": FORMAT});
        let end = json!({"type": END, "records": self.records.len()});
        let lines = [head].into_iter().chain(self.records).chain([end]);
        lines.map(|line| line.to_string() + "\n").collect()
    }

    fn add_record(&mut self, kind: &str, mut record: Value) {
        record["type"] = json!(kind);
        self.records.push(record);
    }

    /// Returns an unused id with this time.
    fn new_id(&mut self, at: i64) -> Id {
        loop {
            let id = Id::at(Timestamp::from_millis(at), self.random.next_u64());
            if self.ids.insert(id) {
                return id;
            }
        }
    }

    fn pick<'t>(&mut self, from: &'t [&'t str]) -> &'t str {
        from[self.random.below(from.len())]
    }

    /// Returns a random author. Few users write much, many write little (Zipf's law).
    fn any_author(&mut self) -> Id {
        self.users[self.random.zipf(self.users.len())]
    }

    /// Returns a time after `at`, usually soon after.
    fn later(&mut self, at: i64) -> i64 {
        let max = (self.now - at).clamp(2, 30 * DAY);
        at + self.random.log_uniform(1.0, max as f64)
    }

    fn add_users(&mut self, count: usize, password_hash: &str) {
        let first = self.now - SPAN - DAY;
        for number in 0..count {
            let at = first + DAY / 2 * number as i64 / count as i64;
            let id = self.new_id(at);
            self.users.push(id);
            let name = match number.checked_sub(1) {
                None => LOGIN.to_owned(),
                Some(index) if index < NAMES.len() => NAMES[index].to_owned(),
                Some(index) => format!("{}{}", NAMES[index % NAMES.len()], index / NAMES.len() + 1),
            };
            let topic = &TOPICS[self.random.below(TOPICS.len())];
            let mut user = json!({"id": id, "username": name, "created_at": time(at)});
            if number == 0 {
                user["password_hash"] = json!(password_hash);
                user["role"] = json!("administrator");
            } else if self.random.below(3) > 0 {
                user["biography"] = json!(format!(
                    "Mostly here for {} and {}.",
                    topic.tags[0], topic.tags[1]
                ));
            }
            self.add_record("user", user);
        }
    }

    /// Adds a public and a private community and returns them.
    fn add_communities(&mut self) -> Vec<Community> {
        let at = self.now - SPAN - DAY / 2;
        let definitions = [
            (
                "Weekend Makers",
                "For all who repair, bake, plant and build at the weekend.",
                false,
                2,
            ),
            (
                "Night Shift",
                "A quiet room for those who are up late. Ask to be let in.",
                true,
                5,
            ),
        ];
        let mut communities = Vec::new();
        for (name, description, is_private, step) in definitions {
            let (id, owner) = (self.new_id(at), self.users[0]);
            let visibility = if is_private { "private" } else { "public" };
            let community = json!({
                "id": id, "name": name, "description": description, "visibility": visibility, "owner": owner, "created_at": time(at),
            });
            self.add_record("community", community);
            let members: Vec<Id> = self.users.iter().copied().step_by(step).collect();
            if let Some(user) = self
                .users
                .last()
                .copied()
                .filter(|user| is_private && !members.contains(user))
            {
                self.add_record(
                    "member_request",
                    json!({"community": id, "user": user, "requested_at": time(self.now - DAY)}),
                );
            }
            for (number, user) in members.iter().enumerate() {
                let role = if *user == owner {
                    "moderator"
                } else {
                    "member"
                };
                let joined_at = time(at + number as i64 * MINUTE);
                self.add_record(
                    "member",
                    json!({"community": id, "user": user, "role": role, "joined_at": joined_at}),
                );
            }
            communities.push(Community {
                id,
                members,
                is_private,
            });
        }
        communities
    }

    fn add_tags(&mut self) {
        let names: BTreeSet<&str> = TOPICS
            .iter()
            .flat_map(|topic| topic.tags)
            .copied()
            .collect();
        for name in names {
            let id = self.new_id(self.now - SPAN - DAY / 4);
            self.add_record(
                "tag",
                json!({"id": id, "name": name, "description": format!("Everything about {name}.")}),
            );
        }
    }

    fn add_question(&mut self, number: usize, count: usize, communities: &[Community]) {
        // Takes the topics in turn, then the tasks of each topic, then other circumstances.
        let (round, topic) = (number / TOPICS.len(), &TOPICS[number % TOPICS.len()]);
        let task = topic.tasks[round % topic.tasks.len()];
        let circumstance = CIRCUMSTANCES[round / topic.tasks.len() % CIRCUMSTANCES.len()];
        let at = self.now - SPAN + (SPAN - 10 * MINUTE) / count as i64 * number as i64;
        let id = self.new_id(at);
        let community =
            (self.random.below(6) == 0).then(|| &communities[self.random.below(communities.len())]);
        let author = self.author_among(community.map(|community| community.members.as_slice()));
        let allowed_users = community
            .filter(|community| community.is_private)
            .map(|community| community.members.as_slice());
        let title = format!("How do I {task}{circumstance}?");
        let text = self.question_text(topic, task);
        let mut tags = vec![topic.tags[0]];
        for tag in &topic.tags[1..] {
            if self.random.below(4) == 0 {
                tags.push(tag);
            }
        }
        let mut question = json!({
            "id": id, "author": author, "title": title, "text": text, "tags": tags, "created_at": time(at),
            "imported_views": self.random.log_uniform(1.0, 2_000.0),
        });
        if let Some(community) = community {
            question["community"] = json!(community.id);
        }
        self.add_record("question", question);
        self.add_comments_and_votes(id, at, allowed_users);
        let answers = [0, 1, 1, 2, 2, 3, 4][self.random.below(7)];
        let accepted = if self.random.below(2) == 0 {
            Some(0)
        } else {
            None
        };
        for number in 0..answers {
            let at = self.later(at);
            let (answer, author, text) = (
                self.new_id(at),
                self.author_among(allowed_users),
                self.answer_text(topic),
            );
            let mut record = json!({"id": answer, "question": id, "author": author, "text": text, "created_at": time(at)});
            if accepted == Some(number) {
                record["accepted"] = json!(true);
            }
            self.add_record("answer", record);
            self.add_comments_and_votes(answer, at, allowed_users);
        }
        if self.random.below(8) == 0 {
            let (user, starred_at) = (self.author_among(allowed_users), time(self.later(at)));
            self.add_record(
                "star",
                json!({"user": user, "question": id, "starred_at": starred_at}),
            );
        }
    }

    fn question_text(&mut self, topic: &Topic, task: &str) -> String {
        let opening = self.pick(OPENINGS).replace("{}", task);
        let (detail, closing) = (self.pick(DETAILS), self.pick(CLOSINGS));
        if detail.ends_with(':') || self.random.below(5) == 0 {
            let lead_in = if detail.ends_with(':') {
                ""
            } else {
                "\n\nThis is how far I have come:"
            };
            return format!(
                "{opening}\n\n{detail}{lead_in}\n\n{}\n\n{closing}",
                topic.sample
            );
        }
        format!("{opening} {detail}\n\n{closing}")
    }

    fn answer_text(&mut self, topic: &Topic) -> String {
        let (advice, tip, afterthought) = (
            self.pick(ADVICE),
            self.pick(topic.tips),
            self.pick(AFTERTHOUGHTS),
        );
        match self.random.below(4) {
            0 => {
                let second_tip = self.pick(topic.tips);
                if second_tip == tip {
                    format!("{advice}\n\n{tip}")
                } else {
                    format!("{advice}\n\n- {tip}\n- {second_tip}\n\n{afterthought}")
                }
            }
            1 => format!("{advice} {tip}\n\n{}\n\n{afterthought}", topic.sample),
            _ => format!("{advice} {tip}\n\n{afterthought}"),
        }
    }

    /// Returns a random member, or any author if there is no restriction to members.
    fn author_among(&mut self, members: Option<&[Id]>) -> Id {
        match members {
            None => self.any_author(),
            Some(members) => members[self.random.below(members.len())],
        }
    }

    /// Adds comments and votes to a post.
    fn add_comments_and_votes(&mut self, post: Id, at: i64, allowed_users: Option<&[Id]>) {
        for _ in 0..[0, 0, 1, 1, 2][self.random.below(5)] {
            let at = self.later(at);
            let (id, author, text) = (
                self.new_id(at),
                self.author_among(allowed_users),
                self.pick(COMMENTS),
            );
            self.add_record("comment", json!({"id": id, "post": post, "author": author, "text": text, "created_at": time(at)}));
        }
        let voters: BTreeSet<Id> = (0..self.random.below(7))
            .map(|_| self.author_among(allowed_users))
            .collect();
        for user in voters {
            let value = if self.random.below(9) == 0 { -1 } else { 1 };
            let voted_at = time(self.later(at));
            self.add_record(
                "vote",
                json!({"post": post, "user": user, "value": value, "voted_at": voted_at}),
            );
        }
    }

    /// Adds messages of the last days: in the global chat and in a chat of two users.
    fn add_messages(&mut self) {
        let other = self.users[1];
        let begin = self.now - 3 * DAY;
        let chat = self.new_id(begin);
        let record = json!({"id": chat, "participants": [self.users[0], other], "created_at": time(begin), "updated_at": time(begin + MINUTE)});
        self.add_record("chat", record);
        let mut messages = vec![(
            begin + MINUTE,
            Some(chat),
            other,
            "Hello! Write to me here if you have a question.",
        )];
        for (number, text) in MESSAGES.iter().enumerate() {
            messages.push((
                begin + DAY / 4 * number as i64 + 5 * MINUTE,
                None,
                self.any_author(),
                text,
            ));
        }
        for (at, chat, author, text) in messages {
            let id = self.new_id(at);
            self.add_record("message", json!({"id": id, "chat": chat, "author": author, "text": text, "created_at": time(at)}));
        }
    }

    /// Adds games of the last days between pairs of consecutive users. The second player always wins
    /// with the optimal strategy.
    fn add_games(&mut self) {
        let users = self.users.clone();
        let pairs: Vec<_> = users.windows(2).take(GAMES).collect();
        let mut stats: BTreeMap<Id, (u32, u32, Id)> = BTreeMap::new();
        for (number, pair) in pairs.into_iter().enumerate() {
            let begin = self.now - GAMES as i64 * DAY / 2 + number as i64 * DAY / 2;
            let (game, moves) = (self.new_id(begin), self.nim_moves());
            let ended_at = time(begin + moves.len() as i64 * MINUTE);
            self.add_record(
                "game",
                json!({
                    "id": game, "game_type": "Nim", "status": "OVER", "created_at": time(begin), "acted_at": ended_at,
                    "ended_at": ended_at, "winner_seat": 1,
                }),
            );
            for (seat, user) in pair.iter().enumerate() {
                let player = json!({"game": game, "seat": seat, "user": user, "last_seen_at": time(begin), "ended_at": ended_at});
                self.add_record("game_player", player);
                let now = self.new_id(ended_at.millis());
                let (wins, games, reached) = stats.entry(*user).or_insert((0, 0, now));
                *games += 1;
                if seat == 1 {
                    *wins += 1;
                    *reached = now;
                }
            }
            for (number, objects) in moves.into_iter().enumerate() {
                let made_at = time(begin + (number as i64 + 1) * MINUTE);
                let record = json!({"game": game, "number": number, "seat": number % 2, "move": {"numObjects": objects}, "made_at": made_at});
                self.add_record("game_move", record);
            }
        }
        for (user, (wins, games, reached)) in stats {
            self.add_record(
                "gamer",
                json!({"user": user, "wins": wins, "games": games, "reached": reached}),
            );
        }
    }

    /// Returns the moves of a game of Nim with 21 objects. The second player completes each move to
    /// four objects, so the first player has to take the last object.
    fn nim_moves(&mut self) -> Vec<usize> {
        let mut moves = Vec::new();
        for _ in 0..5 {
            let first = 1 + self.random.below(3);
            moves.extend([first, 4 - first]);
        }
        moves.push(1);
        moves
    }
}

fn time(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::text;

    const NOW: Timestamp = Timestamp::from_millis(1_795_219_200_000);

    fn generated(users: usize, questions: usize, seed: u64) -> String {
        generate(&Size { users, questions }, seed, "x", NOW)
    }

    #[test]
    fn only_the_seed_changes_a_site_of_the_same_size() {
        let export = generated(50, 500, 42);
        assert_eq!(generated(50, 500, 42), export);
        assert_ne!(generated(50, 500, 43), export);
    }

    #[test]
    fn generated_records_are_valid_and_not_in_the_future() {
        let export = generated(50, 500, 42);
        let mut titles = BTreeSet::new();
        for line in export.lines() {
            let record: Value = serde_json::from_str(line).expect("JSON");
            let field = |name: &str| record[name].as_str().unwrap_or_default().to_owned();
            match field("type").as_str() {
                "question" => {
                    let title = field("title");
                    assert_eq!(text::title(&title).expect("a title"), title);
                    assert_eq!(
                        text::question_text(&field("text")).expect("a text"),
                        field("text")
                    );
                    assert!(titles.insert(title), "{} is asked twice", field("title"));
                }
                "answer" => assert!(
                    text::answer_text(&field("text")).is_ok(),
                    "{}",
                    field("text")
                ),
                "user" => assert!(
                    text::username(&field("username")).is_ok(),
                    "{}",
                    field("username")
                ),
                _ => {}
            }
            assert!(
                field("created_at") <= NOW.plus(std::time::Duration::from_millis(2)).to_string(),
                "{line}"
            );
        }
        assert_eq!(titles.len(), 500);
    }
}
