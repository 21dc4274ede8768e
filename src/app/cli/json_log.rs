//! Log lines as JSON: each line is one object, in which no key occurs twice.

use std::fmt;

use serde_json::Value;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer};
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormattedFields};
use tracing_subscriber::registry::LookupSpan;

/// Formats an event with its fields and those of the spans around it, whose fields must be formatted
/// by [`JsonFields`](tracing_subscriber::fmt::format::JsonFields).
pub(super) struct Json;

impl<S, N> FormatEvent<S, N> for Json
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
        let metadata = event.metadata();
        let mut line = Line::new(metadata.level().as_str());
        line.add("target", metadata.target().into());
        event.record(&mut line);
        for span in context.event_scope().into_iter().flatten() {
            if let Some(fields) = span.extensions().get::<FormattedFields<N>>()
                && let Ok(Value::Object(fields)) = serde_json::from_str(fields)
            {
                fields
                    .into_iter()
                    .for_each(|(key, value)| line.add(&key, value));
            }
        }
        writeln!(writer, "{line}")
    }
}

/// Returns a message for the operator as a line of the log.
pub(super) fn message_line(message: &str) -> String {
    let mut line = Line::new("INFO");
    line.add("message", message.into());
    format!("{line}\n")
}

/// The keys and values of one line, in their order.
struct Line(Vec<(String, Value)>);

impl Line {
    fn new(level: &str) -> Self {
        let mut time = String::new();
        let _ = SystemTime.format_time(&mut Writer::new(&mut time));
        Self(vec![
            ("timestamp".to_owned(), time.into()),
            ("level".to_owned(), level.into()),
        ])
    }

    /// Adds a value. If its key is taken, underscores tell the two apart.
    fn add(&mut self, key: &str, value: Value) {
        let mut key = key.to_owned();
        while self.0.iter().any(|(taken, _)| *taken == key) {
            key.push('_');
        }
        self.0.push((key, value));
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<String> = self
            .0
            .iter()
            .map(|(key, value)| format!("{}:{value}", Value::from(key.as_str())))
            .collect();
        write!(f, "{{{}}}", pairs.join(","))
    }
}

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.add(field.name(), format!("{value:?}").into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.add(field.name(), value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.add(field.name(), value.into());
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field.name(), value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field.name(), value.into());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.add(field.name(), value.into());
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use tracing_subscriber::fmt::format::JsonFields;

    use super::*;
    use crate::core::clock::Clock;
    use crate::platform::db::Db;
    use crate::platform::realtime::Hub;

    #[derive(Clone, Default)]
    struct Buffer(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("the buffer").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn text_of(f: impl FnOnce()) -> String {
        let buffer = Buffer::default();
        let writer = buffer.clone();
        let subscriber = tracing_subscriber::fmt()
            .fmt_fields(JsonFields::new())
            .event_format(Json)
            .with_writer(move || writer.clone())
            .finish();
        tracing::subscriber::with_default(subscriber, f);
        String::from_utf8(buffer.0.lock().expect("the buffer").clone()).expect("text")
    }

    /// Returns the lines that `f` logs on this thread.
    pub(in crate::app::cli) fn logged(f: impl FnOnce()) -> Vec<Value> {
        let text = text_of(f);
        text.lines()
            .map(|line| serde_json::from_str(line).expect("an object"))
            .collect()
    }

    #[test]
    fn each_key_occurs_once_and_no_value_is_lost() {
        let text = text_of(|| {
            let _span = tracing::error_span!("request", request_id = "7", user = "span").entered();
            tracing::info!(
                level = "debug",
                target = 3,
                user = "event",
                ok = true,
                "a\n\"b\""
            );
        });
        assert_eq!(text.lines().count(), 1, "{text}");
        assert_eq!(text.matches("\"level\":").count(), 1, "{text}");
        let line: Value = serde_json::from_str(&text).expect("an object");
        for (key, value) in [
            ("level", Value::from("INFO")),
            ("level_", "debug".into()),
            ("target_", 3.into()),
            ("user", "event".into()),
            ("user_", "span".into()),
            ("request_id", "7".into()),
            ("ok", true.into()),
            ("message", "a\n\"b\"".into()),
        ] {
            assert_eq!(line[key], value, "{key} in {text}");
        }
        assert!(text.starts_with("{\"timestamp\":\"20"), "{text}");
    }

    #[test]
    fn the_database_logs_with_the_id_of_the_request() {
        let directory = tempfile::tempdir().expect("a directory");
        let lines = logged(|| {
            let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a site");
            let _span = tracing::error_span!("request", request_id = "7").entered();
            // The threads of the database have no log of their own here.
            let log = tracing::dispatcher::get_default(Clone::clone);
            let note = move || {
                tracing::dispatcher::with_default(&log, || {
                    tracing::warn!("from a database thread");
                });
            };
            let noted = note.clone();
            db.read_blocking(move |_| {
                noted();
                Ok(())
            })
            .expect("a read");
            db.write_blocking(move |tx| {
                tx.without_event("a test");
                note();
                Ok(())
            })
            .expect("a write");
        });
        let ids: Vec<&Value> = lines
            .iter()
            .filter(|line| line["message"] == "from a database thread")
            .map(|line| &line["request_id"])
            .collect();
        assert_eq!(ids, ["7", "7"]);
    }
}
