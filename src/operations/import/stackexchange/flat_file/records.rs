//! Reads records: rows of CSV (RFC 4180) or lines of JSON. Every error names the file, the line and, if there is one, the field.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{BufRead, Read};
use std::path::Path;

use csv::{ReaderBuilder, StringRecord, Terminator};
use serde_json::{Map, Value};

use crate::core::error::{Error, Result};
use crate::operations::import::rows::clean;

/// The names of the fields.
const FIELDS: [&str; 15] = [
    "id",
    "kind",
    "parent",
    "author",
    "created_at",
    "title",
    "text",
    "html",
    "tags",
    "score",
    "views",
    "accepted",
    "closed_at",
    "edited_at",
    "url",
];

/// The longest record in bytes. A foreign file must not fill the memory.
const MAX_RECORD: usize = 16 << 20;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Csv,
    JsonLines,
}

impl Format {
    /// Returns the format that the name of a file says.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "csv" | "tsv" => Some(Self::Csv),
            "jsonl" | "ndjson" => Some(Self::JsonLines),
            _ => None,
        }
    }
}

/// A record with the line where it begins.
pub struct Record<'a> {
    pub file: &'a str,
    pub line: i64,
    values: BTreeMap<&'static str, String>,
}

impl Record<'_> {
    /// Returns the value of a field, if it is not empty.
    pub fn get(&self, field: &str) -> Option<&str> {
        self.values.get(field).map(String::as_str)
    }

    /// Returns the value of a field that must not be empty.
    pub fn required(&self, field: &str) -> Result<&str> {
        self.get(field)
            .ok_or_else(|| self.wrong(field, "it is missing or empty"))
    }

    /// Returns an error about a field.
    pub fn wrong(&self, field: &str, detail: impl Display) -> Error {
        let Self { file, line, .. } = self;
        Error::internal(format_args!("{file}, line {line}, {field}: {detail}"))
    }

    fn invalid(&self, detail: impl Display) -> Error {
        let Self { file, line, .. } = self;
        Error::internal(format_args!("{file}, line {line}: {detail}"))
    }

    /// Sets a field, unless the value is empty.
    fn set(&mut self, field: &'static str, value: &str) {
        let value = clean(value);
        let trimmed = value.trim();
        if !trimmed.is_empty() {
            let is_text = matches!(field, "text" | "html");
            let value = if is_text { &value } else { trimmed };
            self.values.insert(field, value.to_owned());
        }
    }

    /// Returns the field with a name.
    fn field(&self, name: &str) -> Result<&'static str> {
        let found = FIELDS.into_iter().find(|field| *field == name);
        found.ok_or_else(|| {
            self.invalid(format_args!(
                "there is no field {name:?}: the fields are {}",
                FIELDS.join(", ")
            ))
        })
    }
}

/// Calls `handle` with each record. `file` is the name in errors.
pub fn read(
    file: &str,
    input: impl BufRead,
    format: Format,
    mut handle: impl FnMut(&Record<'_>) -> Result<()>,
) -> Result<()> {
    let mut lines = Lines { input, line: 1 };
    let mut columns = None;
    let (mut is_first, mut has_records) = (true, false);
    loop {
        let mut record = Record {
            file,
            line: lines.line,
            values: BTreeMap::new(),
        };
        let Some(text) = lines.next(format, &record)? else {
            if has_records {
                return Ok(());
            }
            return Err(record.invalid("the file has no record"));
        };
        let text = text
            .strip_prefix('\u{feff}')
            .filter(|_| is_first)
            .unwrap_or(&text);
        is_first = false;
        if text.trim().is_empty() {
            continue;
        }
        match (format, &columns) {
            (Format::JsonLines, _) => read_object(text, &mut record)?,
            (Format::Csv, Some(columns)) => read_row(text, columns, &mut record)?,
            (Format::Csv, None) => {
                columns = Some(Columns::read(text, &record)?);
                continue;
            }
        }
        // Programs for spreadsheets write rows of separators below the last one.
        if !record.values.is_empty() {
            has_records = true;
            handle(&record)?;
        }
    }
}

/// An input, and the number of its next line.
struct Lines<R> {
    input: R,
    line: i64,
}

impl<R: BufRead> Lines<R> {
    /// Returns the text of the next record: a line, or of CSV as many as its quotes contain.
    fn next(&mut self, format: Format, record: &Record<'_>) -> Result<Option<String>> {
        let mut bytes = Vec::new();
        let mut is_quoted = false;
        loop {
            let start = bytes.len();
            let room = (MAX_RECORD + 1 - start) as u64;
            let read = self.input.by_ref().take(room).read_until(b'\n', &mut bytes);
            let read = read.map_err(|error| record.invalid(error))?;
            self.line += 1;
            let quotes = bytes[start..].iter().filter(|byte| **byte == b'"').count();
            is_quoted ^= format == Format::Csv && quotes % 2 == 1;
            if bytes.len() > MAX_RECORD || read == 0 && is_quoted {
                return Err(record.invalid(if is_quoted {
                    "a text in quotes does not end: the file is cut off, or a quote inside the text is not doubled"
                } else {
                    "the record is longer than 16 MiB"
                }));
            }
            if read == 0 && bytes.is_empty() {
                return Ok(None);
            }
            if !is_quoted {
                break;
            }
        }
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| record.invalid("this is not UTF-8: save the file as UTF-8"))?;
        Ok(Some(text))
    }
}

