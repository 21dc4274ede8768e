//! The role matrix: every call and every live event, for everybody who could try, on everything he could try it on.
//!
//! A new call without rows in [`CALLS`], or a new event without rows in [`EVENTS`], fails here. Write its rows by what
//! it is meant to do, not by what it does.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::live::{Listening, Socket};
use super::{PASSWORD, Person, Reply, TestSite, id_of};

/// Who tries. All but the first have an account; `pending` has asked to join where that is asked for, `former` has left,
/// `deleted` was a member and has deleted his account, `elsewhere` owns another community, and `administrator` runs the
/// site, but belongs to nothing in it.
pub(super) const ROLES: [&str; 10] =
    ["nobody", "user", "pending", "member", "moderator", "owner", "former", "deleted", "elsewhere", "administrator"];

/// What he tries it on: a community of the first two kinds with what is asked in it, by the member; ids of nothing; or
/// what is no more: a private community that is archived, and deleted posts in it. Where a call is about a person: the
/// one who calls (`oneself`) or somebody else (`another`). Where it is about nothing of that kind: `-`.
const TARGETS: [&str; 7] = ["public", "private", "absent", "gone", "oneself", "another", "-"];

/// What each role gets for each call on each target: a status, or `[]` for 200 with an empty list. Words in capitals
/// stand for what the target has ([`World::fill`]).
pub(super) const CALLS: &str = r#"
                    nobody  user pending member moderator owner former deleted elsewhere administrator

# Communities
GET /community/getCommunity/{COMMUNITY}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     200     200     200     200     200     200     401     200       200
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     200     200     200     200     200     200     401     200       200
GET /community/getAllCommunities?search=COMMUNITY_NAME
    public          401     200     200     200     200     200     200     401     200       200
    private         401     200     200     200     200     200     200     401     200       200
    absent          401     []      []      []      []      []      []      401     []        []
    gone            401     []      []      []      []      []      []      401     []        []
GET /community/getAllCommunities?member=true&view=card&search=COMMUNITY_NAME
    public          401     []      []      200     200     200     []      401     []        []
    private         401     []      []      200     200     200     []      401     []        []
    absent          401     []      []      []      []      []      []      401     []        []
    gone            401     []      []      200     200     200     []      401     []        []
GET /community/getMembers/{COMMUNITY}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     []      []      200     200     200     []      401     []        []
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     []      []      200     200     200     []      401     []        []
GET /community/getMemberRequests/{COMMUNITY}
    public          401     403     403     403     []      []      403     401     403       403
    private         401     403     403     403     200     200     403     401     403       403
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     403     403     403     200     200     403     401     403       403
POST /community/addCommunity {"name": "Another one", "visibility": "private"}
    -               401     200     200     200     200     200     200     401     200       200
POST /community/addMember/{COMMUNITY} {"userId": "OWN_NAME"}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     403     403     200     200     200     403     401     403       403
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     403     403     200     200     200     403     401     403       403
    another         401     403     403     403     403     403     403     401     403       403
POST /community/addMemberRequest/{COMMUNITY} {"userId": "OWN_NAME"}
    public          401     400     400     400     400     400     400     401     400       400
    private         401     200     200     200     200     200     200     401     200       200
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     409     200     200     200     200     409     401     409       409
    another         401     403     403     403     403     403     403     401     403       403
POST /community/approveMemberRequest/{COMMUNITY} {"userId": "REQUESTER"}
    public          401     403     403     403     404     404     403     401     403       403
    private         401     403     403     403     200     200     403     401     403       403
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     403     403     403     409     409     403     401     403       403
DELETE /community/rejectMemberRequest/{COMMUNITY} {"userId": "REQUESTER"}
    public          401     403     403     403     404     404     403     401     403       403
    private         401     403     403     403     200     200     403     401     403       403
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     403     403     403     200     200     403     401     403       403
POST /community/addModerator/{COMMUNITY} {"userId": "MEMBER"}
    public          401     403     403     403     200     200     403     401     403       403
    private         401     403     403     403     200     200     403     401     403       403
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     403     403     403     200     200     403     401     403       403
DELETE /community/removeModerator/{COMMUNITY} {"userId": "MODERATOR"}
    public          401     403     403     403     403     200     403     401     403       403
    private         401     403     403     403     403     200     403     401     403       403
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     403     403     403     403     200     403     401     403       403
DELETE /community/removeMember/{COMMUNITY} {"userId": "MEMBER"}
    public          401     403     403     403     200     200     403     401     403       403
    private         401     403     403     403     200     200     403     401     403       403
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     403     403     403     200     200     403     401     403       403
DELETE /community/removeMember/{COMMUNITY} {"userId": "MODERATOR"}
    public          401     403     403     403     403     200     403     401     403       403
    private         401     403     403     403     403     200     403     401     403       403
POST /community/leaveCommunity/{COMMUNITY} {"userId": "OWN_NAME"}
    public          401     200     200     200     200     409     200     401     200       200
    private         401     200     200     200     200     409     200     401     200       200
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     200     200     200     200     409     200     401     200       200
    another         401     403     403     403     403     403     403     401     403       403
POST /community/handOverCommunity/{COMMUNITY} {"userId": "MEMBER"}
    public          401     403     403     403     403     200     403     401     403       403
    private         401     403     403     403     403     200     403     401     403       403
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     403     403     403     403     200     403     401     403       403
POST /community/archiveCommunity/{COMMUNITY}
    public          401     403     403     403     403     200     403     401     403       403
    private         401     403     403     403     403     200     403     401     403       403
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     403     403     403     403     200     403     401     403       403
POST /community/unarchiveCommunity/{COMMUNITY}
    public          401     403     403     403     403     200     403     401     403       403
    private         401     403     403     403     403     200     403     401     403       403
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     403     403     403     403     200     403     401     403       403

# Questions, and what hangs on them: read
GET /question/getQuestion?search=TITLE
    public          401     200     200     200     200     200     200     401     200       200
    private         401     []      []      200     200     200     []      401     []        []
    absent          401     []      []      []      []      []      []      401     []        []
    gone            401     []      []      []      []      []      []      401     []        []
GET /question/getQuestion?search=[TAG]&view=card
    public          401     200     200     200     200     200     200     401     200       200
    private         401     []      []      200     200     200     []      401     []        []
    absent          401     []      []      []      []      []      []      401     []        []
    gone            401     []      []      []      []      []      []      401     []        []
GET /question/getCommunityQuestions/{COMMUNITY}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     []      []      200     200     200     []      401     []        []
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     []      []      200     200     200     []      401     []        []
GET /question/getQuestionById/{QUESTION}?username=OWN_NAME
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
    another         401     403     403     403     403     403     403     401     403       403
