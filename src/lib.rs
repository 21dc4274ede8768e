pub mod error;
pub mod clock;
pub mod id;
pub mod live;
pub mod db;
