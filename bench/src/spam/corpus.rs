//! Spam of our own: texts from templates, in two halves with different templates.
//!
//! The same seed gives the same texts. A template stands for a campaign of several accounts: its alternatives,
//! words and addresses are drawn again for each text, but a campaign often keeps its domain.

use super::store::SiteText;
use crate::search::QuerySet;
use stoa::app::demo::random::Random;
use stoa::core::id::Id;

const TUNE: &str = include_str!("tune.txt");
const REPORT: &str = include_str!("report.txt");

/// The share of texts that use the domain of an earlier text of their family.
const SAME_DOMAIN: f64 = 0.3;
/// The share of links to sites that everybody uses.
const SHARED_SITE: f64 = 0.15;
/// Sites on which spam hides.
const SHARED_SITES: [&str; 5] = [
    "sites.google.com/view",
    "medium.com/@info",
    "www.youtube.com/watch?v=",
    "t.me",
    "bit.ly",
];

/// A spam text.
pub struct Spam {
    pub family: &'static str,
    pub is_unseen: bool,
    /// The question that it answers.
    pub question: Option<Id>,
    pub title: String,
    pub text: String,
}

struct Template {
    family: &'static str,
    is_unseen: bool,
    is_question: bool,
    text: &'static str,
}

/// Returns `count` texts, the same number of each family, each with the position in the texts of the site before
/// which it is posted. Answers are to earlier questions, and copies are of earlier texts.
pub fn spam(half: QuerySet, count: usize, seed: u64, site: &[SiteText]) -> Vec<(usize, Spam)> {
    let templates = templates(match half {
        QuerySet::Tune => TUNE,
        QuerySet::Report => REPORT,
    });
    let mut families: Vec<&str> = templates.iter().map(|template| template.family).collect();
    families.dedup();
    let mut writer = Writer {
        random: Random::new(seed),
        site,
        question: None,
        domains: Vec::new(),
        family: "",
    };
    (0..count)
        .map(|number| {
            let family = families[number % families.len()];
            let of_family: Vec<&Template> = templates
                .iter()
                .filter(|template| template.family == family)
                .collect();
            let chosen = writer.random.below(of_family.len());
            let start = FIRST.min(site.len() - 1);
            let position = start + writer.random.below(site.len() - start);
            writer.site = &site[..=position];
            (position, writer.write(of_family[chosen]))
        })
        .collect()
}

fn templates(file: &'static str) -> Vec<Template> {
    let (mut family, mut is_unseen) = ("", false);
    let mut templates = Vec::new();
    for line in file.lines() {
        if line == "## unseen" {
            is_unseen = true;
        } else if let Some(name) = line.strip_prefix("== ") {
            family = name;
        } else if let Some((kind @ ("Q" | "A"), text)) = line.split_once(' ') {
            templates.push(Template {
                family,
                is_unseen,
                is_question: kind == "Q",
                text,
            });
        }
    }
    templates
}

/// Spam begins when the site has so many texts.
const FIRST: usize = 50;

struct Writer<'s> {
    random: Random,
    /// What the site has at the time of the text.
    site: &'s [SiteText],
    /// The question that an answer is to.
    question: Option<&'s SiteText>,
    /// The domains that families have used.
    domains: Vec<(&'static str, String)>,
    family: &'static str,
}

impl<'s> Writer<'s> {
    fn write(&mut self, template: &Template) -> Spam {
        self.family = template.family;
        self.question =
            (!template.is_question).then(|| self.site_text(|text| !text.title.is_empty()));
        let whole = self.fill(template.text);
        let (title, text) = match whole.split_once(" || ") {
            Some((title, text)) if template.is_question => (title.to_owned(), text.to_owned()),
            _ => (String::new(), whole),
        };
        Spam {
            family: template.family,
            is_unseen: template.is_unseen,
            question: self.question.map(|question| question.id),
            title,
            text,
        }
    }

