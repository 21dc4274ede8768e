//! Proof of work at a sign-up: the client finds a number whose hash with a challenge begins with zeros.
//!
//! A challenge is signed and not stored. Its key lives in memory, so that no challenge survives a restart,
//! and neither need the list of those that have served. A challenge says nothing about its client.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};

/// The number of zero bits: 131,072 hashes on average, about a second on a phone. `docs/moderation.md` has the
/// measurement.
pub const DIFFICULTY: u8 = if cfg!(test) { 8 } else { 17 };
/// How long a challenge can be solved.
pub const VALIDITY: Duration = Duration::from_secs(10 * 60);
/// The largest number of challenges that have served and are still valid. Each has cost its client a proof.
const MAX_SPENT: usize = 100_000;

/// The parts of a challenge: random bytes, the second of its end, its difficulty, and their signature.
const RANDOM: usize = 9;
const END: usize = RANDOM + 4;
const SIGNED: usize = END + 1;
const LENGTH: usize = SIGNED + 16;
/// The most digits of a solution: a challenge, a point and a solution fit into one block of SHA-256.
const MAX_DIGITS: usize = 10;

/// A task for the client. A solution is a number of up to 10 digits, such that the SHA-256 of
/// `{challenge}.{number}` begins with `bits` zero bits; it is sent as `proof` with exactly this text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignupChallenge {
    pub challenge: String,
    pub bits: u8,
    /// Until when the solution is accepted, once.
    pub valid_until: Timestamp,
}

/// Creates challenges and checks their solutions.
pub struct Proofs {
    key: [u8; 32],
    /// The challenges that have served, by the second of their end.
    spent: Mutex<BTreeSet<(u32, [u8; RANDOM])>>,
}

impl Default for Proofs {
    fn default() -> Self {
        Self {
            key: rand::random(),
            spent: Mutex::default(),
        }
    }
}

impl Proofs {
    /// Creates a challenge.
    pub fn challenge(&self, now: Timestamp) -> SignupChallenge {
        let end = seconds(now.plus(VALIDITY));
        let mut bytes = Vec::with_capacity(LENGTH);
        bytes.extend(rand::random::<[u8; RANDOM]>());
        bytes.extend(end.to_be_bytes());
        bytes.push(DIFFICULTY);
        bytes.extend(self.sign(&bytes));
        SignupChallenge {
            challenge: BASE64_URL_SAFE_NO_PAD.encode(bytes),
            bits: DIFFICULTY,
            valid_until: Timestamp::from_millis(i64::from(end) * 1000),
        }
    }

    /// Accepts a proof, a challenge with its solution, once. Rejects a missing and any other one with 403.
    pub fn accept(&self, proof: Option<&str>, now: Timestamp) -> Result<()> {
        let proof = proof.filter(|proof| !proof.is_empty());
        let proof = proof.ok_or(Sentence::ProofRequired)?;
        let spent = self.check(proof, now).ok_or(Sentence::ProofInvalid)?;
        let mut all = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let now = seconds(now);
        while all.first().is_some_and(|(end, _)| *end < now) {
            all.pop_first();
        }
        if all.len() >= MAX_SPENT || !all.insert(spent) {
            return Err(Sentence::ProofInvalid.into());
        }
        Ok(())
    }

    /// Returns what identifies a challenge that was made here, is valid and is solved.
    fn check(&self, proof: &str, now: Timestamp) -> Option<(u32, [u8; RANDOM])> {
        let (challenge, solution) = proof.split_once('.')?;
        let is_number = (1..=MAX_DIGITS).contains(&solution.len())
            && solution.bytes().all(|digit| digit.is_ascii_digit());
        // The length first: nothing long is decoded.
        if !is_number || challenge.len() != LENGTH / 3 * 4 {
            return None;
        }
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(challenge).ok()?;
        let mut mac = self.mac();
        mac.update(&bytes[..SIGNED]);
        mac.verify_truncated_left(&bytes[SIGNED..]).ok()?;
        let end = u32::from_be_bytes(bytes[RANDOM..END].try_into().ok()?);
        let is_solved = zero_bits(&Sha256::digest(proof.as_bytes())) >= u32::from(bytes[END]);
        (is_solved && seconds(now) <= end).then_some((end, bytes[..RANDOM].try_into().ok()?))
    }

    fn mac(&self) -> Hmac<Sha256> {
        Hmac::new_from_slice(&self.key).expect("a key of any length")
    }

    fn sign(&self, bytes: &[u8]) -> [u8; LENGTH - SIGNED] {
        let mut mac = self.mac();
        mac.update(bytes);
        let signature = mac.finalize().into_bytes();
        std::array::from_fn(|index| signature[index])
    }
}

