//! Users, and stand-ins for the authors whom a dump no longer names.

use super::rows::Row;
use super::stackexchange::Import;
use super::store::{self, Kind, NewUser};
use crate::clock::Timestamp;
use crate::error::Result;
use crate::id::Id;
use crate::text;

/// The number of the one user who stands in for everybody without an account. No site has a user 0.
const NOBODY: i64 = 0;

/// A user of the site that the dump is from.
pub(super) struct Person {
    pub id: Id,
    pub display_name: String,
}

/// A user of the site that the dump is from, who is not here yet.
pub(super) struct Waiting {
    display_name: String,
    created_at: Timestamp,
}

/// Who wrote something: a user here, and the name to be shown as the author's.
pub(super) struct Author {
    pub id: Id,
    pub name: String,
}

impl Import<'_, '_> {
    pub fn import_people(&mut self) -> Result<()> {
        let known = self.remembered(Kind::User)?;
        self.each("Users.xml", |import, row| {
            let number = row.required_number("Id")?;
            let display_name = row.text("DisplayName")?.unwrap_or_default();
            if let Some(&id) = known.get(&number) {
                import.people.insert(number, Person { id, display_name });
                import.summary.users.present += 1;
                return Ok(());
            }
            let person = Waiting { display_name, created_at: row.time("CreationDate")? };
            if import.limit.is_some() {
                import.waiting.insert(number, person);
                return Ok(());
            }
            let biography = import.biography(row)?;
            import.add_user(number, person, &biography)
        })?;
        // Stand-ins of earlier imports are in no file.
        for (number, id) in known {
            if !self.people.contains_key(&number) {
                self.people.insert(number, Person { id, display_name: store::display_name(self.tx, id)? });
                self.summary.stand_ins.present += 1;
            }
        }
        Ok(())
    }

    fn biography(&mut self, row: &Row<'_>) -> Result<String> {
        Ok(row.text("AboutMe")?.map(|html| self.markdown(&html)).unwrap_or_default())
    }

    fn add_user(&mut self, number: i64, person: Waiting, biography: &str) -> Result<()> {
        self.add_person(number, person.display_name, biography, person.created_at)?;
        self.summary.users.imported += 1;
        Ok(())
    }

    fn add_person(&mut self, number: i64, display_name: String, biography: &str, created_at: Timestamp) -> Result<()> {
        let id = self.claim_id("user", number, created_at)?;
        let username = self.names.claim(&display_name, &format!("user{number}"));
        let folded = text::fold(&username);
        let user = NewUser { id, username: &username, folded: &folded, display_name: &display_name, biography, created_at };
        store::insert_user(self.tx, &user)?;
        self.remember(Kind::User, number, id)?;
        self.people.insert(number, Person { id, display_name });
        Ok(())
    }

    /// Gives those who were brought along what they say of themselves: for all who might have been it would be too much to remember.
    pub fn import_biographies(&mut self) -> Result<()> {
        let brought_along = std::mem::take(&mut self.brought_along);
        if brought_along.is_empty() {
            return Ok(());
        }
        self.each("Users.xml", |import, row| {
            let number = row.required_number("Id")?;
            if !brought_along.contains(&number) {
                return Ok(());
            }
            let biography = import.biography(row)?;
            store::set_biography(import.tx, import.people[&number].id, &biography)
        })
    }

    /// Who wrote `row`, by the attributes that hold a user's number and, for deleted users, a name.
    pub fn author(&mut self, row: &Row<'_>, user: &str, name: &str) -> Result<Author> {
        let number: Option<i64> = row.number(user)?;
        let name = row.text(name)?.filter(|name| !name.is_empty());
        if !self.people.contains_key(&number.unwrap_or(NOBODY)) {
            match number.and_then(|number| self.waiting.remove_entry(&number)) {
                Some((number, person)) => {
                    self.add_user(number, person, "")?;
                    self.brought_along.insert(number);
                }
                None => self.add_stand_in(number, name.as_deref(), row.time("CreationDate")?)?,
            }
        }
        let person = &self.people[&number.unwrap_or(NOBODY)];
        let known = number.map(|_| person.display_name.clone()).filter(|name| !name.is_empty());
        Ok(Author { id: person.id, name: known.or(name).unwrap_or_else(|| "anonymous".to_owned()) })
    }

    /// Adds a user for an author whom the dump numbers but does not list, or the one for all it does not number.
    fn add_stand_in(&mut self, number: Option<i64>, name: Option<&str>, created_at: Timestamp) -> Result<()> {
        let display_name = match number {
            Some(number) => name.map_or_else(|| format!("user{number}"), str::to_owned),
            None => format!("anonymous {}", self.host().trim_end_matches(".stackexchange.com")),
        };
        self.add_person(number.unwrap_or(NOBODY), display_name, "", created_at)?;
        self.summary.stand_ins.imported += 1;
        Ok(())
    }
}
