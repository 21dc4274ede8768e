//! The score of a text: points for what spam often has. From a number of points on it is held.

use super::words::words;
use super::{HoldReason, HoldSignal, NewText, advertising, copies, domains, links, phones, reason};
use crate::db::Read;
use crate::error::Result;
use crate::text;

/// The points from which on a text is held.
const HELD: u32 = 4;

const LINK: u32 = 1;
const NEW_DOMAIN: u32 = 2;
const COPY: u32 = 4;
const PHONE: u32 = 3;
/// The points of advertising words: one each, up to this number.
const ADVERTISING: usize = 4;

/// Returns why a text of a new member looks like spam. Empty: it does not, or not enough.
pub fn suspicions(read: &Read<'_>, new: &NewText<'_>) -> Result<Vec<HoldReason>> {
    let mut points = 0;
    let mut reasons = Vec::new();
    let mut add = |weight, signal, detail: &str| {
        points += weight;
        reasons.push(reason(signal, detail));
    };
    let whole = format!("{}\n{}", new.title, new.text);
    let found = links(new.text);
    if let Some(link) = found.first() {
        add(LINK, HoldSignal::Link, link.address);
    }
    for domain in domains::domains(new.text) {
        if domains::is_new(read, &domain)? {
            add(NEW_DOMAIN, HoldSignal::NewDomain, &domain);
            break;
        }
    }
    if let Some(number) = phones::phone_number(&whole, &text::mask(&whole)) {
        add(PHONE, HoldSignal::Phone, number);
    }
    let phrases = advertising::phrases(&words(&whole));
    if !phrases.is_empty() {
        let listed: Vec<&str> = phrases.iter().copied().take(5).collect();
        let weight = phrases.len().min(ADVERTISING) as u32;
        add(weight, HoldSignal::Advertising, &listed.join(", "));
    }
    if copies::find(read, new)?.is_some() {
        add(COPY, HoldSignal::Copy, "");
    }
    if points < HELD {
        reasons.clear();
    }
    Ok(reasons)
}