fn seconds(time: Timestamp) -> u32 {
    u32::try_from(time.millis() / 1000).unwrap_or(u32::MAX)
}

/// Returns the number of zero bits with which a hash begins.
fn zero_bits(hash: &[u8]) -> u32 {
    let zeros = hash.iter().take_while(|byte| **byte == 0).count();
    let next = hash.get(zeros).map_or(0, |byte| byte.leading_zeros());
    zeros as u32 * 8 + next
}

/// Solves a challenge as a client does.
#[cfg(test)]
pub fn solve(challenge: &str, bits: u32) -> String {
    let proof = |number: u32| format!("{challenge}.{number}");
    let is_solved = |proof: &String| zero_bits(&Sha256::digest(proof.as_bytes())) >= bits;
    (0..).map(proof).find(is_solved).expect("a solution")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_795_219_200_000);

    fn sentence(result: Result<()>) -> Option<Sentence> {
        result.err().map(|error| error.sentence())
    }

    fn solved(proofs: &Proofs) -> String {
        let SignupChallenge {
            challenge, bits, ..
        } = proofs.challenge(NOW);
        solve(&challenge, bits.into())
    }

    #[test]
    fn a_proof_serves_once() {
        let proofs = Proofs::default();
        let proof = solved(&proofs);
        assert_eq!(sentence(proofs.accept(Some(&proof), NOW)), None);
        let again = sentence(proofs.accept(Some(&proof), NOW));
        assert_eq!(again, Some(Sentence::ProofInvalid));
    }

    #[test]
    fn another_solution_of_the_same_challenge_does_not_serve_again() {
        let proofs = Proofs::default();
        let proof = solved(&proofs);
        proofs.accept(Some(&proof), NOW).expect("a proof");
        let challenge = proof.split('.').next().expect("a challenge");
        let number = |number: u32| format!("{challenge}.{number}");
        let is_other = |other: &String| {
            *other != proof && zero_bits(&Sha256::digest(other.as_bytes())) >= u32::from(DIFFICULTY)
        };
        let other = (0..).map(number).find(is_other).expect("a solution");
        let refused = sentence(proofs.accept(Some(&other), NOW));
        assert_eq!(refused, Some(Sentence::ProofInvalid));
    }

    #[test]
    fn a_proof_is_valid_for_ten_minutes_and_at_its_own_site() {
        let proofs = Proofs::default();
        let proof = solved(&proofs);
        let late = NOW.plus(VALIDITY + Duration::from_secs(1));
        assert_eq!(
            sentence(proofs.accept(Some(&proof), late)),
            Some(Sentence::ProofInvalid)
        );
        assert_eq!(
            sentence(Proofs::default().accept(Some(&proof), NOW)),
            Some(Sentence::ProofInvalid)
        );
        assert_eq!(
            sentence(proofs.accept(Some(&proof), NOW.plus(VALIDITY))),
            None
        );
    }

    #[test]
    fn unsolved_changed_and_malformed_proofs_are_refused() {
        let proofs = Proofs::default();
        let proof = solved(&proofs);
        let unsolved = |number: &u32| {
            let challenge = proof.split('.').next().expect("a challenge");
            let hash = Sha256::digest(format!("{challenge}.{number}").as_bytes());
            zero_bits(&hash) < u32::from(DIFFICULTY)
        };
        let number = (0..).find(unsolved).expect("a number");
        let challenge = proof.split('.').next().expect("a challenge").to_owned();
        let easier = {
            let mut bytes = BASE64_URL_SAFE_NO_PAD.decode(&challenge).expect("base64");
            bytes[END] = 0;
            format!("{}.1", BASE64_URL_SAFE_NO_PAD.encode(bytes))
        };
        for proof in [
            format!("{challenge}.{number}"),
            easier,
            challenge.clone(),
            format!("{challenge}.12345678901"),
            format!("{challenge}.-1"),
            format!("{challenge}é.1"),
            "\0".repeat(1_000_000),
            ".".to_owned(),
        ] {
            assert_eq!(
                sentence(proofs.accept(Some(&proof), NOW)),
                Some(Sentence::ProofInvalid),
                "{proof:.80}"
            );
        }
        for missing in [None, Some("")] {
            let refused = sentence(proofs.accept(missing, NOW));
            assert_eq!(refused, Some(Sentence::ProofRequired));
        }
    }

    #[test]
    fn expired_proofs_are_forgotten() {
        let proofs = Proofs::default();
        proofs.accept(Some(&solved(&proofs)), NOW).expect("a proof");
        let later = NOW.plus(VALIDITY * 2);
        let next = proofs.challenge(later);
        let next = solve(&next.challenge, next.bits.into());
        proofs.accept(Some(&next), later).expect("a proof");
        assert_eq!(proofs.spent.lock().expect("the list").len(), 1);
    }
}
