//! The pages for readers without a session, which are the same for all of them until something changes.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::super::assets::Pages;
use super::page::Page;
use crate::platform::web::entity_tag;

/// The largest total size of the kept pages, in bytes.
const CAPACITY: usize = 16 * 1024 * 1024;

/// A page that was drawn.
pub struct KeptPage {
    pub html: Bytes,
    /// The same, compressed once for all. What everyone may read has no secrets beside texts that others chose.
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
            html: html.into(),
            source,
            around: around.clone(),
        })
    }

    fn size(&self) -> usize {
        self.html.len() + self.gzip.len()
    }
}

/// The kept pages.
#[derive(Default)]
pub struct KeptPages(Mutex<State>);

#[derive(Default)]
struct State {
    /// With the number of changes at which each was last known to be true.
    pages: HashMap<Page, (u64, Arc<KeptPage>)>,
    size: usize,
}

impl KeptPages {
    /// Returns a page that was true at this number of changes.
    pub fn at(&self, page: &Page, changes: u64, around: &Arc<Pages>) -> Option<Arc<KeptPage>> {
        let pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, kept) = pages.pages.get(page)?;
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
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, kept) = pages.pages.get_mut(page)?;
        if kept.source != *source || !Arc::ptr_eq(&kept.around, around) {
            return None;
        }
        *at = changes;
        Some(kept.clone())
    }

    /// Keeps a page. When there is no room all others go: what is read often comes back at once.
    pub fn keep(&self, page: Page, changes: u64, kept: Arc<KeptPage>) {
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let size = kept.size();
        if pages.size + size > CAPACITY {
            *pages = State::default();
        }
        pages.size += size;
        if let Some((_, old)) = pages.pages.insert(page, (changes, kept)) {
            pages.size -= old.size();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(source: u8, around: &Arc<Pages>, size: usize) -> Arc<KeptPage> {
        Arc::new(KeptPage::new([source; 32], around, "x".repeat(size)).expect("a page"))
    }

    #[test]
    fn a_page_is_kept_while_nothing_was_changed_or_its_source_is_the_same() {
        let (pages, around) = (KeptPages::default(), Arc::default());
        pages.keep(Page::Tags, 1, kept(7, &around, 3));
        assert!(pages.at(&Page::Tags, 1, &around).is_some());
        assert!(pages.at(&Page::Tags, 2, &around).is_none());
        assert!(pages.of(&Page::Tags, 2, &around, &[8; 32]).is_none());
        assert!(pages.of(&Page::Tags, 2, &around, &[7; 32]).is_some());
        assert!(pages.at(&Page::Tags, 2, &around).is_some());
    }

    #[test]
    fn a_page_is_not_kept_when_the_settings_have_changed() {
        let (pages, around) = (KeptPages::default(), Arc::default());
        pages.keep(Page::Tags, 1, kept(7, &Arc::default(), 3));
        assert!(pages.at(&Page::Tags, 1, &around).is_none());
        assert!(pages.of(&Page::Tags, 1, &around, &[7; 32]).is_none());
    }

    #[test]
    fn the_kept_pages_take_bounded_room() {
        let (pages, around) = (KeptPages::default(), Arc::default());
        for number in 0..40 {
            let page = Page::Tag(number.to_string());
            pages.keep(page.clone(), 1, kept(0, &around, 1024 * 1024));
            pages.keep(page, 2, kept(0, &around, 1024 * 1024));
            let pages = pages.0.lock().expect("the lock");
            let sizes = pages.pages.values().map(|(_, kept)| kept.size());
            assert_eq!(pages.size, sizes.sum::<usize>());
            assert!(pages.size > 1024 * 1024);
            assert!(pages.size <= CAPACITY);
        }
    }
}
