//! The rules for what people write. Pure functions; `ui/src/lib/validation-cases.json` tests them here and in the UI.
//!
//! They are rules for new input: imported content may be longer.

use crate::error::{Error, Result, Sentence};

/// The limits of the rules below, in Unicode scalar values unless it says otherwise.
pub mod limits {
    pub const TITLE: usize = 100;
    /// Tags on one question.
    pub const TAGS: usize = 5;
    pub const TAG: usize = 20;
    pub const QUESTION_TEXT: usize = 30_000;
    pub const ANSWER_TEXT: usize = 30_000;
    pub const COMMENT_TEXT: usize = 5_000;
    pub const MESSAGE: usize = 2_000;
    /// People in one chat.
    pub const PARTICIPANTS: usize = 50;
    pub const BIOGRAPHY: usize = 2_000;
    pub const COMMUNITY_NAME: usize = 100;
    pub const COMMUNITY_DESCRIPTION: usize = 2_000;
    pub const PASSWORD: usize = 256;
    pub const REASON: usize = 500;
    pub const INVITATION_NOTE: usize = 100;
    /// In bytes.
    pub const NONCE: usize = 64;
}

/// Names that are routes, calls, or words that would mislead.
const RESERVED_USERNAMES: &[&str] = &[
    "admin",
    "administrator",
    "all",
    "anonymous",
    "answer",
    "api",
    "assets",
    "chat",
    "comment",
    "communities",
    "community",
    "contributions",
    "deleted",
    "everyone",
    "games",
    "gamer",
    "getdata",
    "getsessions",
    "getuser",
    "getusers",
    "health",
    "here",
    "home",
    "join",
    "leave",
    "login",
    "logout",
    "me",
    "messages",
    "messaging",
    "metrics",
    "moderator",
    "my",
    "new",
    "notification",
    "null",
    "openapi.json",
    "question",
    "questionpage",
    "root",
    "signup",
    "socket.io",
    "star",
    "stoa",
    "support",
    "system",
    "tag",
    "tags",
    "undefined",
    "user",
    "users",
];

/// The form in which names and tags are compared.
pub fn fold(name: &str) -> String {
    name.to_lowercase()
}

/// Text as we store it: `\n` ends lines, no control characters besides it and the tab.
pub fn clean(text: &str) -> Result<String> {
    if text.contains('\0') {
        return Err(Sentence::InvalidCharacter.into());
    }
    Ok(text.replace("\r\n", "\n").replace('\r', "\n").chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect())
}

fn written(text: &str, limit: usize, empty: Sentence, too_long: Sentence) -> Result<String> {
    let text = clean(text)?;
    if text.trim().is_empty() {
        return Err(empty.into());
    }
    if text.chars().count() > limit {
        return Err(too_long.into());
    }
    Ok(text)
}

/// What a client calls something that it adds, so that it is stored once however often it is sent: whatever it likes, if it
/// is short. An empty nonce is none.
pub fn nonce(nonce: Option<String>) -> Result<Option<String>> {
    let nonce = nonce.filter(|nonce| !nonce.is_empty());
    if nonce.as_ref().is_some_and(|nonce| nonce.len() > limits::NONCE) {
        return Err(Error::with(Sentence::Malformed, format_args!("a nonce has at most {} bytes", limits::NONCE)));
    }
    Ok(nonce)
}

/// A question's title, trimmed and on one line.
pub fn title(text: &str) -> Result<String> {
    let line = clean(text)?.split_whitespace().collect::<Vec<_>>().join(" ");
    written(&line, limits::TITLE, Sentence::TitleEmpty, Sentence::TitleTooLong)
}

/// A question's Markdown.
pub fn question_text(text: &str) -> Result<String> {
    let text = written(text, limits::QUESTION_TEXT, Sentence::QuestionTextEmpty, Sentence::QuestionTextTooLong)?;
    hyperlinks(&text)?;
    Ok(text)
}

/// An answer's Markdown.
pub fn answer_text(text: &str) -> Result<String> {
    let text = written(text, limits::ANSWER_TEXT, Sentence::AnswerTextEmpty, Sentence::AnswerTextTooLong)?;
    hyperlinks(&text)?;
    Ok(text)
}

