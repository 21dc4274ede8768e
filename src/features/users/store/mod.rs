//! SQL of users.

pub mod admin_log;
pub mod api_tokens;
pub mod bots;
pub mod bulk_removals;
pub mod deletions;
pub mod former_names;
pub mod identities;
pub mod invitations;
pub mod known_devices;
pub mod mail_addresses;
pub mod notices;
pub mod passkeys;
pub mod password_links;
pub mod restrictions;
pub mod second_factors;
pub mod sessions;
pub mod waiting_accounts;

use rusqlite::Row;

use self::sessions::{ABSOLUTE_LIFETIME, IDLE_LIFETIME};
use super::identity::{Account, AdminAuthority};
use super::model::{AdminUserView, Role, User, UserFilter, UserOrder};
use super::preferences::model::Preferences;
use super::preferences::store as preferences;
use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text::{fold, lookalike_key};
use crate::platform::db::{FromRow, Read, Write, from_row};

from_row! {
    struct UserRow {
        id: Id = "id",
        username: String = "username",
        created_at: Timestamp = "created_at",
        biography: String = "biography",
        display_name: Option<String> = "display_name",
        role: Role = "role",
        is_bot: bool = "bot_owner_id IS NOT NULL",
        question_count: u32 = "question_count",
        answer_count: u32 = "answer_count",
        /// `None`: the site does not show it.
        reputation: Option<u32> = "CASE WHEN NOT EXISTS (SELECT 1 FROM site_settings WHERE key = 'reputation' AND value = 'false') THEN max(reputation_points, 0) END",
    }
}

/// Selects users.
fn select_users() -> String {
    format!("SELECT {} FROM users", UserRow::COLUMNS)
}

fn user(row: &Row<'_>) -> rusqlite::Result<User> {
    let row = UserRow::from_row(row)?;
    Ok(User {
        id: row.id,
        username: row.username,
        date_joined: row.created_at,
        biography: row.biography,
        display_name: row.display_name,
        is_administrator: row.role == Role::Administrator,
        is_site_moderator: row.role == Role::Moderator,
        is_bot: row.is_bot,
        moderates_community: false,
        silenced_until: None,
        preferences: None,
        question_count: row.question_count,
        answer_count: row.answer_count,
        reputation: row.reputation,
    })
}

/// Returns a user by name, ignoring case. Deleted users are not found.
pub fn by_name(read: &Read<'_>, username: &str) -> Result<Option<User>> {
    read.first(
        &format!(
            "{} WHERE name_key = ?1 AND deleted_at IS NULL",
            select_users()
        ),
        [fold(username)],
        user,
    )
}

/// Returns a user by id. Deleted users are not found.
pub fn by_id(read: &Read<'_>, id: Id) -> Result<Option<User>> {
    read.first(
        &format!("{} WHERE id = ?1 AND deleted_at IS NULL", select_users()),
        [id],
        user,
    )
}

/// Returns a user as they see themselves.
pub fn as_oneself(
    read: &Read<'_>,
    id: Id,
    silenced_until: Option<Timestamp>,
) -> Result<Option<User>> {
    let Some(user) = by_id(read, id)? else {
        return Ok(None);
    };
    Ok(Some(User {
        silenced_until,
        moderates_community: moderates_community(read, id)?,
        preferences: Some(preferences::of(read, id)?)
            .filter(|chosen| *chosen != Preferences::default()),
        ..user
    }))
}

/// Returns whether a user moderates a community.
pub fn moderates_community(read: &Read<'_>, user: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM memberships WHERE user_id = ?1 AND role = 'moderator'";
    read.exists(sql, [user])
}

/// Returns a user by id or by name. Ids come first, because users cannot choose them.
pub fn by_id_or_name(read: &Read<'_>, user: &str) -> Result<Option<User>> {
    let found = user.parse().map_or(Ok(None), |id| by_id(read, id))?;
    if found.is_some() {
        Ok(found)
    } else {
        by_name(read, user)
    }
}

/// The users whose name or display name contains a text. One or two characters match the beginning of the name.
enum Matching {
    /// The phrase of a query of `user_names`.
    Part(String),
    /// The beginning of the names, and their last possible continuation.
    Prefix(String, String),
}

impl Matching {
    fn new(search: &str) -> Self {
        let search = search.trim();
        if search.chars().count() >= 3 {
            // The index has display names as written, and ignores case.
            Self::Part(format!("\"{}\"", search.replace('"', "\"\"")))
        } else {
            let search = fold(search);
            let end = format!("{search}\u{10ffff}");
            Self::Prefix(search, end)
        }
    }

