//! A kind of record: its fields, and the SQL that reads and writes it.

use serde_json::{Map, Value, json};

use super::field::{Field, FieldType, Presence};
use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::text::fold;
use crate::platform::db::Write;

/// A kind of record, named by its `type`.
pub struct RecordKind {
    pub name: &'static str,
    /// The description in the documentation.
    pub about: &'static str,
    /// The table, or another FROM clause.
    pub(super) from: &'static str,
    /// The ORDER BY clause: a key, so that the order is deterministic and records come after those
    /// that they refer to.
    pub(super) order_by: &'static str,
    pub fields: &'static [Field],
    /// The statements that insert a record (`?1`, in JSON). If empty, the record becomes a row of
    /// the table.
    pub(super) insert: &'static [&'static str],
    /// A statement that runs when all records are inserted.
    pub(super) finish: Option<&'static str>,
}

impl RecordKind {
    /// Returns whether a clock made the record that was ahead of `now`.
    pub fn is_ahead(&self, record: &Map<String, Value>, now: Timestamp) -> bool {
        let mut own = self
            .fields
            .iter()
            .filter(|field| field.field_type == FieldType::Time || field.name == "id");
        own.any(|field| {
            let value = record.get(field.name);
            value.is_some_and(|value| field.field_type.is_ahead(value, now))
        })
    }

    /// Converts a record to the parameter of the statements, or returns what is wrong with it. `now` is the time of the
    /// import.
    pub fn decode(&self, record: &Map<String, Value>, now: Timestamp) -> Result<String, String> {
        if let Some(unknown) = record.keys().find(|name| {
            *name != "type" && !self.fields.iter().any(|field| field.name == name.as_str())
        }) {
            return Err(format!(
                "a record of the type {} has no {unknown:?}",
                self.name
            ));
        }
        let mut parameter = Map::new();
        for field in self.fields {
            let value = record.get(field.name).filter(|value| !value.is_null());
            let Some(value) = value else {
                if field.presence == Presence::Required {
                    return Err(format!(
                        "a record of the type {} needs {:?}: {}",
                        self.name,
                        field.name,
                        field.field_type.expectation()
                    ));
                }
                continue;
            };
            let decoded = field.field_type.decode(value, now);
            let decoded = decoded.ok_or_else(|| {
                // A secret must not appear in an error message.
                let actual = if field.presence == Presence::Secret {
                    String::new()
                } else {
                    format!(", but is {value}")
                };
                format!(
                    "{:?} should be {}{actual}",
                    field.name,
                    field.field_type.expectation()
                )
            })?;
            if let (FieldType::Name | FieldType::Username | FieldType::Tag, Some(name)) =
                (field.field_type, decoded.as_str())
            {
                parameter.insert("name_key".to_owned(), json!(fold(name)));
            }
            parameter.insert(field.name.to_owned(), decoded);
        }
        Ok(Value::Object(parameter).to_string())
    }

    /// Returns the statements that insert a record.
    pub fn statements(&self) -> Vec<String> {
        if !self.insert.is_empty() {
            return self.insert.iter().map(|sql| (*sql).to_owned()).collect();
        }
        let columns = self
            .fields
            .iter()
            .map(|field| field.column)
            .collect::<Vec<_>>()
            .join(", ");
        let values = self
            .fields
            .iter()
            .map(|field| format!("?1 ->> '{}'", field.name))
            .collect::<Vec<_>>()
            .join(", ");
        vec![format!(
            "INSERT INTO {} ({columns}) VALUES ({values})",
            self.from
        )]
    }

    /// Finishes a record when all records are inserted.
    pub fn finish(&self, tx: &Write<'_>, record: &str) -> Result<()> {
        self.finish
            .map_or(Ok(()), |sql| tx.execute(sql, [record]).map(drop))
    }

    /// Returns whether [`RecordKind::finish`] does anything.
    pub fn needs_finish(&self) -> bool {
        self.finish.is_some()
    }
}
