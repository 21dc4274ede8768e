//! Invalid input in every field of every route: too long, too deep, malformed or of the wrong type.
//! Each request is rejected and changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::{Value, json};

use super::super::roles::{CALLS, ROLES, Row, World, index_of, parts, rows, shape};
use super::super::{Person, Reply, TestSite, sampled};
use super::PIECES;
use crate::core::error::Sentence;
use crate::core::error::Sentence::*;
use crate::core::text::limits;

/// The values that a field accepts.
#[derive(Clone, Copy)]
enum Rule {
    /// Text of at most this many characters; a longer one gets the message.
    Text(usize, Sentence),
    /// Like `Text`, and neither blank nor with control characters.
    Tag,
    /// Like `Text`, but never displayed: any character is accepted.
    Password,
    /// At most this many bytes.
    Nonce(usize),
    /// The caller's own name or id.
    Own,
    /// A reference or one of a few words; all other values are rejected.
    Name,
    /// Compared with known values or unused: any value is accepted.
    Any,
    /// A value of several types, which the tests of its feature cover.
    Elsewhere,
}
use Rule::*;

impl Rule {
    /// Returns the length limit of a text, if it has one.
    fn limit(self) -> Option<u64> {
        match self {
            Text(limit, _) | Nonce(limit) => Some(limit as u64),
            Tag => Some(limits::TAG as u64),
            Password => Some(limits::PASSWORD as u64),
            Own | Name | Any | Elsewhere => None,
        }
    }
}