GET /question/getSimilarQuestions?title=TITLE
    public          401     200     200     200     200     200     200     401     200       200
    private         401     []      []      200     200     200     []      401     []        []
    absent          401     []      []      []      []      []      []      401     []        []
    gone            401     []      []      []      []      []      []      401     []        []
GET /question/getDuplicates/{QUESTION}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
GET /post/getRevisions/{QUESTION}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
GET /post/getRevisions/{ANSWER}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
GET /post/getRevisions/{COMMENT}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
GET /post/getDeletedPosts
    -               401     []      []      200     []      []      []      401     []        []
GET /tag/getTagByName/{TAG}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
GET /tag/getTagsWithQuestionNumber?search=TAG
    public          401     200     200     200     200     200     200     401     200       200
    private         401     []      []      200     200     200     []      401     []        []
    absent          401     []      []      []      []      []      []      401     []        []
    gone            401     []      []      []      []      []      []      401     []        []

# Questions, and what hangs on them: asked, answered, voted on by whoever may read
POST /question/addQuestion {"title": "T", "text": "x", "tags": [{"name": "a"}], "askedBy": "OWN_NAME"}
    -               401     200     200     200     200     200     200     401     200       200
    another         401     403     403     403     403     403     403     401     403       403
POST /question/addQuestion {"title": "T", "text": "x", "tags": [{"name": "a"}], "communityId": "COMMUNITY"}
    public          401     403     403     200     200     200     403     401     403       403
    private         401     403     403     200     200     200     403     401     403       403
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     403     403     409     409     409     403     401     403       403
POST /answer/addAnswer {"qid": "QUESTION", "ans": {"text": "x", "ansBy": "OWN_NAME"}}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
    another         401     403     403     403     403     403     403     401     403       403
POST /comment/addComment {"id": "QUESTION", "type": "question", "comment": {"text": "x", "commentBy": "OWN_NAME"}}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
    another         401     403     403     403     403     403     403     401     403       403
POST /comment/addComment {"id": "ANSWER", "type": "answer", "comment": {"text": "x"}}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
POST /question/upvoteQuestion {"qid": "QUESTION", "username": "OWN_NAME"}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
    another         401     403     403     403     403     403     403     401     403       403
POST /question/downvoteQuestion {"qid": "QUESTION", "username": "OWN_NAME"}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
    another         401     403     403     403     403     403     403     401     403       403
POST /answer/upvoteAnswer {"aid": "ANSWER", "username": "OWN_NAME"}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
    another         401     403     403     403     403     403     403     401     403       403
POST /answer/downvoteAnswer {"aid": "ANSWER", "username": "OWN_NAME"}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
    another         401     403     403     403     403     403     403     401     403       403
POST /question/addDuplicate {"qid": "QUESTION", "duplicateOf": "ORIGINAL"}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404

# … changed by their author alone, who here is the member
DELETE /question/removeDuplicate {"qid": "QUESTION", "duplicateOf": "ORIGINAL"}
    public          401     403     403     []      403     403     403     401     403       403
    private         401     404     404     []      403     403     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
POST /question/acceptAnswer {"qid": "QUESTION", "aid": "ANSWER"}
    public          401     403     403     200     403     403     403     401     403       403
    private         401     404     404     200     403     403     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
POST /question/unacceptAnswer {"qid": "QUESTION"}
    public          401     403     403     200     403     403     403     401     403       403
    private         401     404     404     200     403     403     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
PATCH /question/editQuestion {"qid": "QUESTION", "title": "T", "text": "new", "tags": [{"name": "a"}]}
    public          401     403     403     200     403     403     403     401     403       403
    private         401     404     404     200     403     403     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
PATCH /answer/editAnswer {"aid": "ANSWER", "text": "new"}
    public          401     403     403     200     403     403     403     401     403       403
    private         401     404     404     200     403     403     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
PATCH /comment/editComment {"cid": "COMMENT", "text": "new"}
    public          401     403     403     200     403     403     403     401     403       403
    private         401     404     404     200     403     403     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
DELETE /question/deleteQuestion {"qid": "QUESTION"}
    public          401     403     403     200     403     403     403     401     403       403
    private         401     404     404     200     403     403     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
DELETE /answer/deleteAnswer {"aid": "ANSWER"}
    public          401     403     403     200     403     403     403     401     403       403
    private         401     404     404     200     403     403     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
DELETE /comment/deleteComment {"cid": "COMMENT"}
    public          401     403     403     200     403     403     403     401     403       403
    private         401     404     404     200     403     403     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
DELETE /question/deleteQuestion {"qid": "FORMERS_QUESTION"}
    public          401     403     403     403     403     403     200     401     403       403
    private         401     404     404     403     403     403     404     401     404       404
POST /question/undeleteQuestion {"qid": "QUESTION"}
    public          401     403     403     200     403     403     403     401     403       403
    private         401     404     404     200     403     403     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     200     404     404     404     401     404       404
POST /answer/undeleteAnswer {"aid": "ANSWER"}
    public          401     404     404     404     404     404     404     401     404       404
    private         401     404     404     404     404     404     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     200     404     404     404     401     404       404
POST /comment/undeleteComment {"cid": "COMMENT"}
    public          401     404     404     404     404     404     404     401     404       404
    private         401     404     404     404     404     404     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     200     404     404     404     401     404       404

# Stars; the member and the former one have starred what is asked in the private community
GET /star/getStars?username=OWN_NAME&view=card
    oneself         401     []      []      200     []      []      []      401     []        []
    another         401     403     403     403     403     403     403     401     403       403
GET /star/getStar/{QUESTION}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
POST /star/addStar {"qid": "QUESTION", "username": "OWN_NAME"}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
    another         401     403     403     403     403     403     403     401     403       403
DELETE /star/removeStar {"qid": "QUESTION", "username": "OWN_NAME"}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     404     404     200     200     200     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
    another         401     403     403     403     403     403     403     401     403       403

# Notifications; the member and the former one have each one from each community
GET /getNotifications?userID=OWN_NAME
    oneself         401     []      []      200     []      []      200     401     []        []
    another         401     403     403     403     403     403     403     401     403       403
PATCH /viewNotification {"userID": "OWN_NAME", "notificationID": "MEMBERS_NOTIFICATION"}
    public          401     404     404     200     404     404     404     401     404       404
    private         401     404     404     200     404     404     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
    another         401     403     403     403     403     403     403     401     403       403
