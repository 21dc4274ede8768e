//! Reads the records of a site from one snapshot of its database.

use std::io;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::types::ValueRef;

use super::field::{Field, Presence};
use super::record::RecordKind;
use crate::core::error::Error;
use crate::operations::export::error::ExportError;
use crate::operations::export::media::PictureFiles;
use crate::platform::db;

/// A snapshot of a site's database.
pub struct Snapshot(Connection);

impl Snapshot {
    /// Opens the database in `data_dir` for reading. Other processes may use it.
    pub fn open(data_dir: &Path) -> Result<Self, ExportError> {
        let path = data_dir.join(db::FILE);
        if !path.try_exists()? {
            return Err(ExportError::NotFound(format!(
                "there is no site in {}",
                data_dir.display()
            )));
        }
        let connection = db::open_to_read(&path)?;
        connection.busy_timeout(std::time::Duration::from_secs(30))?;
        connection.execute_batch("BEGIN")?;
        let application: i32 =
            connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
        if application != db::APPLICATION_ID {
            return Err(ExportError::Damaged(format!(
                "{} is not a Stoa database",
                path.display()
            )));
        }
        if let Err(error @ Error::UnreleasedData(_)) =
            db::schema::known_version(&connection, &path.display())
        {
            return Err(ExportError::Unreleased(error));
        }
        let theirs = connection.query_row(
            "SELECT max(version) FROM refinery_schema_history",
            [],
            |row| row.get(0),
        )?;
        let ours = db::newest_schema();
        if theirs == ours {
            Ok(Self(connection))
        } else {
            Err(ExportError::Schema { theirs, ours })
        }
    }

    /// Returns the files of all pictures.
    pub fn pictures(&self) -> Result<Vec<PictureFiles>, ExportError> {
        let mut statement = self
            .0
            .prepare("SELECT id, type, file, thumbnail FROM pictures ORDER BY id")?;
        let pictures = statement.query_map([], |row| {
            Ok(PictureFiles {
                id: row.get(0)?,
                kind: row.get(1)?,
                file: row.get(2)?,
                thumbnail: row.get(3)?,
            })
        })?;
        Ok(pictures.collect::<rusqlite::Result<_>>()?)
    }

    /// Calls `write` with each record of a kind, as a line.
    pub fn each_record(
        &self,
        kind: &RecordKind,
        secrets: bool,
        mut write: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> Result<(), ExportError> {
        let fields: Vec<&Field> = kind
            .fields
            .iter()
            .filter(|field| secrets || field.presence != Presence::Secret)
            .collect();
        let columns = fields
            .iter()
            .map(|field| field.column)
            .collect::<Vec<_>>()
            .join(", ");
        let mut statement = self.0.prepare(&format!(
            "SELECT {columns} FROM {} ORDER BY {}",
            kind.from, kind.order_by
        ))?;
        let mut rows = statement.query([])?;
        let prefix = format!("{{\"type\":\"{}\"", kind.name);
        let mut line = Vec::new();
        while let Some(row) = rows.next()? {
            line.clear();
            line.extend_from_slice(prefix.as_bytes());
            for (index, field) in fields.iter().enumerate() {
                let value = row.get_ref(index)?;
                if value != ValueRef::Null {
                    line.extend_from_slice(format!(",\"{}\":", field.name).as_bytes());
                    serde_json::to_writer(&mut line, &field.field_type.encode(value)?)
                        .map_err(io::Error::from)?;
                }
            }
            line.extend_from_slice(b"}\n");
            write(&line)?;
        }
        Ok(())
    }
}
