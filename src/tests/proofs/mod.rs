//! A feature cannot forge a proof of identity or of a right: the programs beside this file do not
//! compile.
//!
//! The `.stderr` files hold the expected errors. `TRYBUILD=overwrite cargo test proofs` rewrites them
//! after a change of the compiler's messages.

#[test]
fn a_feature_cannot_forge_a_proof() {
    trybuild::TestCases::new().compile_fail("src/tests/proofs/*_forged.rs");
}
