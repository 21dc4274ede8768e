//! The colors of a site, made of the one that administrators have chosen: on every ground of the themes `light` and
//! `dark` a text has the contrast of WCAG AA.

use serde::Serialize;
use utoipa::ToSchema;

/// The colors that replace those of the themes `light` and `dark`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Palette {
    pub light: Colors,
    pub dark: Colors,
}

/// Colors as CSS has them, such as `#1d55cf`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Colors {
    /// Of what is selected or can be followed.
    pub accent: String,
    /// The ground of what is selected.
    pub accent_bg: String,
    /// The ground of a filled button, with white text.
    pub primary: String,
    /// The same under the pointer.
    pub primary_hover: String,
}

/// The lowest contrast of a text.
const CONTRAST: f64 = 4.5;

const WHITE: Color = Color([255.0; 3]);
const BLACK: Color = Color([0.0; 3]);
/// The grounds of the two themes, which `themes/tokens.css` of the UI repeats: page, panel and the lightest or darkest
/// ground of what is selected.
const LIGHT: [u32; 3] = [0xff_ffff, 0xf6_f7f9, 0xea_f1ff];
const DARK: [u32; 3] = [0x0e_1116, 0x14_1920, 0x16_233f];

/// Red, green and blue from 0 to 255.
#[derive(Clone, Copy)]
struct Color([f64; 3]);

impl Color {
    fn new(rgb: u32) -> Self {
        Self([16, 8, 0].map(|shift| f64::from((rgb >> shift) & 0xff)))
    }

    /// Returns this color with a part of another one, in whole numbers as CSS has them.
    fn mixed(self, other: Self, part: f64) -> Self {
        let mut mixed = self;
        for (channel, other) in mixed.0.iter_mut().zip(other.0) {
            *channel = (*channel + (other - *channel) * part).round();
        }
        mixed
    }

    /// Returns the relative luminance of WCAG.
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|channel| {
            let channel = channel / 255.0;
            if channel <= 0.04045 {
                channel / 12.92
            } else {
                ((channel + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Returns the first mixture with another color that fits, or the other one.
    fn towards(self, other: Self, fits: impl Fn(Self) -> bool) -> Self {
        let mixtures = (0..=50).map(|step| self.mixed(other, f64::from(step) / 50.0));
        mixtures
            .into_iter()
            .find(|mixed| fits(*mixed))
            .unwrap_or(other)
    }

    fn css(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{:02x}{:02x}{:02x}", red as u8, green as u8, blue as u8)
    }
}

/// Returns whether a text is a color as a browser's input of colors has it, such as `#1d55cf`.
pub fn is_color(text: &str) -> bool {
    parse(text).is_some()
}

fn parse(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let rgb = is_hex.then(|| u32::from_str_radix(digits, 16).ok())??;
    Some(Color::new(rgb))
}

impl Palette {
    /// Makes the colors of a chosen one. `None` if the text is none.
    pub fn of(text: &str) -> Option<Self> {
        let color = parse(text)?;
        let primary = color.towards(BLACK, |mixed| mixed.contrast(WHITE) >= CONTRAST);
        let colors = |grounds: [u32; 3], page: Color, ink: Color| {
            let [first, panel, most] = grounds.map(Color::new);
            let accent_bg =
                color.towards(page, |mixed| mixed.contrast(page) <= most.contrast(page));
            let accent = color.towards(ink, |mixed| {
                [first, panel, accent_bg]
                    .iter()
                    .all(|ground| mixed.contrast(*ground) >= CONTRAST)
            });
            Colors {
                accent: accent.css(),
                accent_bg: accent_bg.css(),
                primary: primary.css(),
                primary_hover: primary.mixed(BLACK, 0.15).css(),
            }
        };
        Some(Self {
            light: colors(LIGHT, WHITE, BLACK),
            dark: colors(DARK, Color::new(DARK[0]), WHITE),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_color_gives_texts_that_can_be_read() {
        for red in [0, 51, 128, 204, 255] {
            for green in [0, 51, 128, 204, 255] {
                for blue in [0, 51, 128, 204, 255] {
                    let text = format!("#{red:02x}{green:02x}{blue:02x}");
                    let palette = Palette::of(&text).expect("a color");
                    for (colors, grounds) in [(palette.light, LIGHT), (palette.dark, DARK)] {
                        let [accent, accent_bg, primary, hover] = [
                            &colors.accent,
                            &colors.accent_bg,
                            &colors.primary,
                            &colors.primary_hover,
                        ]
                        .map(|css| parse(css).expect("a color"));
                        let [page, panel, most] = grounds.map(Color::new);
                        for ground in [page, panel, accent_bg] {
                            assert!(accent.contrast(ground) >= CONTRAST, "{text}");
                        }
                        assert!(accent_bg.contrast(page) <= most.contrast(page), "{text}");
                        assert!(primary.contrast(WHITE) >= CONTRAST, "{text}");
                        assert!(hover.contrast(WHITE) >= CONTRAST, "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_color_that_can_be_read_stays() {
        let palette = Palette::of("#1d55cf").expect("a color");
        assert_eq!(palette.light.accent, "#1d55cf");
        assert_eq!(palette.light.primary, "#1d55cf");
        for text in [
            "", "#fff", "1d55cf0", "#1d55cg", "#+d55cf", "red", "#1d55cf ",
        ] {
            assert_eq!(Palette::of(text), None, "{text}");
        }
    }
}
