//! Makes pictures smaller: each new pixel is the mean of the area that it covers, weighted by opacity.

/// The layout of a picture in memory: rows of pixels, each with the same number of samples. With two or
/// four samples, the last one is the opacity.
#[derive(Clone, Copy)]
pub struct Layout {
    pub width: u32,
    pub height: u32,
    pub samples: usize,
}

/// Returns a picture of another width and height, neither of them larger. `scale` turns a sample into a
/// number from 0 to 255.
pub fn shrink<S: Copy + Into<f32>>(
    pixels: &[S],
    from: Layout,
    (width, height): (u32, u32),
    scale: f32,
) -> Vec<u8> {
    let samples = from.samples;
    let columns = spans(from.width, width);
    let rows = spans(from.height, height);
    let has_opacity = samples == 2 || samples == 4;
    let source_length = from.width as usize * samples;
    let length = width as usize * samples;
    let mut shrunk = Vec::with_capacity(length * height as usize);
    let mut sums = vec![0f32; length];
    for row in rows {
        sums.fill(0.0);
        for (y, row_weight) in row.weights() {
            let source = &pixels[y * source_length..][..source_length];
            for (column, sum) in columns.iter().zip(sums.chunks_exact_mut(samples)) {
                for (x, weight) in column.weights() {
                    let pixel = &source[x * samples..][..samples];
                    let weight = weight * row_weight * scale;
                    if has_opacity {
                        let opacity = pixel[samples - 1].into();
                        for (sum, sample) in sum.iter_mut().zip(&pixel[..samples - 1]) {
                            *sum += weight * opacity * (*sample).into();
                        }
                        sum[samples - 1] += weight * opacity;
                    } else {
                        for (sum, sample) in sum.iter_mut().zip(pixel) {
                            *sum += weight * (*sample).into();
                        }
                    }
                }
            }
        }
        for sum in sums.chunks_exact(samples) {
            if has_opacity {
                // `scale` has been applied once to the opacity and once to the product.
                let opacity = sum[samples - 1];
                let divisor = if opacity > 0.0 { opacity / scale } else { 1.0 };
                let color = |sum: &f32| (sum / divisor).round() as u8;
                shrunk.extend(sum[..samples - 1].iter().map(color));
                shrunk.push(opacity.round() as u8);
            } else {
                shrunk.extend(sum.iter().map(|sum| sum.round() as u8));
            }
        }
    }
    shrunk
}

/// The part of the old columns or rows that a new one covers.
struct Span {
    first: f32,
    end: f32,
    last_index: usize,
}

impl Span {
    /// Returns the old columns or rows with their parts of the new one, which add up to 1.
    fn weights(&self) -> impl Iterator<Item = (usize, f32)> {
        let (first, end) = (self.first, self.end);
        let last = (end.ceil() as usize).saturating_sub(1).min(self.last_index);
        (first as usize..=last).map(move |index| {
            let covered = end.min(index as f32 + 1.0) - first.max(index as f32);
            (index, covered.max(0.0) / (end - first))
        })
    }
}

fn spans(from: u32, to: u32) -> Vec<Span> {
    let ratio = f64::from(from) / f64::from(to);
    let span = |index: u32| Span {
        first: (f64::from(index) * ratio) as f32,
        end: (f64::from(index + 1) * ratio) as f32,
        last_index: from as usize - 1,
    };
    (0..to).map(span).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_is_the_mean_of_the_area_that_it_covers() {
        let from = Layout {
            width: 3,
            height: 2,
            samples: 1,
        };
        let shrunk = shrink(&[0u8, 90, 255, 0, 90, 255], from, (2, 1), 1.0);
        assert_eq!(shrunk, [30, 200]);
    }

    #[test]
    fn transparent_pixels_have_no_color() {
        let from = Layout {
            width: 2,
            height: 1,
            samples: 4,
        };
        let shrunk = shrink(&[200u8, 100, 0, 255, 0, 0, 0, 0], from, (1, 1), 1.0);
        assert_eq!(shrunk, [200, 100, 0, 128]);
    }

    #[test]
    fn samples_of_two_bytes_become_one() {
        let from = Layout {
            width: 2,
            height: 1,
            samples: 2,
        };
        let scale = 255.0 / 65535.0;
        let shrunk = shrink(&[65535u16, 65535, 32768, 65535], from, (1, 1), scale);
        assert_eq!(shrunk, [191, 255]);
    }

    #[test]
    fn a_plain_picture_stays_plain_at_any_size() {
        for (width, height) in [(640, 479), (333, 1), (1, 480), (640, 480)] {
            let from = Layout {
                width: 640,
                height: 480,
                samples: 3,
            };
            let shrunk = shrink(&vec![77u8; 640 * 480 * 3], from, (width, height), 1.0);
            assert_eq!(shrunk.len(), (width * height * 3) as usize);
            assert!(shrunk.iter().all(|sample| *sample == 77));
        }
    }
}
