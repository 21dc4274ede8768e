//! Reads the text of `mysqldump`, `mariadb-dump` or phpMyAdmin: the columns of tables, and their rows. Other statements are
//! skipped. A value is in memory only while its row is.
//!
//! Every error names the file and the line.

use std::collections::HashMap;
use std::io::Read;

use crate::core::error::{Error, Result};

/// The largest value, in bytes: twice what the largest file of a site can be.
const MAX_VALUE: usize = 64 << 20;
/// The largest number of columns of a table.
const MAX_COLUMNS: usize = 4096;
/// How much of a comment is looked at, in bytes.
const COMMENT: usize = 200;
/// What a name or a word has at most, in bytes.
const MAX_NAME: usize = 1000;
/// How much is read at once, in bytes.
const BUFFER: u64 = 1 << 16;

/// A value as bytes. `None`: NULL, or the value of a column that is not read.
pub type Value = Option<Vec<u8>>;

/// What takes the rows.
pub trait Sink {
    /// Takes the columns of a table. Rejects what the program cannot read.
    fn table(&mut self, name: &str, columns: &[String]) -> Result<()>;
    /// Returns for each column of the rows that follow whether it is read. `None`: the rows are skipped.
    fn wants(&mut self, table: &str, columns: &[String]) -> Result<Option<Vec<bool>>>;
    /// Takes a row of that table.
    fn row(&mut self, values: Vec<Value>) -> Result<()>;
}

/// Reads a dump. `name` is the file in errors.
pub fn read(name: &str, input: impl Read, sink: &mut impl Sink) -> Result<()> {
    let mut reader = Reader {
        input,
        buffer: Vec::new(),
        at: 0,
        line: 1,
        statement: 1,
        is_of_mysqldump: false,
        is_complete: false,
        tables: HashMap::new(),
    };
    reader.statements(sink).map_err(|error| match error {
        Error::Internal(detail) => {
            Error::internal(format_args!("{name}, line {}: {detail}", reader.line))
        }
        other => other,
    })
}

struct Reader<R> {
    input: R,
    /// What was read, and how much of it is done.
    buffer: Vec<u8>,
    at: usize,
    line: usize,
    /// The line in which the statement begins.
    statement: usize,
    /// Whether the file says which program has written it, one that says at the end that the dump is complete.
    is_of_mysqldump: bool,
    is_complete: bool,
    tables: HashMap<String, Vec<String>>,
}

impl<R: Read> Reader<R> {
    fn statements(&mut self, sink: &mut impl Sink) -> Result<()> {
        loop {
            self.space()?;
            self.statement = self.line;
            match self.peek()? {
                None if self.is_of_mysqldump && !self.is_complete => {
                    return Err(Error::internal(
                        "the last line of a complete dump is missing: the file was cut off, dump the database again",
                    ));
                }
                None => return Ok(()),
                Some(b';') => self.skip_byte(),
                Some(byte) if byte.is_ascii_alphabetic() => {
                    match self.word()?.as_str() {
                        "CREATE" => self.create(sink)?,
                        "INSERT" | "REPLACE" => self.insert(sink)?,
                        _ => {}
                    }
                    self.skip_until(b";")?;
                }
                Some(byte) => {
                    return Err(Error::internal(format_args!(
                        "{} begins no statement: this is no dump as text, make one with mysqldump",
                        shown(byte)
                    )));
                }
            }
        }
    }

    /// Reads what follows CREATE.
    fn create(&mut self, sink: &mut impl Sink) -> Result<()> {
        self.space()?;
        if self.word()? != "TABLE" {
            return Ok(());
        }
        self.words(&["IF", "NOT", "EXISTS"])?;
        let name = self.table_name()?;
        self.space()?;
        if self.peek()? != Some(b'(') {
            return Ok(());
        }
        self.skip_byte();
        let mut columns = Vec::new();
        loop {
            self.space()?;
            let is_quoted = self.peek()? == Some(b'`');
            let column = self.name()?;
            let is_key = !is_quoted
                && matches!(
                    column.to_ascii_uppercase().as_str(),
                    "PRIMARY"
                        | "KEY"
                        | "UNIQUE"
                        | "INDEX"
                        | "CONSTRAINT"
                        | "FOREIGN"
                        | "FULLTEXT"
                        | "SPATIAL"
                        | "CHECK"
                        | "PERIOD"
                );
            if !is_key {
                self.add_column(&mut columns, column)?;
            }
            self.skip_until(b",)")?;
            if self.byte()? == b')' {
                break;
            }
        }
        sink.table(&name, &columns)?;
        self.tables.insert(name, columns);
        Ok(())
    }

