pub mod error;
pub mod clock;
pub mod id;
pub mod text;
pub mod live;
pub mod db;
pub mod questions;
pub mod import;
