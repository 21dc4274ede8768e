//! Draws a picture of 1200 × 630 pixels in 16 colors.

use ab_glyph::{Font, point};

use super::layout::{Drawable, advance, font_of, scale};
use super::model::Preview;

pub const WIDTH: usize = 1200;
pub const HEIGHT: usize = 630;

/// The space around the text, and the height of the bar below it, in pixels.
const MARGIN: f32 = 80.0;
const BAR: usize = 16;

/// The size of the name of the site and of the counts, in pixels, and their baselines.
const SMALL: f32 = 36.0;
const SITE_BASELINE: f32 = 104.0;
const COUNTS_BASELINE: f32 = 548.0;

/// The sizes of a title and how many lines there are for each, the first one that fits. Between the baselines above.
const TITLE_SIZES: [(f32, usize); 3] = [(74.0, 3), (60.0, 4), (50.0, 5)];
const TITLE_TOP: f32 = 140.0;
const TITLE_BOTTOM: f32 = 484.0;
const LINE_HEIGHT: f32 = 1.28;

const BACKGROUND: [u8; 3] = [0xfb, 0xfa, 0xf7];
const INK: [u8; 3] = [0x1f, 0x22, 0x2a];
const ACCENT: [u8; 3] = [0x3b, 0x5b, 0xdb];
/// The index of the accent color, after the shades from the background to the ink.
const ACCENT_INDEX: u8 = 15;
/// How dark small text is, of 255.
const MUTED: f32 = 165.0;

/// Returns a picture as PNG.
pub fn png(preview: &Preview) -> Result<Vec<u8>, png::EncodingError> {
    let mut canvas = Canvas::new();
    let width = WIDTH as f32 - 2.0 * MARGIN;
    let site = Drawable::new(&preview.site);
    let title = Drawable::new(&preview.title);
    // Without a font for the title, the site is the title.
    match (&title, &site) {
        (Some(title), Some(site)) => {
            let line = site.first_lines(SMALL, width, 1);
            canvas.lines(&line, SMALL, SITE_BASELINE, MUTED, false);
            canvas.title(title, width);
        }
        (Some(text), None) | (None, Some(text)) => canvas.title(text, width),
        (None, None) => {}
    }
    let counts = format!(
        "{} · {}",
        pluralize(preview.score, "vote"),
        pluralize(preview.answers, "answer")
    );
    canvas.lines(&[counts], SMALL, COUNTS_BASELINE, MUTED, false);
    canvas.encode()
}

fn pluralize(count: i64, noun: &str) -> String {
    let end = if count.abs() == 1 { "" } else { "s" };
    format!("{count} {noun}{end}")
}

/// How dark each pixel is.
struct Canvas(Vec<u8>);

impl Canvas {
    fn new() -> Self {
        Self(vec![0; WIDTH * HEIGHT])
    }

    /// Draws the title in its place, as large as it fits.
    fn title(&mut self, title: &Drawable, width: f32) {
        let mut sizes = TITLE_SIZES.into_iter();
        let fitting =
            sizes.find_map(|(size, max_lines)| Some((size, title.lines(size, width, max_lines)?)));
        let (size, lines) = fitting.unwrap_or_else(|| {
            let (size, max_lines) = TITLE_SIZES[TITLE_SIZES.len() - 1];
            (size, title.first_lines(size, width, max_lines))
        });
        let height = size * LINE_HEIGHT * lines.len() as f32;
        let top = TITLE_TOP + (TITLE_BOTTOM - TITLE_TOP - height) / 2.0;
        self.lines(&lines, size, top + size, 255.0, title.is_right_to_left);
    }

    /// Draws lines whose characters are in visual order.
    fn lines(&mut self, lines: &[String], size: f32, baseline: f32, ink: f32, at_right: bool) {
        for (number, line) in lines.iter().enumerate() {
            let width: f32 = line.chars().map(|c| advance(c, size)).sum();
            let mut x = if at_right {
                WIDTH as f32 - MARGIN - width
            } else {
                MARGIN
            };
            let y = baseline + size * LINE_HEIGHT * number as f32;
            for c in line.chars() {
                self.character(c, size, (x, y), ink);
                x += advance(c, size);
            }
        }
    }

