//! The content of a generated site. It depends only on the number of questions, and question `i` only
//! on `i` and that number.

use super::text_gen::{Vocabulary, pseudo_word};
use stoa::app::demo::random::Random;
use stoa::core::clock::Timestamp;
use stoa::core::id::Id;

/// Version of the generated content. Increment it with every change of the content, so that `fill`
/// rejects sites kept from older versions.
pub const VERSION: u32 = 2;
/// 2023-01-01 in milliseconds since 1970: the time of the first question.
const START: i64 = 1_672_531_200_000;
/// Time from the first to the last question: three years in milliseconds.
const SPAN: i64 = 3 * 365 * 24 * 3_600_000;
const MINUTE: f64 = 60_000.0;
const MONTH: f64 = 30.0 * 24.0 * 60.0 * MINUTE;

/// Numbers of answers for each group of twenty questions: three on average, three times none.
const ANSWERS: [usize; 20] = [0, 3, 1, 4, 2, 5, 3, 0, 4, 2, 6, 1, 5, 3, 2, 4, 0, 5, 3, 7];
/// Answers of a question that the detail route reads.
const DETAIL_ANSWERS: usize = 5;
/// Its ten comments: those on the question and those on each answer.
const DETAIL_COMMENTS: (usize, [usize; DETAIL_ANSWERS]) = (4, [2, 2, 1, 1, 0]);

/// Two words that only the planted questions contain. They are not in [`Vocabulary`].
pub const PLANTED: [&str; 2] = ["quixova", "zephyx"];
/// Questions with both planted words on a site of at least 1,000 questions.
const HITS: usize = 200;

/// Mean lengths, in characters.
const QUESTION_LENGTH: usize = 900;
const ANSWER_LENGTH: usize = 700;
const COMMENT_LENGTH: usize = 150;

pub struct Dataset {
    pub questions: usize,
    vocabulary: Vocabulary,
}

/// A question or an answer with its votes and comments. Users are numbers from 0.
pub struct Post {
    pub id: Id,
    pub created_at: Timestamp,
    pub author: usize,
    pub text: String,
    /// Score in addition to the votes.
    pub imported_score: i64,
    /// Users and values (1 or -1).
    pub votes: Vec<(usize, i64)>,
    pub comments: Vec<Comment>,
}

pub struct Comment {
    pub id: Id,
    pub created_at: Timestamp,
    pub author: usize,
    pub text: String,
}

pub struct Question {
    pub post: Post,
    pub title: String,
    pub tags: Vec<usize>,
    pub imported_views: i64,
    pub viewers: Vec<usize>,
    pub answers: Vec<Post>,
    /// Index of the accepted answer.
    pub accepted: Option<usize>,
}

impl Dataset {
    pub fn new(questions: usize) -> Self {
        Self {
            questions,
            vocabulary: Vocabulary::new(),
        }
    }

    pub fn users(&self) -> usize {
        (self.questions / 10).max(10)
    }

    pub fn tags(&self) -> usize {
        (self.questions / 50).clamp(20, 2_000)
    }

    /// Returns the number of questions with both [`PLANTED`] words.
    pub fn hits(&self) -> usize {
        HITS.min(self.questions / 5)
    }

    pub fn username(user: usize) -> String {
        format!("{}{user}", pseudo_word(user))
    }

    /// Returns a time before the first question.
    pub fn joined_at(user: usize) -> Timestamp {
        Timestamp::from_millis(START - 1 - user as i64)
    }

    pub fn user_id(user: usize) -> Id {
        Id::at(Self::joined_at(user), 0)
    }

    pub fn tag_name(tag: usize) -> String {
        format!("{}-{tag}", pseudo_word(tag))
    }

    pub fn tag_id(tag: usize) -> Id {
        Id::at(Timestamp::from_millis(START), tag as u64 + 1)
    }

    pub fn question_id(&self, question: usize) -> Id {
        Id::at(self.asked_at(question), 0)
    }

    fn asked_at(&self, question: usize) -> Timestamp {
        Timestamp::from_millis(START + SPAN / self.questions as i64 * question as i64)
    }

    /// Returns the number of answers of a question. The site always has three times as many answers
    /// as questions.
    fn answer_count(&self, question: usize) -> usize {
        let whole = self.questions - self.questions % ANSWERS.len();
        if question < whole {
            ANSWERS[question % ANSWERS.len()]
        } else {
            3
        }
    }

    /// Returns up to `max` questions with five answers and ten comments, evenly spread over the site.
    pub fn detail_questions(&self, max: usize) -> Vec<Id> {
        self.sample_evenly(max, |count| count == DETAIL_ANSWERS)
    }

    /// Returns up to `max` of the other questions, evenly spread over the site.
    pub fn other_questions(&self, max: usize) -> Vec<Id> {
        self.sample_evenly(max, |count| count != DETAIL_ANSWERS)
    }

