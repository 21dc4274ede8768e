//! What was measured, as a table and as JSON.

use std::fmt;

use serde::Serialize;

use super::Part;

/// One route over so many connections.
#[derive(Debug, Serialize)]
pub struct RouteReport {
    pub name: Part,
    pub connections: usize,
    /// Requests per second.
    pub rps: f64,
    pub p50_ms: f64,
    pub p99_ms: f64,
    pub max_ms: f64,
    /// To `bare_rps`.
    pub ratio: f64,
    /// Requests per second of the bare route with a body of the same size, measured in turn with this one.
    pub bare_rps: f64,
    /// Mean size of the response's body.
    pub bytes: usize,
}

/// Sockets that listen, and one event for all of them.
#[derive(Debug, Default, Serialize)]
pub struct SocketReport {
    pub sockets: usize,
    /// Of the server, for each idle socket; absent where the system does not tell.
    pub socket_bytes: Option<u64>,
    /// From the request that causes an event to its arrival, over all arrivals.
    pub fanout_p99_ms: f64,
    /// Until the last socket had heard of it, in the slowest round.
    pub fanout_max_ms: f64,
}

/// One run.
#[derive(Debug, Serialize)]
pub struct Report {
    pub questions: usize,
    pub seconds: f64,
    pub routes: Vec<RouteReport>,
    /// Answers written per second over many connections, as a multiple of the rate over one.
    pub answer_speedup: Option<f64>,
    /// Of the server after its start; absent where the system does not tell.
    pub idle_rss_bytes: Option<u64>,
    /// The most while the routes were measured, before the sockets.
    pub peak_rss_bytes: Option<u64>,
    /// From the start of the process to the line that says it is ready.
    pub ready_ms: f64,
    pub binary_bytes: u64,
    #[serde(flatten)]
    pub sockets: Option<SocketReport>,
}

impl Report {
    /// How much faster the same route is over many connections than over one.
    pub fn speedup(routes: &[RouteReport], name: Part) -> Option<f64> {
        let rates: Vec<f64> = routes.iter().filter(|route| route.name == name).map(|route| route.rps).collect();
        Some(rates.last()? / rates.first()?)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} questions, {} answers\n", self.questions, 3 * self.questions)?;
        if !self.routes.is_empty() {
            writeln!(
                f,
                "{:<18} {:>11} {:>11} {:>11} {:>7} {:>9} {:>9} {:>9} {:>8}",
                "route", "connections", "requests/s", "bare/s", "ratio", "p50 ms", "p99 ms", "max ms", "body kB"
            )?;
        }
        for route in &self.routes {
            let RouteReport { name, connections, rps, p50_ms, p99_ms, max_ms, ratio, bare_rps, bytes } = route;
            let kilobytes = *bytes as f64 / 1_000.0;
            write!(f, "{:<18} {connections:>11} {rps:>11.0} {bare_rps:>11.0} {ratio:>7.3} ", name.to_string())?;
            writeln!(f, "{p50_ms:>9.2} {p99_ms:>9.2} {max_ms:>9.2} {kilobytes:>8.1}")?;
        }
        writeln!(f)?;
        let mut line = |what: &str, value: String| writeln!(f, "{what:<42} {value}");
        if let Some(speedup) = self.answer_speedup {
            line("answers at 32 connections, to those at one", format!("{speedup:.1}"))?;
        }
        line("start to ready", format!("{:.0} ms", self.ready_ms))?;
        line("memory, idle", mebibytes(self.idle_rss_bytes))?;
        line("memory, peak", mebibytes(self.peak_rss_bytes))?;
        line("binary", mebibytes(Some(self.binary_bytes)))?;
        if let Some(SocketReport { sockets, socket_bytes, fanout_p99_ms, fanout_max_ms }) = &self.sockets {
            line("sockets", sockets.to_string())?;
            let each = socket_bytes.map_or_else(|| NOT_TOLD.to_owned(), |bytes| format!("{:.1} KiB", bytes as f64 / 1024.0));
            line("memory of an idle socket", each)?;
            line("an event arrives, p99", format!("{fanout_p99_ms:.0} ms"))?;
            line("an event has reached all, slowest", format!("{fanout_max_ms:.0} ms"))?;
        }
        Ok(())
    }
}

const NOT_TOLD: &str = "(only Linux tells)";

fn mebibytes(bytes: Option<u64>) -> String {
    bytes.map_or_else(|| NOT_TOLD.to_owned(), |bytes| format!("{:.1} MiB", bytes as f64 / 1024.0 / 1024.0))
}
