//! Short ids in addresses of Apache Answer (`pkg/uid/sid.go` of version 2.0 and `utils/id.go` of segmentfault/pacman): the kind
//! of the object and its number, each in base 62 with the lowest digit first, after 100 is added.

const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SALT: i64 = 100;
/// A whole id is 1, three digits of its kind, and thirteen of its number.
const FIRST: i64 = 10_000_000_000_000_000;
const KIND: i64 = 10_000_000_000_000;

/// Returns the id of a post of any imported site that an address contains.
pub fn any(text: &str) -> Option<i64> {
    text.parse().ok().or_else(|| number(text))
}

/// Returns the id of a question or an answer of Apache Answer, short or whole.
pub fn number(text: &str) -> Option<i64> {
    match text.parse() {
        Ok(id) if id >= FIRST => Some(id),
        _ => {
            let (kind, number) = (decoded(text.get(..2)?)?, decoded(text.get(2..)?)?);
            let is_post = (1..=2).contains(&kind) && (1..KIND).contains(&number);
            is_post.then(|| FIRST + kind * KIND + number)
        }
    }
}

fn decoded(code: &str) -> Option<i64> {
    let digit = |byte| DIGITS.iter().position(|digit| *digit == byte);
    let number = code.bytes().rev().try_fold(0_i64, |number, byte| {
        number
            .checked_mul(62)?
            .checked_add(i64::try_from(digit(byte)?).ok()?)
    });
    number.map(|number| number - SALT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_in_each_form() {
        for (text, id) in [
            ("10010000000000001", Some(10_010_000_000_000_001)),
            ("D1D1", Some(10_010_000_000_000_001)),
            ("E1Q2", Some(10_020_000_000_000_076)),
            ("F1D1", None),
            ("D1", None),
            ("D1é", None),
            ("a-title", None),
            ("2019", None),
            ("D1zzzzzzzzzzzzzzzzzzzzz", None),
        ] {
            assert_eq!(number(text), id, "{text}");
        }
        assert_eq!(any("2019"), Some(2_019));
    }
}
