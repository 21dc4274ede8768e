//! Recovery codes: a user who has lost their authenticator app gives one instead of a code. Each has 80 random bits, so
//! that a plain hash protects it.

use sha2::{Digest, Sha256};

/// How many a user gets.
pub const COUNT: usize = 10;
/// No letters and digits that look alike.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const GROUPS: usize = 4;
const GROUP: usize = 4;

/// Returns a new code, such as `k3xt-9mfa-pz7w-2hdn`.
pub fn generate() -> String {
    let mut code = String::new();
    for (index, random) in rand::random::<[u8; GROUPS * GROUP]>().iter().enumerate() {
        if index > 0 && index % GROUP == 0 {
            code.push('-');
        }
        code.push(char::from(ALPHABET[usize::from(random % 32)]));
    }
    code
}

/// Returns the hash of a code as it is stored. Case, spaces and hyphens do not count.
pub fn hash(code: &str) -> [u8; 32] {
    let plain: String = code
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .take(64)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    Sha256::digest(plain.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_may_be_typed_in_any_case_and_without_hyphens() {
        let code = generate();
        assert_eq!((code.len(), code.split('-').count()), (19, 4), "{code}");
        assert_ne!(generate(), code);
        for typed in [
            code.to_uppercase(),
            code.replace('-', ""),
            format!(" {code} "),
        ] {
            assert_eq!(hash(&typed), hash(&code), "{typed}");
        }
        assert_ne!(hash(&code[1..]), hash(&code));
    }
}