PATCH /viewNotification {"notificationID": "FORMERS_NOTIFICATION"}
    public          401     404     404     404     404     404     200     401     404       404
    private         401     404     404     404     404     404     404     401     404       404
PATCH /clearAllNotifications {"userID": "OWN_NAME"}
    oneself         401     []      []      200     []      []      200     401     []        []
    another         401     403     403     403     403     403     403     401     403       403

# Contributions of somebody who has written nothing but there
GET /contributions/getContributions?userID=WRITER
    public          401     200     200     200     200     200     200     401     200       200
    private         401     []      []      200     200     200     []      401     []        []
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     []      []      []      []      []      []      401     []        []

# Messages
GET /messaging/getMessages
    -               401     []      []      []      []      []      []      401     []        []
GET /messaging/getUnread
    -               401     200     200     200     200     200     200     401     200       200
POST /messaging/addMessage {"messageToAdd": {"msg": "x", "msgFrom": "OWN_NAME"}}
    -               401     200     200     200     200     200     200     401     200       200
    another         401     403     403     403     403     403     403     401     403       403
POST /messaging/markRead {"messageId": "MESSAGE"}
    public          401     404     404     404     404     404     404     401     404       404
    private         401     404     404     404     404     404     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404

# Chats of the member, the moderator and a writer; the last is one with somebody who has deleted his account, too
GET /chat/getChatsByUser/{OWN_NAME}
    oneself         401     []      []      200     200     []      []      401     []        []
    another         401     403     403     403     403     403     403     401     403       403
GET /chat/getUnreadChats
    -               401     200     200     200     200     200     200     401     200       200
GET /chat/{CHAT}
    public          401     404     404     200     200     404     404     401     404       404
    private         401     404     404     200     200     404     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     200     200     404     404     401     404       404
POST /chat/{CHAT}/addMessage {"msg": "x", "msgFrom": "OWN_NAME"}
    public          401     404     404     200     200     404     404     401     404       404
    private         401     404     404     200     200     404     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     200     200     404     404     401     404       404
    another         401     403     403     403     403     403     403     401     403       403
POST /chat/{CHAT}/markRead {"messageId": "MESSAGE"}
    public          401     404     404     200     200     404     404     401     404       404
    private         401     404     404     200     200     404     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     200     200     404     404     401     404       404
POST /chat/{CHAT}/addParticipant {"username": "another1"}
    public          401     404     404     200     200     404     404     401     404       404
    private         401     404     404     200     200     404     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     200     200     404     404     401     404       404
POST /chat/createChat {"participants": ["OWN_NAME", "SOMEBODY"], "messages": []}
    oneself         401     400     400     400     400     400     400     401     400       400
    another         401     403     403     403     403     403     403     401     403       403
POST /chat/createChat {"participants": ["OWN_NAME", "WRITER"], "messages": [{"msg": "x", "msgFrom": "OWN_NAME"}]}
    public          401     200     200     200     200     200     200     401     200       200
    private         401     200     200     200     200     200     200     401     200       200
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     200     200     200     200     200     200     401     200       200
# Games: one waits for players, one is running and one is over, both between the member, who has won, and the moderator
GET /games/games?gameType=Nim
    -               401     200     200     200     200     200     200     401     200       200
GET /games/getUnfinishedGames
    -               401     []      []      200     200     []      []      401     []        []
GET /games/getGame/{RUNNING_GAME}
    -               401     200     200     200     200     200     200     401     200       200
    absent          401     404     404     404     404     404     404     401     404       404
GET /games/getCompletedGames/{SOMEBODY}
    oneself         401     []      []      200     200     []      []      401     []        []
    another         401     []      []      []      []      []      []      401     []        []
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
GET /games/getStreak
    -               401     200     200     200     200     200     200     401     200       200
GET /gamer/getGamer/{SOMEBODY}
    oneself         401     200     200     200     200     200     200     401     200       200
    another         401     200     200     200     200     200     200     401     200       200
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
GET /gamer/getLeaderboard
    -               401     200     200     200     200     200     200     401     200       200
GET /getGamers
    -               401     200     200     200     200     200     200     401     200       200
POST /gamer/createGamer {"username": "SOMEBODY"}
    oneself         401     200     200     200     200     200     200     401     200       200
    another         401     200     200     200     200     200     200     401     200       200
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
PATCH /gamer/updateGamerInfo {"username": "SOMEBODY", "updates": {"wins": 999, "gameIDs": []}}
    oneself         401     200     200     200     200     200     200     401     200       200
    another         401     200     200     200     200     200     200     401     200       200
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
POST /games/create {"gameType": "Nim"}
    -               401     200     200     200     200     200     200     401     200       200
POST /join {"gameID": "WAITING_GAME", "playerID": "OWN_NAME"}
    -               401     200     200     200     200     200     200     401     200       200
    absent          401     404     404     404     404     404     404     401     404       404
    another         401     403     403     403     403     403     403     401     403       403
POST /join {"gameID": "RUNNING_GAME"}
    -               401     409     409     200     200     409     409     401     409       409
POST /join {"gameID": "OVER_GAME"}
    -               401     409     409     200     200     409     409     401     409       409
POST /leave {"gameID": "RUNNING_GAME", "playerID": "OWN_NAME"}
    -               401     200     200     200     200     200     200     401     200       200
    absent          401     404     404     404     404     404     404     401     404       404
    another         401     403     403     403     403     403     403     401     403       403
POST /games/claim {"gameID": "RUNNING_GAME", "playerID": "OWN_NAME"}
    -               401     403     403     409     409     403     403     401     403       403
    absent          401     404     404     404     404     404     404     401     404       404
    another         401     403     403     403     403     403     403     401     403       403
POST /games/rematch {"gameID": "OVER_GAME", "playerID": "OWN_NAME"}
    -               401     403     403     200     200     403     403     401     403       403
    absent          401     404     404     404     404     404     404     401     404       404
    another         401     403     403     403     403     403     403     401     403       403

# Users
POST /user/signup {"username": "newcomer", "password": "PASSWORD"}
    -               200     200     200     200     200     200     200     200     200       200
POST /user/setup {"token": "none", "username": "newcomer", "password": "PASSWORD"}
    -               403     403     403     403     403     403     403     403     403       403
POST /user/login {"username": "OWN_NAME", "password": "PASSWORD"}
    oneself         401     200     200     200     200     200     200     401     200       200
    another         200     200     200     200     200     200     200     200     200       200
POST /user/logout {}
    -               200     200     200     200     200     200     200     200     200       200
GET /user/me
    -               401     200     200     200     200     200     200     401     200       200