/// The text fields of every write route, in the order of the OpenAPI document. `[]` stands for each
/// item of a list.
const FIELDS: &[(&str, &[(&str, Rule)])] = &[
    ("POST /community/addCommunity", COMMUNITY),
    ("POST /community/addMember/{}", ONESELF),
    ("POST /community/addMemberRequest/{}", ONESELF),
    ("POST /community/addModerator/{}", ANOTHER),
    ("POST /administration/appointModerator", ANOTHER_CONFIRMED),
    ("POST /administration/archiveCommunity/{}", &[]),
    ("POST /administration/createBackup", CONFIRMED),
    (
        "POST /administration/createInvitation",
        &[
            ("currentPassword", Any),
            ("note", Text(limits::INVITATION_NOTE, NoteTooLong)),
        ],
    ),
    (
        "POST /administration/createInvitations",
        &[
            ("currentPassword", Any),
            ("notes[]", Text(limits::INVITATION_NOTE, NoteTooLong)),
        ],
    ),
    ("POST /administration/deleteUser", ANOTHER_CONFIRMED),
    ("POST /administration/demoteUser", ANOTHER_CONFIRMED),
    ("POST /administration/disableUser", ANOTHER_CONFIRMED),
    ("POST /administration/dismissModerator", ANOTHER_CONFIRMED),
    ("POST /administration/enableUser", ANOTHER),
    ("DELETE /administration/endSession/{}", &[]),
    (
        "POST /administration/mailInvitations",
        &[("addresses[]", Any), ("currentPassword", Any)],
    ),
    (
        "POST /administration/mergeUser",
        &[
            ("currentPassword", Any),
            ("intoUserId", Name),
            ("userId", Name),
        ],
    ),
    ("POST /administration/promoteUser", ANOTHER_CONFIRMED),
    (
        "POST /administration/removeMessage",
        &[("id", Name), ("reason", Any)],
    ),
    (
        "POST /administration/removePicture",
        &[
            ("id", Name),
            ("reason", Text(limits::REASON, ReasonTooLong)),
        ],
    ),
    (
        "POST /administration/removeNewUsers",
        &[
            ("currentPassword", Any),
            ("reason", Text(limits::REASON, ReasonTooLong)),
            ("since", Name),
            ("until", Name),
        ],
    ),
    ("POST /administration/undoBulkRemoval", &[("id", Name)]),
    ("DELETE /picture/deletePicture/{}", &[]),
    ("POST /picture/upload", &[]),
    (
        "POST /administration/removePost",
        &[
            ("id", Name),
            ("reason", Text(limits::REASON, ReasonTooLong)),
        ],
    ),
    (
        "POST /administration/renameUser",
        &[
            ("currentPassword", Any),
            ("newUsername", Name),
            ("userId", Name),
        ],
    ),
    ("POST /administration/resetSecondFactor", ANOTHER_CONFIRMED),
    ("POST /administration/resetSignIn", ANOTHER_CONFIRMED),
    ("POST /administration/resendDelivery", &[("id", Name)]),
    ("DELETE /administration/revokeInvitation/{}", &[]),
    ("POST /administration/restorePost", &[("id", Name)]),
    (
        "POST /administration/sendTestMail",
        &[("address", Elsewhere), ("currentPassword", Any)],
    ),
    (
        "PATCH /administration/setMail",
        &[
            ("before.from", Elsewhere),
            ("before.host", Elsewhere),
            ("before.tls", Elsewhere),
            ("before.username", Elsewhere),
            ("currentPassword", Any),
            ("mailPassword", Elsewhere),
            ("value.from", Elsewhere),
            ("value.host", Elsewhere),
            ("value.tls", Elsewhere),
            ("value.username", Elsewhere),
        ],
    ),
    (
        "PATCH /administration/setSettings",
        &[
            ("changes[].before", Elsewhere),
            ("changes[].before.endsAt", Elsewhere),
            ("changes[].before.from", Elsewhere),
            ("changes[].before.host", Elsewhere),
            ("changes[].before.kind", Elsewhere),
            ("changes[].before.postedAt", Elsewhere),
            ("changes[].before.text", Elsewhere),
            ("changes[].before.tls", Elsewhere),
            ("changes[].before.username", Elsewhere),
            ("changes[].key", Name),
            ("changes[].value", Elsewhere),
            ("changes[].value.endsAt", Elsewhere),
            ("changes[].value.from", Elsewhere),
            ("changes[].value.host", Elsewhere),
            ("changes[].value.kind", Elsewhere),
            ("changes[].value.postedAt", Elsewhere),
            ("changes[].value.text", Elsewhere),
            ("changes[].value.tls", Elsewhere),
            ("changes[].value.username", Elsewhere),
            ("currentPassword", Any),
        ],
    ),
    ("POST /administration/unarchiveCommunity/{}", &[]),
    (
        "POST /answer/addAnswer",
        &[
            ("ans.ansBy", Own),
            ("ans.nonce", Nonce(64)),
            ("ans.text", ANSWER),
            ("qid", Name),
        ],
    ),
    ("DELETE /answer/deleteAnswer", &[("aid", Name)]),
    (
        "POST /answer/downvoteAnswer",
        &[("aid", Name), ("username", Own)],
    ),
    (
        "PATCH /answer/editAnswer",
        &[("aid", Name), ("text", ANSWER)],
    ),
    ("PATCH /answer/setWiki", &[("aid", Name)]),
    ("POST /answer/undeleteAnswer", &[("aid", Name)]),
    (
        "POST /answer/upvoteAnswer",
        &[("aid", Name), ("username", Own)],
    ),
    ("POST /community/approveMemberRequest/{}", ANOTHER),
    (
        "POST /chat/createChat",
        &[
            ("messages[].msg", MESSAGE),
            ("messages[].msgFrom", Own),
            ("messages[].nonce", Nonce(64)),
            ("messages[].replyTo", Name),
            ("participants[]", Name),
        ],
    ),
    (
        "POST /chat/{}/addMessage",
        &[
            ("msg", MESSAGE),
            ("msgFrom", Own),
            ("nonce", Nonce(64)),
            ("replyTo", Name),
        ],
    ),
    (
        "PATCH /chat/{}/editMessage",
        &[("messageId", Name), ("msg", MESSAGE)],
    ),
    ("POST /chat/{}/addParticipant", &[("username", Name)]),
    ("POST /chat/{}/leave", &[]),
    (
        "DELETE /post/purgeRevision",
        &[("id", Name), ("revisionId", Name)],
    ),
    (
        "POST /post/suggestEdit",
        &[
            ("id", Name),
            ("reason", Text(limits::REASON, ReasonTooLong)),
            ("revisionId", Name),
            ("tags[].name", Any),
            ("text", Elsewhere),
            ("title", Any),
        ],
    ),
    (
        "POST /post/decideSuggestedEdit",
        &[
            ("id", Name),
            ("note", Text(limits::REASON, ReasonTooLong)),
            ("revisionId", Name),
        ],
    ),
    ("DELETE /post/withdrawSuggestedEdit", &[("id", Name)]),
    (
        "POST /post/removePost",
        &[
            ("id", Name),
            ("reason", Text(limits::REASON, ReasonTooLong)),
        ],
    ),
    ("POST /post/restorePost", &[("id", Name)]),
    (
        "POST /flag/addFlag",
        &[
            ("id", Name),
            ("kind", Name),
            ("reason", Name),
            ("text", Text(limits::REASON, ReasonTooLong)),
        ],
    ),
    ("POST /moderation/appeal", &[("id", Name), ("text", Any)]),
    (
        "POST /moderation/appealSuspension",
        &[
            ("code", Any),
            ("password", Name),
            ("proof", Any),
            ("text", Any),
            ("username", Name),
        ],
    ),
    (
        "POST /moderation/getSuspensionAppeal",
        &[
            ("code", Any),
            ("password", Name),
            ("proof", Any),
            ("username", Name),
        ],
    ),
    (
        "POST /moderation/removeContent",
        &[("reason", Any), ("span", Name), ("userId", Name)],
    ),
    (
        "POST /moderation/clearProfile",
        &[
            ("reason", Text(limits::REASON, ReasonTooLong)),
            ("userId", Name),
        ],
    ),
    (
        "POST /moderation/silenceUser",
        &[("reason", Any), ("until", Name), ("userId", Name)],
    ),
    (
        "POST /moderation/suspendUser",
        &[
            ("reason", Any),
            ("removePosts", Name),
            ("until", Name),
            ("userId", Name),
        ],
    ),
    ("POST /moderation/undo", &[("id", Name)]),
    (
        "POST /moderation/warnUser",
        &[
            ("reason", Text(limits::REASON, ReasonTooLong)),
            ("userId", Name),
        ],
    ),
    (
        "POST /moderation/closeQuestion",
        &[
            ("id", Name),
            ("note", Text(limits::REASON, ReasonTooLong)),
            ("reason", Name),
        ],
    ),
    (
        "PATCH /moderation/editPost",
        &[
            ("id", Name),
            ("reason", Text(limits::REASON, ReasonTooLong)),
            ("tags[].name", Any),
            ("text", Elsewhere),
            ("title", Any),
        ],
    ),
    (
        "POST /moderation/moveQuestion",
        &[
            ("communityId", Name),
            ("id", Name),
            ("reason", Text(limits::REASON, ReasonTooLong)),
        ],
    ),
    (
        "POST /moderation/mergeQuestions",
        &[
            ("id", Name),
            ("into", Name),
            ("reason", Text(limits::REASON, ReasonTooLong)),
        ],
    ),
    ("POST /moderation/undoMerge", MODERATED),
    ("POST /moderation/reopenQuestion", MODERATED),
    ("PATCH /moderation/setLock", MODERATED),
    (
        "PATCH /moderation/setPin",
        &[
            ("id", Name),
            ("place", Name),
            ("reason", Text(limits::REASON, ReasonTooLong)),
            ("tag", Any),
        ],
    ),
    ("POST /moderation/undoMove", MODERATED),
    ("POST /flag/claimCase", &[("id", Name)]),
    (
        "POST /flag/decideCase",
        &[
            ("decision", Name),
            ("id", Name),
            ("reason", Text(limits::REASON, ReasonTooLong)),
            ("version", Name),
        ],
    ),
    ("POST /flag/openCase", &[("id", Name)]),
    ("POST /flag/undoDecision", &[("id", Name)]),
    ("POST /flag/withdrawFlag", &[("id", Name)]),
    ("POST /moderation/vouchUser", VOUCHED),
    ("POST /moderation/unvouchUser", VOUCHED),
    ("POST /moderation/protectQuestion", PROTECTED),
    ("POST /moderation/unprotectQuestion", PROTECTED),
    ("POST /user/blockUser", ANOTHER),
    ("POST /user/unblockUser", ANOTHER),
    ("POST /chat/{}/markRead", &[("messageId", Name)]),
    ("PATCH /clearAllNotifications", &[("userID", Own)]),
    (
        "POST /comment/addComment",
        &[
            ("comment.commentBy", Own),
            ("comment.nonce", Nonce(64)),
            ("comment.text", COMMENT),
            ("id", Name),
            ("type", Name),
        ],
    ),
    ("DELETE /comment/deleteComment", &[("cid", Name)]),
    (
        "PATCH /comment/editComment",
        &[("cid", Name), ("text", COMMENT)],
    ),
    ("POST /comment/undeleteComment", &[("cid", Name)]),
    ("POST /community/archiveCommunity/{}", &[]),
    ("POST /community/handOverCommunity/{}", ANOTHER),
    ("POST /community/leaveCommunity/{}", ONESELF),
    ("DELETE /community/removeMember/{}", ANOTHER),
    ("DELETE /community/removeModerator/{}", ANOTHER),
    ("PATCH /community/setReading/{}", &[]),
    ("POST /community/unarchiveCommunity/{}", &[]),
    ("POST /gamer/createGamer", &[("username", Name)]),
    ("PATCH /gamer/updateGamerInfo", &[("username", Name)]),
    ("POST /games/claim", GAME),
    ("POST /games/create", &[("gameType", Name)]),
    ("POST /games/rematch", GAME),
    ("POST /join", GAME),
    ("POST /leave", GAME),
    (
        "POST /messaging/addMessage",
        &[
            ("messageToAdd.msg", MESSAGE),
            ("messageToAdd.msgFrom", Own),
            ("messageToAdd.nonce", Nonce(64)),
            ("messageToAdd.replyTo", Name),
        ],
    ),
    ("DELETE /messaging/deleteMessage", &[("messageId", Name)]),
    (
        "PATCH /messaging/editMessage",
        &[("messageId", Name), ("msg", MESSAGE)],
    ),
    ("POST /messaging/markRead", &[("messageId", Name)]),
    (
        "POST /question/acceptAnswer",
        &[("aid", Name), ("qid", Name)],
    ),
    (
        "POST /question/getSimilarQuestions",
        &[("tags[]", Any), ("text", Any), ("title", Any)],
    ),
    ("POST /question/addDuplicate", LINK),
    (
        "POST /question/addQuestion",
        &[
            ("askedBy", Own),
            ("communityId", Name),
            ("nonce", Nonce(64)),
            ("tags[].name", Tag),
            ("text", QUESTION),
            ("title", TITLE),
        ],
    ),
    ("DELETE /question/deleteQuestion", &[("qid", Name)]),
    ("POST /question/downvoteQuestion", ON_QUESTION),
    (
        "PATCH /question/editQuestion",
        &[
            ("qid", Name),
            ("tags[].name", Tag),
            ("text", QUESTION),
            ("title", TITLE),
        ],
    ),
    ("DELETE /question/removeDuplicate", LINK),
    ("POST /question/unacceptAnswer", &[("qid", Name)]),
    ("POST /question/undeleteQuestion", &[("qid", Name)]),
    ("POST /question/upvoteQuestion", ON_QUESTION),
    (
        "PATCH /community/editDescription/{}",
        &[(
            "description",
            Text(limits::COMMUNITY_DESCRIPTION, DescriptionTooLong),
        )],
    ),
    ("DELETE /community/rejectMemberRequest/{}", ANOTHER),
    ("PATCH /following/markInboxSeen", &[("upTo", Any)]),
    (
        "PATCH /following/setFollow",
        &[("kind", Name), ("object", Name), ("state", Name)],
    ),
    (
        "PATCH /following/setSearch",
        &[
            ("communityId", Name),
            ("state", Name),
            ("text", Text(limits::SAVED_SEARCH, SearchTooLong)),
        ],
    ),
    ("PATCH /following/setWatchAnswered", &[]),
    ("PATCH /inbox/markEntryRead", &[("id", Any), ("kind", Name)]),
    ("PATCH /inbox/markInboxRead", &[("upTo", Any)]),
    ("PATCH /inbox/setMutedKind", &[("kind", Name)]),
    ("PATCH /user/setIndexing", &[]),
    (
        "PATCH /user/setPreferences",
        &[("textSize", Name), ("theme", Name), ("voice", Name)],
    ),
    ("PATCH /avatar/setAvatar", &[("picture", Name)]),
    (
        "PATCH /avatar/setCommunityAvatar",
        &[("community", Name), ("picture", Name)],
    ),
    (
        "PATCH /mention/markMentionsSeen",
        &[("ids[]", Any), ("upTo", Any)],
    ),
    ("PATCH /moderation/markNoticesSeen", &[("upTo", Any)]),
    ("PATCH /following/markSeen", &[("qid", Name), ("upTo", Any)]),
    (
        "PATCH /tag/editTagDescription",
        &[
            ("base", Any),
            ("name", Name),
            ("text", Text(limits::TAG_DESCRIPTION, TagDescriptionTooLong)),
        ],
    ),
    (
        "DELETE /tag/purgeTagRevision",
        &[("name", Name), ("revisionId", Name)],
    ),
    (
        "POST /tag/addTagSynonym",
        &[("name", Name), ("synonym", Tag)],
    ),
    ("DELETE /tag/deleteTag", &[("name", Name)]),
    ("DELETE /tag/removeTagSynonym", &[("synonym", Name)]),
    ("PATCH /tag/renameTag", &[("name", Name), ("newName", Tag)]),
    ("POST /tag/restoreTag", &[("name", Name)]),
    ("POST /u/{}", &[]),
    (
        "POST /user/addPushDevice",
        &[
            ("endpoint", Name),
            ("keys.auth", Name),
            ("keys.p256dh", Name),
        ],
    ),
    (
        "PATCH /user/chooseDeviceDelivery",
        &[("deviceId", Name), ("kind", Name)],
    ),
    ("DELETE /user/removePushDevice", &[("deviceId", Name)]),
    ("POST /star/addStar", ON_QUESTION),
    ("DELETE /star/removeStar", ON_QUESTION),
    (
        "PATCH /star/setStarNote",
        &[
            ("note", Text(limits::STAR_NOTE, StarNoteTooLong)),
            ("qid", Name),
            ("remindAt", Name),
        ],
    ),
    (
        "PATCH /user/chooseDelivery",
        &[("channel", Name), ("kind", Name), ("username", Own)],
    ),
    (
        "PATCH /user/setDeliveryTimes",
        &[("timeZone", Name), ("username", Own)],
    ),
    (
        "DELETE /user/deleteUser/{}",
        &[("currentPassword", Any), ("posts", Name)],
    ),
    ("POST /user/dismissSecurityNotice/{}", &[]),
    ("POST /user/endOtherSessions", CONFIRMED),
    ("DELETE /user/endSession/{}", CONFIRMED),
    ("POST /user/forgotPassword", &[("address", Name)]),
    (
        "POST /report/addReport",
        &[
            ("address", Name),
            ("mail", Name),
            ("name", Name),
            ("place", Name),
            ("text", Name),
        ],
    ),
    (
        "POST /user/login",
        &[("code", Any), ("password", Name), ("username", Name)],
    ),
    ("POST /user/beginPasskeyLogin", &[]),
    ("POST /user/loginWithPasskey", USED_PASSKEY),
    ("POST /user/confirmWithPasskey", USED_PASSKEY),
    ("POST /user/beginPasskey", CONFIRMED),
    (
        "POST /user/addApiToken",
        &[
            ("currentPassword", Any),
            ("name", Text(limits::LABEL, TokenNameTooLong)),
            ("scopes[]", Name),
        ],
    ),
    ("DELETE /user/revokeApiToken/{}", &[]),
    (
        "POST /administration/addBot",
        &[
            ("community", Name),
            ("currentPassword", Any),
            ("username", Name),
        ],
    ),
    (
        "POST /administration/addBotToken",
        &[
            ("botId", Name),
            ("currentPassword", Any),
            ("name", Text(limits::LABEL, TokenNameTooLong)),
            ("scopes[]", Name),
        ],
    ),
    (
        "POST /administration/addIncomingHook",
        &[("botId", Name), ("currentPassword", Any), ("tags[]", Name)],
    ),
    ("POST /administration/takeOverBot/{}", &[]),
    ("DELETE /administration/revokeBotToken/{}", &[]),
    ("DELETE /administration/removeIncomingHook/{}", &[]),
    (
        "POST /hook/{}",
        &[
            ("tags[]", Name),
            ("text", Text(limits::QUESTION_TEXT, QuestionTextTooLong)),
            ("title", Text(limits::TITLE, TitleTooLong)),
        ],
    ),
    (
        "POST /webhook/addWebhook",
        &[
            ("communityId", Name),
            ("settings.address", Name),
            ("settings.events[]", Name),
            ("settings.form", Name),
            ("settings.name", Text(limits::LABEL, WebhookNameTooLong)),
        ],
    ),
    (
        "PATCH /webhook/changeWebhook/{}",
        &[
            ("settings.address", Name),
            ("settings.events[]", Name),
            ("settings.form", Name),
            ("settings.name", Text(limits::LABEL, WebhookNameTooLong)),
        ],
    ),
    ("DELETE /webhook/removeWebhook/{}", &[]),
    ("POST /webhook/renewWebhookSecret/{}", &[]),
    ("POST /webhook/testWebhook/{}", &[]),
    ("POST /webhook/sendWebhookAgain/{}", &[]),
    (
        "POST /user/addPasskey",
        &[
            ("credential.rawId", Name),
            ("credential.response.attestationObject", Name),
            ("credential.response.clientDataJSON", Name),
            ("credential.response.transports[]", Name),
            ("currentPassword", Any),
            ("name", Name),
        ],
    ),
    (
        "PATCH /user/renamePasskey/{}",
        &[("name", Text(limits::PASSKEY_NAME, PasskeyNameTooLong))],
    ),
    ("DELETE /user/removePasskey/{}", CONFIRMED),
    ("POST /user/forgetDevices", &[]),
    ("POST /user/beginSecondFactor", CONFIRMED),
    (
        "POST /user/addSecondFactor",
        &[("code", Name), ("currentPassword", Any), ("secret", Name)],
    ),
    (
        "POST /user/renewRecoveryCodes",
        &[("code", Name), ("currentPassword", Any)],
    ),
    (
        "POST /user/removeSecondFactor",
        &[("code", Name), ("currentPassword", Any)],
    ),
    ("POST /user/removePassword", CONFIRMED),
    ("POST /user/logout", &[]),
    ("POST /oidc/start", &[("provider", Name)]),
    (
        "POST /oidc/finish",
        &[
            ("code", Any),
            ("error", Any),
            ("errorDescription", Any),
            ("iss", Any),
            ("provider", Name),
            ("state", Any),
        ],
    ),
    (
        "POST /oidc/signup",
        &[("invitation", Any), ("proof", Any), ("username", Name)],
    ),
    ("POST /oidc/backchannel/{}", &[]),
    ("POST /oidc/startConfirmation", &[("provider", Name)]),
    (
        "POST /oidc/startLink",
        &[("currentPassword", Any), ("provider", Name)],
    ),
    ("DELETE /oidc/removeIdentity/{}", CONFIRMED),
    ("DELETE /user/removeMailAddress", CONFIRMED),
    (
        "PATCH /user/resetPassword",
        &[
            ("currentPassword", Any),
            ("password", Password),
            ("username", Own),
        ],
    ),
    (
        "PATCH /user/setMailAddress",
        &[
            ("address", Name),
            ("currentPassword", Any),
            ("username", Own),
        ],
    ),
    (
        "POST /user/usePasswordLink",
        &[("code", Any), ("password", Any), ("token", Any)],
    ),
    (
        "POST /user/setup",
        &[("password", Any), ("token", Any), ("username", Any)],
    ),
    (
        "POST /user/signup",
        &[
            ("invitation", Any),
            ("password", Password),
            ("proof", Any),
            ("username", Name),
        ],
    ),
    ("POST /user/verifyMailAddress", &[("token", Any)]),
    (
        "PATCH /user/updateBiography",
        &[
            ("biography", Text(limits::BIOGRAPHY, BiographyTooLong)),
            ("username", Own),
        ],
    ),
    (
        "PATCH /viewNotification",
        &[("notificationID", Name), ("userID", Own)],
    ),
];

