//! Pictures of public questions, which other programs show beside a link: the title, the score, the number of answers
//! and the name of the site.
//!
//! A picture shows what everyone may read, and exists only while everyone may. It is drawn with fonts of the program
//! (`fonts/`), in a thread beside the runtime, one at a time. Its entity tag names what it shows, so that it is not drawn
//! for a client that has it.

mod model;
mod layout;
mod draw;
pub mod routes;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use tokio::sync::Semaphore;

use crate::core::error::{Error, Result, Sentence};
use model::Preview;

pub use draw::{HEIGHT, WIDTH};

/// The first part of the path of each picture, before the id of the question and `.png`.
pub const PATH: &str = "/preview/";

/// The largest number of pictures that wait to be drawn or are drawn.
const MAX_WAITING: usize = 8;
/// The largest total size of the kept pictures, in bytes.
const CAPACITY: usize = 8 << 20;
/// Draws pictures, and keeps them. Clones share them.
#[derive(Clone)]
pub struct Previews(Arc<State>);

struct State {
    waiting: Semaphore,
    drawing: Semaphore,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    by_tag: HashMap<String, Bytes>,
    size: usize,
}

impl Default for Previews {
    fn default() -> Self {
        Self(Arc::new(State {
            waiting: Semaphore::new(MAX_WAITING),
            drawing: Semaphore::new(1),
            kept: Mutex::default(),
        }))
    }
}

impl Previews {
    /// Returns a picture as PNG. Fails with 503 if too many wait.
    async fn picture(&self, preview: Preview, tag: &str) -> Result<Bytes> {
        if let Some(kept) = self.kept(tag) {
            return Ok(kept);
        }
        let busy = |_| Error::from(Sentence::Busy);
        let _waiting = self.0.waiting.try_acquire().map_err(busy)?;
        let _drawing = self.0.drawing.acquire().await;
        // Those who wait for the same picture need it drawn once.
        if let Some(kept) = self.kept(tag) {
            return Ok(kept);
        }
        let drawn = tokio::task::spawn_blocking(move || draw::png(&preview)).await;
        let picture = Bytes::from(drawn.map_err(Error::internal)?.map_err(Error::internal)?);
        self.keep(tag, &picture);
        Ok(picture)
    }

    fn kept(&self, tag: &str) -> Option<Bytes> {
        let kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.by_tag.get(tag).cloned()
    }

    /// Keeps a picture. When there is no room all others go: what is asked for often comes back soon.
    fn keep(&self, tag: &str, picture: &Bytes) {
        let mut kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.size + picture.len() > CAPACITY {
            *kept = Kept::default();
        }
        kept.size += picture.len();
        if let Some(old) = kept.by_tag.insert(tag.to_owned(), picture.clone()) {
            kept.size -= old.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kept_pictures_take_bounded_room() {
        let previews = Previews::default();
        for number in 0..20 {
            let picture = Bytes::from(vec![0; 1 << 20]);
            previews.keep(&number.to_string(), &picture);
            previews.keep(&number.to_string(), &picture);
            let kept = previews.0.kept.lock().expect("the lock");
            assert_eq!(kept.size, kept.by_tag.len() << 20);
            assert!(kept.size <= CAPACITY);
        }
    }

    #[tokio::test]
    async fn too_many_pictures_do_not_wait() {
        let previews = Previews::default();
        let preview = || Preview::new("Ink", 1, 2, "Stoa");
        let all = previews.0.waiting.try_acquire_many(MAX_WAITING as u32);
        let error = previews.picture(preview(), "\"a\"").await;
        assert!(matches!(error, Err(Error::Code(Sentence::Busy))));
        drop(all);
        let picture = previews
            .picture(preview(), "\"a\"")
            .await
            .expect("a picture");
        // A kept picture waits for nobody.
        let _all = previews.0.waiting.try_acquire_many(MAX_WAITING as u32);
        let again = previews
            .picture(preview(), "\"a\"")
            .await
            .expect("the same");
        assert_eq!(picture, again);
    }
}