    fn count(&self, read: &Read<'_>) -> Result<i64> {
        match self {
            Self::Part(phrase) => read.value(
                "SELECT count(*) FROM user_names WHERE user_names MATCH ?1",
                [phrase],
            ),
            Self::Prefix(begin, _) if begin.is_empty() => {
                read.value("SELECT users FROM user_counts", [])
            }
            Self::Prefix(begin, end) => read.value(
                "SELECT count(*) FROM users WHERE name_key >= ?1 AND name_key < ?2 AND deleted_at IS NULL",
                (begin, end),
            ),
        }
    }
}

const IS_PART: &str = "id IN (SELECT rowid FROM user_names WHERE user_names MATCH ?1)";

/// Returns the users whose name or display name contains `search`. A search of one or two characters
/// matches the beginning of the name.
pub fn list(
    read: &Read<'_>,
    search: &str,
    order: UserOrder,
    paging: &Paging,
) -> Result<Page<User>> {
    let matching = Matching::new(search);
    let total = matching.count(read)?;
    match order {
        UserOrder::Name => {
            let users = by_order_of_names(read, &matching, paging)?;
            let cursor = |user: &User| fold(&user.username);
            Ok(Page::cut(users, paging.limit, total, cursor))
        }
        UserOrder::MostPosts => {
            let users = by_order_of_posts(read, &matching, paging)?;
            let cursor = |user: &User| {
                let posts = user.question_count + user.answer_count;
                format!("{posts}.{}", user.id.as_i64())
            };
            Ok(Page::cut(users, paging.limit, total, cursor))
        }
    }
}

fn by_order_of_names(read: &Read<'_>, matching: &Matching, paging: &Paging) -> Result<Vec<User>> {
    let after = paging.cursor.as_deref().unwrap_or_default();
    let (select, limit) = (select_users(), paging.limit as i64 + 1);
    match matching {
        Matching::Part(phrase) => {
            let sql =
                format!("{select} WHERE {IS_PART} AND name_key > ?2 ORDER BY name_key LIMIT ?3");
            read.all(&sql, (phrase, after, limit), user)
        }
        Matching::Prefix(begin, end) => {
            let sql = format!(
                "{select} WHERE name_key >= ?1 AND name_key < ?2 AND name_key <> ?3 AND deleted_at IS NULL ORDER BY name_key LIMIT ?4"
            );
            // With two lower bounds SQLite uses only the first and reads all rows before the cursor.
            let begin = begin.as_str().max(after);
            read.all(&sql, (begin, end, after, limit), user)
        }
    }
}

/// Walks the index of the order, which contains all that a search compares.
fn by_order_of_posts(read: &Read<'_>, matching: &Matching, paging: &Paging) -> Result<Vec<User>> {
    let [posts, id] = paging.position()?.unwrap_or([i64::MAX; 2]);
    let (users, limit) = (select_users(), paging.limit as i64 + 1);
    let select = |condition: &str| {
        format!(
            "{users} INDEXED BY users_by_posts WHERE deleted_at IS NULL AND (post_count, id) < (?2, ?3) AND {condition} ORDER BY post_count DESC, id DESC LIMIT ?4"
        )
    };
    match matching {
        Matching::Part(phrase) => read.all(&select(IS_PART), (phrase, posts, id, limit), user),
        Matching::Prefix(begin, end) => read.all(
            &select("name_key >= ?1 AND name_key < ?5"),
            (begin, posts, id, limit, end),
            user,
        ),
    }
}

/// Returns up to `limit` usernames that begin with `prefix`, a part of a folded name, by name.
pub fn with_prefix(read: &Read<'_>, prefix: &str, limit: usize) -> Result<Vec<String>> {
    let end = format!("{prefix}\u{10ffff}");
    let sql = "SELECT username FROM users WHERE name_key >= ?1 AND name_key < ?2 AND deleted_at IS NULL ORDER BY name_key LIMIT ?3";
    read.all(sql, (prefix, end, limit as i64), |row| row.get(0))
}

/// Returns the id of the user who has or had a name, ignoring case.
pub fn id_of_name(read: &Read<'_>, username: &str) -> Result<Option<Id>> {
    if let Some(id) = former_names::account(read, username)? {
        return Ok(Some(id));
    }
    let sql = "SELECT id FROM users WHERE name_key = ?1";
    read.first(sql, [fold(username)], |row| row.get(0))
}

/// Returns whether a name is or was in use, or waits for approval, ignoring case.
pub fn is_taken(read: &Read<'_>, username: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM users WHERE name_key = ?1 UNION ALL SELECT 1 FROM former_usernames WHERE name_key = ?1";
    Ok(read.exists(sql, [fold(username)])? || waiting_accounts::is_taken(read, username)?)
}

/// Returns whether a name is or was in use or waits for approval, or looks like one that is or does.
pub fn has_lookalike(read: &Read<'_>, username: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM users WHERE lookalike_key = ?1
               UNION ALL SELECT 1 FROM former_usernames WHERE lookalike_key = ?1";
    let is_used = read.exists(sql, [lookalike_key(username)])?;
    Ok(is_used || waiting_accounts::has_lookalike(read, username)?)
}

