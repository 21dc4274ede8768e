//! Demo content: a small community to try the site with. Its people are invented; what they write about
//! is real.
//!
//! The texts are in `content/`. They become an export file (see [`crate::operations::export`]), which is
//! imported like any other, so that counters, reputation and the search follow from it in the same way.

mod content;
mod games;
mod posts;
pub mod random;
mod records;

use std::io::Cursor;

use crate::core::clock::Timestamp;
use crate::operations::import::ImportError;
use crate::operations::import::json::{self as import, Imported, Source};
use crate::platform::db::Db;

use content::Content;
pub use content::{LOGIN, MODERATOR, NEWCOMER};

/// Fills an empty site. Fails with [`ImportError::NotEmpty`] on any other.
///
/// Equal arguments give equal sites. Times lie in the year before `now`. `password_hash` is the PHC
/// string for all members.
pub fn seed(db: &Db, password_hash: &str, now: Timestamp) -> Result<Imported, ImportError> {
    let export = records::export(&Content::load()?, password_hash, now)?;
    import::import(db, Source::new(Cursor::new(export), 0)?, false, |_| ())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use serde_json::Value;
    use tempfile::TempDir;

    use super::*;
    use crate::core::clock::Clock;
    use crate::core::config::Config;
    use crate::core::paging::Paging;
    use crate::core::text::{self, html};
    use crate::features::auth::password;
    use crate::features::games::{self, Board, GameStatus};
    use crate::operations::doctor::{DoctorContext, Status};
    use crate::platform::realtime::Hub;

    const NOW: Timestamp = Timestamp::from_millis(1_795_219_200_000);

    fn seeded() -> (TempDir, Db) {
        let directory = TempDir::new().expect("a directory");
        let clock = Clock::fixed_at(NOW);
        let db = Db::open(directory.path(), clock, Hub::default()).expect("a database");
        let hash = password::hash("x").expect("a hash");
        seed(&db, &hash, NOW).expect("a site");
        (directory, db)
    }

    fn records() -> Vec<Value> {
        let content = Content::load().expect("content");
        let export = records::export(&content, "x", NOW).expect("an export");
        let lines = export.lines().map(serde_json::from_str);
        lines.collect::<Result<_, _>>().expect("JSON")
    }

    /// Returns the records of a kind by their ids.
    fn by_id<'r>(records: &'r [Value], kinds: &[&str]) -> BTreeMap<&'r str, &'r Value> {
        let of_kind = records
            .iter()
            .filter(|record| kinds.iter().any(|kind| record["type"] == **kind));
        of_kind
            .map(|record| (record["id"].as_str().expect("an id"), record))
            .collect()
    }

    #[test]
    fn every_text_passes_the_rules_for_members() {
        let content = Content::load().expect("content");
        let site = &content.site;
        let draws = |markdown: &str| {
            let options = html::Options {
                name: "",
                base: "",
                has_mail: false,
                pictures: html::Pictures::Links,
                find_member: &|name| Some(name.to_owned()),
            };
            html::html(markdown, options).is_some()
        };
        for member in &site.members {
            assert!(text::username(&member.name).is_ok(), "{}", member.name);
            assert!(text::biography(&member.biography).is_ok());
            assert!(member.biography.is_empty() || draws(&member.biography));
        }
        for community in &site.communities {
            assert!(text::community_name(&community.name).is_ok());
            assert!(text::community_description(&community.description).is_ok());
            assert!(draws(&community.description), "{}", community.name);
        }
        for tag in &site.tags {
            assert_eq!(text::tag(&tag.name).ok().as_ref(), Some(&tag.name));
            assert!(text::tag_description(&tag.description, "").is_ok());
            assert!(draws(&tag.description), "{}", tag.name);
        }
        let chats = site.chats.iter().flat_map(|chat| &chat.messages);
        for message in site.messages.iter().chain(chats) {
            assert!(text::message(&message.text).is_ok(), "{}", message.text);
        }
        for question in &content.questions {
            let title = &question.title;
            assert_eq!(text::title(title).ok().as_ref(), Some(title));
            assert!(
                (1..=text::limits::TAGS).contains(&question.tags.len()),
                "{title}"
            );
            assert!(text::question_text(&question.text).is_ok(), "{title}");
            assert!(draws(&question.text), "{title}");
            for answer in &question.answers {
                assert!(text::answer_text(&answer.text).is_ok(), "{title}");
                assert!(draws(&answer.text), "{title}");
            }
            let below = question.answers.iter().flat_map(|answer| &answer.comments);
            for comment in question.comments.iter().chain(below) {
                assert!(text::comment_text(&comment.text).is_ok(), "{title}");
                assert!(text::hyperlinks(&comment.text).is_ok(), "{title}");
            }
        }
    }

    #[test]
    fn there_are_sixty_different_questions_of_a_readable_length() {
        let content = Content::load().expect("content");
        let titles: BTreeSet<&str> = content
            .questions
            .iter()
            .map(|question| question.title.as_str())
            .collect();
        assert_eq!((content.questions.len(), titles.len()), (60, 60));
        for question in &content.questions {
            let words = question.text.split_whitespace().count();
            assert!((60..=200).contains(&words), "{}: {words}", question.title);
            assert!(question.answers.len() <= 3, "{}", question.title);
            let accepted = question.answers.iter().filter(|answer| answer.accepted);
            assert!(accepted.count() <= 1, "{}", question.title);
        }
    }

    #[test]
    fn every_code_block_names_its_language() {
        let content = Content::load().expect("content");
        let mut languages = BTreeSet::new();
        for question in &content.questions {
            let answers = question.answers.iter().map(|answer| answer.text.as_str());
            for markdown in answers.chain([question.text.as_str()]) {
                let mut fences = markdown.lines().filter_map(|line| line.strip_prefix("```"));
                while let Some(language) = fences.next() {
                    assert!(!language.is_empty(), "{}", question.title);
                    assert_eq!(fences.next(), Some(""), "{}", question.title);
                    languages.insert(language);
                }
            }
        }
        for language in ["bash", "ini", "js", "nginx", "python", "rust", "sql"] {
            assert!(languages.contains(language), "no example in {language}");
        }
    }

    #[test]
    fn what_is_later_comes_after_what_it_refers_to_and_before_now() {
        let records = records();
        let time = |record: &Value| {
            let at = [
                "created_at",
                "voted_at",
                "starred_at",
                "viewed_at",
                "joined_at",
                "requested_at",
            ]
            .into_iter()
            .find_map(|name| record[name].as_str());
            at.map(str::to_owned)
        };
        let objects = by_id(
            &records,
            &["user", "community", "question", "answer", "comment", "chat"],
        );
        for record in &records {
            let Some(at) = time(record) else { continue };
            assert!(at <= NOW.to_string(), "{record}");
            for name in [
                "author",
                "user",
                "recipient",
                "question",
                "post",
                "community",
                "chat",
            ] {
                let Some(id) = record[name].as_str() else {
                    continue;
                };
                let before = time(objects[id]).expect("a time");
                assert!(before <= at, "{record}\nis older than\n{}", objects[id]);
            }
        }
    }

    #[test]
    fn only_members_write_in_communities_and_only_their_tags_are_in_private_ones() {
        let content = Content::load().expect("content");
        for question in &content.questions {
            let place = question.community.as_ref().map(|name| {
                let found = |community: &&content::Community| community.name == *name;
                content
                    .site
                    .communities
                    .iter()
                    .find(found)
                    .expect("a community")
            });
            let is_private =
                place.is_some_and(|place| place.visibility == content::Visibility::Private);
            if let Some(place) = place {
                let mut writers = vec![&question.by];
                if is_private {
                    writers.extend(question.answers.iter().map(|answer| &answer.by));
                    let below = question.answers.iter().flat_map(|answer| &answer.comments);
                    let comments = question.comments.iter().chain(below);
                    writers.extend(comments.map(|comment| &comment.by));
                }
                for name in writers {
                    let is_member = *name == place.owner || place.members.contains(name);
                    assert!(is_member, "{name} wrote in {}", place.name);
                }
            }
            for name in &question.tags {
                let tag = content.site.tags.iter().find(|tag| tag.name == *name);
                let tag = tag.unwrap_or_else(|| panic!("there is no tag {name}"));
                let scope = question.community.as_ref().filter(|_| is_private);
                assert_eq!(tag.community.as_ref(), scope, "{}", question.title);
            }
        }
        for tag in &content.site.tags {
            let is_used = |question: &content::Question| question.tags.contains(&tag.name);
            assert!(
                content.questions.iter().any(is_used),
                "no question has {}",
                tag.name
            );
        }
    }

    #[test]
    fn the_votes_have_the_sums_of_the_content() {
        let records = records();
        let posts = by_id(&records, &["question", "answer"]);
        let mut scores: BTreeMap<&str, i64> = BTreeMap::new();
        for vote in records.iter().filter(|record| record["type"] == "vote") {
            let post = vote["post"].as_str().expect("an id");
            *scores.entry(post).or_default() += vote["value"].as_i64().expect("a number");
            assert_ne!(
                vote["user"], posts[post]["author"],
                "an author voted for their own post"
            );
        }
        let content = Content::load().expect("content");
        for question in &content.questions {
            let id = posts
                .iter()
                .find(|(_, post)| post["title"] == question.title)
                .map(|(id, _)| *id)
                .expect("a question");
            let score = scores.get(id).copied().unwrap_or_default();
            assert_eq!(score, question.votes, "{}", question.title);
        }
    }

    #[test]
    fn equal_times_give_equal_sites() {
        assert_eq!(records(), records());
    }

    #[test]
    fn the_doctor_finds_nothing_wrong() {
        let (directory, db) = seeded();
        drop(db);
        let mut config = Config::default();
        config.data.dir = directory.path().to_owned();
        let doctor = DoctorContext {
            config: &config,
            data_dir: directory.path().to_owned(),
            now: NOW,
            is_locked: true,
        };
        let data = [
            "schema",
            "objects",
            "integrity",
            "foreign-keys",
            "orphans",
            "counters",
            "name-indexes",
            "search-index",
            "pictures",
            "clock",
            "administrator",
        ];
        let findings = doctor.inspect(&data.map(str::to_owned));
        assert_eq!(findings.len(), data.len());
        for finding in findings {
            assert!(
                matches!(finding.status, Status::Ok | Status::Skip),
                "{}: {} {:?}",
                finding.id,
                finding.message,
                finding.details
            );
        }
    }

    #[test]
    fn only_an_empty_site_is_seeded() {
        let (_directory, db) = seeded();
        assert!(matches!(seed(&db, "x", NOW), Err(ImportError::NotEmpty)));
    }

    #[test]
    fn the_members_whom_the_command_names_have_the_roles_that_it_says() {
        let content = Content::load().expect("content");
        let role = |name: &str| {
            let found = content
                .site
                .members
                .iter()
                .find(|member| member.name == name);
            found.expect("a member").role.as_deref()
        };
        assert_eq!(role(LOGIN), Some("administrator"));
        assert_eq!(role(MODERATOR), Some("moderator"));
        assert_eq!(role(NEWCOMER), None);
    }

    #[test]
    fn finished_games_follow_the_rules_and_match_the_leaderboard() {
        let (_directory, db) = seeded();
        db.read_blocking(|read| {
            let completed =
                games::store::list(read, None, Some(GameStatus::Over), &Paging::first())?.items;
            assert_eq!(completed.len(), super::games::GAMES.len());
            for game in completed {
                let Board::Nim(nim) = &game.board;
                assert_eq!((nim.remaining(), nim.winner()), (0, Some(1)));
            }
            for invariant in games::invariants::DERIVED
                .iter()
                .chain(games::invariants::ORPHANS)
            {
                assert_eq!(invariant.count_violations(read)?, 0, "{}", invariant.name());
            }
            let wins: Vec<_> = games::player_stats::leaderboard(read)?
                .iter()
                .map(|stats| stats.wins)
                .collect();
            assert_eq!(wins, [3, 2, 1, 0, 0, 0]);
            Ok(())
        })
        .expect("a read");
    }
}
