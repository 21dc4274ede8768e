//! Figures of the site by week, about what every member may read.

use std::time::Duration;

use super::model::WeekFigures;
use super::store::figures as store;
use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::Administrator;
use crate::platform::db::Read;
use crate::platform::web::Json;

/// The number of weeks. The last one ends now.
const WEEKS: u32 = 12;
const WEEK: Duration = Duration::from_secs(7 * 86_400);

pub(super) fn figures(
    read: &Read<'_>,
    _: &Administrator,
    (): (),
) -> Result<Json<Vec<WeekFigures>>> {
    // What was written in this millisecond too.
    let end = read.now.plus(Duration::from_millis(1));
    let weeks = (0..WEEKS).rev().map(|before| {
        let until = end.minus(WEEK * before);
        of_week(read, until.minus(WEEK), until)
    });
    weeks.collect::<Result<_>>().map(Json)
}

fn of_week(read: &Read<'_>, from: Timestamp, until: Timestamp) -> Result<WeekFigures> {
    // Ids grow with time.
    let [first, end] = [from, until].map(|time| Id::at(time, 0));
    let (posts, authors) = store::posts(read, first, end)?;
    let questions = store::first_answers(read, first, end)?;
    let mut minutes: Vec<u32> = Vec::new();
    for (question, answer) in &questions {
        if let Some(answer) = answer {
            let wait = answer.time().since(question.time());
            minutes.push(u32::try_from(wait.as_secs() / 60).unwrap_or(u32::MAX));
        }
    }
    let unanswered = questions.len() - minutes.len();
    minutes.sort_unstable();
    Ok(WeekFigures {
        from,
        sign_ups: store::sign_ups(read, first, end)?,
        posts,
        authors,
        unanswered: u32::try_from(unanswered).unwrap_or(u32::MAX),
        minutes_to_answer: minutes.get(minutes.len() / 2).copied(),
    })
}
