//! Mail: what is sent, to whom, and what becomes of it when the mail server fails.

mod double;
mod messages;
mod sending;
