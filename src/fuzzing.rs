//! The parsers of untrusted bytes as functions of bytes, for the targets in `fuzz/` and for the
//! tests. Not part of the program.
//!
//! Each function accepts any bytes. A panic is a bug, including that of a failed assertion.

use std::sync::OnceLock;

use image::ImageFormat;
use tempfile::TempDir;

use crate::app::demo;
use crate::app::server::fuzzing as server;
use crate::core::clock::{Clock, Timestamp};
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::core::paging::Paging;
use crate::core::text::{self, html};
use crate::features::auth::{fuzzing as auth, password};
use crate::features::communities::store as communities;
use crate::features::pictures::fuzzing as pictures;
use crate::features::questions::order::Order;
use crate::features::questions::store::{lists, similar, tags};
use crate::features::search::Search;
use crate::features::users::{UserOrder, store as users};
use crate::operations::import::fuzzing as import;
use crate::platform::db::Db;
use crate::platform::realtime::Hub;

/// A fuzz target with its name and seed inputs.
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All targets. Each has a file with its name in `fuzz/targets`.
pub const TARGETS: &[Target] = &[
    Target {
        name: "packet",
        run: packet,
        seeds: || texts(PACKETS),
    },
    Target {
        name: "head",
        run: server::head,
        seeds: || texts(HEADS),
    },
    Target {
        name: "hyperlinks",
        run: hyperlinks,
        seeds: || texts(MARKDOWN),
    },
    Target {
        name: "markdown",
        run: markdown,
        seeds: || texts(MARKDOWN),
    },
    Target {
        name: "search",
        run: search,
        seeds: || texts(SEARCHES),
    },
    Target {
        name: "post",
        run: post,
        seeds: || texts(POSTS),
    },
    Target {
        name: "dump",
        run: import::dump,
        seeds: || texts(DUMPS),
    },
    Target {
        name: "database",
        run: import::database,
        seeds: || texts(DATABASES),
    },
    Target {
        name: "records",
        run: import::records,
        seeds: || texts(RECORDS),
    },
    Target {
        name: "export",
        run: import::export,
        seeds: || texts(EXPORTS),
    },
    Target {
        name: "png",
        run: picture,
        seeds: || pictures::seeds(ImageFormat::Png),
    },
    Target {
        name: "jpeg",
        run: picture,
        seeds: || pictures::seeds(ImageFormat::Jpeg),
    },
    Target {
        name: "webp",
        run: picture,
        seeds: || pictures::seeds(ImageFormat::WebP),
    },
    Target {
        name: "gif",
        run: picture,
        seeds: || pictures::seeds(ImageFormat::Gif),
    },
    Target {
        name: "passkey",
        run: auth::passkey,
        seeds: auth::passkey_seeds,
    },
    Target {
        name: "token",
        run: auth::token,
        seeds: || texts(auth::TOKENS),
    },
];

fn target(name: &str) -> &'static Target {
    TARGETS
        .iter()
        .find(|target| target.name == name)
        .expect("a target of this name")
}

/// Runs a target by its name.
pub fn run(name: &str, bytes: &[u8]) {
    (target(name).run)(bytes);
}

/// Writes the seed inputs into the corpus directory. Without them the fuzzer would hardly find the
/// syntax of a dump.
pub fn write_seeds(name: &str, corpus: &str) {
    std::fs::create_dir_all(corpus).expect("the corpus can be written");
    for (number, seed) in (target(name).seeds)().iter().enumerate() {
        std::fs::write(format!("{corpus}/seed-{number}"), seed).expect("the corpus can be written");
    }
}

fn texts(seeds: &[&str]) -> Vec<Vec<u8>> {
    seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect()
}

