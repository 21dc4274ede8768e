//! Generators of history steps, one for each route.

mod accounts;
mod communities;
mod flags;
mod following;
mod games;
pub mod messages;
mod moderation;
mod pictures;
pub mod posts;
mod trust;

use super::{Kind, Writer};
use accounts::{
    about_mail, about_push, allow_indexing, block, choose_theme, delete_user, end_session,
    from_another_browser, log_in, oneself, reset_password,
};
use communities::{
    approve, archive, describe_community, found, hand_over, join, leave, promote, reject,
    remove_member, request, set_reading,
};
use following::{
    follow, mute_kind, note, read_entry, search, see, see_up_to, view_notification, watch_answered,
};
use games::{create_game, in_game, play_game, report_gamer};
use messages::{
    add_participant, create_chat, delete_message, edit_message, in_chat, leave_chat, read_all,
    write_to_all,
};
use pictures::{delete_picture, set_avatar, set_community_avatar, upload};
use posts::{
    accept, answer, ask, comment, compare, delete, delete_tag, describe, edit, edit_question, link,
    make_wiki, purge, remove, rename_tag, suggest, synonym, unaccept, undelete, view, vote,
};

pub type Generator = fn(&mut Writer) -> Option<()>;

/// The generators by the route that they call. A write route without one fails a test.
pub const GENERATORS: &[(&str, Generator)] = &[
    ("POST addQuestion", ask),
    ("POST addAnswer", answer),
    ("POST addComment", comment),
    ("POST upvoteQuestion", |w| {
        vote(w, "POST upvoteQuestion", Kind::Question)
    }),
    ("POST downvoteQuestion", |w| {
        vote(w, "POST downvoteQuestion", Kind::Question)
    }),
    ("POST upvoteAnswer", |w| {
        vote(w, "POST upvoteAnswer", Kind::Answer)
    }),
    ("POST downvoteAnswer", |w| {
        vote(w, "POST downvoteAnswer", Kind::Answer)
    }),
    ("POST getSimilarQuestions", compare),
    ("POST acceptAnswer", accept),
    ("POST unacceptAnswer", unaccept),
    ("POST addDuplicate", |w| link(w, "POST addDuplicate")),
    ("DELETE removeDuplicate", |w| {
        link(w, "DELETE removeDuplicate")
    }),
    ("PATCH editQuestion", edit_question),
    ("PATCH editAnswer", |w| {
        edit(w, "PATCH editAnswer", Kind::Answer)
    }),
    ("PATCH setWiki", make_wiki),
    ("PATCH editComment", |w| {
        // Few histories have a comment otherwise.
        comment(w)?;
        edit(w, "PATCH editComment", Kind::Comment)
    }),
    ("DELETE purgeRevision", purge),
    ("POST suggestEdit", |w| suggest(w, None)),
    ("POST decideSuggestedEdit", |w| {
        suggest(w, Some("POST decideSuggestedEdit"))
    }),
    ("DELETE withdrawSuggestedEdit", |w| {
        suggest(w, Some("DELETE withdrawSuggestedEdit"))
    }),
    ("POST removePost", |w| remove(w, false)),
    ("POST restorePost", |w| remove(w, true)),
    ("DELETE deleteQuestion", |w| {
        delete(w, "DELETE deleteQuestion", Kind::Question)
    }),
    ("DELETE deleteAnswer", |w| {
        delete(w, "DELETE deleteAnswer", Kind::Answer)
    }),
    ("DELETE deleteComment", |w| {
        delete(w, "DELETE deleteComment", Kind::Comment)
    }),
    ("POST undeleteQuestion", |w| {
        undelete(w, "POST undeleteQuestion", Kind::Question)
    }),
    ("POST undeleteAnswer", |w| {
        undelete(w, "POST undeleteAnswer", Kind::Answer)
    }),
    ("POST undeleteComment", |w| {
        undelete(w, "POST undeleteComment", Kind::Comment)
    }),
    ("POST addStar", |w| vote(w, "POST addStar", Kind::Question)),
    ("DELETE removeStar", |w| {
        vote(w, "DELETE removeStar", Kind::Question)
    }),
    ("PATCH setStarNote", note),
    ("PATCH markSeen", see),
    ("PATCH editTagDescription", describe),
    ("DELETE purgeTagRevision", describe),
    ("POST addFlag", flags::flag),
    ("POST withdrawFlag", flags::withdraw),
    ("POST addReport", flags::report_as_visitor),
    ("POST openCase", |w| flags::decide(w, false)),
    ("POST claimCase", |w| flags::decide(w, false)),
    ("POST decideCase", |w| flags::decide(w, false)),
    ("POST undoDecision", |w| flags::decide(w, true)),
    ("POST vouchUser", |w| trust::vouch(w, false)),
    ("POST unvouchUser", |w| trust::vouch(w, true)),
    ("POST protectQuestion", |w| trust::protect(w, false)),
    ("POST unprotectQuestion", |w| trust::protect(w, true)),
    ("POST closeQuestion", |w| moderation::close(w, false)),
    ("POST reopenQuestion", |w| moderation::close(w, true)),
    ("PATCH setLock", moderation::lock),
    ("PATCH editPost", moderation::edit),
    ("PATCH setPin", moderation::pin),
    ("POST moveQuestion", |w| moderation::relocate(w, false)),
    ("POST undoMove", |w| moderation::relocate(w, true)),
    ("POST mergeQuestions", |w| moderation::merge(w, false)),
    ("POST undoMerge", |w| moderation::merge(w, true)),
    ("POST addTagSynonym", |w| synonym(w, false)),
    ("DELETE removeTagSynonym", |w| synonym(w, true)),
    ("PATCH renameTag", rename_tag),
    ("DELETE deleteTag", |w| delete_tag(w, false)),
    ("POST restoreTag", |w| delete_tag(w, true)),
    ("PATCH setFollow", follow),
    ("PATCH markInboxSeen", |w| {
        see_up_to(w, "PATCH markInboxSeen")
    }),
    ("PATCH markMentionsSeen", |w| {
        see_up_to(w, "PATCH markMentionsSeen")
    }),
    ("PATCH markNoticesSeen", |w| {
        see_up_to(w, "PATCH markNoticesSeen")
    }),
    ("PATCH setSearch", search),
    ("PATCH setWatchAnswered", watch_answered),
    ("PATCH markInboxRead", |w| {
        see_up_to(w, "PATCH markInboxRead")
    }),
    ("PATCH markEntryRead", read_entry),
    ("PATCH setMutedKind", mute_kind),
    ("PATCH setIndexing", allow_indexing),
    ("PATCH setPreferences", choose_theme),
    ("PATCH updateBiography", |w| {
        oneself(w, "PATCH updateBiography")
    }),
    ("PATCH viewNotification", view_notification),
    ("PATCH clearAllNotifications", |w| {
        oneself(w, "PATCH clearAllNotifications")
    }),
    ("DELETE endSession", end_session),
    ("POST endOtherSessions", |w| {
        oneself(w, "POST endOtherSessions")
    }),
    ("POST login", log_in),
    ("POST signup", |w| from_another_browser(w, "POST signup")),
    ("POST logout", |w| from_another_browser(w, "POST logout")),
    ("PATCH resetPassword", reset_password),
    ("PATCH setMailAddress", |w| {
        about_mail(w, "PATCH setMailAddress")
    }),
    ("DELETE removeMailAddress", |w| {
        about_mail(w, "DELETE removeMailAddress")
    }),
    ("POST addPushDevice", |w| {
        about_push(w, "POST addPushDevice")
    }),
    ("PATCH chooseDeviceDelivery", |w| {
        about_push(w, "PATCH chooseDeviceDelivery")
    }),
    ("DELETE removePushDevice", |w| {
        about_push(w, "DELETE removePushDevice")
    }),
    ("PATCH chooseDelivery", |w| {
        about_mail(w, "PATCH chooseDelivery")
    }),
    ("PATCH setDeliveryTimes", |w| {
        about_mail(w, "PATCH setDeliveryTimes")
    }),
    ("POST forgotPassword", |w| {
        about_mail(w, "POST forgotPassword")
    }),
    ("DELETE deleteUser", delete_user),
    ("POST addCommunity", found),
    ("PATCH editDescription", describe_community),
    ("PATCH setReading", set_reading),
    ("POST addMember", join),
    ("POST addMemberRequest", request),
    ("POST approveMemberRequest", approve),
    ("DELETE rejectMemberRequest", reject),
    ("POST addModerator", |w| promote(w, "POST addModerator")),
    ("DELETE removeModerator", |w| {
        promote(w, "DELETE removeModerator")
    }),
    ("DELETE removeMember", remove_member),
    ("POST leaveCommunity", leave),
    ("POST handOverCommunity", hand_over),
    ("POST archiveCommunity", |w| {
        archive(w, "POST archiveCommunity")
    }),
    ("POST unarchiveCommunity", |w| {
        archive(w, "POST unarchiveCommunity")
    }),
    ("POST addMessage", write_to_all),
    ("POST markRead", read_all),
    ("PATCH editMessage", edit_message),
    ("DELETE deleteMessage", delete_message),
    ("POST createChat", create_chat),
    ("POST chat/addMessage", |w| {
        in_chat(w, "POST chat/addMessage")
    }),
    ("PATCH chat/editMessage", |w| {
        in_chat(w, "PATCH chat/editMessage")
    }),
    ("POST chat/markRead", |w| in_chat(w, "POST chat/markRead")),
    ("POST chat/addParticipant", add_participant),
    ("POST chat/leave", leave_chat),
    ("POST blockUser", |w| block(w, "POST blockUser")),
    ("POST unblockUser", |w| block(w, "POST unblockUser")),
    ("POST create", |w| create_game(w).map(drop)),
    ("POST join", |w| in_game(w, "POST join")),
    ("POST leave", |w| in_game(w, "POST leave")),
    ("POST claim", |w| play_game(w, "POST claim")),
    ("POST rematch", |w| play_game(w, "POST rematch")),
    ("POST createGamer", |w| report_gamer(w, "POST createGamer")),
    ("PATCH updateGamerInfo", |w| {
        report_gamer(w, "PATCH updateGamerInfo")
    }),
    ("POST upload", upload),
    ("DELETE deletePicture", delete_picture),
    ("PATCH setAvatar", set_avatar),
    ("PATCH setCommunityAvatar", set_community_avatar),
    ("a view", view),
];

/// Routes that hash passwords, which is slow: few histories contain them.
pub const SLOW: [&str; 4] = [
    "POST login",
    "POST signup",
    "POST logout",
    "PATCH resetPassword",
];