fn read_object(text: &str, record: &mut Record<'_>) -> Result<()> {
    let object: Map<String, Value> = serde_json::from_str(text)
        .map_err(|error| record.invalid(format_args!("this is not a JSON object ({error})")))?;
    for (name, value) in object {
        let field = record.field(&name)?;
        match value {
            Value::Null => {}
            Value::String(text) => record.set(field, &text),
            Value::Bool(_) => record.set(field, &value.to_string()),
            Value::Number(ref number) if !number.is_f64() => record.set(field, &value.to_string()),
            Value::Array(ref names) if field == "tags" && names.iter().all(Value::is_string) => {
                let names = names.iter().filter_map(Value::as_str);
                let names: Vec<String> = names.map(|name| name.replace(',', "-")).collect();
                record.set(field, &names.join(","));
            }
            _ => {
                return Err(record.wrong(
                    field,
                    "write a text, a whole number, true or false, and for tags a list of texts",
                ));
            }
        }
    }
    Ok(())
}

/// The columns of a file of CSV.
struct Columns {
    separator: u8,
    /// `None`: a column without a name, which must be empty.
    fields: Vec<Option<&'static str>>,
}

impl Columns {
    /// Reads the line with the names.
    fn read(text: &str, record: &Record<'_>) -> Result<Self> {
        let separators = [';', '\t'];
        let separator = separators.into_iter().find(|sign| text.contains(*sign));
        let separator = separator.map_or(b',', |sign| sign as u8);
        let mut fields = Vec::new();
        for name in &cells(text, separator, record)? {
            let field = match name.trim() {
                "" => None,
                name => Some(record.field(name)?),
            };
            if field.is_some() && fields.contains(&field) {
                return Err(record.wrong(name.trim(), "several columns have this name"));
            }
            fields.push(field);
        }
        Ok(Self { separator, fields })
    }
}

fn read_row(text: &str, columns: &Columns, record: &mut Record<'_>) -> Result<()> {
    let cells = cells(text, columns.separator, record)?;
    let (found, expected) = (cells.len(), columns.fields.len());
    if found < expected {
        return Err(record.invalid(format_args!(
            "the row has {found} values, but the header {expected} names: the file is cut off, or a quote is missing"
        )));
    }
    for (column, value) in cells.iter().enumerate() {
        match columns.fields.get(column).copied().flatten() {
            Some(field) => record.set(field, value),
            None if value.trim().is_empty() => {}
            None => {
                return Err(record.invalid(format_args!(
                    "the value {value:?} is in a column without a name: name it in the header, or put a text with separators in quotes"
                )));
            }
        }
    }
    Ok(())
}