GET /user/getUsers?search=SOMEBODY
    oneself         401     200     200     200     200     200     200     401     200       200
    another         401     200     200     200     200     200     200     401     200       200
    gone            401     []      []      []      []      []      []      401     []        []
GET /user/getUser/{SOMEBODY}
    oneself         401     200     200     200     200     200     200     401     200       200
    another         401     200     200     200     200     200     200     401     200       200
    absent          401     404     404     404     404     404     404     401     404       404
    gone            401     404     404     404     404     404     404     401     404       404
PATCH /user/updateBiography {"username": "OWN_NAME", "biography": "b"}
    oneself         401     200     200     200     200     200     200     401     200       200
    another         401     403     403     403     403     403     403     401     403       403
PATCH /user/resetPassword {"username": "OWN_NAME", "password": "another stoa 1"}
    oneself         401     200     200     200     200     200     200     401     200       200
    another         401     403     403     403     403     403     403     401     403       403
DELETE /user/deleteUser/{OWN_NAME}
    oneself         401     200     200     200     200     200     200     401     200       409
    another         401     403     403     403     403     403     403     401     403       403
GET /user/getSessions
    -               401     200     200     200     200     200     200     401     200       200
DELETE /user/endSession/{SESSION}
    oneself         401     []      []      []      []      []      []      401     []        []
    another         401     404     404     404     404     404     404     401     404       404
    absent          401     404     404     404     404     404     404     401     404       404
POST /user/endOtherSessions
    -               401     200     200     200     200     200     200     401     200       200
GET /user/getData
    -               401     200     200     200     200     200     200     401     200       200

# Administrators. They run the site and belong to nothing in it: what only members may read they may not
GET /administration/getUsers
    -               401     403     403     403     403     403     403     401     403       200
GET /administration/getCommunities
    -               401     403     403     403     403     403     403     401     403       200
GET /administration/getSessions
    -               401     403     403     403     403     403     403     401     403       200
GET /administration/getInvitations
    -               401     403     403     403     403     403     403     401     403       200
POST /administration/createInvitation {"note": "x"}
    -               401     403     403     403     403     403     403     401     403       200
DELETE /administration/revokeInvitation/{INVITATION}
    -               401     403     403     403     403     403     403     401     403       200
    absent          401     403     403     403     403     403     403     401     403       404
GET /administration/getHealth
    -               401     403     403     403     403     403     403     401     403       200
GET /administration/getRemovals
    -               401     403     403     403     403     403     403     401     403       []
GET /administration/getBackups
    -               401     403     403     403     403     403     403     401     403       []
POST /administration/disableUser {"userId": "SOMEBODY"}
    oneself         401     403     403     403     403     403     403     401     403       409
    another         401     403     403     403     403     403     403     401     403       200
    absent          401     403     403     403     403     403     403     401     403       404
    gone            401     403     403     403     403     403     403     401     403       404
POST /administration/demoteUser {"userId": "SOMEBODY"}
    oneself         401     403     403     403     403     403     403     401     403       409
    another         401     403     403     403     403     403     403     401     403       200
    absent          401     403     403     403     403     403     403     401     403       404
    gone            401     403     403     403     403     403     403     401     403       404
POST /administration/enableUser {"userId": "SOMEBODY"}
    oneself         401     403     403     403     403     403     403     401     403       200
    another         401     403     403     403     403     403     403     401     403       200
    absent          401     403     403     403     403     403     403     401     403       404
    gone            401     403     403     403     403     403     403     401     403       404
POST /administration/promoteUser {"userId": "SOMEBODY"}
    oneself         401     403     403     403     403     403     403     401     403       200
    another         401     403     403     403     403     403     403     401     403       200
    absent          401     403     403     403     403     403     403     401     403       404
    gone            401     403     403     403     403     403     403     401     403       404
POST /administration/resetSignIn {"userId": "SOMEBODY"}
    oneself         401     403     403     403     403     403     403     401     403       200
    another         401     403     403     403     403     403     403     401     403       200
    absent          401     403     403     403     403     403     403     401     403       404
    gone            401     403     403     403     403     403     403     401     403       404
DELETE /administration/endSession/{SESSION}
    oneself         401     403     403     403     403     403     403     401     403       200
    another         401     403     403     403     403     403     403     401     403       200
    absent          401     403     403     403     403     403     403     401     403       404
POST /administration/archiveCommunity/{COMMUNITY}
    public          401     403     403     403     403     403     403     401     403       200
    private         401     403     403     403     403     403     403     401     403       200
    absent          401     403     403     403     403     403     403     401     403       404
    gone            401     403     403     403     403     403     403     401     403       200
POST /administration/unarchiveCommunity/{COMMUNITY}
    public          401     403     403     403     403     403     403     401     403       200
    private         401     403     403     403     403     403     403     401     403       200
    absent          401     403     403     403     403     403     403     401     403       404
    gone            401     403     403     403     403     403     403     401     403       200
POST /administration/removePost {"id": "QUESTION", "reason": "x"}
    public          401     403     403     403     403     403     403     401     403       200
    private         401     403     403     403     403     403     403     401     403       404
    absent          401     403     403     403     403     403     403     401     403       404
    gone            401     403     403     403     403     403     403     401     403       404
POST /administration/removePost {"id": "ANSWER", "reason": "x"}
    public          401     403     403     403     403     403     403     401     403       200
    private         401     403     403     403     403     403     403     401     403       404
    absent          401     403     403     403     403     403     403     401     403       404
    gone            401     403     403     403     403     403     403     401     403       404
POST /administration/removePost {"id": "COMMENT", "reason": "x"}
    public          401     403     403     403     403     403     403     401     403       200
    private         401     403     403     403     403     403     403     401     403       404
    absent          401     403     403     403     403     403     403     401     403       404
    gone            401     403     403     403     403     403     403     401     403       404
POST /administration/restorePost {"id": "QUESTION"}
    public          401     403     403     403     403     403     403     401     403       404
    private         401     403     403     403     403     403     403     401     403       404
    absent          401     403     403     403     403     403     403     401     403       404
    gone            401     403     403     403     403     403     403     401     403       404
POST /administration/createBackup
    -               401     403     403     403     403     403     403     401     403       200
"#;

/// Who hears an event when something happens to a target: `x` for once, `-` for not. What happens is a call by one of
/// the roles, or what he SAYS over his socket; where it is refused, nobody hears anything. Of a call that several events follow from, each has its rows,
/// and nobody hears any other.
const EVENTS: &str = r#"
                    nobody  user pending member moderator owner former deleted elsewhere administrator
