//! The pages for readers without a session, which are the same for all of them until something changes.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::super::assets::Pages;
use super::page::Page;
use crate::platform::web::entity_tag;

/// The largest total size of the kept pages, in bytes: about 1,500 questions with five answers each.
const CAPACITY: usize = 16 * 1024 * 1024;

/// A page that was drawn.
pub struct KeptPage {
    /// Its HTML, compressed once for all. What everyone may read has no secrets beside texts that others chose.
    pub gzip: Bytes,
    pub etag: String,
    /// A hash of what it was drawn from.
    source: [u8; 32],
    /// The UI and the settings around its content.
    around: Arc<Pages>,
}

impl KeptPage {
    /// Returns a page that was drawn from a source. Takes some milliseconds.
    pub fn new(source: [u8; 32], around: &Arc<Pages>, html: String) -> io::Result<Self> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(html.as_bytes())?;
        Ok(Self {
            etag: entity_tag(&html),
            gzip: gzip.finish()?.into(),
            source,
            around: around.clone(),
        })
    }

    /// Returns the HTML for a client that does not accept gzip, which hardly any browser or crawler is.
    pub fn html(&self) -> io::Result<Vec<u8>> {
        let mut html = Vec::new();
        GzDecoder::new(&*self.gzip).read_to_end(&mut html)?;
        Ok(html)
    }
}

/// The kept pages.
#[derive(Default)]
pub struct KeptPages(Mutex<State>);

#[derive(Default)]
struct State {
    recent: Generation,
    /// The pages that were recent before. Those that are read again become recent, the others go.
    older: Generation,
}

#[derive(Default)]
struct Generation {
    /// With the number of changes at which each was last known to be true.
    pages: HashMap<Page, (u64, Arc<KeptPage>)>,
    size: usize,
}

impl Generation {
    fn insert(&mut self, page: Page, (changes, kept): (u64, Arc<KeptPage>)) {
        self.size += kept.gzip.len();
        if let Some((_, old)) = self.pages.insert(page, (changes, kept)) {
            self.size -= old.gzip.len();
        }
    }

    fn remove(&mut self, page: &Page) -> Option<(u64, Arc<KeptPage>)> {
        let kept = self.pages.remove(page)?;
        self.size -= kept.1.gzip.len();
        Some(kept)
    }
}

impl State {
    /// Returns a page, which is recent from now on.
    fn get_mut(&mut self, page: &Page) -> Option<&mut (u64, Arc<KeptPage>)> {
        if let Some(kept) = self.older.remove(page) {
            self.insert(page.clone(), kept);
        }
        self.recent.pages.get_mut(page)
    }

    fn insert(&mut self, page: Page, kept: (u64, Arc<KeptPage>)) {
        self.older.remove(&page);
        if self.recent.size + kept.1.gzip.len() > CAPACITY / 2 {
            self.older = std::mem::take(&mut self.recent);
        }
        self.recent.insert(page, kept);
    }
}

impl KeptPages {
    /// Returns a page that was true at this number of changes.
    pub fn at(&self, page: &Page, changes: u64, around: &Arc<Pages>) -> Option<Arc<KeptPage>> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, kept) = state.get_mut(page)?;
        (*at == changes && Arc::ptr_eq(&kept.around, around)).then(|| kept.clone())
    }

    /// Returns a page that was drawn from this source, which is true at this number of changes.
    pub fn of(
        &self,
        page: &Page,
        changes: u64,
        around: &Arc<Pages>,
        source: &[u8; 32],
    ) -> Option<Arc<KeptPage>> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, kept) = state.get_mut(page)?;
        if kept.source != *source || !Arc::ptr_eq(&kept.around, around) {
            return None;
        }
        *at = changes;
        Some(kept.clone())
    }

    /// Keeps a page. When there is no room those go that were not read lately.
    pub fn keep(&self, page: Page, changes: u64, kept: Arc<KeptPage>) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.insert(page, (changes, kept));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::demo::random::Random;

    fn kept(source: u8, around: &Arc<Pages>, html: String) -> Arc<KeptPage> {
        Arc::new(KeptPage::new([source; 32], around, html).expect("a page"))
    }

    #[test]
    fn a_page_is_kept_while_nothing_was_changed_or_its_source_is_the_same() {
        let (pages, around) = (KeptPages::default(), Arc::default());
        pages.keep(Page::Tags, 1, kept(7, &around, "tags".to_owned()));
        assert!(pages.at(&Page::Tags, 1, &around).is_some());
        assert!(pages.at(&Page::Tags, 2, &around).is_none());
        assert!(pages.of(&Page::Tags, 2, &around, &[8; 32]).is_none());
        assert!(pages.of(&Page::Tags, 2, &around, &[7; 32]).is_some());
        assert!(pages.at(&Page::Tags, 2, &around).is_some());
    }

    #[test]
    fn a_page_is_not_kept_when_the_settings_have_changed() {
        let (pages, around) = (KeptPages::default(), Arc::default());
        pages.keep(Page::Tags, 1, kept(7, &Arc::default(), "tags".to_owned()));
        assert!(pages.at(&Page::Tags, 1, &around).is_none());
        assert!(pages.of(&Page::Tags, 1, &around, &[7; 32]).is_none());
    }

    #[test]
    fn the_html_of_a_kept_page_comes_back() {
        let page = kept(0, &Arc::default(), "<p>Ä</p>".to_owned());
        assert_eq!(page.html().expect("the page"), "<p>Ä</p>".as_bytes());
    }

    /// Keeps 40 pages of more than 1 MiB each, and reads the first one after each.
    #[test]
    fn the_kept_pages_take_bounded_room_and_those_that_are_read_stay() {
        let (pages, around) = (KeptPages::default(), Arc::default());
        let mut random = Random::new(0);
        let page = |number: usize| Page::Tag(number.to_string());
        for number in 0..40 {
            // What is random cannot be compressed.
            let noise = (0..2 * 1024 * 1024).map(|_| char::from(b'a' + random.below(16) as u8));
            let noise: String = noise.collect();
            pages.keep(page(number), 1, kept(0, &around, noise.clone()));
            pages.keep(page(number), 2, kept(0, &around, noise));
            assert!(pages.at(&page(0), 2, &around).is_some());
            let state = pages.0.lock().expect("the lock");
            for generation in [&state.recent, &state.older] {
                let sizes = generation.pages.values().map(|(_, kept)| kept.gzip.len());
                assert_eq!(generation.size, sizes.sum::<usize>());
                assert!(generation.size <= CAPACITY / 2);
            }
        }
        assert!(pages.at(&page(1), 2, &around).is_none());
        assert!(pages.at(&page(39), 2, &around).is_some());
    }
}
