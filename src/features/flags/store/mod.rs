//! SQL of reports.

pub mod cases;
pub mod flags;
pub mod members;
pub mod objects;
pub mod records;
pub mod rows;
pub mod suggested_edits;
pub mod visitors;
