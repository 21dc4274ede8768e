//! Following: what is new to a member since they last looked.
//!
//! A visit stores how far a member has read a question. What is new is computed from it when lists
//! are read, so that a new answer costs the same with any number of readers.

pub mod invariants;
pub mod model;
pub mod routes;
pub mod store;
