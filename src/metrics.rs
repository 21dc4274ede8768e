//! Numbers for Prometheus. Each site counts for itself; where nobody asked for them, nothing is counted.

use std::sync::Arc;
use std::time::Instant;

use metrics::{Key, Label, Level, Metadata, Recorder};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle, PrometheusRecorder};

/// Upper bounds of the histograms' buckets, in seconds.
const BUCKETS: [f64; 12] = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

const METADATA: Metadata<'static> = Metadata::new("stoa", Level::INFO, None);

/// The counters of a site, or nothing.
#[derive(Clone, Default)]
pub struct Metrics(Option<Arc<Counters>>);

struct Counters {
    recorder: PrometheusRecorder,
    handle: PrometheusHandle,
}

/// Names and values that tell the series of one metric apart.
pub type Labels<'l> = &'l [(&'static str, &'l str)];

impl Metrics {
    /// Counters, if they are wanted.
    pub fn new(wanted: bool) -> Self {
        let counters = || {
            let builder = PrometheusBuilder::new().set_buckets(&BUCKETS);
            let recorder = builder.unwrap_or_else(|_| PrometheusBuilder::new()).build_recorder();
            Arc::new(Counters { handle: recorder.handle(), recorder })
        };
        Self(wanted.then(counters))
    }

    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Counts one more.
    pub fn count(&self, name: &'static str, labels: Labels<'_>) {
        if let Some(counters) = &self.0 {
            counters.recorder.register_counter(&key(name, labels), &METADATA).increment(1);
        }
    }

    /// Says how much of something there is now.
    pub fn set(&self, name: &'static str, labels: Labels<'_>, value: f64) {
        if let Some(counters) = &self.0 {
            counters.recorder.register_gauge(&key(name, labels), &METADATA).set(value);
        }
    }

    /// Adds to how much there is of something.
    pub fn add(&self, name: &'static str, value: f64) {
        if let Some(counters) = &self.0 {
            counters.recorder.register_gauge(&key(name, &[]), &METADATA).increment(value);
        }
    }

    /// The time, for [`Metrics::lasted`].
    pub fn begin(&self) -> Option<Instant> {
        self.0.as_ref().map(|_| Instant::now())
    }

    /// Notes how long something took that began then, in seconds.
    pub fn lasted(&self, name: &'static str, labels: Labels<'_>, began: Option<Instant>) {
        if let (Some(counters), Some(began)) = (&self.0, began) {
            counters.recorder.register_histogram(&key(name, labels), &METADATA).record(began.elapsed());
        }
    }

    /// Puts what was noted one by one into the buckets, so that it does not pile up where nobody asks for it.
    pub fn tidy(&self) {
        if let Some(counters) = &self.0 {
            counters.handle.run_upkeep();
        }
    }

    /// All of them in Prometheus' text format.
    pub fn render(&self) -> String {
        self.0.as_ref().map(|counters| counters.handle.render()).unwrap_or_default()
    }
}

fn key(name: &'static str, labels: Labels<'_>) -> Key {
    let labels: Vec<Label> = labels.iter().map(|(name, value)| Label::new(*name, (*value).to_owned())).collect();
    Key::from_parts(name, labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_count_for_themselves_and_only_where_it_is_wanted() {
        let (on, other, off) = (Metrics::new(true), Metrics::new(true), Metrics::new(false));
        for metrics in [&on, &on, &off] {
            metrics.count("stoa_logins_total", &[("result", "ok")]);
            metrics.lasted("stoa_read_seconds", &[], metrics.begin());
        }
        assert!(on.render().contains("stoa_logins_total{result=\"ok\"} 2\n"), "{}", on.render());
        assert!(on.render().contains("stoa_read_seconds_bucket{le=\"5\"} 2\n"), "{}", on.render());
        assert_eq!((other.render(), off.render()), (String::new(), String::new()));
    }
}
