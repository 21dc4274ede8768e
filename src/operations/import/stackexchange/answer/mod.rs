//! Reads the database of a site of Apache Answer (<https://answer.apache.org>, tables of version 2.0): the file of SQLite, or a dump
//! of MySQL or PostgreSQL.
//!
//! It has the same parts as a data dump of Stack Exchange: HTML and Markdown of each text, revisions, and ids of posts in
//! addresses of the same form. So each query below returns the rows of one file of such a dump.

mod store;

pub use store::open;
