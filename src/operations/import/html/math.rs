//! Finds formulas in prose: between dollar signs by the grammar of this site, and those of MathJax,
//! which the dumped sites use.
//!
//! A formula must reach the renderer unchanged: escaped as Markdown, `T_c` would become `T\_c`, and
//! `\hbar` would become `\\hbar`.

use crate::core::text;

/// A part of a text: prose, or a formula with its delimiters.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    Prose(&'a str),
    Formula(&'a str),
}

/// The environments that MathJax treats as formulas without delimiters.
const ENVIRONMENTS: &[&str] = &[
    "align",
    "align*",
    "alignat",
    "alignat*",
    "eqnarray",
    "eqnarray*",
    "equation",
    "equation*",
    "gather",
    "gather*",
    "multline",
    "multline*",
];

/// Splits `text` into prose and formulas. The concatenated pieces are the whole text.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut prose = 0;
    let mut at = 0;
    while let Some(found) = text[at..].find(['$', '\\']) {
        at += found;
        if let Some(length) = formula(text, at) {
            if prose < at {
                pieces.push(Piece::Prose(&text[prose..at]));
            }
            at += length;
            pieces.push(Piece::Formula(&text[at - length..at]));
            prose = at;
        } else {
            at += skipped(&text[at..]);
        }
    }
    if prose < text.len() {
        pieces.push(Piece::Prose(&text[prose..]));
    }
    pieces
}

/// Returns the length of the prose to skip where no formula begins: dollar signs, or an escaped
/// character.
fn skipped(text: &str) -> usize {
    match text.bytes().take_while(|&b| b == b'$').count() {
        0 => text.chars().take(2).map(char::len_utf8).sum(),
        signs => signs,
    }
}

/// Returns the length of the formula at `at`.
fn formula(whole: &str, at: usize) -> Option<usize> {
    let text = &whole[at..];
    if text.starts_with('$') {
        return text::formula_at(whole, at, whole[..at].chars().next_back(), &[]);
    }
    if text.starts_with(r"\[") {
        return delimited(text, r"\[", r"\]");
    }
    environment(text)
}

/// Returns the length of the environment that `text` begins with, if MathJax treats it as a formula.
pub fn environment(text: &str) -> Option<usize> {
    let inside = text.strip_prefix(r"\begin{")?;
    let name = ENVIRONMENTS.iter().find(|name| {
        inside
            .strip_prefix(**name)
            .is_some_and(|rest| rest.starts_with('}'))
    })?;
    delimited(
        text,
        &format!(r"\begin{{{name}}}"),
        &format!(r"\end{{{name}}}"),
    )
}

/// The longest formula with other delimiters than dollars, in bytes. It keeps the time linear.
const MAX_LENGTH: usize = 10_000;

/// Returns the length from `open` to `close`, unless nothing is between them. A `close` inside
/// braces is part of the formula.
pub fn delimited(text: &str, open: &str, close: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = open.len();
    while at < text.len().min(MAX_LENGTH) {
        let rest = &text[at..];
        if depth == 0 && rest.starts_with(close) {
            return (at > open.len()).then_some(at + close.len());
        }
        match rest.as_bytes()[0] {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'\\' => at += 1,
            _ => {}
        }
        at += text[at..].chars().next().map_or(1, char::len_utf8);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Piece, pieces};

    fn formulas(text: &str) -> Vec<&str> {
        let pieces = pieces(text);
        let whole: String = pieces
            .iter()
            .map(|(Piece::Prose(piece) | Piece::Formula(piece))| *piece)
            .collect();
        assert_eq!(whole, text, "the pieces are the whole text");
        pieces
            .into_iter()
            .filter_map(|piece| {
                if let Piece::Formula(formula) = piece {
                    Some(formula)
                } else {
                    None
                }
            })
            .collect()
    }

    #[test]
    fn dollars_enclose_formulas() {
        assert_eq!(formulas("$a$"), ["$a$"]);
        assert_eq!(
            formulas("with $T_c$, ($x$) and $n$-th"),
            ["$T_c$", "$x$", "$n$"]
        );
        assert_eq!(formulas("$ \\hbar $"), ["$ \\hbar $"]);
        assert_eq!(
            formulas("$$\n\\sum_{i=1}^n\n$$ and $b$"),
            ["$$\n\\sum_{i=1}^n\n$$", "$b$"]
        );
        assert_eq!(formulas("$a$$b$"), ["$a$", "$b$"]);
        assert_eq!(formulas("süß $\\text{ü}$ é"), ["$\\text{ü}$"]);
    }

    #[test]
    fn dollars_inside_braces_belong_to_the_formula() {
        assert_eq!(
            formulas(r"$\text{if $x$ is odd}$ else"),
            [r"$\text{if $x$ is odd}$"]
        );
        assert_eq!(formulas(r"$\{ a \}$ $b$"), [r"$\{ a \}$", "$b$"]);
    }

    #[test]
    fn an_escaped_dollar_is_text() {
        assert_eq!(formulas(r"\$5 and $x$"), ["$x$"]);
        assert_eq!(formulas(r"$\$5$"), [r"$\$5$"]);
        assert_eq!(formulas(r"\\"), [""; 0]);
        assert_eq!(formulas("\\ü$a$"), ["$a$"]);
    }

    #[test]
    fn money_is_text() {
        assert_eq!(formulas("$5 and $10"), [""; 0]);
        assert_eq!(formulas("$1,000-$2,000 and $x$"), ["$x$"]);
        assert_eq!(formulas("$5 for $x_1$"), ["$x_1$"]);
        assert_eq!(formulas("only $5"), [""; 0]);
        assert_eq!(
            formulas("$2x = 3y$ and $2 \\pi $4"),
            ["$2x = 3y$", "$2 \\pi $"]
        );
    }

    #[test]
    fn brackets_and_environments_are_display_formulas() {
        assert_eq!(formulas(r"so \[ a_1 \] holds"), [r"\[ a_1 \]"]);
        assert_eq!(
            formulas(r"\begin{align*} a &= b \\ c &= d \end{align*}!"),
            [r"\begin{align*} a &= b \\ c &= d \end{align*}"]
        );
        assert_eq!(formulas(r"\begin{document} no \end{document}"), [""; 0]);
        assert_eq!(formulas(r"\begin{align} unfinished"), [""; 0]);
    }

    #[test]
    fn incomplete_delimiters_are_text() {
        for text in [
            "",
            "$",
            "$$",
            "$$$",
            "$$$$",
            "\\",
            "\\[",
            "\\[\\]",
            "a $ b",
            "$unclosed",
            "${$",
        ] {
            assert_eq!(formulas(text), [""; 0], "{text}");
        }
    }
}
