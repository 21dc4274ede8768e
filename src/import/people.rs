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
            let biography = row.text("AboutMe")?.map(|html| import.markdown(&html)).unwrap_or_default();
            import.add_person(number, display_name, &biography, row.time("CreationDate")?)?;
            import.summary.users.imported += 1;
            Ok(())
        })?;
        // Stand-ins of earlier imports are in no file.
        for (number, id) in known {
            self.people.entry(number).or_insert_with(|| {
                self.summary.stand_ins.present += 1;
                Person { id, display_name: String::new() }
            });
        }
        Ok(())
    }

    fn add_person(&mut self, number: i64, display_name: String, biography: &str, created_at: Timestamp) -> Result<Id> {
        let id = self.claim_id("user", number, created_at)?;
        let username = self.names.claim(&display_name, &format!("user{number}"));
        let folded = text::fold(&username);
        let user = NewUser { id, username: &username, folded: &folded, display_name: &display_name, biography, created_at };
        store::insert_user(self.tx, &user)?;
        self.remember(Kind::User, number, id)?;
        self.people.insert(number, Person { id, display_name });
        Ok(id)
    }

    /// Who wrote `row`, by the attributes that hold a user's number and, for deleted users, a name.
    pub fn author(&mut self, row: &Row<'_>, user: &str, name: &str) -> Result<Author> {
        let number = row.number(user)?;
        let name = row.text(name)?.filter(|name| !name.is_empty());
        if let Some(person) = self.people.get(&number.unwrap_or(NOBODY)) {
            let known = Some(&person.display_name).filter(|known| number.is_some() && !known.is_empty());
            let name = known.cloned().or(name).unwrap_or_else(|| "anonymous".to_owned());
            return Ok(Author { id: person.id, name });
        }
        let display_name = match number {
            Some(number) => name.clone().unwrap_or_else(|| format!("user{number}")),
            None => format!("anonymous {}", self.host().trim_end_matches(".stackexchange.com")),
        };
        let id = self.add_person(number.unwrap_or(NOBODY), display_name, "", row.time("CreationDate")?)?;
        self.summary.stand_ins.imported += 1;
        Ok(Author { id, name: name.unwrap_or_else(|| "anonymous".to_owned()) })
    }
}
