//! What silenced members may call.

/// Whether a silenced member may call a route: they write nothing that others can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silenced {
    May,
    MayNot,
}
