//! Pictures that members upload: their files, their rows, and which texts show them.

mod convert;
pub mod files;
mod model;

pub use model::{Picture, PictureSize, PictureType};
