//! The encryption of messages.
#![allow(
    deprecated,
    reason = "only ring's test generator can make the keys of the vector"
)]

use std::cell::UnsafeCell;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rand::RngExt;
use ring::rand::SystemRandom;
use ring::test::rand::FixedSliceSequenceRandom;

use super::browser::Browser;
use crate::features::push::{DeviceKeys, MAX_TEXT, encrypt};

fn decode(text: &str) -> Vec<u8> {
    BASE64_URL_SAFE_NO_PAD.decode(text).expect("Base64")
}

#[test]
fn the_example_of_rfc_8291_is_encrypted_and_decrypted_as_there() {
    let private = decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94");
    let secret = decode("BTBZMqHH6r4Tts7J_aSIgg");
    let browser = Browser::with(
        private.try_into().expect("32 bytes"),
        secret.try_into().expect("16 bytes"),
        "",
    );
    assert_eq!(
        BASE64_URL_SAFE_NO_PAD.encode(browser.keys.public),
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    );
    let sender = decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
    let salt = decode("DGv6ra1nlYgDCS1FRnbzlw");
    let random = FixedSliceSequenceRandom {
        bytes: &[&sender, &salt],
        current: UnsafeCell::new(0),
    };
    let text = b"When I grow up, I want to be a watermelon";
    let body = encrypt(&browser.keys, text, &random).expect("a message");
    assert_eq!(
        BASE64_URL_SAFE_NO_PAD.encode(&body),
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    );
    assert_eq!(browser.decrypt(&body), text);
}

#[test]
fn texts_of_every_length_reach_the_browser() {
    let random = SystemRandom::new();
    let browser = Browser::new("a");
    for round in 0..10_000 {
        let length = match round {
            0 => 0,
            1 => MAX_TEXT,
            _ => rand::rng().random_range(0..=MAX_TEXT),
        };
        let text: Vec<u8> = (0..length).map(|_| rand::random()).collect();
        let body = encrypt(&browser.keys, &text, &random).expect("a message");
        assert_eq!(browser.decrypt(&body), text);
    }
}

#[test]
fn the_longest_text_has_3993_bytes() {
    assert_eq!(MAX_TEXT, 3_993);
    let browser = Browser::new("a");
    let too_long = vec![0; MAX_TEXT + 1];
    assert!(encrypt(&browser.keys, &too_long, &SystemRandom::new()).is_err());
}

#[test]
fn no_two_messages_are_alike() {
    let (random, browser) = (SystemRandom::new(), Browser::new("a"));
    let message = || encrypt(&browser.keys, b"text", &random).expect("a message");
    let (one, other) = (message(), message());
    assert_ne!(one[..16], other[..16], "the salt");
    assert_ne!(one[21..86], other[21..86], "the public key");
    assert_ne!(one[86..], other[86..], "the text");
}

#[test]
fn a_key_that_is_not_on_the_curve_encrypts_nothing() {
    let valid = Browser::new("a").keys;
    let mut keys: Vec<DeviceKeys> = Vec::new();
    for (at, value) in [
        (0, 2),
        (0, 0),
        (64, valid.public[64] ^ 1),
        (1, valid.public[1] ^ 1),
    ] {
        let mut key = valid.clone();
        key.public[at] = value;
        keys.push(key);
    }
    keys.push(DeviceKeys {
        public: [0; 65],
        ..valid.clone()
    });
    keys.push(DeviceKeys {
        public: [0xff; 65],
        ..valid
    });
    for key in keys {
        assert!(encrypt(&key, b"", &SystemRandom::new()).is_err(), "{key:?}");
    }
}
