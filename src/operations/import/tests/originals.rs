//! Posts with a history: their text is the Markdown of their author, where that says all that their HTML says.

use super::{Dump, Target};

/// Imports a post with this HTML, whose newest revision has this Markdown if there is a history. Returns its text.
fn text(html: &str, markdown: Option<&str>) -> String {
    let mut dump = Dump::sample().row(
        "Posts.xml",
        &[
            ("Id", "8"),
            ("PostTypeId", "1"),
            ("CreationDate", "2019-01-01T00:00:00.000"),
            ("Title", "Originals"),
            ("Tags", "<math>"),
            ("Body", html),
        ],
    );
    if let Some(markdown) = markdown {
        dump = dump.row(
            "PostHistory.xml",
            &[
                ("Id", "1"),
                ("PostHistoryTypeId", "2"),
                ("PostId", "8"),
                ("RevisionGUID", "a"),
                ("CreationDate", "2019-01-01T00:00:00.000"),
                ("Text", markdown),
            ],
        );
    }
    let target = Target::new();
    target.import(dump.write().path()).expect("an import");
    target.texts()["8"].clone()
}

#[test]
fn images_and_tags_of_posts_keep_their_addresses() {
    let html = "<p><img src=\"https://i.example/a.png\" alt=\"a\"> <a href=\"/questions/tagged/math\" rel=\"tag\">math</a> <a href=\"http://a.example\">old</a></p>";
    let stored = "![a](https://i.example/a.png) [tag:math] [old](http://a.example)";
    assert_eq!(text(html, None), stored);
    let markdown = stored.replace("https://i", "http://i");
    assert_eq!(text(html, Some(&markdown)), stored);
}

#[test]
fn what_only_these_sites_have_arrives_as_from_html() {
    for (html, markdown, converted) in [
        (
            "<blockquote class=\"spoiler\"><p>It <em>was</em></p></blockquote>",
            ">! It *was*",
            ">! It *was*",
        ),
        (
            "<pre class=\"lang-py prettyprint-override\"><code>x\n</code></pre>",
            "```lang-py\nx\n```",
            "```py\nx\n```",
        ),
        (
            "<p>\\begin{align} a &amp;= b_1 \\end{align}</p>",
            "\\begin{align} a &= b_1 \\end{align}",
            "$$\\begin{align} a &= b_1 \\end{align}$$",
        ),
        (
            "<p><a href=\"/questions/tagged/math\" rel=\"tag\">math</a></p>",
            "[tag:math]",
            "[tag:math]",
        ),
        (
            "<p><a href=\"https://meta.things.example.com/questions/tagged/x\" rel=\"tag\">x</a></p>",
            "[meta-tag:x]",
            "[x](https://meta.things.example.com/questions/tagged/x)",
        ),
    ] {
        assert_eq!(text(html, Some(markdown)), converted);
        assert_eq!(text(html, None), converted, "from HTML");
    }
}

#[test]
fn the_html_is_converted_where_the_markdown_lacks_words() {
    for (html, markdown, stored) in [
        ("<p>One <em>two</em></p>", "One _two_", "One _two_"),
        ("<p>One <em>two</em></p>", "One [x]: _tw_", "One *two*"),
        (
            "<p>caf&eacute; a_b</p>",
            "caf&eacute; a\\_b",
            "caf&eacute; a\\_b",
        ),
        (
            "<p>One</p>\n<p>[1]: two</p>",
            "One\n\n[1]: two",
            "One\n\n\\[1]: two",
        ),
    ] {
        assert_eq!(text(html, Some(markdown)), stored);
    }
}
