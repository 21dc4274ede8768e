//! The tables of a site of another program. Their queries return the rows of the files of a dump.

mod store;
mod time;

pub use store::{PictureFile, Queries, Tables};
pub use time::{time_zone, utc};
