//! Reads one file of a dump: `<row …/>` elements, one at a time, everything in attributes.
//!
//! Whatever goes wrong with a row, its error names the file and the line.

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

use crate::clock::Timestamp;
use crate::error::{Error, Result};

/// Calls `handle` with each row of the file at `path`, and with how many bytes it took.
pub(super) fn each(path: &Path, handle: impl FnMut(&Row<'_>, u64) -> Result<()>) -> Result<()> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let file = File::open(path).map_err(|error| Error::internal(format_args!("cannot read {}: {error}", path.display())))?;
    each_of(&name, file, handle)
}

/// The same with what is read from a file of this name.
pub(super) fn each_of(name: &str, file: impl Read, mut handle: impl FnMut(&Row<'_>, u64) -> Result<()>) -> Result<()> {
    let mut reader = Reader::from_reader(Lines { inner: BufReader::with_capacity(1 << 16, file), ended: 0 });
    let mut buffer = Vec::new();
    let mut read = 0;
    // Outside of the root element, inside of it, behind it.
    let (mut inside, mut behind) = (false, false);
    loop {
        buffer.clear();
        let line = reader.get_ref().ended + 1;
        let at_line = |error| located(error, name, line);
        let event = reader.read_event_into(&mut buffer).map_err(|error| at_line(Error::internal(error)))?;
        match event {
            Event::Empty(element) if inside && element.name().into_inner() == "row" => {
                let size = reader.buffer_position() - read;
                read += size;
                Row::read(&element).and_then(|row| handle(&row, size)).map_err(at_line)?;
            }
            Event::Start(_) if !inside && !behind => inside = true,
            Event::Empty(_) if !inside && !behind => behind = true,
            Event::End(_) => (inside, behind) = (false, true),
            Event::Eof if behind => return Ok(()),
            Event::Eof => return Err(at_line(Error::internal("the file ends too early"))),
            Event::Decl(_) | Event::Comment(_) | Event::PI(_) => {}
            Event::Text(text) => {
                let space = text.len() - text.trim_start().len();
                if space < text.len() {
                    return Err(located(Error::internal(STRAY), name, line + text[..space].matches('\n').count()));
                }
            }
            _ => return Err(at_line(Error::internal(STRAY))),
        }
    }
}

const STRAY: &str = "this is no row of a dump";

/// Says where something inside went wrong.
fn located(error: Error, file: &str, line: usize) -> Error {
    match error {
        Error::Internal(detail) => Error::internal(format_args!("{file}, line {line}: {detail}")),
        said => said,
    }
}

/// A row's attributes, as they stand in the file.
pub(super) struct Row<'a>(Vec<(&'a str, Cow<'a, str>)>);

impl<'a> Row<'a> {
    fn read(element: &'a BytesStart<'_>) -> Result<Self> {
        let attributes = element.attributes().map(|attribute| attribute.map(|a| (a.key.into_inner(), a.value)));
        Ok(Self(attributes.collect::<Result<_, _>>().map_err(Error::internal)?))
    }

    /// An attribute's text: lines end with `\n`, and there are no control characters besides it and the tab.
    pub fn text(&self, name: &str) -> Result<Option<String>> {
        let Some((_, raw)) = self.0.iter().find(|(key, _)| *key == name) else { return Ok(None) };
        // XML allows no NUL, but .NET's writer can be told to write it all the same.
        let raw = if raw.contains("&#") { Cow::from(raw.replace("&#x0;", "").replace("&#0;", "")) } else { Cow::from(&**raw) };
        let text = unescape(&raw).map_err(|error| Error::internal(format_args!("{name}: {error}")))?;
        Ok(Some(clean(&text)))
    }

    pub fn required(&self, name: &str) -> Result<String> {
        self.text(name)?.ok_or_else(|| Error::internal(format_args!("the row has no {name}")))
    }

    pub fn number<T: FromStr>(&self, name: &str) -> Result<Option<T>> {
        self.text(name)?.map(|text| text.parse().map_err(|_| Error::internal(format_args!("{name} is no number: {text}")))).transpose()
    }

    pub fn required_number<T: FromStr>(&self, name: &str) -> Result<T> {
        self.number(name)?.ok_or_else(|| Error::internal(format_args!("the row has no {name}")))
    }

    /// A time without a zone is UTC.
    pub fn time(&self, name: &str) -> Result<Timestamp> {
        let text = self.required(name)?;
        let time = text.parse().and_then(|time: DateTime| TimeZone::UTC.to_timestamp(time));
        let time = time.map_err(|_| Error::internal(format_args!("{name} is no time: {text}")))?;
        Ok(Timestamp::from_millis(time.as_millisecond()))
    }
}

fn clean(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

/// Counts the lines that have been read to their end.
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
        self.ended += self.inner.buffer()[..amount].iter().filter(|&&b| b == b'\n').count();
        self.inner.consume(amount);
    }
}