/// A comment's text.
pub fn comment_text(text: &str) -> Result<String> {
    written(text, limits::COMMENT_TEXT, Sentence::CommentTextEmpty, Sentence::CommentTextTooLong)
}

/// A message in a chat.
pub fn message(text: &str) -> Result<String> {
    written(text, limits::MESSAGE, Sentence::MessageEmpty, Sentence::MessageTooLong)
}

/// A profile's biography; it may be empty.
pub fn biography(text: &str) -> Result<String> {
    let text = clean(text)?;
    if text.chars().count() > limits::BIOGRAPHY { Err(Sentence::BiographyTooLong.into()) } else { Ok(text) }
}

/// A community's name, trimmed and on one line.
pub fn community_name(text: &str) -> Result<String> {
    let line = clean(text)?.split_whitespace().collect::<Vec<_>>().join(" ");
    written(&line, limits::COMMUNITY_NAME, Sentence::CommunityNameEmpty, Sentence::CommunityNameTooLong)
}

/// A community's description, trimmed; it may be empty.
pub fn community_description(text: &str) -> Result<String> {
    let text = clean(text)?.trim().to_owned();
    if text.chars().count() > limits::COMMUNITY_DESCRIPTION { Err(Sentence::DescriptionTooLong.into()) } else { Ok(text) }
}

/// Why an administrator removes something, trimmed.
pub fn reason(text: &str) -> Result<String> {
    let text = clean(text)?.trim().to_owned();
    written(&text, limits::REASON, Sentence::ReasonEmpty, Sentence::ReasonTooLong)
}

/// For whom an invitation is, trimmed and on one line; it may be empty.
pub fn invitation_note(text: &str) -> Result<String> {
    let line = clean(text)?.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > limits::INVITATION_NOTE { Err(Sentence::NoteTooLong.into()) } else { Ok(line) }
}

/// A question's tags: each once, whatever its case, in the order written.
pub fn tags<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Vec<String>> {
    let mut tags: Vec<String> = Vec::new();
    for name in names.into_iter().map(str::trim).filter(|name| !name.is_empty()) {
        if tags.iter().any(|tag| fold(tag) == fold(name)) {
            continue;
        }
        if tags.len() == limits::TAGS {
            return Err(Sentence::TagsTooMany.into());
        }
        tags.push(name.to_owned());
    }
    if tags.is_empty() {
        return Err(Sentence::TagsMissing.into());
    }
    for tag in &tags {
        if tag.chars().count() > limits::TAG {
            return Err(Sentence::TagTooLong.into());
        }
        if tag.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(Sentence::TagInvalid.into());
        }
    }
    Ok(tags)
}

/// A new user's name.
pub fn username(name: &str) -> Result<()> {
    let bytes = name.as_bytes();
    let inner = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    let ends = |b: Option<&u8>| b.is_some_and(u8::is_ascii_alphanumeric);
    if !(2..=32).contains(&bytes.len()) || !bytes.iter().all(inner) || !ends(bytes.first()) || !ends(bytes.last()) {
        return Err(Sentence::UsernameInvalid.into());
    }
    if is_reserved(name) { Err(Sentence::UsernameReserved.into()) } else { Ok(()) }
}

/// The name of a user who is made by whoever runs the site: he may call one `admin`.
pub fn operators_username(name: &str) -> Result<()> {
    let is_administrators = ["admin", "administrator"].contains(&fold(name).as_str());
    if is_administrators { Ok(()) } else { username(name) }
}

/// Whether a name is kept back from users.
pub fn is_reserved(name: &str) -> bool {
    RESERVED_USERNAMES.contains(&fold(name).as_str())
}

