//! The content of a site of a given size, always the same: question `i` depends on `i` and the size alone.

use crate::bench::prose::{Words, made_up};
use crate::bench::random::Random;
use crate::clock::Timestamp;
use crate::id::Id;

/// Grows with every change of what is made, so that sites which were kept are made anew.
pub const VERSION: u32 = 1;
/// 2023-01-01, when the first question is asked.
const BEGIN: i64 = 1_672_531_200_000;
/// Three years of milliseconds, over which all of them are.
const SPAN: i64 = 3 * 365 * 24 * 3_600_000;
const MINUTE: f64 = 60_000.0;
const MONTH: f64 = 30.0 * 24.0 * 60.0 * MINUTE;

/// How many answers each of twenty questions has: three on average, and every seventh or so has none.
const ANSWERS: [usize; 20] = [0, 3, 1, 4, 2, 5, 3, 0, 4, 2, 6, 1, 5, 3, 2, 4, 0, 5, 3, 7];
/// What the benched detail page has: so many answers, and ten comments: four on the question and these.
const DETAIL_ANSWERS: usize = 5;
const DETAIL_COMMENTS: (usize, [usize; DETAIL_ANSWERS]) = (4, [2, 2, 1, 1, 0]);

/// Two words that only these questions have. No word of [`Words`] has their letters.
pub const PLANTED: [&str; 2] = ["quixova", "zephyx"];
/// Questions that have both of them, from 1,000 questions on.
const HITS: usize = 200;

/// Mean lengths, in characters.
const QUESTION: usize = 900;
const ANSWER: usize = 700;
const COMMENT: usize = 150;

pub struct Dataset {
    pub questions: usize,
    words: Words,
}

/// A question or an answer, with what hangs on it. Users and tags are numbers.
pub struct Post {
    pub id: Id,
    pub created_at: Timestamp,
    pub author: usize,
    pub text: String,
    /// Beyond the votes.
    pub imported_score: i64,
    /// Who voted, and how.
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
    /// Which of the answers.
    pub accepted: Option<usize>,
}

impl Dataset {
    pub fn new(questions: usize) -> Self {
        Self { questions, words: Words::new() }
    }

    pub fn users(&self) -> usize {
        (self.questions / 10).max(10)
    }

    pub fn tags(&self) -> usize {
        (self.questions / 50).clamp(20, 2_000)
    }

    /// Questions that both of [`PLANTED`] find.
    pub fn hits(&self) -> usize {
        HITS.min(self.questions / 5)
    }

    pub fn username(user: usize) -> String {
        format!("{}{user}", made_up(user))
    }

    /// Before the first question.
    pub fn joined_at(user: usize) -> Timestamp {
        Timestamp::from_millis(BEGIN - 1 - user as i64)
    }

    pub fn user_id(user: usize) -> Id {
        Id::at(Self::joined_at(user), 0)
    }

    pub fn tag_name(tag: usize) -> String {
        format!("{}-{tag}", made_up(tag))
    }

    pub fn tag_id(tag: usize) -> Id {
        Id::at(Timestamp::from_millis(BEGIN), tag as u64 + 1)
    }

    pub fn question_id(&self, question: usize) -> Id {
        Id::at(self.asked_at(question), 0)
    }

    fn asked_at(&self, question: usize) -> Timestamp {
        Timestamp::from_millis(BEGIN + SPAN / self.questions as i64 * question as i64)
    }

    /// Three times as many as questions, whatever their number.
    fn answer_count(&self, question: usize) -> usize {
        let whole = self.questions - self.questions % ANSWERS.len();
        if question < whole { ANSWERS[question % ANSWERS.len()] } else { 3 }
    }

    /// Up to `most` questions with five answers and ten comments, from the whole site.
    pub fn details(&self, most: usize) -> Vec<Id> {
        self.spread(most, |count| count == DETAIL_ANSWERS)
    }

    /// Up to `most` of the other questions, from the whole site.
    pub fn others(&self, most: usize) -> Vec<Id> {
        self.spread(most, |count| count != DETAIL_ANSWERS)
    }

    fn spread(&self, most: usize, which: impl Fn(usize) -> bool) -> Vec<Id> {
        let all: Vec<usize> = (0..self.questions).filter(|&question| which(self.answer_count(question))).collect();
        let step = all.len().div_ceil(most).max(1);
        all.into_iter().step_by(step).map(|question| self.question_id(question)).collect()
    }

    /// Texts of answers that are not on the site yet.
    pub fn new_answers(&self, count: usize) -> Vec<String> {
        let mut random = Random::new(u64::MAX);
        (0..count).map(|_| self.words.text(&mut random, ANSWER)).collect()
    }

    pub fn question(&self, question: usize) -> Question {
        let mut random = Random::new(question as u64);
        let random = &mut random;
        let asked_at = self.asked_at(question);
        let count = self.answer_count(question);
        let (comments, comments_of_answers) = if count == DETAIL_ANSWERS {
            (DETAIL_COMMENTS.0, DETAIL_COMMENTS.1.to_vec())
        } else {
            (random.below(4), (0..count).map(|_| random.below(2)).collect())
        };
        let mut post = self.post(random, asked_at, 0, QUESTION, (question * 8, comments));
        let mut answers: Vec<Post> = (1..)
            .zip(comments_of_answers)
            .map(|(place, comments)| {
                let later = random.magnitude(5.0 * MINUTE, MONTH);
                let at = Timestamp::from_millis(asked_at.millis() + later);
                let serial = question * 8 + place;
                self.post(random, at, serial as u64, ANSWER, (serial, comments))
            })
            .collect();
        let planted = self.planted(question);
        if planted[0] {
            append_word(&mut post.text, PLANTED[0]);
        }
        if planted[1] {
            // A question is found by what its answers say too.
            append_word(&mut answers.first_mut().unwrap_or(&mut post).text, PLANTED[1]);
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
        let imported_views = random.magnitude(10.0, 100_000.0);
        Question { title: self.words.title(random), post, tags, imported_views, viewers, answers, accepted }
    }

    /// A post with so many comments, whose ids its serial number keeps apart from those of the same millisecond.
    fn post(&self, random: &mut Random, at: Timestamp, low: u64, mean: usize, (serial, comments): (usize, usize)) -> Post {
        let vote = |user, random: &mut Random| (user, if random.below(5) == 0 { -1 } else { 1 });
        Post {
            id: Id::at(at, low),
            created_at: at,
            author: random.zipf(self.users()),
            text: self.words.text(random, mean),
            imported_score: random.magnitude(1.0, 200.0) - 2,
            votes: self.some_users(random, 4).into_iter().map(|user| vote(user, random)).collect(),
            comments: (0..comments).map(|place| self.comment(random, at, (serial * 8 + place) as u64)).collect(),
        }
    }

    fn comment(&self, random: &mut Random, post_at: Timestamp, low: u64) -> Comment {
        let at = Timestamp::from_millis(post_at.millis() + random.magnitude(MINUTE, MONTH));
        Comment { id: Id::at(at, low), created_at: at, author: random.zipf(self.users()), text: self.words.line(random, COMMENT) }
    }

    /// Fewer than `most` different users.
    fn some_users(&self, random: &mut Random, most: usize) -> Vec<usize> {
        let first = random.below(self.users());
        (0..random.below(most)).map(|step| (first + step * 3) % self.users()).collect()
    }

    /// Which of the planted words a question has: [`Dataset::hits`] have both, as many the first alone, as many the second.
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