const DATABASES: &[&str] = &[
    "-- MySQL dump 10.13\n/*!40101 SET NAMES utf8mb4 */;\nDROP TABLE IF EXISTS `qa_posts`;\nCREATE TABLE `qa_posts` (\n  `postid` int(10) unsigned NOT NULL AUTO_INCREMENT,\n  `type` enum('Q','A') NOT NULL DEFAULT 'Q',\n  PRIMARY KEY (`postid`)\n) ENGINE=InnoDB;\nLOCK TABLES `qa_posts` WRITE;\nINSERT INTO `qa_posts` VALUES (1,'It\\'s (a) \\\\n; test'),(2,NULL);\n-- Dump completed on 2026-11-01",
    "INSERT IGNORE INTO db.`t` (`a``b`, c) VALUES (0x00ff, _binary 'a''b'), (x'41', \"c\"), (-1.5e3, TRUE) ON DUPLICATE KEY UPDATE a = 1;\n# end\n",
    "create table if not exists t (a int comment 'b,)', key (a), constraint `c` foreign key (a) references o (a)); replace into t values (1, 'see https://a.example/x_(y).\n\n  z');",
    "--\n-- PostgreSQL database dump\n--\n\\restrict abc\nSET client_encoding = 'UTF8';\nSET standard_conforming_strings = on;\nCREATE FUNCTION public.f() RETURNS integer LANGUAGE plpgsql AS $_$ BEGIN; $_$;\nCREATE TABLE public.\"user\" (\n    id integer NOT NULL,\n    key text[] DEFAULT ARRAY['a'::text, 'b'::text],\n    \"order\" boolean,\n    CONSTRAINT c CHECK ((id > 0))\n);\nCOPY public.\"user\" (id, key, \"order\") FROM stdin;\n1\t{a,b}\tt\n2\t\\N\tf\\\\\\t\\x41\\101\\n\n\\.\n\nSELECT pg_catalog.setval('public.s', 1, true);\n-- PostgreSQL database dump complete\n",
    "SET search_path = backup, public;\nCREATE UNLOGGED TABLE t (a integer);\nINSERT INTO t OVERRIDING SYSTEM VALUE VALUES (1), ('a\\''b');\nCOPY t FROM stdin;\n\\N\n\\.\n",
];

const RECORDS: &[&str] = &[
    "\u{feff}id;kind;text;;\r\n1;question;\"a; \"\"b\"\"\r\nc\"\r\n;;;\r\n",
    "id,text,tags\n1,5\" wide,\"a, b\"\n2,\"open",
    "{\"id\":1,\"accepted\":true,\"tags\":[\"a\",\"b,c\"],\"url\":null,\"score\":-2}\n\n{\"text\":\"a\\r\\u0000b\"}",
];

const PACKETS: &[&str] = &[
    "0",
    "0{\"token\":\"x\"}",
    "0/admin,{}",
    "1",
    "2[\"joinGame\",\"0000000000001\"]",
    "212[\"makeMove\",{\"gameID\":\"0000000000001\",\"move\":{\"playerID\":\"ann\",\"move\":{\"numObjects\":3}}}]",
    "2/chat,[\"joinChat\",\"undefined\"]",
    "3[]",
    "312[\"x\",null,{\"a\":[1,2.5e300,\"\\ud83d\\ude00\"]}]",
    "51-[\"a\",{\"_placeholder\":true,\"num\":0}]",
];

const HEADS: &[&str] = &[
    "POST /question/addQuestion\nHost: stoa.test:8080\nOrigin: http://stoa.test:8080\nSec-Fetch-Site: same-origin\nCookie: stoa_session=AAAA",
    "GET /socket.io/?EIO=4&transport=polling&sid=x\nHost: h\nOrigin: http://evil\nCookie: stoa_visitor=b; XSRF-TOKEN=c",
    "PATCH /qa/user/updateBiography\nHost: [::1]:80\nX-XSRF-TOKEN: c\nCookie: XSRF-TOKEN=c\nX-Forwarded-For: 10.0.0.1, 1.2.3.4",
    "DELETE http://h/star/removeStar\nHost: h\nX-Forwarded-Proto: https\nOrigin: https://h\nSec-Fetch-Site: none",
];

