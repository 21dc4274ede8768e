//! Demo content: a generated community to try the site with. It is generated as an export file (see
//! [`crate::operations::export`]) and imported like any other.

mod generator;
pub mod random;
mod texts;

use std::io::Cursor;

use crate::core::clock::Timestamp;
use crate::operations::import::ImportError;
use crate::operations::import::json::{self as import, Imported, Source};
use crate::platform::db::Db;

pub use generator::{LOGIN, Size};

/// Fills an empty site. Fails with [`ImportError::NotEmpty`] on any other.
///
/// Equal arguments give equal sites, and no record is later than `now`. `password_hash` is the PHC
/// string for [`LOGIN`].
pub fn seed(
    db: &Db,
    size: &Size,
    seed: u64,
    password_hash: &str,
    now: Timestamp,
) -> Result<Imported, ImportError> {
    let export = generator::generate(size, seed, password_hash, now);
    import::import(db, Source::new(Cursor::new(export), 0)?, false, |_| ())
}

#[cfg(test)]
mod tests {
    use super::generator::GAMES;
    use super::*;
    use crate::core::clock::Clock;
    use crate::core::paging::Paging;
    use crate::features::auth::password;
    use crate::features::games::{self, Board, GameStatus};
    use crate::platform::realtime::Hub;

    const NOW: Timestamp = Timestamp::from_millis(1_795_219_200_000);

    #[test]
    fn generated_games_follow_the_rules_and_match_the_leaderboard() {
        let directory = tempfile::TempDir::new().expect("a directory");
        let db =
            Db::open(directory.path(), Clock::fixed_at(NOW), Hub::default()).expect("a database");
        seed(
            &db,
            &Size {
                users: 9,
                questions: 1,
            },
            1,
            &password::hash("x").expect("a hash"),
            NOW,
        )
        .expect("a site");
        db.read_blocking(|read| {
            let completed =
                games::store::list(read, None, Some(GameStatus::Over), &Paging::first())?.items;
            assert_eq!(completed.len(), GAMES);
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
            assert_eq!(wins, [1, 1, 1, 1, 1, 1, 0]);
            Ok(())
        })
        .expect("a read");
    }

    #[test]
    fn only_an_empty_site_is_seeded() {
        let directory = tempfile::TempDir::new().expect("a directory");
        let db =
            Db::open(directory.path(), Clock::fixed_at(NOW), Hub::default()).expect("a database");
        let hash = password::hash("x").expect("a hash");
        for size in [
            Size {
                users: 2,
                questions: 1,
            },
            Size {
                users: 60,
                questions: 100,
            },
        ] {
            let seeded = seed(&db, &size, 1, &hash, NOW);
            match size.users {
                2 => {
                    let records = seeded.expect("a site").records;
                    assert_eq!(
                        (records["user"], records["game"], records["game_move"]),
                        (2, 1, 11)
                    );
                }
                _ => assert!(matches!(seeded, Err(ImportError::NotEmpty))),
            }
        }
    }
}
