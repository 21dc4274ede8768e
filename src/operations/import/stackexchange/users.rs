//! Imports users, and adds placeholder users for authors that a dump does not list.

use super::model::{Author, PendingUser, User};
use super::session::Import;
use super::skipped;
use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text;
use crate::features::addresses;
use crate::operations::import::rows::Row;
use crate::operations::import::store::{self, Kind, NewUser};

/// The prefix of the external ids of authors without an id in the dump, before their names.
const NAME: &str = "name:";

impl Import<'_, '_> {
    /// Imports the users, or with a limit only collects them.
    pub fn import_users(&mut self) -> Result<()> {
        let known = self.known_ids(Kind::User)?;
        self.for_each_row("Users.xml", |import, row| {
            let number = row.required_number("Id")?;
            let display_name = row.text("DisplayName")?.unwrap_or_default();
            if let Some(&id) = known.get(&number) {
                import.users.insert(number, User { id, display_name });
                import.summary.users.present += 1;
                return Ok(());
            }
            let pending = PendingUser {
                display_name,
                username: row.text("UserName")?,
                slug: row.text("UserSlug")?,
                created_at: import.created_at(row)?,
            };
            if import.limit.is_some() {
                import.pending_users.insert(number, pending);
                return Ok(());
            }
            import.report_skipped(&skipped::USERS, row);
            let biography = import.biography(row)?;
            import.add_user(number, pending, &biography)
        })?;
        // The files do not contain the placeholder users of earlier imports.
        for (number, id) in known {
            if !self.users.contains_key(&number) {
                self.users.insert(
                    number,
                    User {
                        id,
                        display_name: store::display_name(self.tx, id)?,
                    },
                );
                self.summary.placeholders.present += 1;
            }
        }
        for (external_id, id) in store::external_ids(self.tx, self.host(), Kind::User)? {
            if let Some(name) = external_id.strip_prefix(NAME) {
                self.placeholders.insert(name.to_owned(), id);
                self.summary.placeholders.present += 1;
            }
        }
        Ok(())
    }

    /// Returns the biography of a user as Markdown.
    fn biography(&mut self, row: &Row<'_>) -> Result<String> {
        if let Some(markdown) = row.text("Biography")? {
            return Ok(self.rewrite_links(&markdown));
        }
        let html = row.text("AboutMe")?;
        Ok(html.map(|html| self.markdown(&html)).unwrap_or_default())
    }

    /// Adds a user of the dump.
    fn add_user(&mut self, number: i64, user: PendingUser, biography: &str) -> Result<()> {
        let PendingUser {
            display_name,
            username,
            slug,
            created_at,
        } = user;
        let fallback = format!("user{number}");
        let wanted = username.as_ref().unwrap_or(&display_name);
        let claimed = self.names.claim(wanted, &fallback);
        let id = self.insert_user(
            &number.to_string(),
            &display_name,
            &claimed,
            biography,
            created_at,
        )?;
        if let Some(name) = slug.or(username) {
            self.record_origin(Kind::User, addresses::external_name(&name), id)?;
        }
        self.users.insert(number, User { id, display_name });
        self.summary.users.imported += 1;
        Ok(())
    }

    /// Inserts a user with a username that is theirs alone.
    fn insert_user(
        &mut self,
        external_id: &str,
        display_name: &str,
        username: &str,
        biography: &str,
        created_at: Timestamp,
    ) -> Result<Id> {
        let id = self.claim_id("user", external_id, created_at)?;
        let name_key = text::fold(username);
        let user = NewUser {
            id,
            username,
            name_key: &name_key,
            display_name,
            biography,
            created_at,
        };
        store::insert_user(self.tx, &user)?;
        self.record_origin(Kind::User, external_id, id)?;
        Ok(id)
    }

    /// Imports the biographies of the users imported from `pending_users`. This is the last step
    /// because the biographies of all pending users would take too much memory.
    pub fn import_biographies(&mut self) -> Result<()> {
        let numbers = std::mem::take(&mut self.users_without_biography);
        if numbers.is_empty() {
            return Ok(());
        }
        self.for_each_row("Users.xml", |import, row| {
            let number = row.required_number("Id")?;
            if !numbers.contains(&number) {
                return Ok(());
            }
            import.report_skipped(&skipped::USERS, row);
            let biography = import.biography(row)?;
            store::set_biography(import.tx, import.users[&number].id, &biography)
        })
    }

    /// Returns the author of `row`. The attributes `user` and `name` contain the id in the dump
    /// and, for deleted users, a name. Adds the user, or a placeholder, if the author is not
    /// imported yet.
    pub fn author(&mut self, row: &Row<'_>, user: &str, name: &str) -> Result<Author> {
        let name = row.text(name)?.unwrap_or_default().trim().to_owned();
        let Some(number) = row.number(user)? else {
            return Ok(Author {
                id: self.placeholder(&name, row)?,
                name: named(name),
            });
        };
        if !self.users.contains_key(&number) {
            match self.pending_users.remove(&number) {
                Some(user) => {
                    self.add_user(number, user, "")?;
                    self.users_without_biography.insert(number);
                }
                None => self.add_unlisted_user(number, &name, row)?,
            }
        }
        let User { id, display_name } = &self.users[&number];
        let known = Some(display_name).filter(|name| !name.is_empty());
        Ok(Author {
            id: *id,
            name: known.map_or_else(|| named(name), String::clone),
        })
    }

    /// Returns the placeholder user of all authors with this name and without an id.
    fn placeholder(&mut self, name: &str, row: &Row<'_>) -> Result<Id> {
        self.summary.unnamed += u64::from(name.is_empty());
        if let Some(&id) = self.placeholders.get(name) {
            return Ok(id);
        }
        let display_name = if name.is_empty() {
            let site = self.host().trim_end_matches(".stackexchange.com");
            format!("anonymous {site}")
        } else {
            name.to_owned()
        };
        let username = self.names.claim(&display_name, "anonymous");
        let id = self.insert_user(
            &format!("{NAME}{name}"),
            &display_name,
            &username,
            "",
            self.created_at(row)?,
        )?;
        self.placeholders.insert(name.to_owned(), id);
        self.summary.placeholders.imported += 1;
        Ok(id)
    }

    /// Adds a placeholder for a user whose id the dump does not list.
    fn add_unlisted_user(&mut self, number: i64, name: &str, row: &Row<'_>) -> Result<()> {
        let fallback = format!("user{number}");
        let display_name = if name.is_empty() { &fallback } else { name };
        let username = self.names.claim(display_name, &fallback);
        let id = self.insert_user(
            &number.to_string(),
            display_name,
            &username,
            "",
            self.created_at(row)?,
        )?;
        let display_name = display_name.to_owned();
        self.users.insert(number, User { id, display_name });
        self.summary.placeholders.imported += 1;
        Ok(())
    }
}

/// Returns the name of an author for the attribution.
fn named(name: String) -> String {
    if name.is_empty() {
        "anonymous".to_owned()
    } else {
        name
    }
}
