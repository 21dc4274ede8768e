//! Who may read what: the conditions of all features. A question of a private community has its scope.

pub mod store;