/// Every inline Markdown link needs a text and an address that starts with `https://` and goes on. Code and
/// formulas contain no links; an image may do without a text. Takes time linear in the length of the text.
pub fn hyperlinks(text: &str) -> Result<()> {
    let bytes = text.as_bytes();
    let masked = mask(bytes);
    let mut open = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            _ if masked[at] => {}
            b'\\' => at += 1,
            b'[' => open.push(at),
            b']' => {
                if let Some(start) = open.pop()
                    && bytes.get(at + 1) == Some(&b'(')
                    && let Some(address) = destination(&text[at + 2..])
                {
                    let is_image = start > 0 && bytes[start - 1] == b'!';
                    let has_text = !text[start + 1..at].trim().is_empty();
                    let goes_on = address.strip_prefix("https://").is_some_and(|rest| !rest.is_empty());
                    if !goes_on || !(has_text || is_image) {
                        return Err(Sentence::InvalidHyperlink.into());
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

/// How deep brackets may nest in an address; deeper is no link in CommonMark's reference implementation either.
const ADDRESS_NESTING: usize = 32;

/// The address of a link whose `(` stands just before `rest`; none if this is not a link after all.
fn destination(rest: &str) -> Option<&str> {
    let rest = rest.trim_start_matches([' ', '\t', '\n']);
    let (address, after) = if let Some(rest) = rest.strip_prefix('<') {
        let end = rest.find(['>', '<', '\n'])?;
        (&rest[..end], rest[end..].strip_prefix('>')?)
    } else {
        let mut depth = 0usize;
        let mut escaped = false;
        let end = rest.char_indices().find_map(|(at, c)| {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                ' ' | '\t' | '\n' => return Some(Some(at)),
                '(' if depth == ADDRESS_NESTING => return Some(None),
                '(' => depth += 1,
                ')' if depth == 0 => return Some(Some(at)),
                ')' => depth -= 1,
                _ => {}
            }
            None
        })??;
        rest.split_at(end)
    };
    let after = after.trim_start_matches([' ', '\t', '\n']);
    let closes = match after.bytes().next()? {
        b')' => true,
        quote @ (b'"' | b'\'') => titled(after, quote as char),
        b'(' => titled(after, ')'),
        _ => false,
    };
    closes.then_some(address)
}

/// Longest title that is looked for; it keeps many unfinished titles linear.
const TITLE_SPAN: usize = 1_000;

fn titled(title: &str, quote: char) -> bool {
    let end = title.char_indices().take(TITLE_SPAN).skip(1).find(|&(_, c)| c == quote);
    end.is_some_and(|(at, _)| title[at + 1..].trim_start_matches([' ', '\t', '\n']).starts_with(')'))
}

/// Marks what is inside of code blocks, code spans and formulas.
pub fn mask(bytes: &[u8]) -> Vec<bool> {
    let mut masked = vec![false; bytes.len()];
    mask_code_blocks(bytes, &mut masked);
    mask_code_spans(bytes, &mut masked);
    mask_formulas(bytes, &mut masked);
    masked
}

/// Masks fenced and indented code. What is indented is code after an empty line, except in a list, where it goes on
/// with an item.
fn mask_code_blocks(bytes: &[u8], masked: &mut [bool]) {
    let mut fence: Option<(u8, usize)> = None;
    let (mut is_code, mut after_empty, mut in_list) = (false, true, false);
    let mut start = 0;
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        let end = start + line.len();
        let indent = line.iter().take_while(|&&b| b == b' ').count();
        let rest = &line[indent..];
        let is_indented = indent >= 4 || rest.first() == Some(&b'\t');
        let mark = rest.first().copied().filter(|b| indent < 4 && matches!(b, b'`' | b'~'));
        let length = mark.map_or(0, |mark| rest.iter().take_while(|&&b| b == mark).count());
        let info = &rest[length..];
        if let Some((open, least)) = fence {
            masked[start..end].fill(true);
            if mark == Some(open) && length >= least && info.iter().all(u8::is_ascii_whitespace) {
                fence = None;
            }
        } else if rest.iter().all(u8::is_ascii_whitespace) {
            after_empty = true;
        } else {
            is_code = is_indented && !in_list && (is_code || after_empty);
            if length >= 3 && !(mark == Some(b'`') && info.contains(&b'`')) {
                fence = mark.map(|mark| (mark, length));
            }
            if is_code || fence.is_some() {
                masked[start..end].fill(true);
            }
            if !is_indented {
                in_list = is_list_item(rest) || (in_list && (indent > 0 || !after_empty));
            }
            after_empty = false;
        }
        start = end;
    }
}

/// Whether a line begins with `- `, `* `, `+ `, `1. ` or `1) `.
fn is_list_item(line: &[u8]) -> bool {
    let digits = line.iter().take(9).take_while(|b| b.is_ascii_digit()).count();
    let marks: &[u8] = if digits == 0 { b"-*+" } else { b".)" };
    line.get(digits).is_some_and(|mark| marks.contains(mark)) && line.get(digits + 1).is_none_or(|b| b" \t\n".contains(b))
}

/// Some equal marks in a row.
struct Run {
    start: usize,
    length: usize,
    /// Whether a backslash stands before it.
    escaped: bool,
}

fn unmasked_runs(bytes: &[u8], masked: &[bool], mark: u8) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut escaped = false;
    let mut at = 0;
    while at < bytes.len() {
        if masked[at] || bytes[at] != mark {
            escaped = !escaped && !masked[at] && bytes[at] == b'\\';
            at += 1;
            continue;
        }
        let length = bytes[at..].iter().take_while(|&&b| b == mark).count();
        runs.push(Run { start: at, length, escaped });
        escaped = false;
        at += length;
    }
    runs
}

/// For each run the next one that may close it: it is as long as `opening` says. Found from the back.
fn closers(runs: &[Run], opening: impl Fn(&Run) -> usize) -> Vec<Option<usize>> {
    let mut closers = vec![None; runs.len()];
    let mut latest = std::collections::HashMap::new();
    for (index, run) in runs.iter().enumerate().rev() {
        closers[index] = latest.get(&opening(run)).copied();
        latest.insert(run.length, index);
    }
    closers
}

/// Marks from each run of backticks to the next of the same length. A backslash takes one from a run that opens;
/// inside of code it is a backslash.
fn mask_code_spans(bytes: &[u8], masked: &mut [bool]) {
    let runs = unmasked_runs(bytes, masked, b'`');
    let closers = closers(&runs, |run| run.length - usize::from(run.escaped));
    let mut index = 0;
    while index < runs.len() {
        if let Some(close) = closers[index] {
            masked[runs[index].start..runs[close].start + runs[close].length].fill(true);
            index = close;
        }
        index += 1;
    }
}

/// Marks from each `$` or `$$` to the next of the same length that it makes a formula with. A backslash takes the
/// meaning from a dollar sign.
fn mask_formulas(bytes: &[u8], masked: &mut [bool]) {
    let mut runs = unmasked_runs(bytes, masked, b'$');
    for run in runs.iter_mut().filter(|run| run.escaped) {
        (run.start, run.length) = (run.start + 1, run.length - 1);
    }
    runs.retain(|run| matches!(run.length, 1 | 2));
    let closers = closers(&runs, |run| run.length);
    let mut index = 0;
    while index < runs.len() {
        let Run { start, length, .. } = runs[index];
        if let Some(close) = closers[index]
            && is_formula(bytes, start, runs[close].start, length)
        {
            masked[start..runs[close].start + length].fill(true);
            index = close;
        }
        index += 1;
    }
}

/// Longest formula that is looked at, in characters; the renderer draws none longer.
const FORMULA: usize = 2_000;

/// Whether what stands between two runs of `length` dollar signs is a formula: it is not empty and holds no empty
/// line; a single `$` neither opens before nor closes after white space, and no letter or digit follows, so that
/// money stays text.
fn is_formula(bytes: &[u8], start: usize, end: usize, length: usize) -> bool {
    let inside = &bytes[start + length..end];
    let characters = || inside.iter().filter(|&&b| b & 0xC0 != 0x80).count();
    let (Some(first), Some(last)) = (inside.first(), inside.last()) else { return false };
    let follows = bytes.get(end + 1).is_some_and(u8::is_ascii_alphanumeric);
    let is_money = first.is_ascii_whitespace() || last.is_ascii_whitespace() || follows;
    (length == 2 || !is_money) && !inside.windows(2).any(|pair| pair == b"\n\n") && characters() <= FORMULA
}
