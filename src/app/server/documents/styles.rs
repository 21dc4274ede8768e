//! The names of the UI's CSS classes.

use std::sync::OnceLock;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// A CSS module of the UI.
pub struct Styles {
    /// Its path below `ui/src`.
    path: &'static str,
    suffix: OnceLock<String>,
}

impl Styles {
    const fn of(path: &'static str) -> Self {
        Self {
            path,
            suffix: OnceLock::new(),
        }
    }

    /// Returns the name of a class, as `ui/build/className.ts` makes it.
    pub fn class(&self, name: &str) -> String {
        let suffix = self.suffix.get_or_init(|| {
            let mut hash = URL_SAFE_NO_PAD.encode(Sha256::digest(self.path));
            hash.truncate(3);
            hash
        });
        format!("{name}_{suffix}")
    }
}

pub static ANSWERS: Styles = Styles::of("features/questions/detail/Answers.module.css");
pub static AUTHOR_LINE: Styles = Styles::of("components/AuthorLine.module.css");
pub static AVATAR: Styles = Styles::of("components/avatars/Avatar.module.css");
pub static CARD: Styles = Styles::of("features/questions/list/QuestionCard.module.css");
pub static CARD_GRID: Styles = Styles::of("components/CardGrid.module.css");
pub static CHOICES: Styles = Styles::of("components/Choices.module.css");
pub static COMMENTS: Styles = Styles::of("features/questions/detail/Comments.module.css");
pub static COMMUNITIES_PAGE: Styles =
    Styles::of("features/communities/list/CommunitiesPage.module.css");
pub static COMMUNITY_CARD: Styles = Styles::of("features/communities/CommunityCard.module.css");
pub static COMMUNITY_PAGE: Styles =
    Styles::of("features/communities/page/CommunityPage.module.css");
pub static COVER: Styles = Styles::of("components/Cover.module.css");
pub static DUPLICATES: Styles = Styles::of("features/questions/detail/Duplicates.module.css");
pub static ENTRY: Styles = Styles::of("components/inbox/EntryLayout.module.css");
pub static FIRST_STEPS: Styles = Styles::of("features/administration/FirstSteps.module.css");
pub static HEADER: Styles = Styles::of("app/Header.module.css");
pub static HOME: Styles = Styles::of("app/HomePage.module.css");
pub static INBOX_PANEL: Styles = Styles::of("app/Inbox.module.css");
pub static LAYOUT: Styles = Styles::of("app/Layout.module.css");
pub static LIST: Styles = Styles::of("features/questions/list/QuestionList.module.css");
pub static OWN_NOTE: Styles = Styles::of("features/questions/reminders/OwnNote.module.css");
pub static PAGED_LIST: Styles = Styles::of("components/PagedList.module.css");
pub static PAGE_HEADER: Styles = Styles::of("components/PageHeader.module.css");
pub static PANEL: Styles = Styles::of("components/Panel.module.css");
pub static POST: Styles = Styles::of("features/questions/detail/Post.module.css");
pub static POST_ACTIONS: Styles = Styles::of("features/questions/detail/PostActions.module.css");
pub static PRIVATE_ICON: Styles = Styles::of("components/community/PrivateIcon.module.css");
pub static PROFILE: Styles = Styles::of("features/users/Profile.module.css");
pub static PROFILE_HEAD: Styles = Styles::of("features/users/ProfileHead.module.css");
pub static QUESTION: Styles = Styles::of("features/questions/detail/QuestionPage.module.css");
pub static RAIL: Styles = Styles::of("features/questions/Rail.module.css");
pub static ROW_LIST: Styles = Styles::of("components/RowList.module.css");
pub static SEARCH_BOX: Styles = Styles::of("app/SearchBox.module.css");
pub static SIDEBAR: Styles = Styles::of("features/communities/page/Sidebar.module.css");
pub static SIDE_NAV: Styles = Styles::of("app/SideNav.module.css");
pub static STAR_BUTTON: Styles = Styles::of("features/questions/stars/StarButton.module.css");
pub static TABS: Styles = Styles::of("app/BottomTabs.module.css");
pub static TAG_BUTTON: Styles = Styles::of("components/TagButton.module.css");
pub static TAGS_PAGE: Styles = Styles::of("features/tags/TagsPage.module.css");
pub static TWO_LINES: Styles = Styles::of("components/markdown/TwoLines.module.css");
pub static USERS_PAGE: Styles = Styles::of("features/users/UsersPage.module.css");
pub static VOTE_BOX: Styles = Styles::of("features/questions/detail/VoteBox.module.css");

#[cfg(test)]
mod tests {
    use super::*;

    /// `ui/build/className.test.ts` expects the same.
    #[test]
    fn a_class_has_the_name_that_the_build_gives_it() {
        assert_eq!(QUESTION.class("header"), "header_9pL");
    }
}