communityUpdate owner POST /community/handOverCommunity/{COMMUNITY} {"userId": "MODERATOR"}
    public          -       x       x       x       x       x       x       -       x         x
    private         -       x       x       x       x       x       x       -       x         x
    absent          -       -       -       -       -       -       -       -       -         -
    gone            -       x       x       x       x       x       x       -       x         x
communityUpdate pending POST /community/leaveCommunity/{COMMUNITY} {}
    public          -       -       -       -       -       -       -       -       -         -
    private         -       -       x       -       x       x       -       -       -         -
    gone            -       -       x       -       x       x       -       -       -         -
communityUpdate user POST /community/addMemberRequest/{COMMUNITY} {}
    public          -       -       -       -       -       -       -       -       -         -
    private         -       x       -       -       x       x       -       -       -         -
    gone            -       -       -       -       -       -       -       -       -         -
communityUpdate moderator POST /community/addModerator/{COMMUNITY} {"userId": "MEMBER"}
    public          -       x       x       x       x       x       x       -       x         x
    private         -       -       -       x       x       x       -       -       -         -
    gone            -       -       -       x       x       x       -       -       -         -
questionUpdate member PATCH /question/editQuestion {"qid": "QUESTION", "title": "TITLE", "text": "new", "tags": [{"name": "a"}]}
    public          -       x       x       x       x       x       x       -       x         x
    private         -       -       -       x       x       x       -       -       -         -
    absent          -       -       -       -       -       -       -       -       -         -
    gone            -       -       -       -       -       -       -       -       -         -
questionUpdate member POST /question/undeleteQuestion {"qid": "QUESTION"}
    gone            -       -       -       x       x       x       -       -       -         -
viewsUpdate moderator GET /question/getQuestionById/{QUESTION}
    public          -       x       x       x       x       x       x       -       x         x
    private         -       -       -       x       x       x       -       -       -         -
    absent          -       -       -       -       -       -       -       -       -         -
    gone            -       -       -       -       -       -       -       -       -         -
answerUpdate member POST /answer/addAnswer {"qid": "QUESTION", "ans": {"text": "x"}}
    public          -       x       x       x       x       x       x       -       x         x
    private         -       -       -       x       x       x       -       -       -         -
    absent          -       -       -       -       -       -       -       -       -         -
    gone            -       -       -       -       -       -       -       -       -         -
commentUpdate owner POST /comment/addComment {"id": "ANSWER", "type": "answer", "comment": {"text": "x"}}
    public          -       x       x       x       x       x       x       -       x         x
    private         -       -       -       x       x       x       -       -       -         -
    absent          -       -       -       -       -       -       -       -       -         -
    gone            -       -       -       -       -       -       -       -       -         -
voteUpdate owner POST /question/upvoteQuestion {"qid": "QUESTION"}
    public          -       x       x       x       x       x       x       -       x         x
    private         -       -       -       x       x       x       -       -       -         -
    absent          -       -       -       -       -       -       -       -       -         -
    gone            -       -       -       -       -       -       -       -       -         -
notificationUpdate owner POST /comment/addComment {"id": "ANSWER", "type": "answer", "comment": {"text": "x"}}
    public          -       -       -       x       -       -       -       -       -         -
    private         -       -       -       x       -       -       -       -       -         -
    absent          -       -       -       -       -       -       -       -       -         -
    gone            -       -       -       -       -       -       -       -       -         -
commentUpdate owner POST /comment/addComment {"id": "QUESTION", "type": "question", "comment": {"text": "x"}}
    public          -       x       x       x       x       x       x       -       x         x
    private         -       -       -       x       x       x       -       -       -         -
    absent          -       -       -       -       -       -       -       -       -         -
    gone            -       -       -       -       -       -       -       -       -         -
notificationUpdate owner POST /comment/addComment {"id": "QUESTION", "type": "question", "comment": {"text": "x"}}
    public          -       -       -       x       -       -       -       -       -         -
    private         -       -       -       x       -       -       -       -       -         -
    absent          -       -       -       -       -       -       -       -       -         -
    gone            -       -       -       -       -       -       -       -       -         -
notificationUpdate member PATCH /viewNotification {"notificationID": "MEMBERS_NOTIFICATION"}
    public          -       -       -       x       -       -       -       -       -         -
    private         -       -       -       x       -       -       -       -       -         -
    gone            -       -       -       -       -       -       -       -       -         -
messageUpdate user POST /messaging/addMessage {"messageToAdd": {"msg": "x"}}
    -               -       x       x       x       x       x       x       -       x         x
chatUpdate member POST /chat/{CHAT}/addMessage {"msg": "x"}
    public          -       -       -       x       x       -       -       -       -         -
    private         -       -       -       x       x       -       -       -       -         -
    absent          -       -       -       -       -       -       -       -       -         -
    gone            -       -       -       x       x       -       -       -       -         -
chatUpdate moderator POST /chat/{CHAT}/addParticipant {"username": "user1"}
    public          -       x       -       x       x       -       -       -       -         -
    private         -       x       -       x       x       -       -       -       -         -
    absent          -       -       -       -       -       -       -       -       -         -
    gone            -       x       -       x       x       -       -       -       -         -
chatUpdate owner POST /chat/createChat {"participants": ["owner1", "user1"]}
    -               -       x       -       -       -       x       -       -       -         -
chatUpdate elsewhere POST /chat/{CHAT}/addMessage {"msg": "x"}
    private         -       -       -       -       -       -       -       -       -         -
gameUpdate user POST /join {"gameID": "WAITING_GAME"}
    -               -       x       -       -       -       -       -       -       -         -
gameUpdate member POST /leave {"gameID": "RUNNING_GAME"}
    -               -       -       -       x       x       -       -       -       -         -
gamerUpdate member POST /leave {"gameID": "RUNNING_GAME"}
    -               -       x       x       x       x       x       x       -       x         x
gameUpdate member SAYS makeMove {"gameID": "RUNNING_GAME", "move": {"playerID": "OWN_NAME", "move": {"numObjects": 1}}}
    -               -       -       -       x       x       -       -       -       -         -
gameError moderator SAYS makeMove {"gameID": "RUNNING_GAME", "move": {"playerID": "OWN_NAME", "move": {"numObjects": 1}}}
    -               -       -       -       -       x       -       -       -       -         -
gameError user SAYS makeMove {"gameID": "RUNNING_GAME", "move": {"playerID": "OWN_NAME", "move": {"numObjects": 1}}}
    -               -       x       -       -       -       -       -       -       -         -
    absent          -       x       -       -       -       -       -       -       -         -
    another         -       x       -       -       -       -       -       -       -         -
