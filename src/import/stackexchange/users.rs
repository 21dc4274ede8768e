//! Imports users, and adds stand-ins for authors that a dump does not list.

use super::model::{Author, PendingUser, User};
use super::session::Import;
use crate::clock::Timestamp;
use crate::error::Result;
use crate::import::rows::Row;
use crate::import::store::{self, Kind, NewUser};
use crate::text;

/// The id in the dump of the stand-in for all authors without an account. No site has a user 0.
const ANONYMOUS: i64 = 0;

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
                created_at: row.time("CreationDate")?,
            };
            if import.limit.is_some() {
                import.pending_users.insert(number, pending);
                return Ok(());
            }
            let biography = import.biography(row)?;
            import.add_user(number, pending, &biography)
        })?;
        // The files do not contain the stand-ins of earlier imports.
        for (number, id) in known {
            if !self.users.contains_key(&number) {
                self.users.insert(
                    number,
                    User {
                        id,
                        display_name: store::display_name(self.tx, id)?,
                    },
                );
                self.summary.stand_ins.present += 1;
            }
        }
        Ok(())
    }

    /// Returns the biography of a user as Markdown.
    fn biography(&mut self, row: &Row<'_>) -> Result<String> {
        Ok(row
            .text("AboutMe")?
            .map(|html| self.markdown(&html))
            .unwrap_or_default())
    }

    /// Adds a user of the dump.
    fn add_user(&mut self, number: i64, user: PendingUser, biography: &str) -> Result<()> {
        self.insert_user(number, user.display_name, biography, user.created_at)?;
        self.summary.users.imported += 1;
        Ok(())
    }

    /// Inserts a user or a stand-in with a free username.
    fn insert_user(
        &mut self,
        number: i64,
        display_name: String,
        biography: &str,
        created_at: Timestamp,
    ) -> Result<()> {
        let id = self.claim_id("user", number, created_at)?;
        let username = self.names.claim(&display_name, &format!("user{number}"));
        let name_key = text::fold(&username);
        let user = NewUser {
            id,
            username: &username,
            name_key: &name_key,
            display_name: &display_name,
            biography,
            created_at,
        };
        store::insert_user(self.tx, &user)?;
        self.record_origin(Kind::User, number, id)?;
        self.users.insert(number, User { id, display_name });
        Ok(())
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
            let biography = import.biography(row)?;
            store::set_biography(import.tx, import.users[&number].id, &biography)
        })
    }

    /// Returns the author of `row`. The attributes `user` and `name` contain the id in the dump
    /// and, for deleted users, a name. Adds a user or a stand-in if the author is not imported yet.
    pub fn author(&mut self, row: &Row<'_>, user: &str, name: &str) -> Result<Author> {
        let number: Option<i64> = row.number(user)?;
        let name = row.text(name)?.filter(|name| !name.is_empty());
        if !self.users.contains_key(&number.unwrap_or(ANONYMOUS)) {
            match number.and_then(|number| self.pending_users.remove_entry(&number)) {
                Some((number, user)) => {
                    self.add_user(number, user, "")?;
                    self.users_without_biography.insert(number);
                }
                None => self.add_stand_in(number, name.as_deref(), row.time("CreationDate")?)?,
            }
        }
        let user = &self.users[&number.unwrap_or(ANONYMOUS)];
        let known = number
            .map(|_| user.display_name.clone())
            .filter(|name| !name.is_empty());
        Ok(Author {
            id: user.id,
            name: known.or(name).unwrap_or_else(|| "anonymous".to_owned()),
        })
    }

    /// Adds a stand-in: for an author whose id the dump does not list, or the one for all authors
    /// without an id.
    fn add_stand_in(
        &mut self,
        number: Option<i64>,
        name: Option<&str>,
        created_at: Timestamp,
    ) -> Result<()> {
        let display_name = match number {
            Some(number) => name.map_or_else(|| format!("user{number}"), str::to_owned),
            None => format!(
                "anonymous {}",
                self.host().trim_end_matches(".stackexchange.com")
            ),
        };
        self.insert_user(number.unwrap_or(ANONYMOUS), display_name, "", created_at)?;
        self.summary.stand_ins.imported += 1;
        Ok(())
    }
}