    /// Reads what follows INSERT.
    fn insert(&mut self, sink: &mut impl Sink) -> Result<()> {
        self.words(&["LOW_PRIORITY", "DELAYED", "IGNORE", "INTO"])?;
        let table = self.table_name()?;
        self.space()?;
        let columns = if self.peek()? == Some(b'(') {
            let mut columns = Vec::new();
            loop {
                self.skip_byte();
                self.space()?;
                let column = self.name()?;
                self.add_column(&mut columns, column)?;
                self.space()?;
                match self.peek()? {
                    Some(b',') => {}
                    Some(b')') => break,
                    other => return Err(self.unexpected(other)),
                }
            }
            self.skip_byte();
            columns
        } else {
            self.tables.get(&table).cloned().unwrap_or_default()
        };
        let Some(wanted) = sink.wants(&table, &columns)? else {
            return Ok(());
        };
        self.space()?;
        if !matches!(self.word()?.as_str(), "VALUES" | "VALUE") {
            return Err(Error::internal(format_args!(
                "the rows of {table} are not in a form that Stoa reads: make the dump with mysqldump"
            )));
        }
        loop {
            self.space()?;
            match self.peek()? {
                Some(b'(') => self.skip_byte(),
                other => return Err(self.unexpected(other)),
            }
            let mut values = Vec::with_capacity(wanted.len());
            for (place, is_wanted) in wanted.iter().enumerate() {
                self.space()?;
                values.push(self.value(*is_wanted)?);
                self.space()?;
                let end = if place + 1 == wanted.len() {
                    b')'
                } else {
                    b','
                };
                match self.peek()? {
                    Some(byte) if byte == end => self.skip_byte(),
                    Some(b',' | b')') => {
                        return Err(Error::internal(format_args!(
                            "a row of {table} has not the {} values of its columns",
                            wanted.len()
                        )));
                    }
                    other => return Err(self.unexpected(other)),
                }
            }
            sink.row(values)?;
            self.space()?;
            if self.peek()? != Some(b',') {
                return Ok(());
            }
            self.skip_byte();
        }
    }

    fn add_column(&self, columns: &mut Vec<String>, column: String) -> Result<()> {
        if columns.len() == MAX_COLUMNS {
            return Err(Error::internal("the table has too many columns"));
        }
        columns.push(column);
        Ok(())
    }

