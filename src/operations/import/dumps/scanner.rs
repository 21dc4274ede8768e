//! The parts of a dump: white space and comments, names, words, texts in quotes.

use std::io::{ErrorKind, Read};

use super::sink::Value;
use crate::core::error::{Error, Result};

/// The largest value, in bytes: twice what the largest file of a site can be.
const MAX_VALUE: usize = 64 << 20;
/// How much of a comment is looked at, in bytes.
const COMMENT: usize = 200;
/// What a name or a word has at most, in bytes.
const MAX_NAME: usize = 1000;
/// How much is read at once, in bytes.
const BUFFER: u64 = 1 << 16;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    MySql,
    PostgreSql,
}

/// A dump, and how much of it was read.
pub struct Scanner<'a> {
    input: Box<dyn Read + 'a>,
    /// What was read, and how much of it is done.
    buffer: Vec<u8>,
    at: usize,
    pub line: usize,
    /// The line in which the statement begins.
    pub statement: usize,
    pub dialect: Dialect,
    /// Whether a backslash in a text escapes what follows.
    pub has_escapes: bool,
    /// Whether the file says which program has written it, one that says at the end that the dump is complete.
    is_of_program: bool,
    is_complete: bool,
}

impl<'a> Scanner<'a> {
    pub fn new(input: Box<dyn Read + 'a>) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            at: 0,
            line: 1,
            statement: 1,
            dialect: Dialect::MySql,
            has_escapes: true,
            is_of_program: false,
            is_complete: false,
        }
    }

    /// Sets the dialect to that of PostgreSQL.
    pub fn is_of_postgresql(&mut self) {
        self.dialect = Dialect::PostgreSql;
        self.has_escapes = false;
    }

    /// Returns whether the last line of a dump is missing.
    pub fn is_cut_off(&self) -> bool {
        self.is_of_program && !self.is_complete
    }

    /// Skips white space and comments.
    pub fn space(&mut self) -> Result<()> {
        let dialect = self.dialect;
        loop {
            match self.fill(2)? {
                [b'-', b'-', ..] => {
                    let comment = self.comment(b"\n")?;
                    self.note(&comment);
                }
                [b'#', ..] if dialect == Dialect::MySql => {
                    self.comment(b"\n")?;
                }
                [b'/', b'*', ..] => {
                    let comment = self.comment(b"*/")?;
                    let charset = comment.split_once("SET NAMES ");
                    if charset.is_some_and(|(_, name)| !name.starts_with("utf8")) {
                        return Err(Error::internal(
                            "the texts are not in UTF-8: dump the database again with --default-character-set=utf8mb4",
                        ));
                    }
                }
                [byte, ..] if byte.is_ascii_whitespace() => self.skip_byte(),
                _ => return Ok(()),
            }
        }
    }

    /// Takes from a comment which program has written the dump, and that it is complete.
    fn note(&mut self, comment: &str) {
        if comment.contains("PostgreSQL database") && !self.is_of_program {
            self.is_of_postgresql();
            self.is_of_program = true;
        }
        self.is_of_program |= comment.contains("MySQL dump") || comment.contains("MariaDB dump");
        self.is_complete |= comment.contains("Dump completed") || comment.contains("dump complete");
    }

    /// Skips a comment with its end. Returns its beginning.
    fn comment(&mut self, end: &[u8]) -> Result<String> {
        let mut beginning = Vec::new();
        loop {
            let available = self.fill(end.len())?;
            if available.is_empty() {
                break;
            }
            if available.starts_with(end) {
                self.consume(end.len());
                break;
            }
            if beginning.len() < COMMENT {
                beginning.push(available[0]);
            }
            self.skip_byte();
        }
        Ok(String::from_utf8_lossy(&beginning).into_owned())
    }

    /// Skips the rest of the line with its end.
    pub fn skip_line(&mut self) -> Result<()> {
        self.skip_to(b'\n')?;
        self.skip_byte();
        Ok(())
    }

    /// Skips up to a byte, or to the end of the file.
    fn skip_to(&mut self, end: u8) -> Result<()> {
        loop {
            let available = self.fill(1)?;
            let (length, is_found) = match available.iter().position(|byte| *byte == end) {
                Some(length) => (length, true),
                None => (available.len(), available.is_empty()),
            };
            self.consume(length);
            if is_found {
                return Ok(());
            }
        }
    }

    /// Skips up to the first of these bytes that is neither in quotes, nor in brackets, nor in a comment.
    pub fn skip_until(&mut self, ends: &[u8]) -> Result<()> {
        let mut depth = 0_usize;
        loop {
            self.space()?;
            match self.peek()? {
                None => return Err(self.ends_too_early()),
                Some(byte) if depth == 0 && ends.contains(&byte) => return Ok(()),
                Some(quote @ (b'\'' | b'"')) => {
                    self.string(quote, false)?;
                }
                Some(b'`') if self.dialect == Dialect::MySql => {
                    self.name()?;
                }
                Some(b'$') if self.dialect == Dialect::PostgreSql => self.skip_dollars()?,
                Some(byte) => {
                    match byte {
                        b'(' | b'[' => depth += 1,
                        b')' | b']' => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    self.skip_byte();
                }
            }
        }
    }

    /// Skips a text between dollars, such as the body of a function: `$$…$$` or `$name$…$name$`. Another dollar is skipped alone.
    fn skip_dollars(&mut self) -> Result<()> {
        self.skip_byte();
        let name = self.while_byte(|byte| byte.is_ascii_alphanumeric() || byte == b'_')?;
        if self.peek()? != Some(b'$') {
            return Ok(());
        }
        let end = format!("{name}$");
        loop {
            self.skip_byte();
            if self.fill(end.len())?.starts_with(end.as_bytes()) {
                self.consume(end.len());
                return Ok(());
            }
            self.skip_to(b'$')?;
            if self.peek()?.is_none() {
                return Err(self.ends_too_early());
            }
        }
    }

    /// Reads a word in upper case.
    pub fn word(&mut self) -> Result<String> {
        let word = self.while_byte(|byte| byte.is_ascii_alphanumeric() || byte == b'_')?;
        Ok(word.to_ascii_uppercase())
    }

    /// Skips these words, as many as there are in this order.
    pub fn words(&mut self, words: &[&str]) -> Result<()> {
        for word in words {
            self.space()?;
            let length = word.len();
            let available = self.fill(length + 1)?;
            let is_there = available.len() > length
                && available[..length].eq_ignore_ascii_case(word.as_bytes())
                && !available[length].is_ascii_alphanumeric()
                && available[length] != b'_';
            if is_there {
                self.consume(length);
            }
        }
        Ok(())
    }

    /// Reads a name, in quotes or without.
    pub fn name(&mut self) -> Result<String> {
        let name = match self.peek()? {
            Some(quote @ (b'`' | b'"')) => {
                self.skip_byte();
                let mut name = String::new();
                loop {
                    name += &self.while_byte(|byte| byte != quote)?;
                    self.byte()?;
                    if self.peek()? != Some(quote) {
                        break name;
                    }
                    self.skip_byte();
                    name.push(char::from(quote));
                }
            }
            _ => self.while_byte(|byte| {
                byte.is_ascii_alphanumeric() || b"_$".contains(&byte) || !byte.is_ascii()
            })?,
        };
        if name.is_empty() {
            let found = self.peek()?;
            return Err(self.unexpected(found));
        }
        Ok(name)
    }

    /// Reads a text in quotes, without what is escaped. One that is not wanted is read, but not kept.
    pub fn string(&mut self, quote: u8, is_wanted: bool) -> Result<Vec<u8>> {
        self.skip_byte();
        let has_escapes = self.has_escapes;
        let mut text = Vec::new();
        loop {
            let end = self.part(&mut text, is_wanted, |byte| {
                byte == quote || byte == b'\\' && has_escapes
            })?;
            let byte = if end == b'\\' {
                match self.byte()? {
                    b'0' => 0,
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'b' => 8,
                    b'Z' if self.dialect == Dialect::MySql => 26,
                    other => other,
                }
            } else if self.peek()? == Some(quote) {
                self.byte()?
            } else {
                return Ok(text);
            };
            if is_wanted {
                text.push(byte);
            }
        }
    }

    /// Reads a value of a row of `COPY` and the byte that ends it: a tab or the end of the line.
    pub fn field(&mut self, is_wanted: bool) -> Result<(Value, u8)> {
        if let [b'\\', b'N', end @ (b'\t' | b'\r' | b'\n'), ..] = *self.fill(3)? {
            self.consume(2);
            return Ok((None, self.end_of_field(end)?));
        }
        let mut text = Vec::new();
        loop {
            let end = self.part(&mut text, is_wanted, |byte| b"\t\n\r\\".contains(&byte))?;
            let byte = match end {
                b'\\' => self.escaped()?,
                // A return that belongs to the value is escaped.
                b'\r' if self.peek()? != Some(b'\n') => b'\r',
                b'\r' => self.byte()?,
                end => end,
            };
            if end != b'\\' && byte != b'\r' {
                return Ok((is_wanted.then_some(text), byte));
            }
            if is_wanted {
                text.push(byte);
            }
        }
    }

    /// Skips the byte that ends a value of `COPY`. Returns a line feed for the end of a line.
    fn end_of_field(&mut self, end: u8) -> Result<u8> {
        self.skip_byte();
        if end == b'\r' { self.byte() } else { Ok(end) }
    }

    /// Reads what follows a backslash in `COPY`.
    fn escaped(&mut self) -> Result<u8> {
        let (first, digits, base) = match self.byte()? {
            b'b' => return Ok(8),
            b'f' => return Ok(12),
            b'n' => return Ok(b'\n'),
            b'r' => return Ok(b'\r'),
            b't' => return Ok(b'\t'),
            b'v' => return Ok(11),
            byte @ b'0'..=b'7' => (u32::from(byte - b'0'), 2, 8),
            b'x' => (0, 2, 16),
            other => return Ok(other),
        };
        let mut number = first;
        for place in 0..digits {
            let digit = self
                .peek()?
                .and_then(|byte| char::from(byte).to_digit(base));
            match digit {
                Some(digit) => number = number * base + digit,
                None if base == 16 && place == 0 => return Ok(b'x'),
                None => break,
            }
            self.skip_byte();
        }
        Ok(number.to_le_bytes()[0])
    }

    /// Reads up to the first byte for which `is_end` is true, and returns that byte. What is before it is added to `text`, if
    /// it is wanted.
    fn part(
        &mut self,
        text: &mut Vec<u8>,
        is_wanted: bool,
        is_end: impl Fn(u8) -> bool,
    ) -> Result<u8> {
        loop {
            let available = self.fill(1)?;
            if available.is_empty() {
                return Err(self.ends_too_early());
            }
            let end = available.iter().position(|byte| is_end(*byte));
            let plain = &available[..end.unwrap_or(available.len())];
            if is_wanted {
                if text.len() + plain.len() > MAX_VALUE {
                    return Err(Error::internal("a value is larger than 64 MiB"));
                }
                text.extend_from_slice(plain);
            }
            let length = plain.len();
            self.consume(length);
            if end.is_some() {
                return self.byte();
            }
        }
    }

    /// Reads the bytes for which `is_part` is true.
    pub fn while_byte(&mut self, is_part: impl Fn(u8) -> bool) -> Result<String> {
        let mut text = Vec::new();
        while let Some(byte) = self.peek()?.filter(|byte| is_part(*byte)) {
            if text.len() == MAX_NAME {
                return Err(Error::internal("a name or a number is too long"));
            }
            text.push(byte);
            self.skip_byte();
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Returns the next byte without reading it. `None`: the file ends.
    pub fn peek(&mut self) -> Result<Option<u8>> {
        Ok(self.fill(1)?.first().copied())
    }

    /// Reads a byte.
    pub fn byte(&mut self) -> Result<u8> {
        let byte = self.peek()?.ok_or_else(|| self.ends_too_early())?;
        self.skip_byte();
        Ok(byte)
    }

    pub fn skip_byte(&mut self) {
        self.consume(1);
    }

    pub fn consume(&mut self, length: usize) {
        let end = self.buffer.len().min(self.at + length);
        let lines = self.buffer[self.at..end].iter();
        self.line += lines.filter(|byte| **byte == b'\n').count();
        self.at = end;
    }

    /// Returns what comes next: at least `least` bytes, unless the file ends.
    pub fn fill(&mut self, least: usize) -> Result<&[u8]> {
        if self.buffer.len() - self.at < least {
            self.buffer.drain(..self.at);
            self.at = 0;
            while self.buffer.len() < least {
                let mut part = (&mut self.input).take(BUFFER);
                match part.read_to_end(&mut self.buffer) {
                    Ok(0) => break,
                    Ok(_) => {}
                    // What gzip has compressed ends too early.
                    Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                        return Err(self.ends_too_early());
                    }
                    Err(error) => {
                        return Err(Error::internal(format_args!("cannot be read: {error}")));
                    }
                }
            }
        }
        Ok(&self.buffer[self.at..])
    }

    /// Returns the name of the program that makes such a dump.
    pub fn program(&self) -> &'static str {
        match self.dialect {
            Dialect::MySql => "mysqldump",
            Dialect::PostgreSql => "pg_dump",
        }
    }

    pub fn ends_too_early(&self) -> Error {
        Error::internal(format_args!(
            "the file ends within the statement of line {}: it was cut off, dump the database again",
            self.statement
        ))
    }

    pub fn unexpected(&self, byte: Option<u8>) -> Error {
        match byte {
            Some(byte) => Error::internal(format_args!(
                "{} is not expected in the statement of line {}: make the dump with {}",
                shown(byte),
                self.statement,
                self.program()
            )),
            None => self.ends_too_early(),
        }
    }
}

/// Returns a byte as errors show it.
pub fn shown(byte: u8) -> String {
    format!("`{}`", byte.escape_ascii())
}