/// Inserts a user. Rejects a name with 409 that is or was in use, or looks like one.
pub fn insert(tx: &Write<'_>, username: &str, password_hash: &str) -> Result<User> {
    insert_user(tx, username, Some(password_hash))
}

/// Inserts a user who has no password. The caller gives them another way in, in the same transaction. Rejects the
/// same names as [`insert`].
pub fn insert_without_password(tx: &Write<'_>, username: &str) -> Result<User> {
    insert_user(tx, username, None)
}

fn insert_user(tx: &Write<'_>, username: &str, password_hash: Option<&str>) -> Result<User> {
    if has_lookalike(tx, username)? {
        return Err(Sentence::UsernameTaken.into());
    }
    let id = tx.new_id();
    tx.execute(
        "INSERT INTO users (id, username, name_key, password_hash, created_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        (id, username, fold(username), password_hash, tx.now),
    )?;
    by_id(tx, id)?.ok_or_else(|| Error::internal("the new user is missing"))
}

/// The data of a user that a login needs.
pub struct LoginRecord {
    pub user: Id,
    /// A PHC string; without one the user cannot log in with a password.
    pub password_hash: Option<String>,
    pub is_disabled: bool,
}

/// Returns the login data of a name. Deleted users are not found.
pub fn login_record(read: &Read<'_>, username: &str) -> Result<Option<LoginRecord>> {
    let sql = "SELECT id, password_hash, disabled_at IS NOT NULL FROM users WHERE name_key = ?1 AND deleted_at IS NULL";
    read.first(sql, [fold(username)], |row| {
        Ok(LoginRecord {
            user: row.get(0)?,
            password_hash: row.get(1)?,
            is_disabled: row.get(2)?,
        })
    })
}

/// Returns an account's password hash (a PHC string), if it has one.
pub fn password_hash(read: &Read<'_>, account: &Account) -> Result<Option<String>> {
    let sql = "SELECT password_hash FROM users WHERE id = ?1 AND deleted_at IS NULL";
    Ok(read.first(sql, [account.id()], |row| row.get(0))?.flatten())
}

/// Removes an account's password: its owner cannot log in with one until there is another.
pub fn delete_password(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "UPDATE users SET password_hash = NULL WHERE id = ?1";
    tx.execute(sql, [account.id()]).map(drop)
}

/// Replaces an account's password hash (a PHC string).
pub fn set_password_hash(tx: &Write<'_>, account: &Account, password_hash: &str) -> Result<()> {
    tx.execute(
        "UPDATE users SET password_hash = ?2 WHERE id = ?1",
        (account.id(), password_hash),
    )?;
    Ok(())
}

/// Changes an account's role.
pub fn set_role(tx: &Write<'_>, _: &AdminAuthority, account: &Account, role: Role) -> Result<()> {
    tx.execute(
        "UPDATE users SET role = ?2 WHERE id = ?1",
        (account.id(), role),
    )?;
    Ok(())
}

/// Returns an account's role.
pub fn role(read: &Read<'_>, account: &Account) -> Result<Role> {
    let sql = "SELECT role FROM users WHERE id = ?1";
    read.value(sql, [account.id()])
}

/// Disables or enables an account.
pub fn set_disabled(
    tx: &Write<'_>,
    _: &AdminAuthority,
    account: &Account,
    disabled: bool,
) -> Result<()> {
    let sql = "UPDATE users SET disabled_at = CASE WHEN ?2 THEN coalesce(disabled_at, ?3) END WHERE id = ?1";
    tx.execute(sql, (account.id(), disabled, tx.now))?;
    Ok(())
}

/// The SQL condition of administrators who can log in.
pub const ADMINISTRATORS: &str =
    "role = 'administrator' AND disabled_at IS NULL AND deleted_at IS NULL
     AND (password_hash IS NOT NULL OR EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = users.id)
          OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = users.id))";

/// Returns whether the site has an administrator who can log in.
pub fn has_administrator(read: &Read<'_>) -> Result<bool> {
    read.exists(&format!("SELECT 1 FROM users WHERE {ADMINISTRATORS}"), [])
}

/// Returns whether an account is the only administrator who can log in.
pub fn is_last_administrator(read: &Read<'_>, account: &Account) -> Result<bool> {
    read.value(
        &format!("SELECT count(*) = 1 AND max(id) = ?1 FROM users WHERE {ADMINISTRATORS}"),
        [account.id()],
    )
}

