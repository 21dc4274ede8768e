//! The records of an export: their fields, their SQL, and a snapshot to read them from.

mod field;
mod kinds;
mod record;
mod snapshot;

pub use field::{Field, FieldType, Presence};
pub use kinds::{PICTURE, find_kind, kinds};
pub use record::RecordKind;
pub use snapshot::Snapshot;
