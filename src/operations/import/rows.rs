//! Reads a file of a dump: `<row …/>` elements with all values in attributes, one at a time.
//!
//! Every error names the file and the line.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::str::FromStr;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};

/// Calls `handle` with each row of the file at `path`, and the size of the row in bytes.
pub(super) fn for_each_row(
    path: &Path,
    handle: impl FnMut(&Row<'_>, u64) -> Result<()>,
) -> Result<()> {
    let name = path
        .file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy();
    let file = File::open(path).map_err(|error| {
        Error::internal(format_args!("cannot read {}: {error}", path.display()))
    })?;
    for_each_row_of(&name, file, handle)
}

/// Calls `handle` with each row of a reader. `name` is the file in errors.
pub(super) fn for_each_row_of(
    name: &str,
    file: impl Read,
    mut handle: impl FnMut(&Row<'_>, u64) -> Result<()>,
) -> Result<()> {
    let mut reader = Reader::from_reader(Lines {
        inner: BufReader::with_capacity(1 << 16, file),
        ended: 0,
    });
    let mut buffer = Vec::new();
    let mut read = 0;
    // The position: before the root element, inside it (`inside`), or after it (`after`).
    let (mut inside, mut after) = (false, false);
    loop {
        buffer.clear();
        let line = reader.get_ref().ended + 1;
        let at_line = |error| located(error, name, line);
        let event = reader
            .read_event_into(&mut buffer)
            .map_err(|error| at_line(Error::internal(error)))?;
        match event {
            Event::Empty(element) if inside && element.name().into_inner() == "row" => {
                let size = reader.buffer_position() - read;
                read += size;
                Row::read(&element)
                    .and_then(|row| handle(&row, size))
                    .map_err(at_line)?;
            }
            Event::Start(_) if !inside && !after => inside = true,
            Event::Empty(_) if !inside && !after => after = true,
            Event::End(_) => (inside, after) = (false, true),
            Event::Eof if after => return Ok(()),
            Event::Eof => return Err(at_line(Error::internal("the file ends too early"))),
            Event::Decl(_) | Event::Comment(_) | Event::PI(_) => {}
            Event::Text(text) => {
                let space = text.len() - text.trim_start().len();
                if space < text.len() {
                    return Err(located(
                        Error::internal(NOT_A_ROW),
                        name,
                        line + text[..space].matches('\n').count(),
                    ));
                }
            }
            _ => return Err(at_line(Error::internal(NOT_A_ROW))),
        }
    }
}

const NOT_A_ROW: &str = "this is not a row of a dump";

/// Adds the file and the line to an error.
fn located(error: Error, file: &str, line: usize) -> Error {
    match error {
        Error::Internal(detail) => Error::internal(format_args!("{file}, line {line}: {detail}")),
        other => other,
    }
}

/// The attributes of a row.
pub(super) struct Row<'a> {
    attributes: Vec<(&'a str, Cow<'a, str>)>,
    /// Whether the values have the escapes of XML.
    is_escaped: bool,
}

impl<'a> Row<'a> {
    fn read(element: &'a BytesStart<'_>) -> Result<Self> {
        let attributes = element
            .attributes()
            .map(|attribute| attribute.map(|a| (a.key.into_inner(), a.value)));
        let attributes = attributes.collect::<Result<_, _>>();
        Ok(Self {
            attributes: attributes.map_err(Error::internal)?,
            is_escaped: true,
        })
    }

    /// Returns a row with these values as they are.
    pub fn plain(attributes: Vec<(&'a str, Cow<'a, str>)>) -> Self {
        Self {
            attributes,
            is_escaped: false,
        }
    }

    /// Returns the names of the attributes, and their values with the escapes of the file.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes.iter().map(|(name, raw)| (*name, &**raw))
    }

    /// Returns the text of an attribute. Its lines end with `\n`, and it has no other control
    /// characters than that and the tab.
    pub fn text(&self, name: &str) -> Result<Option<String>> {
        let Some((_, raw)) = self.attributes.iter().find(|(key, _)| *key == name) else {
            return Ok(None);
        };
        if !self.is_escaped {
            return Ok(Some(clean(raw)));
        }
        let raw = with_characters(raw);
        let text =
            unescape(&raw).map_err(|error| Error::internal(format_args!("{name}: {error}")))?;
        Ok(Some(clean(&text)))
    }

    /// Returns the text of an attribute that must exist.
    pub fn required(&self, name: &str) -> Result<String> {
        self.text(name)?.ok_or_else(|| missing(name))
    }

    /// Returns the number in an attribute.
    pub fn number<T: FromStr>(&self, name: &str) -> Result<Option<T>> {
        self.text(name)?
            .map(|text| {
                text.parse()
                    .map_err(|_| Error::internal(format_args!("{name} is not a number: {text}")))
            })
            .transpose()
    }

    /// Returns the number in an attribute that must exist.
    pub fn required_number<T: FromStr>(&self, name: &str) -> Result<T> {
        self.number(name)?.ok_or_else(|| missing(name))
    }

    /// Returns the time in an attribute. A time without an offset is UTC.
    pub fn time(&self, name: &str) -> Result<Option<Timestamp>> {
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        let time = text
            .parse()
            .and_then(|time: DateTime| TimeZone::UTC.to_timestamp(time));
        let time =
            time.map_err(|_| Error::internal(format_args!("{name} is not a time: {text}")))?;
        Ok(Some(Timestamp::from_millis(time.as_millisecond())))
    }

    /// Returns the time in an attribute that must exist.
    pub fn required_time(&self, name: &str) -> Result<Timestamp> {
        self.time(name)?.ok_or_else(|| missing(name))
    }
}

/// Returns a value without references to what is no character: XML allows neither NUL nor halves of surrogate pairs, but
/// the writer of .NET can be configured to write them.
fn with_characters(raw: &str) -> Cow<'_, str> {
    let mut parts = raw.split("&#");
    let mut text = parts.next().unwrap_or_default().to_owned();
    if text.len() == raw.len() {
        return raw.into();
    }
    let mut half = None;
    for part in parts {
        let (number, rest) = part.split_once(';').unwrap_or((part, ""));
        let code = match number.strip_prefix('x') {
            Some(hex) => u16::from_str_radix(hex, 16),
            None => number.parse(),
        };
        match (half.take(), code) {
            (Some(high), Ok(low @ 0xDC00..=0xDFFF)) => {
                text.pop();
                text.extend(char::decode_utf16([high, low]).flatten());
                text.push_str(rest);
            }
            (_, Ok(0)) => text.push_str(rest),
            (_, Ok(high @ 0xD800..=0xDFFF)) => {
                half = rest.is_empty().then_some(high);
                text.push(char::REPLACEMENT_CHARACTER);
                text.push_str(rest);
            }
            _ => text.extend(["&#", part]),
        }
    }
    text.into()
}

fn missing(name: &str) -> Error {
    Error::internal(format_args!("the row has no {name}"))
}

/// Normalizes line ends, and removes other control characters than the tab.
pub(super) fn clean(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace('\r', "\n")
        .chars()
        .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'))
        .collect()
}

/// A reader that counts the lines read to their end.
struct Lines<R> {
    inner: BufReader<R>,
    ended: usize,
}

impl<R: Read> Read for Lines<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(out)?;
        self.ended += out[..read].iter().filter(|&&b| b == b'\n').count();
        Ok(read)
    }
}

impl<R: Read> BufRead for Lines<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.ended += self.inner.buffer()[..amount]
            .iter()
            .filter(|&&b| b == b'\n')
            .count();
        self.inner.consume(amount);
    }
}
