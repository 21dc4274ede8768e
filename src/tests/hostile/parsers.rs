//! Short runs of the fuzz targets of `fuzz/`, with the same inputs each time.

use super::mutated;
use crate::app::demo::random::Random;
use crate::fuzzing::TARGETS;

/// The number of inputs for each target. Targets with a database get fewer.
const INPUTS: &[(&str, usize)] = &[
    ("packet", 100_000),
    ("head", 20_000),
    ("hyperlinks", 20_000),
    ("markdown", 20_000),
    ("search", 500),
    ("post", 5_000),
    ("dump", 5_000),
    ("database", 5_000),
    ("records", 5_000),
    ("export", 300),
    ("png", 2_000),
    ("jpeg", 2_000),
    ("webp", 2_000),
    ("gif", 2_000),
    ("passkey", 20_000),
    ("token", 20_000),
];

#[test]
fn parsers_accept_arbitrary_input() {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(
        names,
        INPUTS.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        "a new target: how many inputs is it given here?"
    );
    for (target, (name, inputs)) in TARGETS.iter().zip(INPUTS) {
        let began = std::time::Instant::now();
        let mut random = Random::new(7);
        let seeds = (target.seeds)();
        for seed in &seeds {
            (target.run)(seed);
        }
        for number in 0..*inputs {
            let [seed, other] = [0, 1].map(|_| seeds[random.below(seeds.len())].as_slice());
            let input = mutated(seed, other, &mut random);
            let run = std::panic::AssertUnwindSafe(|| (target.run)(&input));
            if std::panic::catch_unwind(run).is_err() {
                panic!(
                    "{name} fails on input {number}: {:?}",
                    String::from_utf8_lossy(&input)
                );
            }
        }
        println!("{name}: {inputs} inputs in {:?}", began.elapsed());
    }
}

/// A seed that is rejected at its first line would test nothing.
#[test]
fn the_import_seeds_are_accepted_exports() {
    let target = TARGETS
        .iter()
        .find(|target| target.name == "export")
        .expect("the target");
    for seed in (target.seeds)() {
        assert_eq!(
            crate::operations::import::fuzzing::dry_run(&seed),
            Ok(()),
            "{}",
            String::from_utf8_lossy(&seed)
        );
    }
}

#[test]
fn the_fuzzer_uses_the_same_seeds() {
    let directory = tempfile::TempDir::new().expect("a directory");
    for target in TARGETS {
        let corpus = directory.path().join("corpus").join(target.name);
        crate::fuzzing::write_seeds(target.name, corpus.to_str().expect("a path"));
        let mut written: Vec<Vec<u8>> = std::fs::read_dir(&corpus)
            .expect("the corpus")
            .map(|file| std::fs::read(file.expect("a file").path()).expect("a seed"))
            .collect();
        written.sort();
        let mut seeds = (target.seeds)();
        seeds.sort_unstable();
        assert_eq!(written, seeds, "{}", target.name);
    }
}

/// A target without a file would never run.
#[test]
fn each_fuzz_target_has_a_file() {
    for target in TARGETS {
        let path = super::super::repository().join(format!("fuzz/targets/{}.rs", target.name));
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = target.name;
        for call in [
            format!("run(\"{name}\", bytes)"),
            format!("write_seeds(\"{name}\", "),
            format!("\"/corpus/{name}\""),
        ] {
            assert!(text.contains(&call), "{} has no {call}", path.display());
        }
    }
}
