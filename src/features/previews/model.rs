//! What a picture shows.

use crate::core::text::plain_title;
use crate::platform::web::entity_tag;

/// The version of the drawing: pictures of another one are out of date.
const VERSION: u32 = 1;

/// What a picture shows.
pub struct Preview {
    pub title: String,
    pub score: i64,
    pub answers: i64,
    pub site: String,
}

impl Preview {
    /// Returns what the picture of a question shows.
    pub fn new(title: &str, score: i64, answers: i64, site: &str) -> Self {
        Self {
            title: plain_title(title),
            score,
            answers,
            site: site.to_owned(),
        }
    }

    /// Returns the entity tag of the picture: a part of the hash of what it shows.
    pub fn entity_tag(&self) -> String {
        let Self {
            title,
            score,
            answers,
            site,
        } = self;
        entity_tag(&format!("{VERSION}\n{score}\n{answers}\n{site}\n{title}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_names_all_that_is_shown() {
        let tag =
            |title, score, answers, site| Preview::new(title, score, answers, site).entity_tag();
        let first = tag("Ink", 1, 2, "Stoa");
        assert_eq!(first, tag("Ink", 1, 2, "Stoa"));
        for other in [
            tag("Inks", 1, 2, "Stoa"),
            tag("Ink", 2, 2, "Stoa"),
            tag("Ink", 1, 3, "Stoa"),
            tag("Ink", 1, 2, "Agora"),
        ] {
            assert_ne!(first, other);
        }
    }
}