gamerUpdate elsewhere SAYS requestLeaderboardUpdate []
    -               -       x       x       x       x       x       x       -       x         x
userUpdate owner PATCH /user/updateBiography {"biography": "b"}
    -               -       x       x       x       x       x       x       -       x         x
"#;

/// A line of a table: a call on a target, and what each role gets.
pub(super) struct Row {
    /// What stands above it, word for word.
    pub(super) head: &'static str,
    pub(super) target: &'static str,
    pub(super) cells: Vec<&'static str>,
}

pub(super) fn rows(table: &'static str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut head = "";
    for line in table.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if !line.starts_with(' ') {
            head = line;
            continue;
        }
        let cells: Vec<&str> = line.split_whitespace().collect();
        if cells == ROLES {
            continue;
        }
        assert!(TARGETS.contains(&cells[0]) && cells.len() == 1 + ROLES.len(), "a target and {} cells: {line:?}", ROLES.len());
        rows.push(Row { head, target: cells[0], cells: cells[1..].to_vec() });
    }
    rows
}

/// The call's method, path and body as the tables write them.
pub(super) fn parts(call: &str) -> (Method, &str, Option<&str>) {
    let mut parts = call.splitn(3, ' ');
    let (method, path) = (parts.next().expect("a method"), parts.next().expect("a path"));
    (method.parse().expect("a method"), path, parts.next())
}

/// A call's method and path without what is filled in.
pub(super) fn shape(method: &Method, path: &str) -> String {
    let path = path.split('?').next().unwrap_or_default();
    let parameter = path.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?.1)));
    let fixed = parameter.map_or(path.to_owned(), |(before, after)| format!("{before}{{}}{after}"));
    format!("{method} {fixed}")
}

/// What the words in capitals stand for.
type Words = BTreeMap<&'static str, String>;

/// A site with all the people and targets, to be opened anew as often as something was changed in it.
pub(super) struct World {
    database: Vec<u8>,
    /// Of each role, in their order.
    cookies: Vec<Vec<(String, String)>>,
    targets: BTreeMap<&'static str, Words>,
    /// What each role has, in their order, whatever the target.
    own: Vec<Words>,
    /// What is there for everybody.
    common: Words,
}

pub(super) fn name_of(role: &str) -> String {
    format!("{role}1")
}

pub(super) fn place_of(role: &str) -> usize {
    ROLES.iter().position(|other| *other == role).expect("a role")
}

const NOTHING: &str = "0000000000001";

impl World {
    pub(super) async fn build() -> Self {
        let site = TestSite::new();
        let mut people = vec![site.stranger()];
        for role in &ROLES[1..] {
            people.push(site.sign_up(&name_of(role)).await);
            site.clock.advance(Duration::from_millis(1));
        }
        site.sql("UPDATE users SET role = 'administrator' WHERE username = 'administrator1'");
        let another = site.sign_up("another1").await;
        let mut targets = BTreeMap::new();
        for kind in ["public", "private", "gone"] {
            targets.insert(kind, community(&site, &people, kind).await);
        }
        let ids = ["COMMUNITY", "QUESTION", "ORIGINAL", "ANSWER", "COMMENT", "MEMBERS_NOTIFICATION", "CHAT", "MESSAGE"]
            .map(|word| (word, NOTHING));
        let names = ["COMMUNITY_NAME", "TITLE", "TAG", "WRITER"].map(|word| (word, "nonesuch"));
        let absent = ids.into_iter().chain(names).map(|(word, value)| (word, value.to_owned())).collect();
        targets.insert("absent", absent);
        targets.insert("another", targets["public"].clone());
        targets.insert("oneself", Words::new());
        targets.insert("-", Words::new());
        for (target, word, value) in [
            ("absent", "SOMEBODY", "nobody1"),
            ("absent", "SESSION", NOTHING),
            ("absent", "WAITING_GAME", NOTHING),
            ("absent", "RUNNING_GAME", NOTHING),
            ("absent", "OVER_GAME", NOTHING),
            ("absent", "INVITATION", NOTHING),
            ("gone", "SOMEBODY", "deleted1"),
            ("another", "SOMEBODY", "another1"),
            ("another", "OWN_NAME", "another1"),
            ("another", "SESSION", &session_of(&another).await),
        ] {
            targets.get_mut(target).expect("a target").insert(word, value.to_owned());
        }
        people[place_of("elsewhere")].founds("elsewhere", "private").await;
        let mut common = games(&people).await;
        let invited = people[place_of("administrator")].post("/administration/createInvitation", json!({})).await.ok();
        common.insert("INVITATION", id_of(&invited["invitation"]));
        let cookies = people.iter().map(|person| person.cookies.lock().expect("cookies").clone()).collect();
        // His browser still has a session that is over.
        people[place_of("deleted")].delete("/user/deleteUser/deleted1").await.ok();
        let mut own = Vec::new();
        for (role, person) in ROLES.iter().zip(&people) {
            let words = [("OWN_NAME", name_of(role)), ("SOMEBODY", name_of(role)), ("SESSION", session_of(person).await)];
            own.push(words.into());
        }

        let copy = site.directory.path().join("world.db");
        site.sql(&format!("VACUUM INTO '{}'", copy.display()));
        let database = std::fs::read(copy).expect("the database");
        Self { database, cookies, targets, own, common }
    }

    /// The site as it was built, and its people.
    pub(super) fn open(&self) -> (TestSite, Vec<Person>) {
        let directory = TempDir::new().expect("a temporary directory");
        std::fs::write(directory.path().join("stoa.db"), &self.database).expect("the database");
        let site = TestSite::within(directory, |_| {});
        let person = |(role, cookies): (&&str, &Vec<(String, String)>)| {
            let mut person = site.stranger();
            person.name = (*role).to_owned();
            person.cookies = Mutex::new(cookies.clone());
            person
        };
        let people = ROLES.iter().zip(&self.cookies).map(person).collect();
        (site, people)
    }

