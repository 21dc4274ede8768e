//! Tests of the conversion. Most examples are from real dumps.

use super::{contains_html, to_markdown};

fn local(url: &str) -> Option<String> {
    match url {
        "https://there.example/q/1" => Some("/question/here".to_owned()),
        "/tagged/x" => Some("/questionPage?tag=x".to_owned()),
        "/img/a.png" => Some("https://there.example/img/a.png".to_owned()),
        _ => None,
    }
}

#[track_caller]
fn check(html: &str, markdown: &str) {
    assert_eq!(to_markdown(html, &local), markdown, "\nfrom {html:?}");
}

/// Returns HTML that shows exactly `text`, in a paragraph.
fn paragraph(text: &str) -> String {
    format!(
        "<p>{}</p>",
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
    )
}

#[test]
fn paragraphs_are_separated_by_blank_lines() {
    check("<p>one</p>\n<p>two\nthree</p>\n", "one\n\ntwo three");
    check("loose <p>one</p> words", "loose\n\none\n\nwords");
    check("<p>  a   b\t\tc </p>", "a b c");
    check("<p></p><p> </p><p>&nbsp;</p>", "");
    check("", "");
}

#[test]
fn line_breaks_are_preserved() {
    check("<p>one<br>two<br />\nthree</p>", "one\\\ntwo\\\nthree");
    check("<p>one<br><br>two<br></p>", "one\\\n\\\ntwo");
    check("<ul><li>one<br>two</li></ul>", "- one\\\n  two");
    check("<h2>one<br>two</h2>", "## one two");
}

#[test]
fn emphasis_becomes_markers() {
    check(
        "<p><em>a</em> <i>b</i> <strong>c</strong> <b>d</b></p>",
        "*a* *b* **c** **d**",
    );
    check(
        "<p><del>a</del> <s>b</s> <strike>c</strike></p>",
        "~~a~~ ~~b~~ ~~c~~",
    );
    check("<p><strong>a <em>b</em></strong></p>", "**a _b_**");
    check("<p><em>a <strong>b</strong></em></p>", "*a **b***");
    check("<p><b>a <b>b</b></b></p>", "**a b**");
    check("<p>one<em> two </em>three</p>", "one *two* three");
    check("<p><em></em><b> </b>x</p>", "x");
    check("<p><em>a</em><em>b</em></p>", "*ab*");
    check("<p>un<em>believ</em>able</p>", "un*believ*able");
}

#[test]
fn emphasis_that_markdown_cannot_express_is_dropped() {
    check("<p><b>Note:</b>this</p>", "Note:this");
    check("<p>so<b>(that)</b> is</p>", "so(that) is");
    check("<p><b>Note:</b> this</p>", "**Note:** this");
    check("<p><b>Note</b>: this</p>", "**Note**: this");
    check("<p><b>a<i>b</i>c</b></p>", "**abc**");
}

#[test]
fn headings_keep_their_level() {
    check(
        "<h1>One</h1><h2>Two</h2><h6>Six</h6>",
        "# One\n\n## Two\n\n###### Six",
    );
    check("<h3>C# #</h3>", "### C# \\#");
    check("<h1></h1>", "");
}

#[test]
fn a_thematic_break_does_not_make_a_heading() {
    check("<p>one</p>\n<hr>\n<p>two</p>", "one\n\n***\n\ntwo");
}

#[test]
fn lists_nest() {
    check("<ul>\n<li>one</li>\n<li>two</li>\n</ul>", "- one\n- two");
    check("<ol>\n<li>one</li>\n<li>two</li>\n</ol>", "1. one\n2. two");
    check(
        "<ol start=\"9\"><li>nine<ul><li>x</li></ul></li><li>ten<ul><li>y</li></ul></li></ol>",
        "9. nine\n   - x\n10. ten\n    - y",
    );
    check(
        "<ul><li>one<ul><li>two<ol><li>three</li></ol></li></ul></li><li>four</li></ul>",
        "- one\n  - two\n    1. three\n- four",
    );
    check("<ul><ul><li>lost</li></ul></ul>", "- - lost");
    check("<ul><li></li></ul>", "-");
    check("<ol start=\"99999999999\"><li>a</li></ol>", "1. a");
}

