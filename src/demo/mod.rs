//! A made-up community, to see what the site looks like with people on it. It is made as an export (see
//! [`crate::export`]) and imported like any other.

mod texts;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use serde_json::{Value, json};

use crate::bench::random::Random;
use crate::clock::Timestamp;
use crate::db::Db;
use crate::export::{END, FORMAT, HEAD};
use crate::id::Id;
use crate::import::json::{self as import, ImportError, Imported, Source};
use texts::{ADVICE, AFTERTHOUGHTS, CIRCUMSTANCES, CLOSINGS, COMMENTS, DETAILS, MESSAGES, NAMES, OPENINGS, TOPICS, Topic};

/// The one user as whom somebody can log in: the administrator.
pub const LOGIN: &str = "demo";

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;
/// How long ago the first question was asked.
const SPAN: i64 = 360 * DAY;

/// Games that are played, where there are as many players.
const GAMES: usize = 6;

/// How much there is.
pub struct Size {
    /// With [`LOGIN`].
    pub users: usize,
    pub questions: usize,
}

/// Fills a site on which there is nothing. The same size and seed at the same time always make the same, and there is
/// nothing after `now`. `password_hash` is that of [`LOGIN`], as a PHC string.
pub fn seed(db: &Db, size: &Size, seed: u64, password_hash: &str, now: Timestamp) -> Result<Imported, ImportError> {
    let export = Writer::write(size, seed, password_hash, now);
    import::import(db, Source::new(Cursor::new(export), 0)?, false, |_| ())
}

struct Community {
    id: Id,
    members: Vec<Id>,
    is_private: bool,
}

struct Writer {
    random: Random,
    now: i64,
    users: Vec<Id>,
    records: Vec<Value>,
    /// All that were given out.
    ids: BTreeSet<Id>,
}

impl Writer {
    /// The whole, as a file has it.
    fn write(size: &Size, seed: u64, password_hash: &str, now: Timestamp) -> String {
        let mut writer =
            Self { random: Random::new(seed), now: now.millis(), users: Vec::new(), records: Vec::new(), ids: BTreeSet::new() };
        writer.people(size.users, password_hash);
        let communities = writer.communities();
        writer.tags();
        for number in 0..size.questions {
            writer.question(number, size.questions, &communities);
        }
        writer.talk();
        writer.play();
        writer.lines()
    }

    fn lines(self) -> String {
        let head = json!({"type": HEAD, "format": FORMAT});
        let end = json!({"type": END, "records": self.records.len()});
        let lines = [head].into_iter().chain(self.records).chain([end]);
        lines.map(|line| line.to_string() + "\n").collect()
    }

    fn add(&mut self, kind: &str, mut record: Value) {
        record["type"] = json!(kind);
        self.records.push(record);
    }

    /// A new id of this time.
    fn id(&mut self, at: i64) -> Id {
        loop {
            let id = Id::at(Timestamp::from_millis(at), self.random.next());
            if self.ids.insert(id) {
                return id;
            }
        }
    }

    fn pick<'t>(&mut self, from: &'t [&'t str]) -> &'t str {
        from[self.random.below(from.len())]
    }

    /// Few say much, and many little.
    fn somebody(&mut self) -> Id {
        self.users[self.random.zipf(self.users.len())]
    }

    /// Some time after `at`, mostly soon.
    fn later(&mut self, at: i64) -> i64 {
        let most = (self.now - at).clamp(2, 30 * DAY);
        at + self.random.magnitude(1.0, most as f64)
    }

    fn people(&mut self, count: usize, password_hash: &str) {
        let first = self.now - SPAN - DAY;
        for number in 0..count {
            let at = first + DAY / 2 * number as i64 / count as i64;
            let id = self.id(at);
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
                user["biography"] = json!(format!("Mostly here for {} and {}.", topic.tags[0], topic.tags[1]));
            }
            self.add("user", user);
        }
    }

