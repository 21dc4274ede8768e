//! Blocked words, domains and networks. The work grows with the text and the lists, whatever the text is.

use std::collections::{HashMap, HashSet};

use super::store;
use super::words::words;
use crate::core::error::Result;
use crate::features::trust::model::{HoldReason, HoldSignal, NewText};
use crate::features::users::Me;
use crate::platform::db::Read;
use crate::platform::settings::{self, SettingKey, blocked};

/// Returns which blocked entries concern a text and its author.
pub fn reasons(read: &Read<'_>, me: &Me, new: &NewText<'_>) -> Result<Vec<HoldReason>> {
    let list = |key| settings::store::text(read, key);
    let mut reasons = Vec::new();
    let words = list(SettingKey::BlockedWords)?;
    if let Some(word) = blocked_word(&words, &format!("{}\n{}", new.title, new.text)) {
        reasons.push(HoldReason::new(HoldSignal::BlockedWord, word));
    }
    let domains = list(SettingKey::BlockedDomains)?;
    let found = blocked_domain(&domains, new.title).or_else(|| blocked_domain(&domains, new.text));
    if let Some(domain) = found {
        reasons.push(HoldReason::new(HoldSignal::BlockedDomain, domain));
    }
    let networks = list(SettingKey::BlockedNetworks)?;
    if !networks.is_empty()
        && let Some(address) = store::address(read, me)?
        && let Some(network) = blocked::network_of(&networks, address)
    {
        reasons.push(HoldReason::new(
            HoldSignal::BlockedNetwork,
            &network.to_string(),
        ));
    }
    Ok(reasons)
}

/// Returns whether a text has a blocked word or domain.
pub fn has_entry(read: &Read<'_>, text: &str) -> Result<bool> {
    let words = settings::store::text(read, SettingKey::BlockedWords)?;
    let domains = settings::store::text(read, SettingKey::BlockedDomains)?;
    Ok(blocked_word(&words, text).is_some() || blocked_domain(&domains, text).is_some())
}

/// Returns the first entry of a list of words and phrases that a text has, whole words in any case. Entries in
/// scripts without spaces between words are found anywhere.
fn blocked_word<'l>(list: &'l str, text: &str) -> Option<&'l str> {
    if list.is_empty() {
        return None;
    }
    // The phrases by their first words.
    let mut phrases: HashMap<String, Vec<(&str, Vec<String>)>> = HashMap::new();
    let lower = text.to_lowercase();
    for entry in blocked::entries(list) {
        if entry.contains(is_unspaced) {
            if lower.contains(&entry.to_lowercase()) {
                return Some(entry);
            }
            continue;
        }
        let mut phrase = words(entry).into_iter();
        if let Some(first) = phrase.next() {
            let rest = phrase.collect();
            phrases.entry(first).or_default().push((entry, rest));
        }
    }
    let words = words(text);
    words.iter().enumerate().find_map(|(at, word)| {
        let rest = &words[at + 1..];
        let mut candidates = phrases.get(word)?.iter();
        let found = candidates.find(|(_, phrase)| rest.starts_with(phrase));
        found.map(|(entry, _)| *entry)
    })
}

/// Returns whether a character belongs to a script that puts no spaces between words.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The number of labels of a name that are compared: the last.
const MAX_LABELS: usize = 10;

/// Returns the first entry of a list of domains that a text names, or a domain below it.
fn blocked_domain<'l>(list: &'l str, text: &str) -> Option<&'l str> {
    if list.is_empty() || !text.contains('.') {
        return None;
    }
    let entries: HashMap<String, &str> = blocked::entries(list)
        .map(|entry| (entry.to_lowercase(), entry))
        .collect();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let mut seen = HashSet::new();
    let names = text
        .split(|c| !is_part(c))
        .map(|name| name.trim_matches('.'));
    for name in names.filter(|name| name.contains('.')) {
        let mut ends = name
            .rmatch_indices('.')
            .take(MAX_LABELS)
            .map(|(at, _)| at + 1);
        // A longer name than any domain: only its end is looked at.
        let whole = (name.len() <= 253).then_some(0);
        let found = ends.by_ref().chain(whole).find_map(|start| {
            let end = &name[start..];
            if end.len() > 253 || !seen.insert(end) {
                return None;
            }
            entries.get(&end.to_lowercase())
        });
        if let Some(entry) = found {
            return Some(entry);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn words_and_phrases_are_found_as_whole_words_in_any_case() {
        let list = "# notes\ncasino\n  cheap pills \n賭場";
        assert_eq!(blocked_word(list, "The best CASINO!"), Some("casino"));
        assert_eq!(blocked_word(list, "cheap,\npills"), Some("cheap pills"));
        assert_eq!(blocked_word(list, "這是賭場嗎"), Some("賭場"));
        assert_eq!(
            blocked_word(list, "casinos and cheap red pills, notes"),
            None
        );
    }

    #[test]
    fn domains_and_those_below_them_are_found() {
        let list = "Casino.example\nbad.co.uk";
        for text in [
            "https://casino.example/x",
            "see WWW.CASINO.EXAMPLE.",
            "`a.b.casino.example`",
            "shop.bad.co.uk",
        ] {
            assert!(blocked_domain(list, text).is_some(), "{text}");
        }
        for text in ["mycasino.example", "casino.example.org", "co.uk", "casino"] {
            assert_eq!(blocked_domain(list, text), None, "{text}");
        }
    }

    #[test]
    fn hostile_texts_take_bounded_time() {
        let phrases: String = (0..1_000)
            .map(|number| format!("a a a a {number}\n"))
            .collect();
        let domains: String = (0..1_000)
            .map(|number| format!("a.{number}.example\n"))
            .collect();
        let began = Instant::now();
        assert_eq!(blocked_word(&phrases, &"a ".repeat(15_000)), None);
        assert_eq!(blocked_domain(&domains, &"a.".repeat(15_000)), None);
        assert!(began.elapsed() < Duration::from_secs(5));
    }
}
