//! Reports what imported rows contain and the site does not, so that nothing is dropped without a
//! word.

use super::session::Import;
use crate::operations::import::rows::Row;

/// The attributes of the rows of a file.
pub(super) struct Attributes {
    file: &'static str,
    /// Those that are imported, or that follow from other rows.
    imported: &'static [&'static str],
    /// Those that are left out, with their descriptions in the report.
    skipped: &'static [(&'static str, &'static str)],
}

pub(super) const POSTS: Attributes = Attributes {
    file: "Posts.xml",
    imported: &[
        "Id",
        "PostTypeId",
        "ParentId",
        "AcceptedAnswerId",
        "CreationDate",
        "Score",
        "ViewCount",
        "Body",
        "FormerIds",
        "Markdown",
        "OwnerUserId",
        "OwnerDisplayName",
        "LastEditDate",
        "LastEditorUserId",
        "LastEditorDisplayName",
        "LastActivityDate",
        "Title",
        "Tags",
        "AnswerCount",
        "CommentCount",
        "ClosedDate",
        "ContentLicense",
        "TopicId",
        "PostNumber",
    ],
    skipped: &[
        ("FavoriteCount", "numbers of users with a bookmark"),
        (
            "CommunityOwnedDate",
            "community wikis, which are now posts of their authors",
        ),
    ],
};
pub(super) const USERS: Attributes = Attributes {
    file: "Users.xml",
    imported: &[
        "Id",
        "CreationDate",
        "DisplayName",
        "UserName",
        "UserSlug",
        "AboutMe",
        "Biography",
    ],
    skipped: &[
        ("Reputation", "reputations of users"),
        ("LastAccessDate", "times of users' last visits"),
        ("WebsiteUrl", "websites of users"),
        ("Location", "locations of users"),
        ("Age", "ages of users"),
        ("ProfileImageUrl", "images of users"),
        ("EmailHash", "images of users"),
        ("Views", "numbers of views of profiles"),
        ("UpVotes", "numbers of up votes by users"),
        ("DownVotes", "numbers of down votes by users"),
        ("AccountId", "users' accounts in the network of sites"),
    ],
};
pub(super) const TAGS: Attributes = Attributes {
    file: "Tags.xml",
    imported: &[
        "Id",
        "TagName",
        "SynonymOf",
        "Count",
        "ExcerptPostId",
        "WikiPostId",
    ],
    skipped: &[
        ("IsModeratorOnly", "tags only for moderators"),
        ("IsRequired", "tags that questions must have one of"),
    ],
};
pub(super) const COMMENTS: Attributes = Attributes {
    file: "Comments.xml",
    imported: &[
        "Id",
        "PostId",
        "Text",
        "Html",
        "CreationDate",
        "UserId",
        "UserDisplayName",
        "ContentLicense",
    ],
    skipped: &[("Score", "scores of comments")],
};
pub(super) const HISTORY: Attributes = Attributes {
    file: "PostHistory.xml",
    imported: &[
        "Id",
        "PostHistoryTypeId",
        "PostId",
        "RevisionGUID",
        "CreationDate",
        "UserId",
        "UserDisplayName",
        "Text",
        "ContentLicense",
    ],
    skipped: &[("Comment", "comments on edits")],
};

impl Import<'_, '_> {
    /// Counts the values of an imported row that are left out.
    pub fn report_skipped(&mut self, attributes: &Attributes, row: &Row<'_>) {
        let Attributes {
            file,
            imported,
            skipped,
        } = attributes;
        for (name, value) in row.attributes() {
            if matches!(value, "" | "0" | "False") || imported.contains(&name) {
                continue;
            }
            let description = match skipped.iter().find(|(known, _)| *known == name) {
                Some((_, description)) => (*description).to_owned(),
                None => format!("values of {name} in {file}, which Stoa does not know"),
            };
            self.summary.leave_out(description);
        }
    }
}