    /// One that everybody may read, and one that only its members may; returns both.
    fn communities(&mut self) -> Vec<Community> {
        let at = self.now - SPAN - DAY / 2;
        let plans = [
            ("Weekend Makers", "For all who repair, bake, plant and build at the weekend.", "public", 2),
            ("Night Shift", "A quiet room for those who are up late. Ask to be let in.", "private", 5),
        ];
        let mut communities = Vec::new();
        for (name, description, visibility, share) in plans {
            let (id, owner) = (self.id(at), self.users[0]);
            let community = json!({
                "id": id, "name": name, "description": description, "visibility": visibility, "owner": owner, "created_at": time(at),
            });
            self.add("community", community);
            let members: Vec<Id> = self.users.iter().copied().step_by(share).collect();
            if let Some(user) = self.users.last().copied().filter(|user| visibility == "private" && !members.contains(user)) {
                self.add("member_request", json!({"community": id, "user": user, "requested_at": time(self.now - DAY)}));
            }
            for (number, user) in members.iter().enumerate() {
                let role = if *user == owner { "moderator" } else { "member" };
                let joined_at = time(at + number as i64 * MINUTE);
                self.add("member", json!({"community": id, "user": user, "role": role, "joined_at": joined_at}));
            }
            communities.push(Community { id, members, is_private: visibility == "private" });
        }
        communities
    }

    fn tags(&mut self) {
        let names: BTreeSet<&str> = TOPICS.iter().flat_map(|topic| topic.tags).copied().collect();
        for name in names {
            let id = self.id(self.now - SPAN - DAY / 4);
            self.add("tag", json!({"id": id, "name": name, "description": format!("Everything about {name}.")}));
        }
    }