    /// Puts in for the words in capitals what the target has, or else the actor: names and ids.
    pub(super) fn fill(&self, text: &str, target: &str, role: &str) -> String {
        let named = [("REQUESTER", "pending1"), ("MEMBER", "member1"), ("MODERATOR", "moderator1"), ("PASSWORD", PASSWORD)];
        let named: Words = named.map(|(word, value)| (word, value.to_owned())).into();
        let words = [&self.targets[target], &self.own[place_of(role)], &self.common, &named];
        let mut filled = String::new();
        let mut rest = text;
        while !rest.is_empty() {
            let is_capital = |c: char| c.is_ascii_uppercase() || c == '_';
            let (word, after) = rest.split_at(rest.find(|c| !is_capital(c)).unwrap_or(rest.len()));
            let value = words.iter().find_map(|words| words.get(word));
            assert!(value.is_some() || word.len() <= 2, "{target} has no {word}: {text}");
            filled += value.map_or(word, String::as_str);
            let (other, after) = after.split_at(after.find(is_capital).unwrap_or(after.len()));
            filled += other;
            rest = after;
        }
        // The braces of a path.
        if filled.starts_with('/') { filled.replace(['{', '}'], "") } else { filled }
    }
}

/// The id of somebody's session; of nothing for who has none.
async fn session_of(person: &Person) -> String {
    let sessions = person.get("/user/getSessions").await;
    if sessions.status == 200 { id_of(&sessions.ok()[0]) } else { NOTHING.to_owned() }
}

/// A game that waits, one that is running, and one that is over.
async fn games(people: &[Person]) -> Words {
    let [member, moderator] = ["member", "moderator"].map(|role| &people[place_of(role)]);
    let mut games = Words::new();
    for word in ["WAITING_GAME", "RUNNING_GAME", "OVER_GAME"] {
        let id = member.post("/games/create", json!({"gameType": "Nim"})).await.ok().as_str().expect("an id").to_owned();
        for player in [member, moderator].into_iter().filter(|_| word != "WAITING_GAME") {
            player.post("/games/join", json!({"gameID": id})).await.ok();
        }
        games.insert(word, id);
    }
    moderator.post("/games/leave", json!({"gameID": games["OVER_GAME"]})).await.ok();
    games
}

/// A community of this kind with its people, and what they have written there.
async fn community(site: &TestSite, people: &[Person], kind: &'static str) -> Words {
    let [owner, member, former] = ["owner", "member", "former"].map(|role| &people[place_of(role)]);
    let writer = site.sign_up(&format!("writer-{kind}")).await;
    let is_public = kind == "public";
    let name = format!("The {kind} community");
    let id = owner.founds(&name, if is_public { "public" } else { "private" }).await;
    for person in ["member", "moderator", "former", "deleted"].map(|role| &people[place_of(role)]).into_iter().chain([&writer]) {
        if is_public {
            person.post(&format!("/addMember/{id}"), json!({})).await.ok();
        } else {
            person.post(&format!("/addMemberRequest/{id}"), json!({})).await.ok();
            owner.post(&format!("/approveMemberRequest/{id}"), json!({"userId": id_of(&person.get("/user/me").await.ok())})).await.ok();
        }
    }
    owner.post(&format!("/addModerator/{id}"), json!({"userId": "moderator1"})).await.ok();
    if !is_public {
        people[place_of("pending")].post(&format!("/addMemberRequest/{id}"), json!({})).await.ok();
    }

    let ask = async |person: &Person, title: &str, tag: &str| {
        let body = json!({"title": title, "text": "x", "tags": [{"name": tag}], "communityId": id});
        id_of(&person.post("/question/addQuestion", body).await.ok())
    };
    let comment = async |person: &Person, post: &str| {
        let body = json!({"id": post, "type": "question", "comment": {"text": "x"}});
        id_of(&person.post("/comment/addComment", body).await.ok())
    };
    let notification = async |person: &Person| id_of(&person.get("/getNotifications").await.ok()[0]);
    let (title, tag) = (format!("{kind}lanterns"), format!("{kind}-tag"));
    let original = ask(member, "Asked before", "a").await;
    let question = ask(member, &title, &tag).await;
    let formers = ask(former, "Asked by who has left", "a").await;
    let by_writer = writer.answer(&original, "x").await;
    comment(owner, &question).await;
    comment(owner, &formers).await;
    let (members_notification, formers_notification) = (notification(member).await, notification(former).await);
    let (answer, comment) = if kind == "gone" {
        let (answer, comment) = (member.answer(&original, "x").await, comment(member, &original).await);
        member.delete_with("/answer/deleteAnswer", json!({"aid": answer})).await.ok();
        writer.delete_with("/answer/deleteAnswer", json!({"aid": by_writer})).await.ok();
        member.delete_with("/comment/deleteComment", json!({"cid": comment})).await.ok();
        member.delete_with("/question/deleteQuestion", json!({"qid": question})).await.ok();
        owner.post(&format!("/community/archiveCommunity/{id}"), json!({})).await.ok();
        (answer, comment)
    } else {
        member.post("/question/addDuplicate", json!({"qid": question, "duplicateOf": original})).await.ok();
        (member.answer(&question, "x").await, comment(member, &question).await)
    };
    if kind == "private" {
        for person in [member, former] {
            person.post("/star/addStar", json!({"qid": question})).await.ok();
        }
    }
    former.post(&format!("/community/leaveCommunity/{id}"), json!({})).await.ok();
    let mut participants = vec![writer.name.clone(), name_of("member"), name_of("moderator")];
    participants.extend((kind == "gone").then(|| name_of("deleted")));
    let message = json!({"msg": "x", "msgFrom": writer.name});
    let chat = writer.post("/chat/createChat", json!({"participants": participants, "messages": [message]})).await.ok();
    [
        ("CHAT", id_of(&chat)),
        ("MESSAGE", id_of(&chat["messages"][0])),
        ("COMMUNITY", id),
        ("COMMUNITY_NAME", name.replace(' ', "%20")),
        ("QUESTION", question),
        ("TITLE", title),
        ("TAG", tag),
        ("ORIGINAL", original),
        ("ANSWER", answer),
        ("COMMENT", comment),
        ("FORMERS_QUESTION", formers),
        ("MEMBERS_NOTIFICATION", members_notification),
        ("FORMERS_NOTIFICATION", formers_notification),
        ("WRITER", writer.name),
    ]
    .into()
}

/// A reply as the table writes it.
fn cell(reply: &Reply) -> String {
    if reply.status == 200 && reply.text == "[]" { "[]".to_owned() } else { reply.status.as_u16().to_string() }
}

