//! The codes of authenticator apps (TOTP, RFC 6238), computed by the crate totp-rs: SHA-1, six digits, a new code
//! every 30 seconds. These are the only values that all apps know.

use qrcode::QrCode;
use qrcode::render::svg;
use totp_rs::{Builder, Totp};

use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};

/// The length of a secret in bytes.
pub const SECRET: usize = 20;

/// What an authenticator app needs to show the codes of a secret.
pub struct Enrollment {
    /// The secret in base 32, upper case, in groups of four, to be typed.
    pub text: String,
    /// The `otpauth` address, for a link on a phone.
    pub url: String,
    /// The QR code of the address, as SVG.
    pub qr_code: String,
}

/// Returns a new random secret.
pub fn new_secret() -> [u8; SECRET] {
    rand::random()
}

fn totp(secret: &[u8; SECRET]) -> Result<Totp> {
    builder(secret).build().map_err(Error::internal)
}

fn builder(secret: &[u8; SECRET]) -> Builder {
    Builder::new().with_secret(secret.to_vec())
}

/// Returns the time step of a code: that of `now`, the one before or the one after. `None`: the code is wrong. Spaces
/// do not count. The comparison takes equally long for all codes of six digits.
pub fn step_of(secret: &[u8; SECRET], code: &str, now: Timestamp) -> Result<Option<i64>> {
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let seconds = u64::try_from(now.millis() / 1_000).map_err(Error::internal)?;
    let step = totp(secret)?.check(&code, seconds);
    step.map(|step| i64::try_from(step).map_err(Error::internal))
        .transpose()
}

/// Returns whether a text has the form of a code.
pub fn is_code(text: &str) -> bool {
    let mut digits = 0;
    let is_plain = text.chars().all(|c| {
        digits += usize::from(c.is_ascii_digit());
        c.is_ascii_digit() || c.is_whitespace()
    });
    is_plain && digits == 6
}

/// Returns what an app needs. `issuer` is the name of the site.
pub fn enrollment(secret: &[u8; SECRET], issuer: &str, username: &str) -> Result<Enrollment> {
    // A colon separates the two in the address.
    let issuer = issuer.replace(':', " ");
    let totp = builder(secret)
        .with_issuer(Some(issuer.trim()))
        .with_account_name(username)
        .build()
        .map_err(Error::internal)?;
    let url = totp.to_url().map_err(Error::internal)?;
    let code = QrCode::new(&url).map_err(Error::internal)?;
    let qr_code = code
        .render::<svg::Color<'_>>()
        .min_dimensions(200, 200)
        .build();
    Ok(Enrollment {
        text: grouped(&totp.secret().to_base32()),
        url,
        qr_code,
    })
}

fn grouped(text: &str) -> String {
    let groups: Vec<String> = text
        .as_bytes()
        .chunks(4)
        .map(|group| String::from_utf8_lossy(group).into_owned())
        .collect();
    groups.join(" ")
}

/// Returns the secret of a text that [`enrollment`] has shown, in any case and with or without spaces.
pub fn parse_secret(text: &str) -> Option<[u8; SECRET]> {
    let text: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_ascii_uppercase())
        .collect();
    let secret = totp_rs::Secret::try_from_base32(text).ok()?;
    <[u8; SECRET]>::try_from(&secret[..]).ok()
}

/// Returns the code of a secret at a time.
#[cfg(test)]
pub fn code_at(secret: &[u8; SECRET], now: Timestamp) -> String {
    let seconds = u64::try_from(now.millis() / 1_000).expect("a time after 1970");
    totp(secret)
        .expect("a secret of 20 bytes")
        .generate(seconds)
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of RFC 6238, appendix B.
    const VECTOR: &[u8; SECRET] = b"12345678901234567890";

    /// Appendix B has codes of eight digits; those of six digits are their ends.
    #[test]
    fn the_codes_are_those_of_rfc_6238() {
        for (seconds, code) in [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] {
            let now = Timestamp::from_millis(seconds * 1_000);
            let step = step_of(VECTOR, &code[2..], now).unwrap();
            assert_eq!(step, Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn a_code_is_accepted_one_step_early_or_late() {
        let now = Timestamp::from_millis(1_795_219_200_000);
        let step = now.millis() / 30_000;
        for (offset, accepted) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
            let code = code_at(
                VECTOR,
                Timestamp::from_millis(now.millis() + offset * 30_000),
            );
            let found = step_of(VECTOR, &code, now).unwrap();
            assert_eq!(found, accepted.then_some(step + offset), "{offset}");
        }
    }

    #[test]
    fn spaces_in_a_code_do_not_count() {
        let now = Timestamp::from_millis(59_000);
        for code in ["287082", " 287 082\n", "2 8 7 0 8 2"] {
            assert!(is_code(code));
            assert_eq!(step_of(VECTOR, code, now).unwrap(), Some(1), "{code}");
        }
        for code in ["", "28708", "2870820", "+87082", "28708a", "２８７０８２"] {
            assert!(!is_code(code), "{code}");
            assert_eq!(step_of(VECTOR, code, now).unwrap(), None, "{code}");
        }
    }

    #[test]
    fn the_address_of_a_secret_is_the_same_for_all_apps() {
        let shown = enrollment(VECTOR, "Café: Stoa & friends", "ann.b-c_d").unwrap();
        let url = "otpauth://totp/Caf%C3%A9%20%20Stoa%20%26%20friends:ann.b-c_d\
                   ?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Caf%C3%A9%20%20Stoa%20%26%20friends";
        assert_eq!(shown.url, url);
        assert_eq!(shown.text, "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
        assert!(shown.qr_code.contains("<svg") && !shown.qr_code.contains("<script"));
        for text in [&shown.text, "gezdgnbvgy3tqojq gezdgnbvgy3tqojq"] {
            assert_eq!(parse_secret(text), Some(*VECTOR));
        }
        for text in ["", "GEZD", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJ1"] {
            assert_eq!(parse_secret(text), None, "{text}");
        }
    }

    /// What `oathtool --totp -b GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ --now @SECONDS` of oathtool 2.6.7 prints.
    #[test]
    fn oathtool_agrees() {
        for (seconds, code) in [
            (59, "287082"),
            (1_795_219_200, "490981"),
            (4_000_000_013, "111332"),
        ] {
            let now = Timestamp::from_millis(seconds * 1_000);
            assert_eq!(code_at(VECTOR, now), code, "{seconds}");
        }
    }
}