    fn question(&mut self, number: usize, of: usize, communities: &[Community]) {
        // Each topic in turn, each of its tasks, and then the same in other circumstances.
        let (round, topic) = (number / TOPICS.len(), &TOPICS[number % TOPICS.len()]);
        let task = topic.tasks[round % topic.tasks.len()];
        let circumstance = CIRCUMSTANCES[round / topic.tasks.len() % CIRCUMSTANCES.len()];
        let at = self.now - SPAN + (SPAN - 10 * MINUTE) / of as i64 * number as i64;
        let id = self.id(at);
        let community = (self.random.below(6) == 0).then(|| &communities[self.random.below(communities.len())]);
        let author = self.reader(community.map(|community| community.members.as_slice()));
        let readers = community.filter(|community| community.is_private).map(|community| community.members.as_slice());
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
            "imported_views": self.random.magnitude(1.0, 2_000.0),
        });
        if let Some(community) = community {
            question["community"] = json!(community.id);
        }
        self.add("question", question);
        self.around(id, at, readers);
        let answers = [0, 1, 1, 2, 2, 3, 4][self.random.below(7)];
        let accepted = if self.random.below(2) == 0 { Some(0) } else { None };
        for place in 0..answers {
            let at = self.later(at);
            let (answer, author, text) = (self.id(at), self.reader(readers), self.answer_text(topic));
            let mut record = json!({"id": answer, "question": id, "author": author, "text": text, "created_at": time(at)});
            if accepted == Some(place) {
                record["accepted"] = json!(true);
            }
            self.add("answer", record);
            self.around(answer, at, readers);
        }
        if self.random.below(8) == 0 {
            let (user, starred_at) = (self.reader(readers), time(self.later(at)));
            self.add("star", json!({"user": user, "question": id, "starred_at": starred_at}));
        }
    }

    fn question_text(&mut self, topic: &Topic, task: &str) -> String {
        let opening = self.pick(OPENINGS).replace("{}", task);
        let (detail, closing) = (self.pick(DETAILS), self.pick(CLOSINGS));
        if detail.ends_with(':') || self.random.below(5) == 0 {
            let leads = if detail.ends_with(':') { "" } else { "\n\nThis is how far I have come:" };
            return format!("{opening}\n\n{detail}{leads}\n\n{}\n\n{closing}", topic.sample);
        }
        format!("{opening} {detail}\n\n{closing}")
    }

    fn answer_text(&mut self, topic: &Topic) -> String {
        let (advice, tip, after) = (self.pick(ADVICE), self.pick(topic.tips), self.pick(AFTERTHOUGHTS));
        match self.random.below(4) {
            0 => {
                let other = self.pick(topic.tips);
                if other == tip { format!("{advice}\n\n{tip}") } else { format!("{advice}\n\n- {tip}\n- {other}\n\n{after}") }
            }
            1 => format!("{advice} {tip}\n\n{}\n\n{after}", topic.sample),
            _ => format!("{advice} {tip}\n\n{after}"),
        }
    }

    /// Anybody, or one of few.
    fn reader(&mut self, readers: Option<&[Id]>) -> Id {
        match readers {
            None => self.somebody(),
            Some(few) => few[self.random.below(few.len())],
        }
    }

    /// The comments and votes on a post.
    fn around(&mut self, post: Id, at: i64, readers: Option<&[Id]>) {
        for _ in 0..[0, 0, 1, 1, 2][self.random.below(5)] {
            let at = self.later(at);
            let (id, author, text) = (self.id(at), self.reader(readers), self.pick(COMMENTS));
            self.add("comment", json!({"id": id, "post": post, "author": author, "text": text, "created_at": time(at)}));
        }
        let voters: BTreeSet<Id> = (0..self.random.below(7)).map(|_| self.reader(readers)).collect();
        for user in voters {
            let value = if self.random.below(9) == 0 { -1 } else { 1 };
            let voted_at = time(self.later(at));
            self.add("vote", json!({"post": post, "user": user, "value": value, "voted_at": voted_at}));
        }
    }

    /// What is said in the last days, to all and between two.
    fn talk(&mut self) {
        let other = self.users[1];
        let begin = self.now - 3 * DAY;
        let chat = self.id(begin);
        let record =
            json!({"id": chat, "participants": [self.users[0], other], "created_at": time(begin), "updated_at": time(begin + MINUTE)});
        self.add("chat", record);
        let mut messages = vec![(begin + MINUTE, Some(chat), other, "Hello! Write to me here if you have a question.")];
        for (number, text) in MESSAGES.iter().enumerate() {
            messages.push((begin + DAY / 4 * number as i64 + 5 * MINUTE, None, self.somebody(), text));
        }
        for (at, chat, author, text) in messages {
            let id = self.id(at);
            self.add("message", json!({"id": id, "chat": chat, "author": author, "text": text, "created_at": time(at)}));
        }
    }

    /// Games of the last days, between neighbours: who begins loses, because the other one knows how it is done.
    fn play(&mut self) {
        let users = self.users.clone();
        let pairs: Vec<_> = users.windows(2).take(GAMES).collect();
        let mut standings: BTreeMap<Id, (u32, u32, Id)> = BTreeMap::new();
        for (number, pair) in pairs.into_iter().enumerate() {
            let begin = self.now - GAMES as i64 * DAY / 2 + number as i64 * DAY / 2;
            let (game, takings) = (self.id(begin), self.takings());
            let ended_at = time(begin + takings.len() as i64 * MINUTE);
            self.add(
                "game",
                json!({
                    "id": game, "game_type": "Nim", "status": "OVER", "created_at": time(begin), "acted_at": ended_at,
                    "ended_at": ended_at, "winner_seat": 1,
                }),
            );
            for (seat, user) in pair.iter().enumerate() {
                let player = json!({"game": game, "seat": seat, "user": user, "last_seen_at": time(begin), "ended_at": ended_at});
                self.add("game_player", player);
                let now = self.id(ended_at.millis());
                let (wins, games, reached) = standings.entry(*user).or_insert((0, 0, now));
                *games += 1;
                if seat == 1 {
                    *wins += 1;
                    *reached = now;
                }
            }
            for (number, objects) in takings.into_iter().enumerate() {
                let made_at = time(begin + (number as i64 + 1) * MINUTE);
                let record =
                    json!({"game": game, "number": number, "seat": number % 2, "move": {"numObjects": objects}, "made_at": made_at});
                self.add("game_move", record);
            }
        }
        for (user, (wins, games, reached)) in standings {
            self.add("gamer", json!({"user": user, "wins": wins, "games": games, "reached": reached}));
        }
    }

    /// What two take by turns from a pile of 21: whatever the first takes, the second makes it four, and the last is left to the first.
    fn takings(&mut self) -> Vec<usize> {
        let mut takings = Vec::new();
        for _ in 0..5 {
            let first = 1 + self.random.below(3);
            takings.extend([first, 4 - first]);
        }
        takings.push(1);
        takings
    }
}

