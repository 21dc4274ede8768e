//! Decides where a link may lead, and finds the addresses in running text, as the UI does
//! (`ui/src/components/markdown/parser.ts`, `address.ts`).

use std::fmt::Write;

use crate::core::text::ends_address;

/// The longest address to find in running text.
const MAX_LENGTH: usize = 2_000;

/// Returns the address as an attribute holds it, if a link may lead there: other sites, paths of this site below
/// `base`, and anchors of the page. `decoded` is the address without entities. With `has_mail` also plain mail
/// addresses.
pub fn target(address: &str, decoded: &str, base: &str, has_mail: bool) -> Option<String> {
    if has_mail && is_mail(address) {
        return Some(address.to_owned());
    }
    if address.starts_with("http") {
        // A browser decodes the entities.
        return (is_other_site(address) && is_other_site(decoded)).then(|| encoded(decoded));
    }
    if address.starts_with('#') {
        return Some(encoded(address));
    }
    let is_path = address.starts_with('/') && !address[1..].starts_with(['/', '\\']);
    is_path.then(|| {
        let path = encoded(address);
        let inside = path.strip_prefix(path_of(base)).unwrap_or(&path);
        format!("{base}{}", if inside.is_empty() { "/" } else { inside })
    })
}

/// Returns the path prefix of a site by its prefix or its whole address.
fn path_of(base: &str) -> &str {
    match base.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("", |slash| &rest[slash..]),
        None => base,
    }
}

fn is_other_site(address: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        let host = address
            .strip_prefix(scheme)
            .and_then(|rest| rest.chars().next());
        host.is_some_and(|c| !matches!(c, '/' | '\\'))
    })
}

/// Returns whether an address leads to a plain mail address.
fn is_mail(address: &str) -> bool {
    let is_of = |part: &str, marks: &str| {
        let fits = |c: char| c.is_ascii_alphanumeric() || marks.contains(c);
        !part.is_empty() && part.chars().all(fits)
    };
    let parts = address
        .strip_prefix("mailto:")
        .and_then(|mail| mail.split_once('@'));
    parts.is_some_and(|(name, host)| is_of(name, "_.+-") && is_of(host, ".-"))
}

/// Encodes what JavaScript's `encodeURI` does, except percent signs.
fn encoded(address: &str) -> String {
    let mut encoded = String::with_capacity(address.len());
    for byte in address.bytes() {
        if byte.is_ascii_alphanumeric() || b";,/?:@&=+$-_.!~*'()#%".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// Encodes a value of a query as a browser's form does.
pub fn query_value(value: &str) -> String {
    form_urlencoded::byte_serialize(value.as_bytes()).collect()
}

/// An address in running text.
pub struct Found<'t> {
    /// What is written.
    pub text: &'t str,
    /// What precedes it in the address that it stands for.
    pub prefix: &'static str,
}

/// Returns the address that begins a text, which follows the character `before`. With `has_mail` also mail
/// addresses.
pub fn address_at(text: &str, before: Option<char>, has_mail: bool) -> Option<Found<'_>> {
    let scheme = scheme_length(text);
    let is_www = scheme == 0
        && text.starts_with("www.")
        && before.is_none_or(|c| c.is_whitespace() || "*_~(".contains(c));
    if scheme == 0 && !is_www {
        let is_start = before.is_none_or(|c| !is_mail_char(c));
        return if has_mail && is_start {
            mail_at(text)
        } else {
            None
        };
    }
    let start = if is_www { "www.".len() } else { scheme };
    let written = &text[..address_end(text)?];
    let host = written.get(start..)?.bytes().next()?;
    if !(host.is_ascii_alphanumeric() || host == b'-') {
        return None;
    }
    Some(Found {
        text: without_end(written),
        prefix: if is_www { "http://" } else { "" },
    })
}

/// Returns the length of `https://` and the like.
fn scheme_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is = |scheme: &str| {
        bytes.len() >= scheme.len() && bytes[..scheme.len()].eq_ignore_ascii_case(scheme.as_bytes())
    };
    let found = ["https://", "http://", "ftp://"]
        .into_iter()
        .find(|scheme| is(scheme));
    found.map_or(0, str::len)
}

/// Returns where the part of a text ends that can be an address, if it is short enough. Braces belong to it in pairs.
fn address_end(text: &str) -> Option<usize> {
    let mut end = 0;
    let mut open = None;
    for (at, c) in text.char_indices() {
        if at >= MAX_LENGTH {
            return None;
        }
        match c {
            '{' if open.is_none() => open = Some(at),
            '}' if open.is_some() => open = None,
            '{' | '}' => return Some(open.unwrap_or(at)),
            _ if ends_address(c) || c == '\u{feff}' => return Some(open.unwrap_or(at)),
            _ => {}
        }
        end = at + c.len_utf8();
    }
    Some(open.unwrap_or(end))
}

/// Returns an address without the punctuation after it, as GitHub's Markdown does.
fn without_end(address: &str) -> &str {
    let is_mark = |b: u8| b"?!.,:;*_'\"~)".contains(&b);
    let entity = |end: usize| {
        let amp = address[..end].rfind('&')?;
        let name = address[amp + 1..end].strip_suffix(';')?;
        (!name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric())).then_some(amp)
    };
    let mut end = address.len();
    'shorter: loop {
        let bytes = &address.as_bytes()[..end];
        let last = entity(end);
        let mut at = 0;
        while at < end {
            match bytes[at] {
                b'(' => match bytes[at..].iter().position(|&b| b == b')') {
                    Some(closing) => at += closing + 1,
                    None => return &address[..at],
                },
                b'&' if last == Some(at) => {
                    end = at;
                    continue 'shorter;
                }
                mark if is_mark(mark) => {
                    let run = bytes[at..].iter().take_while(|&&b| is_mark(b)).count();
                    if at + run == end {
                        // One sign after the other, because what remains may end in an entity.
                        end = if run > 1 && entity(at + 1).is_some() {
                            at + 1
                        } else {
                            at
                        };
                        continue 'shorter;
                    }
                    at += run;
                }
                _ => at += 1,
            }
        }
        return &address[..end];
    }
}

fn is_mail_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "._+-".contains(c)
}

/// Returns the mail address that begins a text. The version of a package is none: `lodash@4.17.21`.
fn mail_at(text: &str) -> Option<Found<'_>> {
    let name = text
        .find(|c| !is_mail_char(c))
        .filter(|&name| name > 0 && name < MAX_LENGTH)?;
    let host = text[name..].strip_prefix('@')?;
    let is_host = |b: &u8| b.is_ascii_alphanumeric() || b"-_.".contains(b);
    let length = host.bytes().take_while(is_host).count();
    let host = host[..length].trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    let top = host.rsplit_once('.')?.1;
    let is_version = top.bytes().all(|b| b.is_ascii_digit());
    (!is_version && !host.starts_with('.') && !host.contains("..")).then(|| Found {
        text: &text[..name + 1 + host.len()],
        prefix: "mailto:",
    })
}