const MODERATED: &[(&str, Rule)] = &[
    ("id", Name),
    ("reason", Text(limits::REASON, ReasonTooLong)),
];

const COMMUNITY: &[(&str, Rule)] = &[
    (
        "description",
        Text(limits::COMMUNITY_DESCRIPTION, DescriptionTooLong),
    ),
    ("name", Text(limits::COMMUNITY_NAME, CommunityNameTooLong)),
    ("owner", Own),
    ("visibility", Name),
];
const ONESELF: &[(&str, Rule)] = &[("userId", Own)];
const ANOTHER: &[(&str, Rule)] = &[("userId", Name)];
const VOUCHED: &[(&str, Rule)] = &[
    ("reason", Text(limits::REASON, ReasonTooLong)),
    ("userId", Name),
];
const PROTECTED: &[(&str, Rule)] = &[
    ("qid", Name),
    ("reason", Text(limits::REASON, ReasonTooLong)),
];
const CONFIRMED: &[(&str, Rule)] = &[("currentPassword", Any)];
const USED_PASSKEY: &[(&str, Rule)] = &[
    ("credential.rawId", Name),
    ("credential.response.authenticatorData", Name),
    ("credential.response.clientDataJSON", Name),
    ("credential.response.signature", Name),
    ("credential.response.userHandle", Name),
];
const ANOTHER_CONFIRMED: &[(&str, Rule)] = &[("currentPassword", Any), ("userId", Name)];
const GAME: &[(&str, Rule)] = &[("gameID", Name), ("playerID", Own)];
const LINK: &[(&str, Rule)] = &[("duplicateOf", Name), ("qid", Name)];
const ON_QUESTION: &[(&str, Rule)] = &[("qid", Name), ("username", Own)];
const ANSWER: Rule = Text(limits::ANSWER_TEXT, AnswerTextTooLong);
const COMMENT: Rule = Text(limits::COMMENT_TEXT, CommentTextTooLong);
const MESSAGE: Rule = Text(limits::MESSAGE, MessageTooLong);
const QUESTION: Rule = Text(limits::QUESTION_TEXT, QuestionTextTooLong);
const TITLE: Rule = Text(limits::TITLE, TitleTooLong);