    fn character(&mut self, c: char, size: f32, (x, y): (f32, f32), ink: f32) {
        let Some(font) = font_of(c) else { return };
        let glyph = font
            .glyph_id(c)
            .with_scale_and_position(scale(font, size), point(x, y));
        let Some(outline) = font.outline_glyph(glyph) else {
            return;
        };
        let bounds = outline.px_bounds();
        outline.draw(|column, row, coverage| {
            let x = bounds.min.x as i64 + i64::from(column);
            let y = bounds.min.y as i64 + i64::from(row);
            let is_inside = (0..WIDTH as i64).contains(&x) && (0..HEIGHT as i64).contains(&y);
            if is_inside {
                let pixel = &mut self.0[y as usize * WIDTH + x as usize];
                *pixel = (*pixel).max((coverage.clamp(0.0, 1.0) * ink).round() as u8);
            }
        });
    }

    /// Returns the picture as PNG: with 16 colors it is several times smaller than with all.
    fn encode(&self) -> Result<Vec<u8>, png::EncodingError> {
        let shades = usize::from(ACCENT_INDEX) - 1;
        let shade = |number: usize, channel: usize| {
            let (from, to) = (i32::from(BACKGROUND[channel]), i32::from(INK[channel]));
            (from + (to - from) * number as i32 / shades as i32) as u8
        };
        let mut palette: Vec<u8> = (0..=shades)
            .flat_map(|number| [0, 1, 2].map(|channel| shade(number, channel)))
            .collect();
        palette.extend(ACCENT);
        let index = |place: usize| {
            if place >= (HEIGHT - BAR) * WIDTH {
                return ACCENT_INDEX;
            }
            ((usize::from(self.0[place]) * shades + 127) / 255) as u8
        };
        let packed: Vec<u8> = (0..WIDTH * HEIGHT)
            .step_by(2)
            .map(|place| index(place) << 4 | index(place + 1))
            .collect();
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, WIDTH as u32, HEIGHT as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Four);
        encoder.set_palette(palette);
        encoder.set_compression(png::Compression::High);
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&packed)?;
        writer.finish()?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `STOA_PREVIEWS` names a folder for the pictures, to look at them.
    #[test]
    fn pictures_are_small_and_have_their_size() {
        let long = "How do I sharpen a chisel that was left in the rain for a whole winter, without a grinder, \
                    without a stone finer than a thousand grit and with neighbors who complain about any noise \
                    after six in the evening, which is when I come home from work?";
        let longest =
            "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
        for (number, title) in [
            "How do I sharpen a chisel?",
            long,
            longest,
            "איך משחיזים אזמל (chisel) שנשאר בגשם כל החורף?",
            "كيف أشحذ إزميلًا تُرك تحت المطر طوال الشتاء؟",
            "Πώς τροχίζω ένα σκαρπέλο; Как заточить стамеску?",
            "鑿の研ぎ方",
            &"x ".repeat(5_000),
        ]
        .into_iter()
        .enumerate()
        {
            let start = std::time::Instant::now();
            let bytes = png(&Preview::new(title, 12, 3, "Woodworkers' Corner")).expect("a picture");
            let took = start.elapsed();
            if let Ok(folder) = std::env::var("STOA_PREVIEWS") {
                println!("{number}: {} bytes, {took:?}", bytes.len());
                std::fs::write(format!("{folder}/{number}.png"), &bytes).expect("written");
            }
            assert!(bytes.len() < 40_000, "{title}: {} bytes", bytes.len());
            let picture = image::load_from_memory(&bytes).expect("a PNG").to_luma8();
            assert_eq!((picture.width(), picture.height()), (1200, 630));
            let has_ink = picture.pixels().filter(|pixel| pixel.0[0] < 60).count();
            assert!(has_ink > 1_000, "{title}: {has_ink}");
        }
    }

    #[test]
    fn the_inside_of_a_stroke_has_one_color() {
        let bytes = png(&Preview::new("Chisels in a row", 0, 0, "Site")).expect("a picture");
        let picture = image::load_from_memory(&bytes).expect("a PNG").to_rgb8();
        let count = |is_wanted: fn(u8) -> bool| {
            let reds = picture.pixels().map(|pixel| pixel.0[0]);
            reds.filter(|&red| is_wanted(red)).count()
        };
        let (ink, lighter) = (
            count(|red| red == INK[0]),
            count(|red| (INK[0] + 1..INK[0] + 24).contains(&red)),
        );
        assert!(ink > 10 * lighter, "{ink} and {lighter} beside it");
    }

    #[test]
    fn a_negative_score_and_one_answer_are_counted() {
        assert_eq!(pluralize(-1, "vote"), "-1 vote");
        assert_eq!(pluralize(0, "answer"), "0 answers");
    }
}