#[test]
fn items_with_paragraphs_are_separated_by_blank_lines() {
    check(
        "<ul><li><p>one</p></li><li><p>two</p><p>three</p></li></ul>",
        "- one\n\n- two\n\n  three",
    );
}

#[test]
fn consecutive_lists_stay_separate() {
    check("<ul><li>a</li></ul><ul><li>b</li></ul>", "- a\n\n* b");
    check("<ol><li>a</li></ol>\n<ol><li>b</li></ol>", "1. a\n\n1) b");
    check(
        "<ul><li>a</li></ul><p>x</p><ul><li>b</li></ul>",
        "- a\n\nx\n\n- b",
    );
}

#[test]
fn quotes_contain_blocks() {
    check(
        "<blockquote><p>one</p><p>two</p></blockquote>",
        "> one\n>\n> two",
    );
    check(
        "<blockquote><blockquote><p>deep</p></blockquote></blockquote>",
        "> > deep",
    );
    check(
        "<blockquote><ul><li>a</li><li>b</li></ul></blockquote>",
        "> - a\n> - b",
    );
    check(
        "<ul><li>a<blockquote><p>b</p></blockquote></li></ul>",
        "- a\n  > b",
    );
}

#[test]
fn code_blocks_keep_their_text() {
    check(
        "<pre><code>let a = 1;\n\n\tb  \n</code></pre>",
        "```\nlet a = 1;\n\n\tb  \n```",
    );
    check(
        "<pre><code>a &lt;b&gt; &amp;amp; *c* _d_ \\e $f$ `g` [h](i)\n</code></pre>",
        "```\na <b> &amp; *c* _d_ \\e $f$ `g` [h](i)\n```",
    );
    check(
        "<pre><code>\n\nfirst lines are empty\n</code></pre>",
        "```\n\n\nfirst lines are empty\n```",
    );
    check(
        "<pre>no code <b>inside</b></pre>",
        "```\nno code inside\n```",
    );
    check(
        "<pre><code>```\nfence\n````\n</code></pre>",
        "`````\n```\nfence\n````\n`````",
    );
    check("<pre><code></code></pre>", "```\n\n```");
    check(
        "<p>a</p><pre><code>b\n</code></pre><p>c</p>",
        "a\n\n```\nb\n```\n\nc",
    );
}

#[test]
fn code_blocks_keep_their_language() {
    check(
        "<pre class=\"lang-py prettyprint-override\"><code>x\n</code></pre>",
        "```py\nx\n```",
    );
    check(
        "<pre><code class=\"language-c++\">x\n</code></pre>",
        "```c++\nx\n```",
    );
    check(
        "<pre class=\"snippet-code-js lang-js s-code-block\"><code>x\n</code></pre>",
        "```js\nx\n```",
    );
    check(
        "<pre class=\"lang-none\"><code>x\n</code></pre>",
        "```\nx\n```",
    );
    check(
        "<pre class=\"lang-`evil\"><code>x\n</code></pre>",
        "```\nx\n```",
    );
}

#[test]
fn nested_code_blocks_keep_their_text() {
    check(
        "<ul><li>see<pre><code>a  \n\n  b\n</code></pre></li></ul>",
        "- see\n  ```\n  a  \n\n    b\n  ```",
    );
    check(
        "<ol><li><p>see</p><pre><code>a\n</code></pre></li></ol>",
        "1. see\n\n   ```\n   a\n   ```",
    );
    check(
        "<blockquote><pre><code>a\n\nb\n</code></pre></blockquote>",
        "> ```\n> a\n>\n> b\n> ```",
    );
    check(
        "<s><p>old</p><pre><code>a\nb\n</code></pre></s>",
        "old\n\n```\na\nb\n```",
    );
}