/// Returns the values of a row.
fn cells(text: &str, separator: u8, record: &Record<'_>) -> Result<StringRecord> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let text = text.strip_suffix('\r').unwrap_or(text);
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .terminator(Terminator::Any(b'\n'))
        .from_reader(text.as_bytes());
    let (mut cells, mut rest) = (StringRecord::new(), StringRecord::new());
    let mut next = |cells| {
        reader
            .read_record(cells)
            .map_err(|error| record.invalid(error))
    };
    next(&mut cells)?;
    if next(&mut rest)? {
        return Err(record.invalid(
            "a quote is in a text without quotes around it: put the text in quotes, and double the quotes inside it",
        ));
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the values of each record after its line, or the error.
    fn values(format: Format, input: &[u8]) -> Result<Vec<String>, String> {
        let mut found = Vec::new();
        let result = read("file", input, format, |record| {
            let values: Vec<String> = record
                .values
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            found.push(format!("{} {}", record.line, values.join(" ")));
            Ok(())
        });
        result.map(|()| found).map_err(|error| error.to_string())
    }

    #[track_caller]
    fn check(format: Format, input: &str, expected: &[&str]) {
        let found = values(format, input.as_bytes()).expect("records");
        assert_eq!(found, expected, "{input:?}");
    }

    #[track_caller]
    fn check_error(format: Format, input: &[u8], expected: &str) {
        let error = values(format, input).expect_err("an error");
        assert!(error.contains(expected), "{error}\n{expected}");
    }

    #[test]
    fn rows_have_the_values_of_the_columns_that_the_header_names() {
        for input in [
            "id,kind,title\n1,question,\"a, \"\"b\"\"\nc\"\n2,answer,\n",
            "\u{feff}id;kind;title\r\n1;question;\"a, \"\"b\"\"\r\nc\"\r\n2;answer;",
            "\"kind\"\tid\ttitle\nquestion\t1\t\"a, \"\"b\"\"\nc\"\nanswer\t 2 \t\"\"",
        ] {
            let expected = [
                "2 id=1 kind=question title=a, \"b\"\nc",
                "4 id=2 kind=answer",
            ];
            check(Format::Csv, input, &expected);
        }
    }

    #[test]
    fn empty_rows_and_columns_without_a_name_are_no_error() {
        check(
            Format::Csv,
            "id,kind,,\n\n1,question,,\n,,,\n",
            &["3 id=1 kind=question"],
        );
        check(
            Format::JsonLines,
            "\u{feff}{\"id\":\"1\"}\n\n{}\n",
            &["1 id=1"],
        );
    }

    #[test]
    fn objects_have_texts_numbers_and_lists_of_tags() {
        check(
            Format::JsonLines,
            "{\"id\":1,\"accepted\":true,\"title\":\"a\\nb\",\"tags\":[\"x\",\"y,z\"],\"url\":null,\"score\":-2}\r\n{\"tags\":\"x, y\"}",
            &[
                "1 accepted=true id=1 score=-2 tags=x,y-z title=a\nb",
                "2 tags=x, y",
            ],
        );
    }

    #[test]
    fn what_is_no_record_is_named_with_its_line() {
        for (input, expected) in [
            ("", "file, line 1: the file has no record"),
            ("id,kind\n,\n", "file, line 3: the file has no record"),
            (
                "id,colr\n",
                "file, line 1: there is no field \"colr\": the fields are id, kind, parent",
            ),
            (
                "id,id\n",
                "file, line 1, id: several columns have this name",
            ),
            (
                "id,kind\n1\n",
                "file, line 2: the row has 1 values, but the header 2 names",
            ),
            (
                "id,kind\n1,answer,x\n",
                "file, line 2: the value \"x\" is in a column without a name",
            ),
            (
                "id,text\n1,\"a\nb\n2,c\n",
                "file, line 2: a text in quotes does not end",
            ),
            (
                "id,text\n1,5\" wide\n2,6\" wide\n",
                "file, line 2: a quote is in a text without quotes around it",
            ),
        ] {
            check_error(Format::Csv, input.as_bytes(), expected);
        }
        for (input, expected) in [
            (
                "{\"id\":1}\n[1]\n",
                "file, line 2: this is not a JSON object",
            ),
            ("{\"id\":1", "file, line 1: this is not a JSON object"),
            ("{\"id\":1.5}", "file, line 1, id: write a text"),
            ("{\"title\":[\"x\"]}", "file, line 1, title: write a text"),
            ("{\"tags\":[1]}", "file, line 1, tags: write a text"),
            ("{\"Id\":1}", "file, line 1: there is no field \"Id\""),
        ] {
            check_error(Format::JsonLines, input.as_bytes(), expected);
        }
        check_error(
            Format::Csv,
            b"id\n\xe4\n",
            "file, line 2: this is not UTF-8",
        );
        check_error(
            Format::Csv,
            b"\xff\xfei\0d\0",
            "file, line 1: this is not UTF-8",
        );
    }

    #[test]
    fn a_record_is_not_longer_than_the_memory_allows() {
        let long = vec![b'x'; MAX_RECORD + 1];
        for format in [Format::Csv, Format::JsonLines] {
            check_error(format, &long, "line 1: the record is longer than 16 MiB");
        }
        let open = [b"id\n\"", &long[..]].concat();
        check_error(Format::Csv, &open, "line 2: a text in quotes does not end");
    }
}