fn time(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::games::{self, Board, GameStatus};
    use crate::live::Hub;
    use crate::text;
    use crate::users::password;
    use crate::web::Paging;

    const NOW: Timestamp = Timestamp::from_millis(1_795_219_200_000);

    fn written(users: usize, questions: usize, seed: u64) -> String {
        Writer::write(&Size { users, questions }, seed, "x", NOW)
    }

    #[test]
    fn the_same_seed_makes_the_same_site_which_anybody_could_have_written() {
        let export = written(50, 500, 42);
        assert_eq!(written(50, 500, 42), export);
        assert_ne!(written(50, 500, 43), export);
        let mut titles = BTreeSet::new();
        for line in export.lines() {
            let record: Value = serde_json::from_str(line).expect("JSON");
            let said = |name: &str| record[name].as_str().unwrap_or_default().to_owned();
            match said("type").as_str() {
                "question" => {
                    let title = said("title");
                    assert_eq!(text::title(&title).expect("a title"), title);
                    assert_eq!(text::question_text(&said("text")).expect("a text"), said("text"));
                    assert!(titles.insert(title), "{} is asked twice", said("title"));
                }
                "answer" => assert!(text::answer_text(&said("text")).is_ok(), "{}", said("text")),
                "user" => assert!(text::username(&said("username")).is_ok(), "{}", said("username")),
                _ => {}
            }
            assert!(said("created_at") <= NOW.plus(std::time::Duration::from_millis(2)).to_string(), "{line}");
        }
        assert_eq!(titles.len(), 500);
    }

    #[test]
    fn people_have_played_by_the_rules_and_the_board_says_how_it_went() {
        let directory = tempfile::TempDir::new().expect("a directory");
        let db = Db::open(directory.path(), Clock::standing_at(NOW), Hub::default()).expect("a database");
        seed(&db, &Size { users: 9, questions: 1 }, 1, &password::hash("x").expect("a hash"), NOW).expect("a site");
        db.read_blocking(|read| {
            let completed = games::store::list(read, None, Some(GameStatus::Over), &Paging::first())?.items;
            assert_eq!(completed.len(), GAMES);
            for game in completed {
                let Board::Nim(nim) = &game.board;
                assert_eq!((nim.remaining(), nim.winner()), (0, Some(1)));
            }
            for rule in games::rules::COUNTERS.iter().chain(games::rules::ORPHANS) {
                assert_eq!(rule.broken(read)?, 0, "{}", rule.name());
            }
            let wins: Vec<_> = games::gamers::leaderboard(read)?.iter().map(|gamer| gamer.wins).collect();
            assert_eq!(wins, [1, 1, 1, 1, 1, 1, 0]);
            Ok(())
        })
        .expect("a look");
    }

    #[test]
    fn only_an_empty_site_is_seeded() {
        let directory = tempfile::TempDir::new().expect("a directory");
        let db = Db::open(directory.path(), Clock::standing_at(NOW), Hub::default()).expect("a database");
        let hash = password::hash("x").expect("a hash");
        for size in [Size { users: 2, questions: 1 }, Size { users: 60, questions: 100 }] {
            let seeded = seed(&db, &size, 1, &hash, NOW);
            match size.users {
                2 => {
                    let records = seeded.expect("a site").records;
                    assert_eq!((records["user"], records["game"], records["game_move"]), (2, 1, 11));
                }
                _ => assert!(matches!(seeded, Err(ImportError::NotEmpty))),
            }
        }
    }
}