    fn value(&mut self, is_wanted: bool) -> Result<Value> {
        loop {
            match self.peek()? {
                Some(quote @ (b'\'' | b'"')) => {
                    let text = self.string(quote, is_wanted)?;
                    return Ok(is_wanted.then_some(text));
                }
                Some(b'+' | b'-' | b'.' | b'0'..=b'9') => {
                    let number = self.while_byte(|byte| {
                        byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
                    })?;
                    let value = match number.strip_prefix("0x") {
                        Some(digits) => hex(digits.as_bytes())?,
                        None => number.into_bytes(),
                    };
                    return Ok(is_wanted.then_some(value));
                }
                Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
                    let word = self.word()?;
                    match word.as_str() {
                        "NULL" => return Ok(None),
                        "TRUE" => return Ok(Some(b"1".to_vec())),
                        "FALSE" => return Ok(Some(b"0".to_vec())),
                        "X" if self.peek()? == Some(b'\'') => {
                            let digits = self.string(b'\'', true)?;
                            return Ok(Some(hex(&digits)?).filter(|_| is_wanted));
                        }
                        // The character set of the text that follows.
                        charset if charset.starts_with('_') => self.space()?,
                        "B" if self.peek()? == Some(b'\'') => {}
                        word => {
                            return Err(Error::internal(format_args!("{word:?} is no value")));
                        }
                    }
                }
                other => return Err(self.unexpected(other)),
            }
        }
    }

    /// Reads a text in quotes, without what is escaped. One that is not wanted is read, but not kept.
    fn string(&mut self, quote: u8, is_wanted: bool) -> Result<Vec<u8>> {
        self.skip_byte();
        let mut text = Vec::new();
        loop {
            let available = self.fill(1)?;
            if available.is_empty() {
                return Err(self.ends_too_early());
            }
            let end = available
                .iter()
                .position(|byte| *byte == quote || *byte == b'\\');
            let plain = &available[..end.unwrap_or(available.len())];
            if is_wanted {
                if text.len() + plain.len() > MAX_VALUE {
                    return Err(Error::internal("a value is larger than 64 MiB"));
                }
                text.extend_from_slice(plain);
            }
            let length = plain.len();
            self.consume(length);
            if end.is_none() {
                continue;
            }
            let byte = if self.byte()? == b'\\' {
                match self.byte()? {
                    b'0' => 0,
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'b' => 8,
                    b'Z' => 26,
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

    /// Skips up to the first of these bytes that is neither in quotes, nor in parentheses, nor in a comment.
    fn skip_until(&mut self, ends: &[u8]) -> Result<()> {
        let mut depth = 0_usize;
        loop {
            self.space()?;
            match self.peek()? {
                None => return Err(self.ends_too_early()),
                Some(byte) if depth == 0 && ends.contains(&byte) => return Ok(()),
                Some(quote @ (b'\'' | b'"')) => {
                    self.string(quote, false)?;
                }
                Some(b'`') => {
                    self.name()?;
                }
                Some(byte) => {
                    match byte {
                        b'(' => depth += 1,
                        b')' => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    self.skip_byte();
                }
            }
        }
    }

    /// Skips white space and comments.
    fn space(&mut self) -> Result<()> {
        loop {
            match self.fill(2)? {
                [b'-', b'-', ..] | [b'#', ..] => {
                    let comment = self.comment(b"\n")?;
                    self.is_of_mysqldump |=
                        comment.contains("MySQL dump") || comment.contains("MariaDB dump");
                    self.is_complete |= comment.contains("Dump completed");
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

    /// Reads a word in upper case.
    fn word(&mut self) -> Result<String> {
        let word = self.while_byte(|byte| byte.is_ascii_alphanumeric() || byte == b'_')?;
        Ok(word.to_ascii_uppercase())
    }

    /// Skips these words, as many as there are in this order.
    fn words(&mut self, words: &[&str]) -> Result<()> {
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

    /// Reads the name of a table, without that of its database.
    fn table_name(&mut self) -> Result<String> {
        self.space()?;
        let name = self.name()?;
        if self.peek()? != Some(b'.') {
            return Ok(name);
        }
        self.skip_byte();
        self.name()
    }

    /// Reads a name, in backquotes or without.
    fn name(&mut self) -> Result<String> {
        let name = match self.peek()? {
            Some(quote @ b'`') => {
                self.skip_byte();
                let mut name = String::new();
                loop {
                    name += &self.while_byte(|byte| byte != quote)?;
                    self.byte()?;
                    if self.peek()? != Some(quote) {
                        break name;
                    }
                    self.skip_byte();
                    name.push('`');
                }
            }
            _ => self.while_byte(|byte| byte.is_ascii_alphanumeric() || b"_$".contains(&byte))?,
        };
        if name.is_empty() {
            let found = self.peek()?;
            return Err(self.unexpected(found));
        }
        Ok(name)
    }

    /// Reads the bytes for which `is_part` is true.
    fn while_byte(&mut self, is_part: impl Fn(u8) -> bool) -> Result<String> {
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
    fn peek(&mut self) -> Result<Option<u8>> {
        Ok(self.fill(1)?.first().copied())
    }

    /// Reads a byte.
    fn byte(&mut self) -> Result<u8> {
        let byte = self.peek()?.ok_or_else(|| self.ends_too_early())?;
        self.skip_byte();
        Ok(byte)
    }

    fn skip_byte(&mut self) {
        self.consume(1);
    }

    fn consume(&mut self, length: usize) {
        let end = self.buffer.len().min(self.at + length);
        let lines = self.buffer[self.at..end].iter();
        self.line += lines.filter(|byte| **byte == b'\n').count();
        self.at = end;
    }

    /// Returns what comes next: at least `least` bytes, unless the file ends.
    fn fill(&mut self, least: usize) -> Result<&[u8]> {
        if self.buffer.len() - self.at < least {
            self.buffer.drain(..self.at);
            self.at = 0;
            while self.buffer.len() < least {
                let mut part = (&mut self.input).take(BUFFER);
                let read = part.read_to_end(&mut self.buffer);
                let read =
                    read.map_err(|error| Error::internal(format_args!("cannot be read: {error}")))?;
                if read == 0 {
                    break;
                }
            }
        }
        Ok(&self.buffer[self.at..])
    }

    fn ends_too_early(&self) -> Error {
        Error::internal(format_args!(
            "the file ends within the statement of line {}: it was cut off, dump the database again",
            self.statement
        ))
    }

    fn unexpected(&self, byte: Option<u8>) -> Error {
        match byte {
            Some(byte) => Error::internal(format_args!(
                "{} is not expected in the statement of line {}: make the dump with mysqldump",
                shown(byte),
                self.statement
            )),
            None => self.ends_too_early(),
        }
    }
}

/// Returns the bytes of hexadecimal digits.
fn hex(digits: &[u8]) -> Result<Vec<u8>> {
    let digit = |digit: &u8| char::from(*digit).to_digit(16);
    let bytes = digits.chunks(2).map(|pair| {
        let [high, low] = pair else { return None };
        u8::try_from(digit(high)? << 4 | digit(low)?).ok()
    });
    let bytes: Option<Vec<u8>> = bytes.collect();
    bytes.ok_or_else(|| Error::internal("a value has wrong hexadecimal digits"))
}

/// Returns a byte as errors show it.
fn shown(byte: u8) -> String {
    format!("`{}`", byte.escape_ascii())
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    /// Returns the tables with their columns, and the rows, their values separated by bars.
    #[derive(Default)]
    struct Collected {
        found: Vec<String>,
        table: String,
    }

    impl Sink for Collected {
        fn table(&mut self, name: &str, columns: &[String]) -> Result<()> {
            self.found.push(format!("{name}: {}", columns.join(" ")));
            Ok(())
        }

        fn wants(&mut self, table: &str, columns: &[String]) -> Result<Option<Vec<bool>>> {
            self.table = table.to_owned();
            let is_wanted = |column: &String| !column.starts_with("secret");
            Ok((table != "other").then(|| columns.iter().map(is_wanted).collect()))
        }

        fn row(&mut self, values: Vec<Value>) -> Result<()> {
            let text = |value: Value| match value {
                None => "-".to_owned(),
                Some(bytes) => bytes.escape_ascii().to_string(),
            };
            let values: Vec<String> = values.into_iter().map(text).collect();
            self.found
                .push(format!("{} {}", self.table, values.join("|")));
            Ok(())
        }
    }

    /// Reads a dump, once as a whole and once byte by byte.
    fn all(dump: &str) -> std::result::Result<Vec<String>, String> {
        struct Bytes<'d>(&'d [u8]);
        impl Read for Bytes<'_> {
            fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
                let length = self.0.len().min(out.len()).min(1);
                out[..length].copy_from_slice(&self.0[..length]);
                self.0 = &self.0[length..];
                Ok(length)
            }
        }
        let (mut whole, mut bytes) = (Collected::default(), Collected::default());
        let done = read("x.sql", dump.as_bytes(), &mut whole);
        let again = read("x.sql", Bytes(dump.as_bytes()), &mut bytes);
        assert_eq!(done.is_ok(), again.is_ok());
        assert_eq!(whole.found, bytes.found);
        done.map(|()| whole.found)
            .map_err(|error| error.to_string())
    }

    const TABLE: &str = "CREATE TABLE `t` (\n  `a` int NOT NULL DEFAULT '1,(',\n  `b``c` enum('x','y)') COMMENT 'a, b',\n  PRIMARY KEY (`a`),\n  CONSTRAINT `k` FOREIGN KEY (`a`) REFERENCES `o` (`a`)\n) ENGINE=InnoDB;\n";

    #[test]
    fn columns_and_rows_are_read_in_each_form() {
        for (rows, expected) in [
            (
                "INSERT INTO `t` VALUES (1,'x'),(-2.5e3,NULL);",
                &["t 1|x", "t -2.5e3|-"][..],
            ),
            (
                "insert into db.`t` (`b``c`, a) values\n('y', 2) ,\n( '', 3 );",
                &["t y|2", "t |3"],
            ),
            (
                "INSERT IGNORE INTO t VALUES (0x4142,_binary 'a\\0b');",
                &["t AB|a\\x00b"],
            ),
            (
                "REPLACE INTO `t` VALUES (x'00ff',_utf8mb4'a''b\\'c\\\\\\n');",
                &["t \\x00\\xff|a\\'b\\'c\\\\\\n"],
            ),
            (
                "/*!40000 ALTER TABLE `t` DISABLE KEYS; */;\nINSERT INTO `t` VALUES /* ( */ (1, -- ,\n2);",
                &["t 1|2"],
            ),
            (
                "INSERT INTO `other` VALUES (1,2,';)',4); INSERT INTO `t` VALUES (true,\"a\"\"\\\"\");",
                &["t 1|a\\\"\\\""],
            ),
            (
                "INSERT INTO `t` (a, secret) VALUES (1,'password');",
                &["t 1|-"],
            ),
            (
                "LOCK TABLES `t` WRITE;\nSET x = ';';# ;\nCREATE VIEW v AS SELECT 1;",
                &[],
            ),
        ] {
            let mut found = all(&format!("{TABLE}{rows}")).expect(rows);
            assert_eq!(found.remove(0), "t: a b`c");
            assert_eq!(found, expected, "{rows}");
        }
    }

    #[test]
    fn what_is_no_dump_or_not_a_whole_one_is_named_with_its_line() {
        for (rows, expected) in [
            (
                "INSERT INTO `t` VALUES (1,'x'),\n(2,'y",
                "line 9: the file ends within the statement of line 8",
            ),
            (
                "INSERT INTO `t` VALUES (1);",
                "line 8: a row of t has not the 2 values of its columns",
            ),
            (
                "INSERT INTO `t` VALUES (1,2,3);",
                "line 8: a row of t has not the 2 values",
            ),
            (
                "INSERT INTO `t` VALUES (1,a());",
                "line 8: \"A\" is no value",
            ),
            (
                "INSERT INTO `t` VALUES (1,0xABC);",
                "line 8: a value has wrong hexadecimal digits",
            ),
            (
                "INSERT INTO `t` SELECT * FROM u;",
                "line 8: the rows of t are not in a form that Stoa reads",
            ),
            (
                "CREATE TABLE u (a",
                "line 8: the file ends within the statement",
            ),
            ("SET x = 1", "line 8: the file ends within the statement"),
            ("{\"a\": 1}", "line 8: `{` begins no statement"),
            (
                "/*!40101 SET NAMES latin1 */;",
                "line 8: the texts are not in UTF-8",
            ),
            (
                "-- MySQL dump 10.13\nSET x = 1;",
                "line 9: the last line of a complete dump is missing",
            ),
        ] {
            let error = all(&format!("\n{TABLE}{rows}")).expect_err(rows);
            let place = error.find("x.sql, line ").expect("a place");
            assert!(error[place + 7..].starts_with(expected), "{error}");
        }
        let whole = "-- MariaDB dump 10.19\nSET x = 1;\n-- Dump completed on 2026-11-01";
        assert_eq!(all(whole), Ok(Vec::new()));
    }
}