const MARKDOWN: &[&str] = &[
    "[a](https://b) ![](https://c \"d\") [e](<https://f g> 'h')",
    "```js\n[a](b)\n```\n\n    [c](d)\n\n- x\n\n      [e](f)",
    "`[a](b)` ``[c`](d)`` \\`[e](f)\\`",
    "$[a](b)$ $$\n[c](d)\n$$ \\$[e](f)",
    "[[a](https://b)](https://c((d))) [a][b] [a]: https://b",
    "> 1. *é_ **b** ~~c~~ | a | b |\n|---|---|\n<https://a.b>",
    "| a | `b` |\n|:--|:-:|\n| $c$ | [tag:d] |\n\n# *e*\n\n- [x] א @ann\n\n  ![f](/media/0000000000011)",
    "www.a.b http://c.d/e_(f)&amp;g. **中文，**字 ~h~ a@b.org\\\ni  \nj\n<div>\nk",
];

const SEARCHES: &[&str] = &[
    "[react] hooks",
    "\"a phrase\" -word -[tag] is:answered score:3 answers:2 user:ann",
    "100%% c++ c# .net a-b_c",
    "ünïcödé NEAR(a b) title:x a* ^b (c OR d) AND {text} : e",
    "lifetims borow chekcer",
    "\u{202e}\u{feff}\u{1f40e} \u{301}e",
];

const POSTS: &[&str] = &[
    "<p>a <b>b</b> <i>c</i> <code>d</code></p><pre><code>e\nf</code></pre><ol><li>g<ul><li>h</li></ul></li></ol>",
    "<a href=\"https://stackexchange.com/questions/2/x/4#4\">a</a> <img src=\"//i.example/x.png\" alt=\"b\"> <a href=\"/q/3\">c</a>",
    "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b|c</td></tr></tbody></table><blockquote><h2>d</h2></blockquote>",
    "x<sup>2</sup> H<sub>2</sub>O $\\frac{a}{b}$ $$c$$ <kbd>Ctrl</kbd> <br> &lt;b&gt; &amp; * _ [a](b) # c",
    "[a](https://stackexchange.com/a/6) <http://stackexchange.com/q/8> https://stackexchange.com/questions/1/x#comment2_3.",
];

const DUMPS: &[&str] = &[
    "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<posts>\n  <row Id=\"1\" PostTypeId=\"1\" CreationDate=\"2011-01-01T00:00:00.000\" Score=\"-3\" \
     Title=\"a\" Body=\"&lt;p&gt;b &amp;amp; c&lt;/p&gt;&#xA;\" />\n</posts>",
    "<users><!-- x --><row Id=\"-1\" DisplayName=\"J&#xf6;rg &#x0; &quot;\" CreationDate=\"2020-02-30T25:00:00\"/><?p?></users>\n",
];

const EXPORTS: &[&str] = &[
    "{\"type\":\"export\",\"format\":1}\n{\"type\":\"end\",\"records\":0}\n",
    r#"{"type":"export","format":1}
{"type":"user","id":"38cmczm000001","username":"ann","biography":"Bakes.","created_at":"2026-11-01T00:00:00.000Z"}
{"type":"tag","id":"38cmczm000002","name":"bread"}
{"type":"question","id":"38cmczm000003","author":"38cmczm000001","title":"Why?","text":"*a*","tags":["bread"],"created_at":"2026-11-01T01:00:00.5+01:00"}
{"type":"answer","id":"38cmczm000004","question":"38cmczm000003","author":"38cmczm000001","text":"b","accepted":true,"created_at":"2026-11-01T02:00:00Z"}
{"type":"end","records":4}
"#,
];

fn packet(bytes: &[u8]) {
    if let Ok(message) = str::from_utf8(bytes) {
        server::packet(message);
    }
}

fn post(bytes: &[u8]) {
    import::post(&String::from_utf8_lossy(bytes));
}

/// Converts an uploaded picture. The targets of the formats differ in their seeds.
fn picture(bytes: &[u8]) {
    pictures::convert(bytes.to_vec());
}