/// Collects the paths of the texts in a schema, with the length limits that the document states.
fn texts(document: &Value, schema: &Value, path: &str, found: &mut BTreeMap<String, Option<u64>>) {
    if let Some(name) = schema["$ref"].as_str() {
        let schema = document
            .pointer(name.trim_start_matches('#'))
            .expect("a schema");
        return texts(document, schema, path, found);
    }
    let parts = ["oneOf", "allOf"].map(|kind| schema[kind].as_array());
    for one in parts.into_iter().flatten().flatten() {
        texts(document, one, path, found);
    }
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        let dot = if path.is_empty() { "" } else { "." };
        texts(document, schema, &format!("{path}{dot}{name}"), found);
    }
    let is = |kind: &str| {
        schema["type"] == kind
            || schema["type"]
                .as_array()
                .is_some_and(|kinds| kinds.contains(&json!(kind)))
    };
    if is("array") {
        texts(document, &schema["items"], &format!("{path}[]"), found);
    } else if is("string") {
        found.insert(path.to_owned(), schema["maxLength"].as_u64());
    }
}

#[tokio::test]
async fn every_text_field_of_a_write_route_has_a_rule() {
    let site = TestSite::new();
    let document = site.visitor().get("/openapi.json").await.ok();
    let mut wrong = Vec::new();
    let mut calls = BTreeSet::new();
    for route in site
        .site
        .table
        .iter()
        .filter(|route| route.method != Method::GET)
    {
        let call = shape(&route.method, route.paths[0]);
        let operation = &document["paths"][route.paths[0]][route.method.as_str().to_lowercase()];
        let mut found = BTreeMap::new();
        texts(
            &document,
            &operation["requestBody"]["content"]["application/json"]["schema"],
            "",
            &mut found,
        );
        let fields = FIELDS
            .iter()
            .find(|(known, _)| *known == call)
            .map_or(&[][..], |(_, fields)| fields);
        let known: BTreeMap<String, Option<u64>> = fields
            .iter()
            .map(|(path, rule)| ((*path).to_owned(), rule.limit()))
            .collect();
        let is_known = FIELDS.iter().any(|(known, _)| *known == call);
        // The document states the length of a name only where one is assigned.
        let sent = found
            .iter()
            .filter(|(path, _)| known.get(*path).is_some_and(Option::is_some));
        let agree =
            sent.clone().count() == sent.filter(|(path, limit)| known[*path] == **limit).count();
        if !is_known || !known.keys().eq(found.keys()) || !agree {
            wrong.push(format!("{call}: {found:?} instead of {known:?}"));
        }
        calls.insert(call);
    }
    wrong.extend(
        FIELDS
            .iter()
            .filter(|(call, _)| !calls.contains(*call))
            .map(|(call, _)| format!("{call} is no call")),
    );
    assert!(
        wrong.is_empty(),
        "add the rules of these texts to FIELDS:\n{}",
        wrong.join("\n")
    );
}

