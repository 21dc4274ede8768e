//! The log on standard error, in the format that suits its reader.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::fmt;
use std::io::{IsTerminal, stderr};
use std::panic;

use tracing::{Event, Level, Subscriber};
use tracing_subscriber::fmt::format::{
    Format, FormatEvent, FormatFields, Full, JsonFields, Writer,
};
use tracing_subscriber::fmt::{FmtContext, layer};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry, reload};

use super::json_log::Json;
use crate::core::config::{Config, ConfigError, LogFormat};

/// A handle to the running log, to change its level.
pub struct Log(reload::Handle<EnvFilter, Registry>);

impl Log {
    /// Starts the log of this process, in color if `is_colored`. From then on it contains panics too.
    pub fn start(config: &Config, is_colored: bool) -> Result<Self, ConfigError> {
        let (filter, handle) = reload::Layer::new(filter(config)?);
        // The layer reports its own errors as plain text.
        let lines = layer().with_writer(stderr).log_internal_errors(false);
        let lines = match output_format(config.log.format) {
            OutputFormat::Pretty => lines.with_ansi(is_colored).boxed(),
            OutputFormat::Text => lines.with_ansi(false).boxed(),
            OutputFormat::Json => lines
                .fmt_fields(JsonFields::new())
                .event_format(Json)
                .boxed(),
            OutputFormat::Journal => lines
                .event_format(Journal(Format::default().without_time().with_ansi(false)))
                .boxed(),
        };
        let started = tracing_subscriber::registry()
            .with(filter)
            .with(lines)
            .try_init();
        if started.is_ok() {
            log_panics();
        }
        Ok(Self(handle))
    }

    /// Sets the level to that of another configuration.
    pub fn change_level(&self, config: &Config) -> Result<(), ConfigError> {
        let filter = filter(config)?;
        self.0
            .reload(filter)
            .map_err(|error| ConfigError(format!("log.level: {error}")))
    }
}

/// Writes each panic to the log of its thread. A thread without a log reports it as before.
fn log_panics() {
    let previous = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !tracing::enabled!(Level::ERROR) {
            return previous(info);
        }
        let backtrace = Backtrace::capture();
        let backtrace =
            (backtrace.status() == BacktraceStatus::Captured).then(|| backtrace.to_string());
        tracing::error!(
            location = info.location().map(tracing::field::display),
            thread = std::thread::current().name(),
            backtrace,
            "panic: {}",
            info.payload_as_str().unwrap_or_default()
        );
    }));
}

fn filter(config: &Config) -> Result<EnvFilter, ConfigError> {
    // Warnings of rustls and rmcp are caused by arbitrary clients, not by the operator, and rmcp's finer lines have
    // the arguments of calls.
    EnvFilter::try_new(format!(
        "refinery_core=warn,rustls=error,rmcp=error,{}",
        config.log.level
    ))
    .map_err(|error| ConfigError(format!("log.level is not a filter: {error}")))
}

enum OutputFormat {
    Pretty,
    Text,
    Json,
    Journal,
}

fn output_format(format: LogFormat) -> OutputFormat {
    match format {
        LogFormat::Pretty => OutputFormat::Pretty,
        LogFormat::Text => OutputFormat::Text,
        LogFormat::Json => OutputFormat::Json,
        LogFormat::Auto if stderr().is_terminal() => OutputFormat::Pretty,
        LogFormat::Auto if std::env::var_os("JOURNAL_STREAM").is_some() => OutputFormat::Journal,
        LogFormat::Auto => OutputFormat::Text,
    }
}

/// Formats lines for the systemd journal: a priority first, and no time, which the journal adds.
struct Journal(Format<Full, ()>);

impl<S, N> FormatEvent<S, N> for Journal
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'w> FormatFields<'w> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let priority = match *event.metadata().level() {
            Level::ERROR => 3,
            Level::WARN => 4,
            Level::INFO => 6,
            Level::DEBUG | Level::TRACE => 7,
        };
        write!(writer, "<{priority}>")?;
        self.0.format_event(context, writer, event)
    }
}

#[cfg(test)]
mod tests {
    use super::super::json_log::tests::logged;
    use super::*;

    #[test]
    fn a_panic_is_a_line_of_the_log() {
        log_panics();
        let lines = logged(|| {
            let _span = tracing::error_span!("request", request_id = "7").entered();
            let caught = panic::catch_unwind(|| panic!("a \"bad\" state\nindeed"));
            assert!(caught.is_err());
        });
        let [line] = lines.as_slice() else {
            panic!("{lines:?}")
        };
        assert_eq!(line["message"], "panic: a \"bad\" state\nindeed");
        assert_eq!(
            (&line["level"], &line["request_id"]),
            (&"ERROR".into(), &"7".into())
        );
        assert!(
            line["location"]
                .as_str()
                .is_some_and(|place| place.contains("log.rs:"))
        );
    }
}