#[test]
fn inline_code_keeps_its_text() {
    check(
        "<p>call <code>a_b*c</code>, <code>\\d</code> and <code>$x</code></p>",
        "call `a_b*c`, `\\d` and `$x`",
    );
    check("<p><code>a  b</code></p>", "`a  b`");
    check(
        "<p><code>a`b</code> <code>`</code> <code>``x``</code></p>",
        "``a`b`` `` ` `` ``` ``x`` ```",
    );
    check("<p><code> x </code></p>", "`  x  `");
    check("<p><code>a</code><code>b</code></p>", "`ab`");
    check(
        "<p><code>&lt;b&gt;</code> and <code>&amp;lt;</code></p>",
        "`<b>` and `&lt;`",
    );
    check("<p><code></code>x</p>", "x");
    check(
        "<p><a href=\"https://a.example\"><code>x]y</code></a></p>",
        "[`x]y`](https://a.example)",
    );
}

#[test]
fn keys_become_code() {
    check("<p><kbd>Ctrl</kbd>+<kbd>C</kbd></p>", "`Ctrl`+`C`");
}

#[test]
fn superscripts_and_subscripts_stay_readable() {
    check(
        "<p>2<sup>256</sup>, CO<sub>2</sub>, x<sup>n+1</sup>, 9<sup>th</sup></p>",
        "2²⁵⁶, CO₂, xⁿ⁺¹, 9ᵗʰ",
    );
    check(
        "<p>F<sub>VRF</sub> and x<sup>A·B</sup></p>",
        "F\\_(VRF) and x^(A·B)",
    );
    check(
        "<p>iron.<sup><a href=\"https://a.example\">2</a></sup></p>",
        "iron.^([2](https://a.example))",
    );
    check(
        "<p>big <sub>small print</sub> <sup>high</sup></p>",
        "big small print high",
    );
    check("<p><sub><sub>smaller</sub></sub></p>", "smaller");
}

#[test]
fn links_keep_address_and_title() {
    check(
        "<p><a href=\"https://a.example/x_y*z\" rel=\"nofollow\">text</a></p>",
        "[text](https://a.example/x_y*z)",
    );
    check(
        "<p><a href=\"https://a.example\" title=\"a &quot;b&quot;\">text</a></p>",
        "[text](https://a.example \"a \\\"b\\\"\")",
    );
    check(
        "<p><a href=\"https://a.example\"><em>x</em> y</a></p>",
        "[*x* y](https://a.example)",
    );
    check(
        "<p>a<a href=\"https://a.example\"> b </a>c</p>",
        "a [b](https://a.example) c",
    );
    check(
        "<p><a href=\"https://a.example\">[1]</a></p>",
        "[\\[1\\]](https://a.example)",
    );
    check(
        "<p>Wow!<a href=\"https://a.example\">x</a></p>",
        "Wow\\![x](https://a.example)",
    );
    check(
        "<p><a name=\"x\">anchor</a><a href=\"https://a.example\"></a></p>",
        "anchor",
    );
}

#[test]
fn a_link_that_shows_its_address_becomes_an_autolink() {
    check(
        "<p><a href=\"https://a.example/b_c\">https://a.example/b_c</a></p>",
        "<https://a.example/b_c>",
    );
    check(
        "<p><a href=\"http://a.example\">http://a.example</a></p>",
        "<http://a.example>",
    );
    check(
        "<p><a href=\"https://a.example/b\">https://a.example</a></p>",
        "[https://a.example](https://a.example/b)",
    );
}