/// Returns the field at a path of a body and creates its parents.
fn field_at<'b>(mut body: &'b mut Value, path: &str) -> &'b mut Value {
    for part in path.split('.') {
        let name = part.trim_end_matches("[]");
        if !body[name].is_array() && part.ends_with("[]") {
            body[name] = json!([]);
        }
        body = &mut body[name];
        if part.ends_with("[]") {
            let list = body.as_array_mut().expect("a list");
            if list.is_empty() {
                list.push(Value::Null);
            }
            body = list.last_mut().expect("an item");
        }
    }
    body
}

/// Returns SQLite's data version, which changes with every COMMIT of another connection.
fn data_version(connection: &rusqlite::Connection) -> i64 {
    connection
        .query_row("PRAGMA data_version", [], |row| row.get(0))
        .expect("a version")
}

/// Opens the prepared site and waits for its start-up writes.
async fn open_world(world: &World) -> (TestSite, Vec<Person>) {
    let (site, people) = world.open();
    site.settle().await;
    (site, people)
}

/// A successful call, on a site where it can be repeated.
struct Trial<'w> {
    world: &'w World,
    row: &'w Row,
    role: &'static str,
    site: TestSite,
    people: Vec<Person>,
    /// The content of the database, and SQLite's data version of its last COMMIT.
    before: String,
    watch: rusqlite::Connection,
    version: i64,
}