    fn sample_evenly(&self, max: usize, has_answers: impl Fn(usize) -> bool) -> Vec<Id> {
        let matching: Vec<usize> = (0..self.questions)
            .filter(|&question| has_answers(self.answer_count(question)))
            .collect();
        let step = matching.len().div_ceil(max).max(1);
        matching
            .into_iter()
            .step_by(step)
            .map(|question| self.question_id(question))
            .collect()
    }

    /// Returns texts of answers that the site does not have yet.
    pub fn new_answers(&self, count: usize) -> Vec<String> {
        let mut random = Random::new(u64::MAX);
        (0..count)
            .map(|_| self.vocabulary.text(&mut random, ANSWER_LENGTH))
            .collect()
    }

    pub fn question(&self, question: usize) -> Question {
        let mut random = Random::new(question as u64);
        let random = &mut random;
        let asked_at = self.asked_at(question);
        let count = self.answer_count(question);
        let (comments, answer_comments) = if count == DETAIL_ANSWERS {
            (DETAIL_COMMENTS.0, DETAIL_COMMENTS.1.to_vec())
        } else {
            (
                random.below(4),
                (0..count).map(|_| random.below(2)).collect(),
            )
        };
        let mut post = self.post(
            random,
            asked_at,
            0,
            QUESTION_LENGTH,
            (question * 8, comments),
        );
        let mut answers: Vec<Post> = (1..)
            .zip(answer_comments)
            .map(|(number, comments)| {
                let delay = random.log_uniform(5.0 * MINUTE, MONTH);
                let at = Timestamp::from_millis(asked_at.millis() + delay);
                let serial = question * 8 + number;
                self.post(random, at, serial as u64, ANSWER_LENGTH, (serial, comments))
            })
            .collect();
        let planted = self.planted(question);
        if planted[0] {
            append_word(&mut post.text, PLANTED[0]);
        }
        if planted[1] {
            // Search also finds a question by the text of its answers.
            append_word(
                &mut answers.first_mut().unwrap_or(&mut post).text,
                PLANTED[1],
            );
        }
        let mut tags: Vec<usize> = Vec::new();
        for _ in 0..1 + random.below(5) {
            let tag = random.zipf(self.tags());
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        let accepted = (count > 0 && random.below(2) == 0).then(|| random.below(count));
        let viewers = self.some_users(random, 4);
        let imported_views = random.log_uniform(10.0, 100_000.0);
        Question {
            title: self.vocabulary.title(random),
            post,
            tags,
            imported_views,
            viewers,
            answers,
            accepted,
        }
    }

    /// Generates a post. `serial` makes the ids of its comments different from all others of the same
    /// millisecond.
    fn post(
        &self,
        random: &mut Random,
        at: Timestamp,
        low_bits: u64,
        mean_length: usize,
        (serial, comments): (usize, usize),
    ) -> Post {
        let vote = |user, random: &mut Random| (user, if random.below(5) == 0 { -1 } else { 1 });
        Post {
            id: Id::at(at, low_bits),
            created_at: at,
            author: random.zipf(self.users()),
            text: self.vocabulary.text(random, mean_length),
            imported_score: random.log_uniform(1.0, 200.0) - 2,
            votes: self
                .some_users(random, 4)
                .into_iter()
                .map(|user| vote(user, random))
                .collect(),
            comments: (0..comments)
                .map(|number| self.comment(random, at, (serial * 8 + number) as u64))
                .collect(),
        }
    }

    fn comment(&self, random: &mut Random, post_at: Timestamp, low_bits: u64) -> Comment {
        let at = Timestamp::from_millis(post_at.millis() + random.log_uniform(MINUTE, MONTH));
        Comment {
            id: Id::at(at, low_bits),
            created_at: at,
            author: random.zipf(self.users()),
            text: self.vocabulary.line(random, COMMENT_LENGTH),
        }
    }

    /// Returns fewer than `limit` different users.
    fn some_users(&self, random: &mut Random, limit: usize) -> Vec<usize> {
        let first = random.below(self.users());
        (0..random.below(limit))
            .map(|step| (first + step * 3) % self.users())
            .collect()
    }

    /// Returns which of the planted words a question has. [`Dataset::hits`] questions have both, as
    /// many have only the first, and as many have only the second.
    fn planted(&self, question: usize) -> [bool; 2] {
        let stride = self.questions / self.hits();
        let is_hit = question / stride < self.hits();
        match question % stride {
            0 => [is_hit, is_hit],
            1 => [is_hit, false],
            2 => [false, is_hit],
            _ => [false, false],
        }
    }
}

fn append_word(text: &mut String, word: &str) {
    text.push_str("\n\n");
    text.push_str(word);
}
