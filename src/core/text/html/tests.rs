use serde::{Deserialize, Serialize};

use super::allowed::assert_allowed;
use super::*;
use crate::core::id::Id;

fn options<'a>() -> Options<'a> {
    Options {
        base: "",
        name: "",
        has_mail: false,
        pictures: Pictures::Links,
        find_member: &|_| None,
    }
}

fn drawn(text: &str) -> String {
    html(text, options()).expect("the text is drawn")
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Case {
    text: String,
    #[serde(default)]
    is_inline: bool,
    #[serde(default)]
    has_mail: bool,
    html: Option<String>,
}

impl Case {
    fn draw(&self) -> Option<String> {
        let draw = if self.is_inline { inline_html } else { html };
        draw(
            &self.text,
            Options {
                has_mail: self.has_mail,
                ..options()
            },
        )
    }
}

/// The UI writes the same.
#[test]
fn the_html_is_that_of_the_shared_cases() {
    let cases = include_str!("../../../../ui/src/components/markdown/html-cases.json");
    let cases: Vec<Case> = serde_json::from_str(cases).expect("the cases are JSON");
    assert!(cases.len() >= 150, "{}", cases.len());
    let wrong: Vec<String> = cases
        .iter()
        .map(|case| (case, case.draw()))
        .filter(|(case, html)| *html != case.html)
        .map(|(case, html)| format!("{:?}\nUI:     {:?}\nserver: {html:?}", case.text, case.html))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for html in cases.iter().filter_map(Case::draw) {
        assert_allowed(&html);
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Text {
    text: String,
    #[serde(default)]
    is_inline: bool,
}

#[test]
#[ignore = "draws the texts that ui/scripts/markdownParity.mjs writes into the folder STOA_CORPUS"]
fn draws_a_corpus() {
    let folder = std::path::PathBuf::from(std::env::var_os("STOA_CORPUS").expect("a folder"));
    let texts = std::fs::read(folder.join("texts.json")).expect("the texts");
    let texts: Vec<Text> = serde_json::from_slice(&texts).expect("JSON");
    let began = std::time::Instant::now();
    let draw = |text: &Text| {
        if text.is_inline {
            inline_html(&text.text, options())
        } else {
            html(&text.text, options())
        }
    };
    let drawn: Vec<Option<String>> = texts.iter().map(draw).collect();
    println!("{} texts in {:?}", texts.len(), began.elapsed());
    drawn.iter().flatten().for_each(|html| assert_allowed(html));
    std::fs::write(
        folder.join("html.json"),
        serde_json::to_vec(&drawn).expect("JSON"),
    )
    .expect("a file");
}

const ID: &str = "0000000000011";

#[test]
fn pictures_have_their_size_within_that_of_the_page() {
    let size_of = |id: Id| (id.to_string() == ID).then_some((1_280, 1_280));
    let draw = |pictures| {
        let text = format!("![My \"cat\"](/media/{ID}) ![](/media/0000000000012)");
        html(
            &text,
            Options {
                base: "/qa",
                pictures,
                ..options()
            },
        )
    };
    let image = |id, alt, suffix: &str, size| {
        format!(
            "<a class=\"picture\" href=\"/qa/media/{id}\"><img src=\"/qa/media/{id}{suffix}\" alt=\"{alt}\" \
             loading=\"lazy\" decoding=\"async\"{size}></a>"
        )
    };
    assert_eq!(
        draw(Pictures::Images(&size_of)),
        Some(format!(
            "<p>{} {}</p>\n",
            image(
                ID,
                "My &quot;cat&quot;",
                "",
                " width=\"640\" height=\"640\""
            ),
            image("0000000000012", "Picture", "", "")
        ))
    );
    let thumbnails = draw(Pictures::Thumbnails(&size_of)).expect("HTML");
    let first = image(
        ID,
        "My &quot;cat&quot;",
        "?size=thumbnail",
        " width=\"192\" height=\"192\"",
    );
    assert!(thumbnails.contains(&first), "{thumbnails}");
}

#[test]
fn a_text_shows_a_hundred_pictures() {
    let text = format!("![](/media/{ID})\n\n").repeat(101);
    let options = Options {
        pictures: Pictures::Images(&|_| None),
        ..options()
    };
    let html = html(&text, options).expect("HTML");
    assert_eq!(
        (
            html.matches("<img").count(),
            html.matches("image: ").count()
        ),
        (100, 1)
    );
}

#[test]
fn members_are_linked_where_the_text_names_them() {
    let find_member = |name: &str| name.eq_ignore_ascii_case("ann").then(|| "Ann".to_owned());
    let options = Options {
        base: "/qa",
        find_member: &find_member,
        ..options()
    };
    let link = "@<a href=\"/qa/user/Ann\"><bdi>Ann</bdi></a>";
    for (text, shown) in [
        (
            "@ann, *@ANN*.",
            format!("<p>{link}, <em>{link}</em>.</p>\n"),
        ),
        (
            "@ben a@ann.org x/@ann",
            "<p>@ben a@ann.org x/@ann</p>\n".to_owned(),
        ),
        ("`@ann`", "<p><code>@ann</code></p>\n".to_owned()),
        (
            "[@ann](/a)",
            "<p><a href=\"/qa/a\">@ann</a></p>\n".to_owned(),
        ),
        (
            "$@ann$",
            "<p><span class=\"math\">$@ann$</span></p>\n".to_owned(),
        ),
    ] {
        assert_eq!(html(text, options), Some(shown), "{text}");
    }
}

#[test]
fn paths_lead_below_the_base() {
    let options = Options {
        base: "/qa",
        ..options()
    };
    assert_eq!(
        html("[a](/b) [c](/qa/d) [tag:e] [f](#g)", options).as_deref(),
        Some(
            "<p><a href=\"/qa/b\">a</a> <a href=\"/qa/d\">c</a> <a href=\"/qa/questionPage?tag=e\">e</a> \
             <a href=\"#g\">f</a></p>\n"
        )
    );
}

#[test]
fn a_text_that_is_read_elsewhere_leads_to_the_whole_address() {
    let options = Options {
        base: "https://qa.example/forum",
        ..options()
    };
    let html = html("[a](/b) [c](/forum/d) [tag:e]", options).expect("a text");
    for href in ["b", "d", "questionPage?tag=e"] {
        let href = format!("href=\"https://qa.example/forum/{href}\"");
        assert!(html.contains(&href), "{href} in {html}");
    }
}

#[test]
fn an_element_shows_the_source_of_a_complex_text() {
    assert_eq!(
        element("a", options()),
        "<div class=\"markdown\" dir=\"auto\"><p>a</p>\n</div>"
    );
    let text = format!("{}a{}<b>", "> ".repeat(21), "a".repeat(500));
    assert_eq!(html(&text, options()), None);
    assert_eq!(
        element(&text, options()),
        format!(
            "<div class=\"markdown has-long-word markdown-source\" dir=\"auto\">{}</div>",
            text.replace('<', "&lt;").replace('>', "&gt;")
        )
    );
}

#[test]
fn long_texts_and_large_tables_are_not_drawn() {
    assert!(html(&"a ".repeat(50_000), options()).is_some());
    assert!(html(&"a ".repeat(50_001), options()).is_none());
    let table = |columns: usize, rows: usize| {
        format!(
            "{}|\n{}|\n{}",
            "|a".repeat(columns),
            "|-".repeat(columns),
            "a\n".repeat(rows)
        )
    };
    assert!(html(&table(60, 80), options()).is_some());
    assert!(html(&table(61, 1), options()).is_none());
    assert!(html(&table(60, 100), options()).is_none());
    let nested = format!("{}b{}", "*a ".repeat(21), "*".repeat(21));
    assert!(inline_html(&nested, options()).is_none());
}

#[test]
fn formulas_after_the_first_200_are_text() {
    assert_eq!(drawn(&"$x$ ".repeat(201)).matches("<span").count(), 200);
}

#[test]
fn a_thousand_footnotes_are_drawn_and_fifty_levels_are_not() {
    let footnote = |number: usize| {
        format!(
            "a[^{number}]\n\n[^{number}]: b[^{}]\n\n",
            number * 7 % 1_000
        )
    };
    let list = drawn(&(0..1_000).map(footnote).collect::<String>());
    assert_allowed(&list);
    for part in ["<li id=\"note-", "class=\"footnote-back\"", "id=\"ref-"] {
        assert_eq!(list.matches(part).count(), 1_000, "{part}");
    }
    for (open, close) in [
        ("<details>\n", "</details>\n"),
        ("<sub>", "</sub>"),
        (">! ", ""),
    ] {
        let nested = |depth| format!("{}a\n{}", open.repeat(depth), close.repeat(depth));
        assert!(html(&nested(10), options()).is_some(), "{open}");
        assert!(html(&nested(50), options()).is_none(), "{open}");
    }
}

#[test]
fn ids_begin_with_the_name_of_the_text() {
    let options = Options {
        name: "text-2",
        ..options()
    };
    let html = html("a[^x]\n\n[^x]: b", options).expect("HTML");
    for part in [
        "href=\"#text-2-note-1\" id=\"text-2-ref-1\"",
        "<li id=\"text-2-note-1\">",
        "href=\"#text-2-ref-1\"",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
}

#[test]
fn every_drawn_text_takes_linear_time_and_a_bounded_stack() {
    let patterns = "> ¦- ¦1. ¦> - ¦[¦![¦[a](¦[a](<¦](<a¦[a]: b\n¦[a][¦`¦`` ¦*a ¦**a_¦_a*¦~a¦<a¦<a:¦<!--¦&a¦\\¦|a¦- a\n¦a\n\n¦    ¦$\
                    ¦$a{¦[a](b \"¦[a](((¦\n> ¦\n\n- ¦a|\n-|\n¦http://¦http://a(¦http://a.&a;¦&amp;¦www.a.b ¦a@b.c ¦a@¦a.@b¦\
                    [tag:a]¦[tag:¦*a_ ¦***a ¦$x$ ¦`.`¦<a> ¦- א\n¦- 1\n¦@ann ¦x{¦![](/media/0000000000011)¦*a* ¦[*a*](/b) ¦\
                    [![a](/b)](/c) ¦a\\\n¦http://a?&amp; ¦>! a\n¦>!¦> [!NOTE]\n¦> [!tip]\n> a\n\n¦[^1]\n¦a[^a] ¦[^1]: a\n¦[^1]: [^1]\n\n¦[^1]: [^2]: ¦> [^a]: ¦<details>\n¦</details>\n¦<details>\na\n</details>\n¦- <details>\n¦<details open>\n<summary>a</summary>\n¦<kbd>¦</kbd>¦<sub></sub>¦<kbd>a</kbd>¦<sup>a<sub>";
    let options = Options {
        has_mail: true,
        find_member: &|name| Some(name.to_owned()),
        ..options()
    };
    for pattern in patterns.split('¦') {
        let text: String = pattern.chars().cycle().take(40_000).collect();
        let began = std::time::Instant::now();
        for html in [html(&text, options), inline_html(&text, options)]
            .iter()
            .flatten()
        {
            assert_allowed(html);
        }
        // Far above what a busy machine takes.
        assert!(began.elapsed().as_secs() < 20, "{pattern:?}");
    }
}
