//! Counts of the load's requests by outcome.

use std::collections::BTreeMap;

use serde::Serialize;

/// Counts of a run's requests.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RequestCounts {
    pub acknowledged: usize,
    /// Rejections by status and message.
    pub rejected: BTreeMap<String, usize>,
    /// Requests without a response.
    pub no_response: usize,
    /// Requests that could not be sent.
    pub unsent: usize,
    /// Responses that are wrong in any situation: a 500, or a 200 without the ID of the created
    /// object.
    pub invalid: BTreeMap<String, usize>,
}

impl RequestCounts {
    /// Returns the rejections of valid requests and the invalid responses. A busy server may reject
    /// a request that hashes a password.
    pub fn unexpected_rejections(&self) -> impl Iterator<Item = String> {
        let rejected = self
            .rejected
            .iter()
            .filter(|(message, _)| !message.contains("busy"));
        rejected
            .map(|(message, count)| format!("{count} valid requests were rejected: {message}"))
            .chain(self.invalid_responses())
    }

    /// Returns the responses that are wrong whatever fault is injected.
    pub fn invalid_responses(&self) -> impl Iterator<Item = String> {
        self.invalid.iter().map(|(response, count)| {
            format!("{count} requests got an invalid response: {response}")
        })
    }

    /// Returns the failures that must not happen while the server is running.
    pub fn missing_responses(&self) -> impl Iterator<Item = String> {
        let counts = [
            (self.no_response, "got no response"),
            (self.unsent, "could not be sent"),
        ];
        counts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} requests {what} while the server was running"))
    }

    pub fn add(&mut self, other: RequestCounts) {
        self.acknowledged += other.acknowledged;
        self.no_response += other.no_response;
        self.unsent += other.unsent;
        for (mine, others) in [
            (&mut self.rejected, other.rejected),
            (&mut self.invalid, other.invalid),
        ] {
            for (message, count) in others {
                *mine.entry(message).or_default() += count;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unexplained_rejections_and_500s_are_violations() {
        let once = |message: &str| BTreeMap::from([(message.to_owned(), 1)]);
        let busy = RequestCounts {
            rejected: once("503 The site is busy, please try again"),
            ..RequestCounts::default()
        };
        assert_eq!(
            (
                busy.unexpected_rejections().count(),
                busy.invalid_responses().count()
            ),
            (0, 0)
        );
        let mut counts = RequestCounts {
            rejected: once("403 You can only do this as yourself"),
            ..busy
        };
        counts.add(RequestCounts {
            invalid: once("500 Something went wrong on our side"),
            ..RequestCounts::default()
        });
        counts.add(counts.clone());
        assert_eq!(
            (
                counts.unexpected_rejections().count(),
                counts.invalid_responses().count()
            ),
            (2, 1)
        );
        assert!(
            counts
                .invalid_responses()
                .all(|violation| violation.contains("2 requests"))
        );
    }
}