impl Trial<'_> {
    async fn begin<'w>(world: &'w World, row: &'w Row) -> Trial<'w> {
        // Prefers a role for which the call succeeds, or else one for which only the named object
        // is missing, or the body is not a file.
        let role = ["200", "404", "403", "415", "409"]
            .iter()
            .find_map(|cell| row.cells.iter().position(|other| other == cell))
            .expect("a role");
        let (site, people) = open_world(world).await;
        let (before, watch) = (site.content(), site.connection());
        let version = data_version(&watch);
        Trial {
            world,
            row,
            role: ROLES[role],
            site,
            people,
            before,
            watch,
            version,
        }
    }

    /// Expects that a value is accepted: the call succeeds, or fails as the matrix says for its row.
    fn expect_accepted(&self, reply: &Reply) {
        let role = ROLES.iter().position(|role| *role == self.role);
        let cell = &self.row.cells[role.expect("a role")];
        assert_eq!(
            reply.status.as_u16().to_string(),
            *cell,
            "{}: {}",
            self.row.head,
            reply.text
        );
    }

    /// Returns the new rows of the database, if there was a write.
    fn changes(&mut self) -> Vec<String> {
        let version = data_version(&self.watch);
        if std::mem::replace(&mut self.version, version) == version {
            return Vec::new();
        }
        let (before, now) = (
            self.before.lines().collect::<BTreeSet<_>>(),
            self.site.content(),
        );
        let now: BTreeSet<&str> = now.lines().collect();
        now.symmetric_difference(&before)
            .map(|line| (*line).to_owned())
            .collect()
    }

    fn body(&self) -> Value {
        let (_, _, body) = parts(self.row.head);
        serde_json::from_str(
            &self
                .world
                .fill(body.unwrap_or("{}"), self.row.target, self.role),
        )
        .expect("JSON")
    }

    /// Sends this body. A failure must change nothing; after a success the site is replaced.
    async fn send(&mut self, body: Vec<u8>) -> Reply {
        let (method, path, _) = parts(self.row.head);
        let path = self.world.fill(path, self.row.target, self.role);
        let reply = loop {
            let request = Request::builder()
                .method(method.clone())
                .uri(&path)
                .header(header::CONTENT_TYPE, "application/json");
            let reply = self.people[index_of(self.role)]
                .send(request.body(Body::from(body.clone())).expect("a request"))
                .await;
            // A busy machine rejects password hashing with 503; try again.
            if reply.status != 503 {
                break reply;
            }
        };
        if reply.status == 200 {
            (self.site, self.people) = open_world(self.world).await;
            self.watch = self.site.connection();
            self.version = data_version(&self.watch);
        } else {
            assert!(
                reply.status.is_client_error(),
                "{}: {} {}",
                reply.call,
                reply.status,
                reply.text
            );
            let shown = String::from_utf8_lossy(&body[..body.len().min(300)]).into_owned();
            assert_eq!(
                self.changes(),
                [""; 0],
                "{} with {shown} was refused and has changed something",
                reply.call
            );
        }
        reply
    }

    /// Sends the body with one field replaced.
    async fn send_with(&mut self, path: &str, value: Value) -> Reply {
        let mut body = self.body();
        *field_at(&mut body, path) = value;
        self.send(body.to_string().into_bytes()).await
    }

    /// Sends the body with a field replaced by raw JSON that has no `Value`.
    async fn send_raw(&mut self, path: &str, raw: &[u8]) -> Reply {
        let mut body = self.body();
        *field_at(&mut body, path) = json!("THE PLACE");
        let body = body.to_string();
        let (before, after) = body.split_once("\"THE PLACE\"").expect("the place");
        self.send([before.as_bytes(), raw, after.as_bytes()].concat())
            .await
    }
}

