//! The results of a run, as a table and as JSON.

use std::fmt;

use serde::Serialize;

use super::mixed::MixedReport;
use super::options::Part;

/// The results of one route at one number of connections.
#[derive(Debug, Serialize)]
pub struct RouteReport {
    pub name: Part,
    pub connections: usize,
    /// Requests per second.
    pub rps: f64,
    pub p50_ms: f64,
    pub p99_ms: f64,
    pub max_ms: f64,
    /// `rps` divided by `bare_rps`.
    pub ratio: f64,
    /// Requests per second of the bare route with a body of the same size, measured in alternation
    /// with this route.
    pub bare_rps: f64,
    /// Mean size of the response's body.
    pub bytes: usize,
}

/// The results of the listening sockets and of the events sent to all of them.
#[derive(Debug, Default, Serialize)]
pub struct SocketReport {
    pub sockets: usize,
    /// Memory of the server per idle socket. `None` if the operating system does not report memory.
    pub socket_bytes: Option<u64>,
    /// Time from the request that causes an event to its arrival, over all arrivals.
    pub fanout_p99_ms: f64,
    /// Time until the last socket received the event, in the slowest round.
    pub fanout_max_ms: f64,
}

/// The results of one run.
#[derive(Debug, Serialize)]
pub struct Report {
    pub questions: usize,
    pub seconds: f64,
    pub routes: Vec<RouteReport>,
    /// Rate of new answers over many connections, as a multiple of the rate over one connection.
    pub answer_speedup: Option<f64>,
    /// Memory of the server after its start. `None` if the operating system does not report
    /// memory.
    pub idle_rss_bytes: Option<u64>,
    /// Peak memory of the server while the routes are measured. Sockets are not included.
    pub peak_rss_bytes: Option<u64>,
    /// Time from the start of the process to its ready line.
    pub ready_ms: f64,
    pub binary_bytes: u64,
    #[serde(flatten)]
    pub sockets: Option<SocketReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mixed: Option<MixedReport>,
}

impl Report {
    /// Returns the rate of a route over many connections as a multiple of its rate over one
    /// connection.
    pub fn speedup(routes: &[RouteReport], name: Part) -> Option<f64> {
        let rates: Vec<f64> = routes
            .iter()
            .filter(|route| route.name == name)
            .map(|route| route.rps)
            .collect();
        Some(rates.last()? / rates.first()?)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} questions, {} answers\n",
            self.questions,
            3 * self.questions
        )?;
        if !self.routes.is_empty() {
            writeln!(
                f,
                "{:<18} {:>11} {:>11} {:>11} {:>7} {:>9} {:>9} {:>9} {:>8}",
                "route",
                "connections",
                "requests/s",
                "bare/s",
                "ratio",
                "p50 ms",
                "p99 ms",
                "max ms",
                "body kB"
            )?;
        }
        for route in &self.routes {
            let RouteReport {
                name,
                connections,
                rps,
                p50_ms,
                p99_ms,
                max_ms,
                ratio,
                bare_rps,
                bytes,
            } = route;
            let kilobytes = *bytes as f64 / 1_000.0;
            write!(
                f,
                "{:<18} {connections:>11} {rps:>11.0} {bare_rps:>11.0} {ratio:>7.3} ",
                name.to_string()
            )?;
            writeln!(
                f,
                "{p50_ms:>9.2} {p99_ms:>9.2} {max_ms:>9.2} {kilobytes:>8.1}"
            )?;
        }
        writeln!(f)?;
        let mut line = |label: &str, value: String| writeln!(f, "{label:<42} {value}");
        if let Some(speedup) = self.answer_speedup {
            line(
                "answer speedup, 32 connections to 1",
                format!("{speedup:.1}"),
            )?;
        }
        line("start to ready", format!("{:.0} ms", self.ready_ms))?;
        line("memory, idle", mebibytes(self.idle_rss_bytes))?;
        line("memory, peak", mebibytes(self.peak_rss_bytes))?;
        line("binary", mebibytes(Some(self.binary_bytes)))?;
        if let Some(SocketReport {
            sockets,
            socket_bytes,
            fanout_p99_ms,
            fanout_max_ms,
        }) = &self.sockets
        {
            line("sockets", sockets.to_string())?;
            let per_socket = socket_bytes.map_or_else(
                || UNKNOWN_MEMORY.to_owned(),
                |bytes| format!("{:.1} KiB", bytes as f64 / 1024.0),
            );
            line("memory per idle socket", per_socket)?;
            line("event latency, p99", format!("{fanout_p99_ms:.0} ms"))?;
            line(
                "event latency, last socket",
                format!("{fanout_max_ms:.0} ms"),
            )?;
        }
        self.mixed.iter().try_for_each(|mixed| mixed.fmt(f))
    }
}

/// Printed for memory on operating systems without `/proc`.
const UNKNOWN_MEMORY: &str = "(Linux only)";

fn mebibytes(bytes: Option<u64>) -> String {
    bytes.map_or_else(
        || UNKNOWN_MEMORY.to_owned(),
        |bytes| format!("{:.1} MiB", bytes as f64 / 1024.0 / 1024.0),
    )
}
