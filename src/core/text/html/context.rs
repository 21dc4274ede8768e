//! How a text is drawn, and what its parts share.

use super::notes::Notes;
use super::writer::{FindMember, Writer};
use crate::core::id::Id;

/// The formulas to mark. Further ones are text.
const MAX_FORMULAS: usize = 200;

/// The pictures to show. Further ones are links.
const MAX_PICTURES: usize = 100;

/// How a text is drawn.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The path prefix of the site: empty, or begins with a slash and does not end with one. For a text that is read
    /// elsewhere, the whole address of the site.
    pub base: &'a str,
    /// Begins the ids of footnotes, so that those of other texts on the page differ.
    pub name: &'a str,
    /// Whether mail addresses are links: in texts of the operator.
    pub has_mail: bool,
    pub pictures: Pictures<'a>,
    /// Finds the members that the text names.
    pub find_member: FindMember<'a>,
}

/// How pictures of this site are drawn.
#[derive(Clone, Copy)]
pub enum Pictures<'a> {
    /// As links with their description.
    Links,
    /// As images. The function returns the width and height of a picture in pixels, if it exists.
    Images(PictureSize<'a>),
    /// As small images.
    Thumbnails(PictureSize<'a>),
}

pub type PictureSize<'a> = &'a dyn Fn(Id) -> Option<(u32, u32)>;

/// A text that is not drawn.
pub struct TooComplex;

/// What the parts of a text share.
pub struct Context<'a> {
    pub options: Options<'a>,
    /// Whether addresses may be in running text.
    pub may_have_addresses: bool,
    pub notes: Notes,
    formulas: usize,
    pictures: usize,
}

impl<'a> Context<'a> {
    pub fn new(text: &str, options: Options<'a>) -> Self {
        Self {
            options,
            may_have_addresses: options.has_mail || text.contains("://") || text.contains("www."),
            notes: Notes::default(),
            formulas: 0,
            pictures: 0,
        }
    }

    /// Writes a formula with its signs, which the browser draws.
    pub fn write_formula(&mut self, writer: &mut Writer<'_>, tag: &'static str, formula: &str) {
        self.formulas += 1;
        if self.formulas > MAX_FORMULAS {
            writer.text(formula);
            return;
        }
        let class = if formula.starts_with("$$") {
            "math math-display"
        } else {
            "math"
        };
        writer.element(tag, &[("class", class)], formula.trim());
    }

    /// Writes a picture of this site, in a link to it.
    pub fn write_picture(
        &mut self,
        writer: &mut Writer<'_>,
        id: Id,
        href: &str,
        description: &str,
    ) {
        let description_only = format!("image: {description}");
        if writer.is_in_link() {
            writer.text(&description_only);
            return;
        }
        writer.open("a", &[("class", "picture"), ("href", href)]);
        self.pictures += 1;
        let (size_of, most, suffix) = match self.options.pictures {
            Pictures::Images(size_of) if self.pictures <= MAX_PICTURES => {
                (size_of, (f64::INFINITY, 640.0), "")
            }
            Pictures::Thumbnails(size_of) if self.pictures <= MAX_PICTURES => {
                (size_of, (320.0, 192.0), "?size=thumbnail")
            }
            _ => {
                writer.text(&description_only);
                writer.close();
                return;
            }
        };
        let alt = if description.is_empty() {
            "Picture"
        } else {
            description
        };
        let src = format!("{href}{suffix}");
        let mut attributes = vec![
            ("src", src.as_str()),
            ("alt", alt),
            ("loading", "lazy"),
            ("decoding", "async"),
        ];
        let size = size_of(id).map(|(width, height)| {
            let (width, height) = (f64::from(width), f64::from(height));
            let scale = (most.0 / width).min(most.1 / height).min(1.0);
            [width, height].map(|length| (length * scale).round().to_string())
        });
        if let Some([width, height]) = &size {
            attributes.extend([("width", width.as_str()), ("height", height.as_str())]);
        }
        writer.empty("img", &attributes);
        writer.close();
    }
}
