//! `stoa user delete`.

use serde_json::json;

use super::change::change;
use super::listing::user_with_counts;
use crate::app::cli::data_dir::Database;
use crate::app::cli::error::{Failure, no_such_user};
use crate::app::cli::output::print_json;
use crate::app::cli::prompt;
use crate::app::cli::settings::Settings;
use crate::features::account_data::{self, Counts};
use crate::features::users::AdminAuthority;

pub fn confirm_deletion(
    settings: &Settings,
    database: &Database,
    name: &str,
    with_posts: bool,
) -> Result<(), Failure> {
    let (user, counts) = user_with_counts(database, name)?;
    let Counts {
        questions,
        answers,
        comments,
        messages,
        owned_communities,
        ..
    } = counts;
    let name = &user.username;
    let posts = format!(
        "{questions} questions, {answers} answers, {comments} comments and {messages} messages"
    );
    let fate = if with_posts {
        let others = answers_by_others(database, name)?;
        format!("deletes their {posts}, hides {others} answers of others to these questions")
    } else {
        format!("keeps their {posts} without an author")
    };
    let reason = format!(
        "Deleting {name} {fate}, and transfers {owned_communities} communities to another owner."
    );
    prompt::confirm_by_typing(settings, name, &reason)
}

/// Counts the answers of others to the questions of a user.
fn answers_by_others(database: &Database, name: &str) -> Result<i64, Failure> {
    let username = name.to_owned();
    let counted = database.db.read_blocking(move |read| {
        let account = AdminAuthority::of_operator().account(read, &username)?;
        account_data::store::answers_by_others(read, &account)
    });
    counted.map_err(no_such_user(name))
}

pub fn delete(
    database: &Database,
    name: &str,
    with_posts: bool,
    json: bool,
) -> Result<(), Failure> {
    let (_, counts) = user_with_counts(database, name)?;
    let deleted = change(database, name, move |tx, by, account| {
        account_data::delete_for(tx, by, account, with_posts)
    })?;
    account_data::finish_purges(&database.db)?;
    if json {
        let counted = if with_posts {
            "deleted_content"
        } else {
            "left"
        };
        return print_json(
            &json!({ "id": deleted.id, "username": deleted.username, "deleted": true, counted: counts }),
        );
    }
    eprintln!("deleted {}", deleted.username);
    Ok(())
}