#[test]
fn unusual_addresses_do_not_end_their_parentheses() {
    check(
        "<p><a href=\"https://a.example/x_(y)\">t</a></p>",
        "[t](https://a.example/x_(y))",
    );
    check(
        "<p><a href=\"https://a.example/x)y\">t</a></p>",
        "[t](https://a.example/x\\)y)",
    );
    check(
        "<p><a href=\"https://a.example/x y&lt;z&gt;\">t</a></p>",
        "[t](https://a.example/x%20y%3Cz%3E)",
    );
    check(
        "<p><a href=\"https://a.example/?a=1&amp;lt;=2\">t</a></p>",
        "[t](https://a.example/?a=1&amp;lt;=2)",
    );
}

#[test]
fn links_to_imported_posts_lead_to_this_site() {
    check(
        "<p><a href=\"https://there.example/q/1\">text</a></p>",
        "[text](/question/here)",
    );
    check(
        "<p><a href=\"https://there.example/q/1\">https://there.example/q/1</a></p>",
        "[https://there.example/q/1](/question/here)",
    );
    check(
        "<p><a href=\"https://there.example/q/2\">text</a></p>",
        "[text](https://there.example/q/2)",
    );
}

#[test]
fn links_of_tags_become_tags() {
    check(
        "<p>see <a href=\"/tagged/x\" class=\"post-tag\" rel=\"tag\">x</a>!</p>",
        "see [tag:x]!",
    );
    check(
        "<p><a href=\"/tagged/x\">x</a></p>",
        "[x](/questionPage?tag=x)",
    );
}

#[test]
fn images_stay_images() {
    check(
        "<p><img src=\"https://i.example/a.png\" alt=\"a [b] c\"></p>",
        "![a \\[b\\] c](https://i.example/a.png)",
    );
    check(
        "<p><img src=\"https://i.example/a.png\" alt=\"\" title=\"t\" /></p>",
        "![](https://i.example/a.png \"t\")",
    );
    check(
        "<p><a href=\"https://i.example/a.png\"><img src=\"https://i.example/a.png\" alt=\"x\"></a></p>",
        "![x](https://i.example/a.png)",
    );
    check(
        "<p><a href=\"https://b.example\"><img src=\"https://i.example/a.png\" alt=\"x\"></a></p>",
        "[![x](https://i.example/a.png)](https://b.example)",
    );
    check(
        "<p><img src=\"/img/a.png\" alt=\"\"></p>",
        "![](https://there.example/img/a.png)",
    );
    check("<p><img alt=\"lost\">x</p>", "x");
}

#[test]
fn tables_become_tables() {
    check(
        "<table><thead><tr><th>a</th><th style=\"text-align: right;\">b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
        "| a | b |\n| --- | --: |\n| 1 | 2 |",
    );
    check(
        "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
        "| a | b |\n| --- | --- |\n| c |  |",
    );
    check(
        "<table><tr><th>a</th></tr><tr><td><pre>b  *c*\nd</pre></td></tr></table>",
        "| a |\n| --- |\n| `b  *c* d` |",
    );
    check("<table></table><table><tr></tr></table>", "");
}

#[test]
fn cells_are_one_line_without_bars() {
    check(
        "<table><tr><th>a|b</th></tr><tr><td><code>c|d</code><br>$|x|$ <p>e</p><ul><li>f</li></ul></td></tr></table>",
        "| a\\|b |\n| --- |\n| `c\\|d` $\\|x\\|$ e f |",
    );
}

#[test]
fn special_characters_stay_text() {
    for (text, markdown) in [
        ("a * b", "a * b"),
        ("*a* 2*3 **", "\\*a\\* 2\\*3 \\*\\*"),
        ("snake_case_name", "snake_case_name"),
        ("_a_ __init__ _ x", "\\_a\\_ \\_\\_init\\_\\_ _ x"),
        ("[a](b) [c]: d", "\\[a](b) \\[c]: d"),
        ("`a`", "\\`a\\`"),
        (
            "<b> </b> <!-- x --> <3 a < b",
            "\\<b> \\</b> \\<!-- x --> <3 a < b",
        ),
        (
            "&lt; &amp;amp; &#38; AT&T; a & b;",
            "\\&lt; \\&amp;amp; \\&#38; AT\\&T; a & b;",
        ),
        ("C:\\dir \\* \\", "C:\\dir \\\\\\* \\\\"),
        ("~~a~~ and ~b~", "\\~\\~a\\~\\~ and \\~b\\~"),
        ("about ~5", "about ~5"),
        ("a | b", "a | b"),
    ] {
        check(&paragraph(text), markdown);
    }
}