#[tokio::test]
async fn every_call_answers_every_role_as_the_matrix_says() {
    let world = World::build().await;
    let (mut site, mut people) = world.open();
    let spellings: BTreeMap<String, Vec<&str>> =
        site.site.table.iter().map(|route| (shape(&route.method, route.paths[0]), route.paths.clone())).collect();
    let (mut wrong, mut cells, mut hidden) = (Vec::new(), 0, BTreeMap::new());
    for Row { head, target, cells: expected } in rows(CALLS) {
        let (method, path, body) = parts(head);
        let Some(paths) = spellings.get(&shape(&method, path)) else { continue };
        for spelling in paths {
            let fixed = |path: &str| path.find(['{', '?']).unwrap_or(path.len());
            let path = format!("{}{}", &spelling[..fixed(spelling)], &path[fixed(path)..]);
            for (place, (&role, &expected)) in ROLES.iter().zip(&expected).enumerate() {
                let body = body.map(|body| serde_json::from_str::<Value>(&world.fill(body, target, role)).expect("JSON"));
                let path = world.fill(&path, target, role);
                let mut reply = people[place].request(method.clone(), &path, body.clone()).await;
                // A machine with no time for a password says so, and is asked again.
                while reply.status == 503 {
                    reply = people[place].request(method.clone(), &path, body.clone()).await;
                }
                cells += 1;
                if cell(&reply) != expected {
                    wrong.push(format!("{head}\n    on {target} as {role}: {} instead of {expected}: {:.200}", cell(&reply), reply.text));
                }
                // What is hidden looks as if it had never been there.
                if reply.status == 404 && ["private", "absent", "gone"].contains(&target) {
                    hidden.entry((head, role)).or_insert_with(BTreeSet::new).insert(reply.text);
                }
                if reply.status == 200 && method != Method::GET {
                    (site, people) = world.open();
                }
            }
        }
    }
    drop(site);
    hidden.retain(|_, texts| texts.len() > 1);
    assert!(hidden.is_empty(), "404 says whether something is there: {hidden:?}");
    assert!(wrong.is_empty(), "{} of {cells} cells are wrong:\n{}", wrong.len(), wrong.join("\n"));
    println!("{cells} cells of calls");
}

#[tokio::test]
async fn every_call_has_its_rows_in_the_matrix() {
    let site = TestSite::new();
    let routes: BTreeSet<String> = site.site.table.iter().map(|route| shape(&route.method, route.paths[0])).collect();
    let mut covered: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for row in rows(CALLS) {
        let (method, path, _) = parts(row.head);
        let targets = covered.entry(shape(&method, path)).or_default();
        targets.insert(row.target);
        if row.head.contains("OWN_NAME") && row.cells.contains(&"403") && row.target == "another" {
            targets.insert("refused in another's name");
        }
    }
    let missing: Vec<_> = routes.iter().filter(|route| !covered.contains_key(*route)).collect();
    assert!(
        missing.is_empty(),
        "no rows for {missing:?}: write them into CALLS in src/tests/roles.rs. Above them the call as it is sent, in the \
         first of its spellings; below it a line for each of the targets that make a difference, and what each role gets"
    );
    let unknown: Vec<_> = covered.keys().filter(|call| !routes.contains(*call)).collect();
    assert!(unknown.is_empty(), "rows for what is no call (or not the first of its spellings): {unknown:?}");
    for (call, targets) in &covered {
        let has = |target: &str| targets.contains(target);
        assert!(
            ["-", "oneself"].iter().any(|target| has(target)) || ["public", "private", "absent", "gone"].iter().all(|target| has(target)),
            "{call} needs rows for public, private, absent and gone"
        );
    }
}

#[tokio::test]
async fn every_event_reaches_every_role_as_the_matrix_says() {
    let rows = rows(EVENTS);
    let covered: BTreeSet<&str> = rows.iter().map(|row| row.head.split(' ').next().expect("a name")).collect();
    let known: BTreeSet<&str> = crate::server::events::NAMES.iter().copied().collect();
    assert_eq!(
        covered, known,
        "an event without rows (or rows for none): write into EVENTS in src/tests/roles.rs who does what, and who hears of it"
    );
    // What happens to which target, and for each role the events that follow from it.
    let mut happenings: Vec<(&str, &str, Vec<Vec<&str>>)> = Vec::new();
    for Row { head, target, cells } in rows {
        let (event, happens) = head.split_once(' ').expect("an event and a call");
        let known = happenings.iter().position(|(other, other_target, _)| (*other, *other_target) == (happens, target));
        let place = known.unwrap_or_else(|| {
            happenings.push((happens, target, vec![Vec::new(); ROLES.len()]));
            happenings.len() - 1
        });
        for (events, cell) in happenings[place].2.iter_mut().zip(cells) {
            assert!(["x", "-"].contains(&cell), "{head}: {cell}");
            events.extend((cell == "x").then_some(event));
        }
    }

    let world = World::build().await;
    let (mut wrong, mut cells) = (Vec::new(), 0);
    for (happens, target, expected) in happenings {
        let (site, people) = world.open();
        let server = Listening::with(site).await;
        let mut sockets: Vec<Socket> = Vec::new();
        for person in &people {
            sockets.push(server.socket_of(person).await);
        }
        let (actor, call) = happens.split_once(' ').expect("a role and a call");
        let (method, path, body) = parts(call);
        let body = body.map(|body| serde_json::from_str(&world.fill(body, target, actor)).expect("JSON"));
        let somebody = expected.iter().position(|events| !events.is_empty());
        if method.as_str() == "SAYS" {
            let said: Value = body.expect("what is said");
            sockets[place_of(actor)].say(&format!("42[\"{path}\",{said}]")).await;
        } else {
            let reply = people[place_of(actor)].request(method, &world.fill(path, target, actor), body).await;
            assert!(reply.status == 200 || somebody.is_none(), "{happens} on {target}: {}", reply.text);
        }

        // Views are told a little later; whatever else was told before is there when they are.
        let mut heard = vec![Vec::new(); ROLES.len()];
        if let Some(somebody) = somebody {
            while heard[somebody].len() < expected[somebody].len() {
                heard[somebody].push(sockets[somebody].event().await.0);
            }
        }
        people[place_of("member")].patch("/user/updateBiography", json!({"biography": "the fence"})).await.ok();
        for ((role, socket), heard) in ROLES.iter().zip(&mut sockets).zip(&mut heard) {
            if ["nobody", "deleted"].contains(role) {
                socket.hears_nothing().await;
            } else {
                heard.extend(socket.events_until("the fence").await.into_iter().map(|(name, _)| name));
            }
        }
        for ((role, mut heard), mut expected) in ROLES.iter().zip(heard).zip(expected) {
            cells += 1;
            heard.sort();
            expected.sort_unstable();
            if heard != expected {
                wrong.push(format!("{happens}\n    on {target}: {role} heard {heard:?} instead of {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {cells} cells are wrong:\n{}", wrong.len(), wrong.join("\n"));
    println!("{cells} cells of events");
}
