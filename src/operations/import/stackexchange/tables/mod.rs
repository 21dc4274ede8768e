//! The tables of a site of another program. Their queries return the rows of the files of a dump.

mod store;

pub use store::{PictureFile, Queries, Tables};