from_row! {
    // The sessions were used since `?1` and opened since `?2`.
    impl AdminUserView {
        id = "id",
        username = "username",
        role = "role",
        date_joined = "created_at",
        disabled_at = "disabled_at",
        suspended_until = "suspended_until",
        silenced_until = "silenced_until",
        last_seen_at = "(SELECT max(last_seen_at) FROM sessions WHERE user_id = users.id AND last_seen_at > ?1 AND created_at > ?2)",
        sessions = "(SELECT count(*) FROM sessions WHERE user_id = users.id AND last_seen_at > ?1 AND created_at > ?2)",
        disabled_by = "(SELECT CASE WHEN actor_id IS NULL THEN '' ELSE actor END FROM admin_log
                        WHERE target_kind = 'user' AND target_id = users.id AND action = 'disable' AND logged_at = users.disabled_at LIMIT 1)",
    }
}

/// Returns an account as administrators see it.
pub fn admin_view(read: &Read<'_>, _: &AdminAuthority, account: &Account) -> Result<AdminUserView> {
    let parameters = (
        read.now.minus(IDLE_LIFETIME),
        read.now.minus(ABSOLUTE_LIFETIME),
        account.id(),
    );
    let columns = AdminUserView::COLUMNS;
    let sql = format!("SELECT {columns} FROM users WHERE id = ?3");
    let found = read.first(&sql, parameters, AdminUserView::from_row)?;
    found
        .map(|view| without_ended(read, view))
        .ok_or_else(|| Sentence::UserNotFound.into())
}

/// Returns an account without sanctions that have ended.
fn without_ended(read: &Read<'_>, view: AdminUserView) -> AdminUserView {
    let goes_on = |until: &Timestamp| *until > read.now;
    AdminUserView {
        suspended_until: view.suspended_until.filter(goes_on),
        silenced_until: view.silenced_until.filter(goes_on),
        ..view
    }
}

/// Returns the accounts of a filter by name. Scans all users: only administrators call it.
pub fn admin_views(
    read: &Read<'_>,
    _: &AdminAuthority,
    filter: &UserFilter,
    paging: &Paging,
) -> Result<Page<AdminUserView>> {
    let (search, after) = (
        fold(filter.search.trim()),
        paging.cursor.as_deref().unwrap_or_default(),
    );
    let (idle, absolute) = (
        read.now.minus(IDLE_LIFETIME),
        read.now.minus(ABSOLUTE_LIFETIME),
    );
    let found = "deleted_at IS NULL AND instr(name_key, ?3) > 0 AND (?4 IS NULL OR role = ?4) AND (?5 IS NULL OR (disabled_at IS NOT NULL) = ?5) AND created_at BETWEEN ?6 AND ?7";
    let since = filter.since.map_or(i64::MIN, Timestamp::millis);
    let until = filter.until.map_or(i64::MAX, Timestamp::millis);
    let counted = (
        idle,
        absolute,
        &search,
        filter.role,
        filter.disabled,
        since,
        until,
    );
    let total = read.value(
        &format!("SELECT count(*) FROM users WHERE {found}"),
        counted,
    )?;
    let columns = AdminUserView::COLUMNS;
    let sql = format!(
        "SELECT {columns} FROM users WHERE {found} AND name_key > ?8 ORDER BY name_key LIMIT ?9"
    );
    let parameters = (
        idle,
        absolute,
        &search,
        filter.role,
        filter.disabled,
        since,
        until,
        after,
        paging.limit as i64 + 1,
    );
    let views = read.all(&sql, parameters, |row| {
        Ok(without_ended(read, AdminUserView::from_row(row)?))
    })?;
    Ok(Page::cut(views, paging.limit, total, |view| {
        fold(&view.username)
    }))
}

/// Replaces the biography of an account.
pub fn set_biography(tx: &Write<'_>, account: &Account, biography: &str) -> Result<()> {
    tx.execute(
        "UPDATE users SET biography = ?2 WHERE id = ?1",
        (account.id(), biography),
    )?;
    Ok(())
}

/// Returns whether search engines may list the profile of a user and show their name beside their posts: the user
/// has allowed it. The name is the one of today, ignoring case.
pub fn may_be_indexed(read: &Read<'_>, username: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM users WHERE name_key = ?1 AND deleted_at IS NULL AND is_indexed";
    read.exists(sql, [fold(username)])
}

/// Stores whether search engines may do that.
pub fn set_may_be_indexed(tx: &Write<'_>, account: &Account, may: bool) -> Result<()> {
    let sql = "UPDATE users SET is_indexed = ?2 WHERE id = ?1";
    tx.execute(sql, (account.id(), may)).map(drop)
}

/// Returns the account of a user who is not deleted.
pub fn account(read: &Read<'_>, user: Id) -> Result<Option<Account>> {
    let sql = "SELECT username FROM users WHERE id = ?1 AND deleted_at IS NULL";
    read.first(sql, [user], |row| Ok(Account::new(user, row.get(0)?)))
}
