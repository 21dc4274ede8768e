//! The parameters of a run and its progress reports.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;
use serde::Serialize;

/// A measurable part of the server: all but the last two are routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[value(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Part {
    ListNewest,
    ListUnanswered,
    ListActive,
    #[value(name = "list_mostviewed")]
    #[serde(rename = "list_mostviewed")]
    ListMostViewed,
    ListTag,
    Detail,
    /// The pages of the same questions for readers without a session.
    Page,
    /// The same, for caches that have them.
    PageUnchanged,
    /// The same for a member: each is drawn again.
    PageOfMember,
    Search,
    /// The same, but no request repeats another.
    SearchFirst,
    SearchNewest,
    /// Suggestions for the beginning of this search.
    Suggest,
    /// The same, but no request repeats another.
    SuggestFirst,
    Answer,
    Sockets,
    Mixed,
}

impl Part {
    /// Returns whether the part is one route.
    pub fn is_route(self) -> bool {
        !matches!(self, Self::Sockets | Self::Mixed)
    }

    /// Returns whether the route searches for words.
    pub fn searches(self) -> bool {
        matches!(self, Self::Search | Self::SearchFirst | Self::SearchNewest)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_possible_value()
            .map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Size of the site.
    pub questions: usize,
    /// Duration of each measurement (route and number of connections). The bare route takes as
    /// long again.
    pub seconds: f64,
    pub sockets: usize,
    pub parts: Vec<Part>,
    /// Directory of a site that is kept and reused. `None` measures a temporary site.
    pub directory: Option<PathBuf>,
    /// The program to measure.
    pub binary: PathBuf,
    /// The program that serves the bare route: this one.
    pub bare: PathBuf,
}

/// The current step of a run.
#[derive(Clone, Debug)]
pub struct Progress {
    pub step: String,
    pub done: usize,
    /// 0 if unknown.
    pub total: usize,
}

pub type OnProgress = Arc<dyn Fn(Progress) + Send + Sync>;
