//! Addresses of uploaded files (`app/models/upload.rb` of its source): `upload://BASE62.png`, `/uploads/short-url/BASE62.png`, and
//! `/uploads/default/original/1X/SHA1.png`. The number in base 62 is the column `sha1`, which need not be the hash of the file.

const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
/// The length of a hash in hexadecimal digits.
const LENGTH: usize = 40;
/// How much of an address is looked at, in bytes.
const MAX_ADDRESS: usize = 200;

/// Returns the hash of the upload that a name of a file names: `BASE62.png`, `SHA1.png`, or `SHA1_2_690x400.png` of a smaller copy.
pub fn sha1(name: &str) -> Option<String> {
    let stem = name.split('.').next()?;
    let first = stem.split('_').next()?;
    if first.len() == LENGTH && first.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Some(first.to_ascii_lowercase());
    }
    decoded(stem)
}

/// Returns the number that a text in base 62 has, in hexadecimal digits.
fn decoded(text: &str) -> Option<String> {
    if text.is_empty() || text.len() > LENGTH {
        return None;
    }
    // The number, its lowest byte first.
    let mut number = [0_u8; LENGTH / 2];
    for byte in text.bytes() {
        let mut carry = DIGITS.iter().position(|digit| *digit == byte)?;
        for part in &mut number {
            carry += usize::from(*part) * DIGITS.len();
            *part = carry.to_le_bytes()[0];
            carry >>= 8;
        }
        if carry > 0 {
            return None;
        }
    }
    Some(
        number
            .iter()
            .rev()
            .map(|part| format!("{part:02x}"))
            .collect(),
    )
}

/// Returns the hashes of the uploads that a text names.
pub fn named_in(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (mark, is_short) in [
        ("upload://", true),
        ("/uploads/", false),
        ("/original/", false),
    ] {
        for (at, _) in text.match_indices(mark) {
            let rest = &text[at + mark.len()..];
            let rest = &rest[..rest.floor_char_boundary(MAX_ADDRESS)];
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "._-/".contains(c)));
            let address = &rest[..end.unwrap_or(rest.len())];
            let name = address.rsplit('/').next().unwrap_or_default();
            if is_short || address.contains('/') {
                found.extend(sha1(name));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns the path of an upload in the folder `uploads`, from its address in the database. The address of a file that is stored
/// elsewhere ends in the same way.
pub fn path(url: &str) -> Option<String> {
    let path = match url.strip_prefix("/uploads/") {
        Some(path) => path.to_owned(),
        None => format!("default/original/{}", url.split_once("/original/")?.1),
    };
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    path.split('/').all(is_plain).then_some(path)
}

/// Returns whether the file at a path can be a picture.
pub fn is_picture(path: &str) -> bool {
    let extension = path.rsplit('.').next().unwrap_or_default();
    ["png", "jpg", "jpeg", "gif", "webp"].contains(&extension.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_a_file_names_its_upload_in_each_form() {
        for (name, hash) in [
            // The hash has leading zeros.
            ("1C.png", Some("0000000000000000000000000000000000000064")),
            (
                "ffffffffffffffffffffffffffffffffffffffff.jpeg",
                Some("ffffffffffffffffffffffffffffffffffffffff"),
            ),
            (
                "0123456789abcdef0123456789abcdef01234567_2_690x400.png",
                Some("0123456789abcdef0123456789abcdef01234567"),
            ),
            ("ZZZZZZZZZZZZZZZZZZZZZZZZZZZ.png", None),
            ("a b.png", None),
            ("", None),
        ] {
            assert_eq!(sha1(name).as_deref(), hash, "{name}");
        }
    }

    #[test]
    fn a_text_names_uploads_in_each_form() {
        let hash = "0000000000000000000000000000000000000064";
        for text in [
            "![a|1x1](upload://1C.png)",
            "https://a.example/uploads/short-url/1C.png",
            &format!("/uploads/default/original/1X/{hash}.png)"),
            &format!("//cdn.example/original/2X/a/{hash}.jpeg"),
        ] {
            assert_eq!(named_in(text), [hash], "{text}");
        }
        assert!(named_in("/uploads/ upload:// /original/").is_empty());
        let hostile = "/uploads/".repeat(20_000);
        assert!(named_in(&hostile).len() < 10);
    }

    #[test]
    fn a_path_leads_nowhere_else() {
        for (url, expected) in [
            (
                "/uploads/default/original/1X/a.png",
                Some("default/original/1X/a.png"),
            ),
            (
                "//bucket.example/original/2X/a/ab.png",
                Some("default/original/2X/a/ab.png"),
            ),
            ("/uploads/../../etc/passwd", None),
            ("/uploads//a.png", None),
            ("https://a.example/a.png", None),
        ] {
            assert_eq!(path(url).as_deref(), expected, "{url}");
        }
    }
}
