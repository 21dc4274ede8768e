//! Prometheus metrics. Each site has its own recorder, or none without an endpoint.

use std::sync::Arc;
use std::time::Instant;

use metrics::{Key, Label, Level, Metadata, Recorder};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle, PrometheusRecorder};

/// Upper bounds of the histograms' buckets, in seconds.
const BUCKETS: [f64; 12] = [
    0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0,
];

const METADATA: Metadata<'static> = Metadata::new("stoa", Level::INFO, None);

/// The metrics of a site, or nothing if they are off. Clones share them.
#[derive(Clone, Default)]
pub struct Metrics(Option<Arc<Exporter>>);

struct Exporter {
    recorder: PrometheusRecorder,
    handle: PrometheusHandle,
}

/// Label names and values of one series of a metric.
pub type Labels<'l> = &'l [(&'static str, &'l str)];

impl Metrics {
    /// Creates the metrics of a site. If `enabled` is false, they record nothing.
    pub fn new(enabled: bool) -> Self {
        let exporter = || {
            let builder = PrometheusBuilder::new().set_buckets(&BUCKETS);
            let recorder = builder
                .unwrap_or_else(|_| PrometheusBuilder::new())
                .build_recorder();
            Arc::new(Exporter {
                handle: recorder.handle(),
                recorder,
            })
        };
        Self(enabled.then(exporter))
    }

    /// Returns whether metrics are recorded.
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Increments a counter by one.
    pub fn count(&self, name: &'static str, labels: Labels<'_>) {
        if let Some(exporter) = &self.0 {
            exporter
                .recorder
                .register_counter(&key(name, labels), &METADATA)
                .increment(1);
        }
    }

    /// Sets a gauge.
    pub fn set(&self, name: &'static str, labels: Labels<'_>, value: f64) {
        if let Some(exporter) = &self.0 {
            exporter
                .recorder
                .register_gauge(&key(name, labels), &METADATA)
                .set(value);
        }
    }

    /// Adds to a gauge.
    pub fn add(&self, name: &'static str, value: f64) {
        if let Some(exporter) = &self.0 {
            exporter
                .recorder
                .register_gauge(&key(name, &[]), &METADATA)
                .increment(value);
        }
    }

    /// Returns the current time for [`Metrics::observe_duration`], or `None` if metrics are off.
    pub fn start_timer(&self) -> Option<Instant> {
        self.0.as_ref().map(|_| Instant::now())
    }

    /// Records the time since `start` in a histogram, in seconds.
    pub fn observe_duration(&self, name: &'static str, labels: Labels<'_>, start: Option<Instant>) {
        if let (Some(exporter), Some(start)) = (&self.0, start) {
            exporter
                .recorder
                .register_histogram(&key(name, labels), &METADATA)
                .record(start.elapsed());
        }
    }

    /// Moves recorded values into the buckets of their histograms. Without regular calls they pile
    /// up in memory between two scrapes.
    pub fn run_upkeep(&self) {
        if let Some(exporter) = &self.0 {
            exporter.handle.run_upkeep();
        }
    }

    /// Returns all metrics in Prometheus' text format.
    pub fn render(&self) -> String {
        self.0
            .as_ref()
            .map(|exporter| exporter.handle.render())
            .unwrap_or_default()
    }
}

fn key(name: &'static str, labels: Labels<'_>) -> Key {
    let labels: Vec<Label> = labels
        .iter()
        .map(|(name, value)| Label::new(*name, (*value).to_owned()))
        .collect();
    Key::from_parts(name, labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_site_has_its_own_metrics_if_they_are_enabled() {
        let (on, other, off) = (Metrics::new(true), Metrics::new(true), Metrics::new(false));
        for metrics in [&on, &on, &off] {
            metrics.count("stoa_logins_total", &[("result", "ok")]);
            metrics.observe_duration("stoa_read_seconds", &[], metrics.start_timer());
        }
        assert!(
            on.render().contains("stoa_logins_total{result=\"ok\"} 2\n"),
            "{}",
            on.render()
        );
        assert!(
            on.render()
                .contains("stoa_read_seconds_bucket{le=\"5\"} 2\n"),
            "{}",
            on.render()
        );
        assert_eq!(
            (other.render(), off.render()),
            (String::new(), String::new())
        );
    }
}
