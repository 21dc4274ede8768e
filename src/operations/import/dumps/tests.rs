//! Tests with dumps of each dialect.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::{Sink, Value, read};
use crate::core::error::Result;

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

const POSTGRESQL: &str = "--\n-- PostgreSQL database dump\n--\n\n\\restrict aB1\n\nSET client_encoding = 'UTF8';\nSET standard_conforming_strings = on;\n\
    CREATE FUNCTION public.f() RETURNS trigger LANGUAGE plpgsql AS $_$\nBEGIN\n  COPY x FROM stdin; -- $$ ' (\nEND $_$;\n\
    CREATE TABLE public.t (\n    id integer DEFAULT nextval('public.s'::regclass) NOT NULL,\n    \"user\" text[] DEFAULT ARRAY['a'::text, '#'::text],\n    \
    key character varying(128),\n    CONSTRAINT c CHECK (((key)::text ~ '^\\d,'::text))\n);\nCREATE INDEX i ON public.t USING btree (((key)::json #>> '{a}'::text[]));\n";
const COMPLETE: &str = "\n-- PostgreSQL database dump complete\n";

#[test]
fn rows_of_postgresql_are_read_in_each_form() {
    for (rows, expected) in [
        (
            "COPY public.t (id, \"user\", key) FROM stdin;\n1\t{a,\"b c\"}\tt\n2\t\\N\t\n\\.\n",
            &["t 1|{a,\\\"b c\\\"}|t", "t 2|-|"][..],
        ),
        // In the order of the columns, and with each escape.
        (
            "COPY t (key, id) FROM stdin;\n\\b\\f\\n\\r\\t\\v\\\\\\N\\.\\101\\x41\\xg\\q\t3\n\\.\nSELECT 1;",
            &["t \\x08\\x0c\\n\\r\\t\\x0b\\\\N.AAxgq|3"],
        ),
        // Written on Windows.
        (
            "COPY public.t FROM stdin;\r\n1\t\\N\t\\N\r\n2\ta\\r\tb\r\n\\.\r\n",
            &["t 1|-|-", "t 2|a\\r|b"],
        ),
        (
            "COPY public.t (id, secret) FROM stdin;\n1\tpassword\n\\.\n",
            &["t 1|-"],
        ),
        // What is not read, with what looks like statements.
        (
            "COPY public.other (id) FROM stdin;\nCREATE TABLE '\n$$\n\\.\nCOPY public.t (id) FROM stdin;\n\\.\n",
            &[],
        ),
        (
            "COPY backup.t (id) FROM stdin;\n9\n\\.\nSET search_path = backup, pg_catalog;\nCOPY t (id) FROM stdin;\n8\n\\.\n",
            &["backup.t 9", "backup.t 8"],
        ),
        (
            "INSERT INTO public.t VALUES (1, 'a\\', 'it''s'), (2, NULL, true);\nINSERT INTO public.t (key) VALUES ('{}') ON CONFLICT DO NOTHING;",
            &["t 1|a\\\\|it\\'s", "t 2|-|1", "t {}"],
        ),
        (
            "INSERT INTO public.t (id) OVERRIDING SYSTEM VALUE VALUES (1);",
            &["t 1"],
        ),
        (
            "SET standard_conforming_strings = off;\nINSERT INTO public.t (key) VALUES ('a\\\\b\\'');",
            &["t a\\\\b\\'"],
        ),
        (
            "CREATE TABLE public.empty (\n);\nCOPY public.empty  FROM stdin;\n\n\n\\.\nINSERT INTO public.empty DEFAULT VALUES;\nINSERT INTO public.t (id) VALUES (5);",
            &["empty: ", "t 5"],
        ),
        ("\\unrestrict aB1\n\\connect other\n", &[]),
    ] {
        let dump = format!("{POSTGRESQL}{rows}{COMPLETE}");
        let mut found = all(&dump).expect(rows);
        assert_eq!(found.remove(0), "t: id user key");
        assert_eq!(found, expected, "{rows}");
        let mut zipped = Collected::default();
        read("x.sql.gz", compressed(&dump).as_slice(), &mut zipped).expect(rows);
        assert_eq!(zipped.found[1..], *expected, "{rows}");
    }
}

fn compressed(dump: &str) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(dump.as_bytes()).expect("gzip");
    gzip.finish().expect("gzip")
}

#[test]
fn what_is_no_whole_dump_of_postgresql_is_named_with_its_line() {
    let lines = POSTGRESQL.matches('\n').count();
    for (rows, expected) in [
        (
            "COPY public.t (id) FROM stdin;\n1\n2",
            "line {third}: the file ends within the statement of line {first}",
        ),
        (
            "COPY public.other (id) FROM stdin;\n1\n2",
            "line {third}: the file ends within the statement of line {first}",
        ),
        (
            "COPY public.t (id, key) FROM stdin;\n1\ta\n2\n3\tb\n",
            "line {third}: a row of t has not the 2 values of its columns",
        ),
        (
            "COPY public.t (id, key) FROM stdin;\n1\ta\tb\n",
            "line {second}: a row of t has not the 2 values of its columns",
        ),
        (
            "COPY public.t FROM stdin WITH (FORMAT csv);\n1,2\n",
            "line {first}: the rows of t are not in a form that Stoa reads: make the dump with pg_dump",
        ),
        (
            "SET client_encoding = 'LATIN1';\n",
            "line {first}: the texts are not in UTF-8: dump the database again with pg_dump --encoding=UTF8",
        ),
        (
            "SELECT 1;\n",
            "line {second}: the last line of a complete dump is missing",
        ),
        (
            "CREATE FUNCTION f() AS $a$ BEGIN $$ $b$;\n",
            "line {second}: the file ends within the statement of line {first}",
        ),
    ] {
        let expected = [("{first}", 1), ("{second}", 2), ("{third}", 3)]
            .iter()
            .fold(expected.to_owned(), |text, (name, line)| {
                text.replace(name, &(lines + line).to_string())
            });
        let error = all(&format!("{POSTGRESQL}{rows}")).expect_err(rows);
        let place = error.find("x.sql, line ").expect("a place");
        assert!(error[place + 7..].starts_with(&expected), "{error}");
    }
    let whole = format!(
        "{POSTGRESQL}COPY public.t (id) FROM stdin;\n{}\\.\n{COMPLETE}",
        "1\n".repeat(20_000)
    );
    let zipped = compressed(&whole);
    for (bytes, expected) in [
        (
            &zipped[..zipped.len() / 2],
            "it was cut off, dump the database again",
        ),
        (
            &b"PGDMP\x01\x0e\0"[..],
            "x.sql is an archive of pg_dump, not a dump as text: make one with pg_restore --file",
        ),
        (&b"toc.dat\0\0\0"[..], "with pg_dump --format=plain"),
        (&b"\x1f\x8b\x08\0broken"[..], "x.sql cannot be read"),
    ] {
        let error = read("x.sql", bytes, &mut Collected::default());
        let error = error.expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    }
}
