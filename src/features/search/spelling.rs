//! Other forms of an English word: British and American spellings, and words of the same family.

/// Parts of words that are written in two ways.
const PARTS: &[(&str, &str)] = &[
    ("our", "or"),
    ("ise", "ize"),
    ("isa", "iza"),
    ("isi", "izi"),
    ("yse", "yze"),
    ("ysi", "yzi"),
    ("lled", "led"),
    ("lling", "ling"),
    ("ller", "ler"),
    ("ogue", "og"),
    ("ence", "ense"),
    ("tre", "ter"),
];

/// Words that are written in two ways. Others begin with one of them.
const WORDS: &[(&str, &str)] = &[
    ("aluminium", "aluminum"),
    ("cheque", "check"),
    ("doughnut", "donut"),
    ("grey", "gray"),
    ("jewellery", "jewelry"),
    ("kerb", "curb"),
    ("mould", "mold"),
    ("plough", "plow"),
    ("programme", "program"),
    ("pyjamas", "pajamas"),
    ("sceptic", "skeptic"),
    ("tyre", "tire"),
    ("yoghurt", "yogurt"),
];

/// Returns the spellings that a folded word may have elsewhere. Most of them are no words.
pub fn spellings(word: &str) -> Vec<String> {
    let mut found = Vec::new();
    let both = |pairs: &'static [(&'static str, &'static str)]| {
        let pairs = pairs.iter();
        pairs.flat_map(|&(one, other)| [(one, other), (other, one)])
    };
    for (from, to) in both(WORDS) {
        if let Some(rest) = word.strip_prefix(from) {
            found.push(format!("{to}{rest}"));
        }
    }
    for (from, to) in both(PARTS) {
        // The first letters are the same everywhere.
        if let Some(at) = word.rfind(from).filter(|at| *at > 1) {
            let (before, after) = (&word[..at], &word[at + from.len()..]);
            let is_ending = matches!(
                from,
                "tre" | "ter" | "lled" | "led" | "lling" | "ling" | "ller" | "ler"
            );
            if !is_ending || matches!(after, "" | "s" | "d") {
                found.push(format!("{before}{to}{after}"));
            }
        }
    }
    found.retain(|other| other != word);
    found
}

/// The endings with which words of a family differ.
const ENDINGS: &[&str] = &[
    "", "s", "e", "es", "ed", "er", "ers", "or", "ors", "ing", "ings", "age", "ages", "ion",
    "ions", "ation", "ations", "isation", "ization", "ise", "ize", "ised", "ized", "iser", "izer",
    "ises", "izes", "ising", "izing", "ment", "ments", "ness", "ity", "ist", "ists", "ism", "al",
    "able", "ably", "ability", "ly", "ful", "ive", "y", "ous", "ic", "ical",
];
/// The shortest beginning that the words of a family share, in bytes.
const MIN_SHARED: usize = 4;

/// Returns the beginning that a folded word shares with the words of its family.
pub fn family_prefix(word: &str) -> Option<&str> {
    let bases = ENDINGS
        .iter()
        .filter_map(|ending| word.strip_suffix(ending));
    bases
        .filter(|base| base.len() >= MIN_SHARED && base.is_ascii())
        .min_by_key(|base| base.len())
}

/// Returns whether a word with the prefix of a family is one of its words.
pub fn is_of_family(prefix: &str, word: &str) -> bool {
    let ending = word.strip_prefix(prefix);
    ending.is_some_and(|ending| ENDINGS.contains(&ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn british_and_american_spellings_lead_to_each_other() {
        for (one, other) in [
            ("colour", "color"),
            ("behaviours", "behaviors"),
            ("organisation", "organization"),
            ("pasteurising", "pasteurizing"),
            ("analyse", "analyze"),
            ("travelled", "traveled"),
            ("catalogue", "catalog"),
            ("licence", "license"),
            ("centre", "center"),
            ("litres", "liters"),
            ("tyres", "tires"),
            ("grey", "gray"),
        ] {
            assert!(spellings(one).contains(&other.to_owned()), "{one}");
            assert!(spellings(other).contains(&one.to_owned()), "{other}");
        }
        assert!(spellings("plutus").is_empty());
    }

    #[test]
    fn derivations_are_of_one_family() {
        for (one, other) in [
            ("corkage", "cork"),
            ("pasteurising", "pasteurization"),
            ("brewer", "brewing"),
            ("installable", "installer"),
        ] {
            let prefix = family_prefix(one).expect("a prefix");
            assert!(is_of_family(prefix, other), "{one}: {prefix}");
        }
        assert_eq!(family_prefix("rust"), Some("rust"));
        assert_eq!(family_prefix("ion"), None);
        assert!(!is_of_family("cork", "corkscrew"));
    }
}