/// Checks the text of posts: cleaning, tags, and the link rule.
fn hyperlinks(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    assert_eq!(text::mask(&text).len(), text.len());
    let _ = text::hyperlinks(&text);
    let _ = (text::pictures(&text), text::inline_pictures(&text));
    let _ = (text::mentions(&text), text::inline_mentions(&text));
    let _ = text::tags(text.split(' '), |_| Ok(None));
    if let Ok(clean) = text::clean(&text) {
        assert_eq!(
            text::clean(&clean).as_ref().ok(),
            Some(&clean),
            "a clean text stays the same"
        );
    }
    // A validated text is valid and stays the same: clients may send it back.
    for rule in [
        text::title,
        text::question_text,
        text::comment_text,
        text::biography,
        text::community_name,
        text::reason,
    ] {
        if let Ok(validated) = rule(&text) {
            assert_eq!(rule(&validated).ok(), Some(validated));
        }
    }
}

/// Draws a text: only what may come out comes out.
fn markdown(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let size_of = |_| Some((1_280, 1));
    for (has_mail, pictures) in [
        (false, html::Pictures::Links),
        (true, html::Pictures::Images(&size_of)),
    ] {
        let options = html::Options {
            base: "/qa",
            name: "text-1",
            has_mail,
            pictures,
            find_member: &|name| Some(name.to_owned()),
        };
        for drawn in [
            html::html(&text, options),
            html::inline_html(&text, options),
        ] {
            html::allowed::assert_allowed(&drawn.unwrap_or_default());
        }
    }
}

/// Runs a search in all orders on a small site. The first line is the search, the second a cursor.
fn search(bytes: &[u8]) {
    static SITE: OnceLock<(Db, Id, TempDir)> = OnceLock::new();
    let (db, viewer, _) = SITE.get_or_init(|| {
        let directory = TempDir::new().expect("a temporary directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
        let hash = password::hash(demo::LOGIN).expect("a hash");
        let now = Timestamp::from_millis(1_795_219_200_000);
        demo::seed(&db, &hash, now).expect("a community");
        let viewer = db
            .read_blocking(|read| users::by_name(read, demo::LOGIN))
            .expect("a read")
            .expect("a user")
            .id;
        (db, viewer, directory)
    });
    // Query parameters are parsed without NUL.
    let text = String::from_utf8_lossy(bytes).replace('\0', "");
    let viewer = *viewer;
    let result = db.read_blocking(move |read| {
        let (query, cursor) = text.split_once('\n').unwrap_or((&text, ""));
        let paging = Paging {
            limit: 1 + text.len() % 10,
            cursor: (!cursor.is_empty()).then(|| cursor.to_owned()),
        };
        for order in [
            Order::Newest,
            Order::Unanswered,
            Order::Active,
            Order::MostViewed,
            Order::Votes,
            Order::Relevance,
        ] {
            let filter = lists::ListFilter {
                viewer,
                order,
                search: Search::parse(query),
                community: None,
                since: None,
            };
            ignore_user_errors(lists::find(read, &filter, &paging))?;
        }
        let draft = similar::Draft {
            title: query.to_owned(),
            text: text.clone(),
            ..Default::default()
        };
        ignore_user_errors(similar::similar(
            read,
            viewer,
            &draft,
            similar::Others::All,
            5,
        ))?;
        ignore_user_errors(tags::list(read, viewer, query, &paging))?;
        ignore_user_errors(users::list(read, query, UserOrder::MostPosts, &paging))?;
        ignore_user_errors(communities::lists::all(read, query, &paging))?;
        Ok(())
    });
    result.expect("every search succeeds or has an error sentence");
}

/// Accepts errors with a sentence for the user, but not internal errors.
fn ignore_user_errors<T>(result: Result<T>) -> Result<()> {
    match result {
        Err(error @ (Error::Internal(_) | Error::Damaged(_))) => Err(error),
        _ => Ok(()),
    }
}