#[tokio::test]
async fn invalid_fields_are_rejected_without_changes() {
    let world = World::build().await;
    let rows = rows(CALLS);
    let mut tried = 0;
    for (call, fields) in sampled(FIELDS.iter(), 4) {
        let of_call = |row: &&Row| {
            let (method, path, _) = parts(row.head);
            shape(&method, path) == *call
        };
        // A call that succeeds for one role, or one that never succeeds here.
        let row = rows
            .iter()
            .filter(of_call)
            .max_by_key(|row| row.cells.contains(&"200"))
            .expect("a row in the role matrix");
        let mut trial = Trial::begin(&world, row).await;
        for (path, rule) in *fields {
            if matches!(rule, Elsewhere) {
                continue;
            }
            for raw in [
                &b"\"\xff\xfe\""[..],
                br#""\ud800""#,
                br#""\u00""#,
                b"\"a\nb\"",
                b"7",
                b"true",
                b"{\"a\":\"b\"}",
                b"[[]]",
                b"7e999999",
                b"",
            ] {
                // Nothing in a list is an empty list.
                if raw.is_empty() && path.ends_with("[]") {
                    continue;
                }
                let reply = trial.send_raw(path, raw).await;
                assert_eq!(
                    reply.status,
                    400,
                    "{call}, {path}: {} {}",
                    String::from_utf8_lossy(raw),
                    reply.text
                );
            }
            let deep = "[".repeat(10_000) + &"]".repeat(10_000);
            assert_eq!(
                trial.send_raw(path, deep.as_bytes()).await.status,
                400,
                "{call}, {path}, deep"
            );
            trial
                .send_with(path, json!("x".repeat(1_000_000)))
                .await
                .refused(413, "The request is too large");
            tried += 12;

            let too_long = |limit: usize| json!("é".repeat(limit + 1));
            let nul = trial.send_with(path, json!("a\0b")).await;
            match *rule {
                Text(limit, sentence) => {
                    nul.refused(400, InvalidCharacter.text());
                    trial
                        .send_with(path, too_long(limit))
                        .await
                        .refused(400, sentence.text());
                    let reply = trial.send_with(path, json!("é".repeat(limit))).await;
                    trial.expect_accepted(&reply);
                    let reply = trial.send_with(path, json!("x")).await;
                    trial.expect_accepted(&reply);
                }
                Tag => {
                    nul.refused(400, TagInvalid.text());
                    trial
                        .send_with(path, too_long(limits::TAG))
                        .await
                        .refused(400, TagTooLong.text());
                    let reply = trial.send_with(path, json!("é".repeat(limits::TAG))).await;
                    trial.expect_accepted(&reply);
                    let reply = trial.send_with(path, json!("x")).await;
                    trial.expect_accepted(&reply);
                }
                Password => {
                    trial
                        .send_with(path, too_long(limits::PASSWORD))
                        .await
                        .refused(400, PasswordTooLong.text());
                    let reply = trial
                        .send_with(path, json!("é".repeat(limits::PASSWORD)))
                        .await;
                    trial.expect_accepted(&reply);
                    trial
                        .send_with(path, json!("é".repeat(7)))
                        .await
                        .refused(400, "Password must be at least 8 characters long");
                    let reply = trial.send_with(path, json!("é".repeat(8))).await;
                    trial.expect_accepted(&reply);
                }
                Nonce(limit) => {
                    assert_eq!(
                        trial
                            .send_with(path, json!("x".repeat(limit + 1)))
                            .await
                            .status,
                        400,
                        "{call}, {path}"
                    );
                    let reply = trial.send_with(path, json!("x".repeat(limit))).await;
                    trial.expect_accepted(&reply);
                }
                Own => {
                    nul.refused(403, NotYou.text());
                    trial
                        .send_with(path, json!("x".repeat(30_000)))
                        .await
                        .refused(403, NotYou.text());
                    trial
                        .send_with(path, json!("another1"))
                        .await
                        .refused(403, NotYou.text());
                }
                Name => {
                    assert!(nul.status.is_client_error(), "{call}, {path}: {}", nul.text);
                    let long = trial.send_with(path, json!("x".repeat(30_000))).await;
                    assert!(
                        long.status.is_client_error(),
                        "{call}, {path}: {}",
                        long.text
                    );
                }
                Any => drop(trial.send_with(path, json!("x".repeat(30_000))).await),
                Elsewhere => {}
            }
            // Whatever the body is made of, there is a response.
            for piece in PIECES.iter().skip(tried % 32).step_by(32) {
                trial.send_with(path, json!(piece)).await;
                tried += 1;
            }
            tried += 3;
        }
        // A body that is not JSON, and a field that does not exist.
        for body in [
            &b""[..],
            b"null",
            b"[]",
            b"\"\"",
            b"{",
            b"{}}",
            b"\xff",
            b"\xef\xbb\xbf{}",
            b"{\"__proto__\":{\"isAdmin\":true}}",
        ]
        .iter()
        .skip(if fields.is_empty() { 8 } else { 0 })
        {
            trial.send(body.to_vec()).await;
        }
    }
    println!("{tried} bodies");
}

