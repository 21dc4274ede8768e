//! How well a question matches words: BM25F (Robertson, Zaragoza and Taylor, "Simple BM25 extension
//! to multiple weighted fields", 2004) over its title, tags, text and best answer.

/// The saturation of a word's frequency: BM25's k1.
const SATURATION: f32 = 1.5;
const TITLE: f32 = 4.0;
const TAGS: f32 = 3.0;
const ANSWER: f32 = 0.8;
/// What two neighbouring words of a search are worth beside each other in a text, in relation to
/// what they are worth alone.
const NEIGHBOURS: f32 = 0.6;

/// The frequencies of one word in the fields of a question. That of a text is relative to its length.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fields {
    /// 1 if the title contains the word, less for a similar word.
    pub title: f32,
    pub tags: f32,
    pub text: f32,
    /// In the answer with most of it.
    pub answer: f32,
}

impl Fields {
    /// Returns the score of a word with the weight `idf`.
    pub fn score(&self, idf: f32) -> f32 {
        let frequency = TITLE * self.title + TAGS * self.tags + self.text + ANSWER * self.answer;
        saturated(idf, frequency)
    }
}

/// Returns the score of a word with the weight `idf` in one text.
pub fn saturated(idf: f32, frequency: f32) -> f32 {
    idf * frequency / (frequency + SATURATION)
}

/// Returns the weight of a word that `containing` of `posts` posts contain: BM25's inverse document
/// frequency.
pub fn idf(posts: f32, containing: f32) -> f32 {
    let containing = containing.min(posts);
    (1.0 + (posts - containing + 0.5) / (containing + 0.5)).ln()
}

/// How often neighbouring words of a search are neighbours in the fields of a question.
#[derive(Clone, Copy, Debug, Default)]
pub struct Neighbours {
    /// The sum of the mean weights of such pairs, each counted once.
    pub title: f32,
    pub tags: f32,
    pub text: f32,
    pub answer: f32,
}

impl Neighbours {
    pub fn score(&self) -> f32 {
        NEIGHBOURS * (self.title + 0.7 * self.tags + 0.6 * self.text + 0.5 * self.answer)
    }
}

/// Returns the factor with which acceptance and votes decide between questions that match equally
/// well.
pub fn quality(is_accepted: bool, votes: i64) -> f32 {
    let accepted = if is_accepted { 0.02 } else { 0.0 };
    1.0 + accepted + 0.01 * (1.0 + votes.max(0) as f32).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_words_weigh_more_than_common_ones() {
        assert!(idf(1000.0, 1.0) > idf(1000.0, 10.0));
        assert!(idf(1000.0, 2000.0) > 0.0);
    }

    #[test]
    fn a_word_in_the_title_is_worth_more_than_in_an_answer() {
        let title = Fields {
            title: 1.0,
            ..Fields::default()
        };
        let answer = Fields {
            answer: 4.0,
            ..Fields::default()
        };
        assert!(title.score(3.0) > answer.score(3.0));
    }
}
