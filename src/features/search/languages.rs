//! Inflected forms of words in other languages than English: two words are forms of one if a Snowball stemmer gives both
//! the same stem. The script of a word tells its language, and for Latin letters the setting `search.language`.

use frostem::{Algorithm, Stemmer};

use crate::core::config::Language;

/// The shortest beginning that the forms of a word share, in letters.
const MIN_SHARED: usize = 3;

/// What the forms of a word have in common.
pub struct Inflection {
    stemmer: Stemmer,
    stem: String,
    /// The beginning of all forms that are looked for.
    pub prefix: String,
}

impl Inflection {
    /// Returns that of a folded word, unless its language is English or unknown.
    pub fn of(word: &str, language: Language) -> Option<Self> {
        let stemmer = Stemmer::new(algorithm(word, language)?);
        let stem = stemmer.stem(word).into_owned();
        let shared = word.chars().zip(stem.chars());
        let prefix: String = shared
            .take_while(|(one, other)| one == other)
            .map(|(one, _)| one)
            .collect();
        (prefix.chars().count() >= MIN_SHARED).then_some(Self {
            stemmer,
            stem,
            prefix,
        })
    }

    /// Returns whether a folded word is a form of the same word.
    pub fn has(&self, word: &str) -> bool {
        self.stemmer.stem(word) == self.stem
    }
}

fn algorithm(word: &str, language: Language) -> Option<Algorithm> {
    let has = |letters: &str| word.contains(|c| letters.contains(c));
    let of_letter = |c: char| match c {
        '\u{370}'..='\u{3ff}' => Some(Algorithm::Greek),
        '\u{400}'..='\u{52f}' if has("іїєґ") => Some(Algorithm::Ukrainian),
        '\u{400}'..='\u{52f}' => Some(Algorithm::Russian),
        '\u{530}'..='\u{58f}' => Some(Algorithm::Armenian),
        '\u{900}'..='\u{97f}' => Some(Algorithm::Hindi),
        '\u{b80}'..='\u{bff}' => Some(Algorithm::Tamil),
        'a'..='z' => of_latin(language),
        _ => None,
    };
    word.chars().next().and_then(of_letter)
}

fn of_latin(language: Language) -> Option<Algorithm> {
    Some(match language {
        Language::English => return None,
        Language::Czech => Algorithm::Czech,
        Language::Danish => Algorithm::Danish,
        Language::Dutch => Algorithm::Dutch,
        Language::Finnish => Algorithm::Finnish,
        Language::French => Algorithm::French,
        Language::German => Algorithm::German,
        Language::Hungarian => Algorithm::Hungarian,
        Language::Italian => Algorithm::Italian,
        Language::Norwegian => Algorithm::Norwegian,
        Language::Polish => Algorithm::Polish,
        Language::Portuguese => Algorithm::Portuguese,
        Language::Romanian => Algorithm::Romanian,
        Language::Spanish => Algorithm::Spanish,
        Language::Swedish => Algorithm::Swedish,
        Language::Turkish => Algorithm::Turkish,
    })
}

/// Returns whether words of a language are often parts of longer ones.
pub fn has_compounds(language: Language) -> bool {
    matches!(
        language,
        Language::Danish
            | Language::Dutch
            | Language::Finnish
            | Language::German
            | Language::Hungarian
            | Language::Norwegian
            | Language::Swedish
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for (language, one, other) in [
            (Language::English, "установка", "установками"),
            (Language::English, "картинками", "картинка"),
            (Language::German, "fahrrader", "fahrrad"),
            (Language::French, "installer", "installation"),
            (Language::Spanish, "bicicletas", "bicicleta"),
            (Language::Italian, "biciclette", "bicicletta"),
            (Language::English, "किताबें", "किताब"),
        ] {
            let inflection = Inflection::of(one, language).expect("a stemmer");
            assert!(inflection.has(other), "{one} {other}");
            assert!(other.starts_with(&inflection.prefix), "{one} {other}");
        }
        assert!(Inflection::of("running", Language::English).is_none());
        assert!(Inflection::of("交易", Language::German).is_none());
    }
}