/// Hostile paths and queries also get a response.
#[tokio::test]
async fn hostile_paths_and_queries_are_answered() {
    let world = World::build().await;
    let (site, people) = world.open();
    let document = site.visitor().get("/openapi.json").await.ok();
    let long = "x".repeat(7_000);
    let values = [
        "%00",
        "%ff",
        "%ED%A0%80",
        "%2e%2e%2f",
        "..%5c",
        "%25",
        "%",
        "'",
        "%22",
        "*",
        "-",
        "%5B",
        "-1",
        "0",
        "18446744073709551616",
        "NaN",
        "%F0%9F%90%8E",
        "%E2%80%AE",
        "a%0D%0Ab",
        "%7B%7D",
        "%3Cscript%3E",
        "1'%20OR%20'1'='1",
        "0000000000001",
        "zzzzzzzzzzzzz",
        "true",
        "2026-13-45",
        "a.b.c",
        &long,
    ];
    let mut tried = 0;
    for route in site
        .site
        .table
        .iter()
        .filter(|route| route.method == Method::GET || route.paths[0].contains('{'))
    {
        // Calls that end sessions or delete accounts are made by a user without relations to
        // others.
        let person = &people[index_of(if route.method == Method::GET {
            "administrator"
        } else {
            "user"
        })];
        for spelling in &route.paths {
            let (before, after) = spelling
                .split_once('{')
                .map_or((*spelling, ""), |(before, rest)| {
                    (before, rest.split_once('}').unwrap().1)
                });
            let known = if after.is_empty() && before == *spelling {
                ""
            } else {
                "0000000000001"
            };
            let operation = &document["paths"][*spelling][route.method.as_str().to_lowercase()];
            let queries = operation["parameters"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|parameter| parameter["in"] == "query");
            let mut addresses: Vec<String> = Vec::new();
            for value in values {
                addresses.extend((!known.is_empty()).then(|| format!("{before}{value}{after}")));
                addresses.push(format!("{before}{known}{after}?{value}"));
                for parameter in queries.clone() {
                    let name = parameter["name"].as_str().expect("a name");
                    addresses.push(format!("{before}{known}{after}?{name}={value}"));
                    addresses.push(format!(
                        "{before}{known}{after}?{name}={value}&{name}={value}"
                    ));
                }
            }
            for address in addresses {
                let reply = person
                    .request(route.method.clone(), &address, Some(json!({})))
                    .await;
                assert!(
                    reply.status.as_u16() < 500,
                    "{}: {} {}",
                    reply.call,
                    reply.status,
                    reply.text
                );
                tried += 1;
            }
        }
    }
    println!("{tried} addresses");
}

/// An enumerated parameter accepts its words and no others; a limit accepts every number but 0.
#[tokio::test]
async fn query_parameters_match_the_openapi_document() {
    let site = TestSite::new();
    let root = site.sign_up("ann").await;
    site.sql("UPDATE users SET role = 'administrator'");
    let document = root.get("/openapi.json").await.ok();
    let mut tried = 0;
    for route in site
        .site
        .table
        .iter()
        .filter(|route| route.method == Method::GET && !route.paths[0].contains('{'))
    {
        let path = route.paths[0];
        for parameter in document["paths"][path]["get"]["parameters"]
            .as_array()
            .into_iter()
            .flatten()
        {
            let name = parameter["name"].as_str().expect("a name");
            for word in parameter["schema"]["enum"].as_array().into_iter().flatten() {
                let word = word.as_str().expect("a word");
                // Only the order by votes has a period.
                let order = if name == "period" { "&order=votes" } else { "" };
                root.get(&format!("{path}?search=x{order}&{name}={word}"))
                    .await
                    .ok();
                tried += 1;
            }
            if parameter["schema"]["enum"].is_array() {
                assert_eq!(
                    root.get(&format!("{path}?{name}=nonesuch")).await.status,
                    400,
                    "{path}: {name}"
                );
            }
            if name == "limit" {
                for limit in ["1", "100", "101", "99999999999999999999999"] {
                    root.get(&format!("{path}?limit={limit}")).await.ok();
                }
                for limit in ["", "0", "-1", "%2B5", "1.5", "x", "00"] {
                    root.get(&format!("{path}?limit={limit}"))
                        .await
                        .refused(400, "Invalid limit");
                }
                tried += 11;
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

/// Every status that a route returns is in the document.
#[tokio::test]
async fn every_status_is_documented() {
    let site = TestSite::new();
    let document = site.visitor().get("/openapi.json").await.ok();
    for route in site.site.table.iter() {
        for path in &route.paths {
            let operation = &document["paths"][*path][route.method.as_str().to_lowercase()];
            let mut expected = vec!["200", "400", "403", "404", "414", "429", "503"];
            expected.extend((route.method != Method::GET).then_some("409"));
            expected.extend(route.signed_in.then_some("401"));
            expected.extend(
                operation["requestBody"]
                    .is_object()
                    .then_some(["408", "413", "415"])
                    .into_iter()
                    .flatten(),
            );
            for status in expected {
                assert!(
                    operation["responses"][status].is_object(),
                    "{} {path}: {status}",
                    route.method
                );
            }
        }
    }
}
