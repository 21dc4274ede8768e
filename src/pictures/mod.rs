//! Pictures that members upload: their files, their rows, and which texts show them.

pub mod files;