#[test]
fn a_line_of_text_does_not_begin_a_block() {
    for (text, markdown) in [
        ("# a", "\\# a"),
        ("#a", "#a"),
        ("####### a", "####### a"),
        ("> a", "\\> a"),
        ("- a", "\\- a"),
        ("-a", "-a"),
        ("+ a", "\\+ a"),
        ("* a", "\\* a"),
        ("1. a", "1\\. a"),
        ("2) a", "2\\) a"),
        ("1.5 a", "1.5 a"),
        ("1234567890. a", "1234567890. a"),
        ("---", "\\---"),
        ("===", "\\==="),
        ("+1", "+1"),
    ] {
        check(&paragraph(text), markdown);
        check(
            &format!("<p>x<br>\n{}", &paragraph(text)[3..]),
            &format!("x\\\n{markdown}"),
        );
        check(
            &format!(
                "<ul><li>{}</li></ul>",
                &paragraph(text)[3..].replace("</p>", "")
            ),
            &format!("- {markdown}"),
        );
    }
    check("<p>x<br>* * *</p>", "x\\\n\\* * \\*");
    check("<p>a - b # c 1. d</p>", "a - b # c 1. d");
    check("<p><b>1. a</b></p>", "**1. a**");
}

#[test]
fn formulas_keep_their_text() {
    for formula in [
        "$a$",
        "$T_c$",
        "$\\hbar\\omega$",
        "$ \\hbar $",
        "$a < b > c & d$",
        "$x^{2}_{i*j}*y*z$",
        "$\\left[ a_1, b_2 \\right]$",
        "$\\{ x \\mid x_1 \\ne \\_ \\}$",
        "$`a'$",
        "$$\\sum_{i=1}^{n} x_i^*$$",
        "$$\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}$$",
        "$$\n\\begin{align}\na_1 &= b \\\\\n&= c_2\n\\end{align}\n$$",
        "$\\text{for each $a_i$ of $b_i$}$",
        "$\\ket{\\psi} = \\alpha\\ket{0} + \\beta\\ket{1}$",
        "$|\\langle a|b\\rangle|^2$",
        "$\\$5_{a}$",
        "$~a~b~$",
        "$\u{3b1}_\u{3b2}$",
        "$[x](y)_z$",
        "$a\\\\b$",
        "$2^{n}$",
        "$#1 _ * #$",
        "$$a  b\t c$$",
        "$<b>x</b>$",
        "$&lt;$",
    ] {
        for (before, after) in [
            ("", ""),
            ("so ", " holds"),
            ("(", ")"),
            ("a_b* ", "-th *c_d"),
        ] {
            let markdown = to_markdown(&paragraph(&format!("{before}{formula}{after}")), &local);
            assert!(markdown.contains(formula), "{formula} became {markdown}");
        }
        let listed = to_markdown(&format!("<ul><li>{}</li></ul>", paragraph(formula)), &local);
        assert_eq!(listed.replace("\n  ", "\n"), format!("- {formula}"));
        let strong = to_markdown(
            &paragraph(formula)
                .replace("<p>", "<p><b>")
                .replace("</p>", "</b></p>"),
            &local,
        );
        assert_eq!(strong, format!("**{formula}**"));
    }
}

