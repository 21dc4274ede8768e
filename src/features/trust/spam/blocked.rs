//! Blocked words, domains and networks. The work grows with the text and the lists, whatever the text is.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::iter;

use super::links::{domain_key, hosts, is_domain_part, is_dot, unescaped};
use super::store;
use super::words::words;
use crate::core::error::Result;
use crate::core::text::fold;
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

/// Returns the first entry of a list of words and phrases that a text has, whole words, compared as names are. Entries in
/// scripts without spaces between words are found anywhere.
fn blocked_word<'l>(list: &'l str, text: &str) -> Option<&'l str> {
    if list.is_empty() {
        return None;
    }
    let mut phrases: HashMap<Vec<String>, &str> = HashMap::new();
    // The lengths of the phrases with a first word.
    let mut lengths: HashMap<String, BTreeSet<usize>> = HashMap::new();
    let folded = fold(text);
    for entry in blocked::entries(list) {
        if entry.contains(is_unspaced) {
            if folded.contains(&fold(entry)) {
                return Some(entry);
            }
            continue;
        }
        let phrase = words(entry);
        if let Some(first) = phrase.first() {
            let known = lengths.entry(first.clone()).or_default();
            known.insert(phrase.len());
            phrases.entry(phrase).or_insert(entry);
        }
    }
    let words = words(text);
    words.iter().enumerate().find_map(|(at, word)| {
        let mut found = lengths
            .get(word)?
            .iter()
            .filter_map(|length| phrases.get(words.get(at..at + length)?));
        found.next().copied()
    })
}

/// Returns whether a character belongs to a script that puts no spaces between words.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The number of labels of a name that are compared: the last.
const MAX_LABELS: usize = 10;

/// Returns the first entry of a list of domains that a text names, or a domain below it. The domain of a link is
/// the one that a browser would open.
fn blocked_domain<'l>(list: &'l str, text: &str) -> Option<&'l str> {
    let entries: HashMap<String, &str> = blocked::entries(list)
        .map(|entry| (domain_key(entry), entry))
        .collect();
    if entries.is_empty() {
        return None;
    }
    let mut names = Names {
        entries,
        seen: HashSet::new(),
    };
    let mut first_in = |text: &str| {
        let named = names.first_in(text);
        named.or_else(|| hosts(text).find_map(|host| names.first_in(&host)))
    };
    first_in(text).or_else(|| match unescaped(text) {
        Cow::Borrowed(_) => None,
        Cow::Owned(plain) => first_in(&plain),
    })
}

/// Finds blocked domains among names.
struct Names<'l> {
    /// By their keys.
    entries: HashMap<String, &'l str>,
    /// The ends of names that are no entries.
    seen: HashSet<String>,
}

impl<'l> Names<'l> {
    /// Returns the first entry that a text names.
    fn first_in(&mut self, text: &str) -> Option<&'l str> {
        let names = text.split(|c| !is_domain_part(c));
        // A dot of Chinese or Japanese can also end a sentence.
        let names =
            names.flat_map(|name| iter::once(name).chain(name.split(|c| c != '.' && is_dot(c))));
        names
            .map(|name| name.trim_matches(is_dot))
            .filter(|name| name.contains(is_dot))
            .find_map(|name| self.first_above(name))
    }

    /// Returns the entry that is a name, or that it is below.
    fn first_above(&mut self, name: &str) -> Option<&'l str> {
        // A longer name than any domain: only its end is looked at.
        let tail = name.ceil_char_boundary(name.len().saturating_sub(MAX_NAME));
        let key = domain_key(&name[tail..]);
        let ends = key.rmatch_indices('.').take(MAX_LABELS);
        let ends = ends.map(|(at, _)| at + 1);
        let whole = (tail == 0).then_some(0);
        ends.chain(whole).find_map(|start| {
            let end = &key[start..];
            if end.len() > 253 || self.seen.contains(end) {
                return None;
            }
            let entry = self.entries.get(end).copied();
            if entry.is_none() {
                self.seen.insert(end.to_owned());
            }
            entry
        })
    }
}

/// The longest name that is compared whole, in bytes: a domain has up to 253 characters.
const MAX_NAME: usize = 4 * 253;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rustix::time::{ClockId, clock_gettime};

    use super::*;

    /// Returns the processor time that this thread has used. Other threads do not change it.
    fn processor_time() -> Duration {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }

    #[test]
    fn words_and_phrases_are_found_as_whole_words_in_any_case() {
        let list = "# notes\ncasino\n  cheap pills \n賭場";
        assert_eq!(blocked_word(list, "The best CASINO!"), Some("casino"));
        assert_eq!(blocked_word(list, "cheap,\npills"), Some("cheap pills"));
        assert_eq!(blocked_word(list, "這是賭場嗎"), Some("賭場"));
        assert_eq!(blocked_word(list, "ca\u{200b}si\u{ad}no"), Some("casino"));
        assert_eq!(blocked_word(list, "ＣＡＳＩＮＯ"), Some("casino"));
        assert_eq!(blocked_word("café\nगेम", "cafe\u{301}"), Some("café"));
        assert_eq!(blocked_word("café\nगेम", "एक गेम है"), Some("गेम"));
        assert_eq!(blocked_word("ガイド", "ｶﾞｲﾄﾞ"), Some("ガイド"));
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
            "casino。example, ｃａｓｉｎｏ．ｅｘａｍｐｌｅ",
            "https://casino.example。次",
            "ca\u{200b}si\u{ad}no.example",
            "https://bank.example@casino.example:8443/",
            "https:\\\\casino.example",
            "https://%63asino%2Eexample.",
            "[x](https://ann(b)@%63asino.example)",
            "[x](https://casino&#46;example) and https://casino\\.example",
            "<https:%63asino.example>",
            "[x]: //%63asino.example",
        ] {
            assert!(blocked_domain(list, text).is_some(), "{text}");
        }
        for (entry, text) in [
            ("bücher.example", "https://xn--bcher-kva.example"),
            ("xn--bcher-kva.example", "BU\u{308}CHER.example"),
            ("उदाहरण.भारत", "https://www.उदाहरण.भारत/x"),
            ("192.0.2.7", "https://0xC0000207/"),
        ] {
            assert_eq!(blocked_domain(entry, text), Some(entry), "{text}");
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
        let began = processor_time();
        assert_eq!(blocked_word(&phrases, &"a ".repeat(15_000)), None);
        assert!(processor_time() - began < Duration::from_secs(5));
        for part in [
            "a.",
            "https:",
            "/",
            "é.",
            "&#",
            "//a@",
            "ä",
            "http:\\\\a%41",
        ] {
            let began = processor_time();
            let text = part.repeat(30_000 / part.len());
            assert_eq!(blocked_domain(&domains, &text), None);
            assert!(processor_time() - began < Duration::from_secs(5), "{part}");
        }
    }
}
