//! Where an address in running text ends. The UI has the same rule (`ui/src/components/markdown/address.ts`).

/// Returns whether a character ends an address in running text: white space, brackets, backslashes, and the
/// quotation and punctuation marks of scripts that browsers write encoded.
pub fn ends_address(c: char) -> bool {
    if c.is_ascii() {
        return c.is_whitespace() || matches!(c, '<' | '>' | '[' | ']' | '\\' | '`' | '|');
    }
    c.is_whitespace()
        || "“”„‟‘’‚‛«»‹›…—―،؛؟।॥！（），．：；？［］｛｝～".contains(c)
        || matches!(c, '\u{3000}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}')
        || matches!(c, '\u{fe10}'..='\u{fe19}' | '\u{fe30}'..='\u{fe6f}' | '｟'..='､')
}