#[test]
fn display_formulas_of_several_lines_get_separate_lines() {
    let formula = "$$\na\n- b\n+ c\n$$";
    check(
        &paragraph(&format!("so {formula} holds")),
        &format!("so\n{formula}\nholds"),
    );
    check(
        &paragraph(&format!("{formula} # x")),
        &format!("{formula}\n\\# x"),
    );
    check(
        &format!("<p>so<br>{formula}<br>x</p>"),
        &format!("so\n{formula}\nx"),
    );
    check(&format!("<h2>{formula}</h2>"), "## $$ a - b + c $$");
    check(&paragraph("so $a\nb$ x"), "so $a\nb$ x");
}

#[test]
fn formulas_with_other_delimiters_get_dollars() {
    check(
        &paragraph(r"so \[ a_1 < b \] holds"),
        "so $$ a_1 < b $$ holds",
    );
    check(
        &paragraph(r"\begin{align} a_1 &= b \\ c &= d \end{align}"),
        r"$$\begin{align} a_1 &= b \\ c &= d \end{align}$$",
    );
}

#[test]
fn money_stays_text() {
    for text in [
        "$5 and $10",
        "It costs $5.",
        "between $1,000 and $2,000 (or 20$)",
        "US$ 5",
    ] {
        check(&paragraph(text), text);
    }
    check(
        &paragraph("$A_1 and *b* of $C_2"),
        "$A_1 and \\*b\\* of $C_2",
    );
    check("<p>$5 <b>or</b> $10</p>", "$5 **or** $10");
    check(&paragraph("\\$5 and $x_1$"), "\\$5 and $x_1$");
}

#[test]
fn dollars_in_code_are_not_formulas() {
    check(
        "<p><code>$a_b$</code> and <code>$c</code></p>",
        "`$a_b$` and `$c`",
    );
    check("<p>$5 <code>_$_</code></p>", "$5 `_$_`");
}

#[test]
fn elements_without_markdown_keep_their_words() {
    check(
        "<div><span style=\"color:red\">a</span> <u>b</u> <font>c</font></div>",
        "a b c",
    );
    check("<dl><dt>term</dt><dd>meaning</dd></dl>", "term\n\nmeaning");
    check(
        "<p>a<!-- hidden --><script>alert(1)</script><style>x</style>b</p>",
        "ab",
    );
    check("<details><summary>a</summary><p>b</p></details>", "a\n\nb");
    check("<unknown>x</unknown>", "x");
}

#[test]
fn broken_html_is_read_as_browsers_read_it() {
    check("<p>a<p>b", "a\n\nb");
    check("<ul><li>a<li>b</ul>", "- a\n- b");
    check("<b>bold<p>still</b> not</p>", "**bold**\n\n**still** not");
    check("a </p> b", "a\n\nb");
    check("x < y &nosuch; &", "x < y \\&nosuch; &");
}

#[test]
fn deep_nesting_loses_markup_but_no_words() {
    let deep = 3_000;
    let html = format!(
        "{}word{}",
        "<blockquote>".repeat(deep),
        "</blockquote>".repeat(deep)
    );
    let markdown = to_markdown(&html, &local);
    assert!(
        markdown.ends_with("> word") && markdown.len() < 1_000,
        "{}",
        markdown.len()
    );
    let html = format!("{}word", "<b><i>".repeat(deep));
    assert_eq!(to_markdown(&html, &local), "**_word_**");
}

#[test]
fn html_in_markdown_is_detected() {
    for markdown in [
        "a <br> b",
        "<!-- language: lang-py -->",
        "<kbd>x</kbd>",
        "a <IMG SRC=\"x\">",
        "<a href=\"x\">y</a>",
        "<hr/>",
    ] {
        assert!(contains_html(markdown), "{markdown}");
    }
    for markdown in [
        "a < b",
        "<https://a.example>",
        "`<br>`",
        "```\n<b>\n```",
        "Vec<T>",
        "<3",
        "a <em",
        "$a <b> c$",
        "",
    ] {
        assert!(!contains_html(markdown), "{markdown}");
    }
}