    fn fill(&mut self, template: &str) -> String {
        let mut filled = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            let (slot, after) = after.split_once('}').unwrap_or((after, ""));
            filled.push_str(before);
            let written = self.slot(slot);
            filled.push_str(&written);
            rest = after;
        }
        filled + rest
    }

    fn slot(&mut self, slot: &str) -> String {
        match slot.split_once(':') {
            Some(("link", words)) => format!("[{words}]({})", self.address()),
            _ if slot == "url" => self.address(),
            _ if slot == "phone" => self.phone(),
            _ if slot == "topic" => {
                let asked = self.question;
                let asked = asked.unwrap_or_else(|| self.site_text(|text| !text.title.is_empty()));
                asked.title.clone()
            }
            _ if slot == "copy" => self.site_text(|text| text.text.len() > 200).text.clone(),
            _ => {
                let words: Vec<&str> = slot.split('|').collect();
                words[self.random.below(words.len())].to_owned()
            }
        }
    }

    fn site_text(&mut self, fits: impl Fn(&SiteText) -> bool) -> &'s SiteText {
        let site = self.site;
        loop {
            let text = &site[self.random.below(site.len())];
            if fits(text) {
                return text;
            }
        }
    }

    fn address(&mut self) -> String {
        let path = self.name();
        if self.random.fraction() < SHARED_SITE {
            let site = SHARED_SITES[self.random.below(SHARED_SITES.len())];
            return format!("https://{site}/{path}");
        }
        let used: Vec<&String> = self
            .domains
            .iter()
            .filter(|(family, _)| *family == self.family)
            .map(|(_, domain)| domain)
            .collect();
        if !used.is_empty() && self.random.fraction() < SAME_DOMAIN {
            let domain = used[self.random.below(used.len())];
            return format!("https://{domain}/{path}");
        }
        let ends = ["com", "net", "org", "info", "xyz", "online", "co.uk", "in"];
        let end = ends[self.random.below(ends.len())];
        let domain = format!("{}{}.{end}", self.name(), self.name());
        self.domains.push((self.family, domain.clone()));
        format!("https://www.{domain}/{path}")
    }

    /// Returns a name of two or three syllables.
    fn name(&mut self) -> String {
        let syllables = [
            "ba", "ko", "lem", "ri", "tan", "su", "ve", "dor", "mi", "pal", "zen", "qua",
        ];
        let count = 2 + self.random.below(2);
        (0..count)
            .map(|_| syllables[self.random.below(syllables.len())])
            .collect()
    }

    /// Returns a number that is not assigned, in one of the ways in which people write numbers.
    fn phone(&mut self) -> String {
        let last = 100 + self.random.below(100);
        match self.random.below(5) {
            0 => format!("+1 (888) 555-0{last}"),
            1 => format!("1-888-555-0{last}"),
            2 => format!("+1888555{last:04}"),
            3 => format!("(888) 555 0{last}"),
            _ => format!("+44 20 7946 0{last}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(half: QuerySet, seed: u64) -> Vec<String> {
        let site = [SiteText::of(
            "A title",
            &"A long text of the site. ".repeat(20),
        )];
        let spam = spam(half, 100, seed, &site);
        spam.into_iter()
            .map(|(_, spam)| spam.title + &spam.text)
            .collect()
    }

    #[test]
    fn the_same_seed_gives_the_same_texts() {
        assert_eq!(texts(QuerySet::Tune, 1), texts(QuerySet::Tune, 1));
        assert_ne!(texts(QuerySet::Tune, 1), texts(QuerySet::Tune, 2));
    }

    #[test]
    fn no_placeholder_is_left_and_the_halves_share_no_template() {
        for half in [QuerySet::Tune, QuerySet::Report] {
            for text in texts(half, 1) {
                assert!(!text.contains(['{', '}']), "{text}");
            }
        }
        let tuned: Vec<&str> = templates(TUNE).iter().map(|one| one.text).collect();
        let shared = templates(REPORT)
            .into_iter()
            .filter(|one| tuned.contains(&one.text))
            .count();
        assert_eq!(shared, 0);
    }
}
