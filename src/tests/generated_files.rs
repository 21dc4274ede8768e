//! Generated files that both sides of the wire share. They are committed, and these tests keep them fresh.

use std::fmt::Write as _;
use std::path::Path;

use axum::body::Body;
use axum::http::Request;
use ts_rs::TS;

use super::{TestSite, check_fresh, repository};
use crate::app::server::events;
use crate::core::config::BaseUrl;
use crate::core::error::Sentence;
use crate::core::text::{self, limits};
use crate::features::cases::{Ask, CaseKind, QueueUpdate};
use crate::features::chats::{
    Chat, ChatChange, ChatLeft, ChatPresence, ChatRead, ChatTyping, ChatUpdate, ReadPosition,
    UnreadChats,
};
use crate::features::communities::{
    Community, CommunityCard, CommunityChange, CommunityUpdate, Member, MemberRequest, Visibility,
};
use crate::features::flags::model::{
    Decision, FlagCase, FlagReason, FlagUpdate, FlaggedContent, MyFlag, NeighbouringMessage,
    QueueCount, QueuedFlag, VisitorReport,
};
use crate::features::flags::moderation_log::{
    DecidedReport, OwnLogEntry, OwnNotices, PublicLogEntry,
};
use crate::features::following::model::{
    Follow, FollowKind, FollowReply, FollowState, FollowedObject, InboxItem, News,
};
use crate::features::games::nim::{NimMove, NimState};
use crate::features::games::{
    GameError, GameInstance, GameState, GameStatus, GameType, GameUpdate, Gamer, GamerUpdate,
    Streak,
};
use crate::features::mail::routes::Unsubscribed;
use crate::features::mentions::model::{Mention, MentionKind, MentionUpdate};
use crate::features::messages::{
    FoundMessage, FoundMessages, Message, MessageEdited, MessageKind, MessageRemoved,
    MessageUpdate, MessagesAround, Quote, ReadState, SearchEnd,
};
use crate::features::notifications::{
    Notification, NotificationChange, NotificationUpdate, UpdateType,
};
use crate::features::pictures::access::{
    MemberPictures, PictureCounts, PictureRecord, PictureUse, UnusedPictures,
};
use crate::features::pictures::{
    Picture, PictureDeleted, PictureKind, PictureSize, PictureType, PictureUsage, PicturesToday,
};
use crate::features::profiles::Profile;
use crate::features::profiles::avatars::model::{AvatarOf, AvatarUpdate, Avatars};
use crate::features::push::{PushDevice, PushSettings};
use crate::features::questions::events::{
    AnswerUpdate, CommentUpdate, QuestionUpdate, ViewsUpdate, VoteUpdate,
};
use crate::features::questions::for_you::ForYou;
use crate::features::questions::model::{
    Answer, Attribution, AuthoredPost, Comment, DeletedPost, Duplicate, EditedPost, LinkedQuestion,
    Pin, PinKind, PostKind, PurgedRevision, Question, QuestionCard, QuestionPermissions, Removal,
    RemovalKind, Revision, Tag, TagCount, Undoable, VoteReply,
};
use crate::features::questions::model::{ContentRemoval, RemovedSpan};
use crate::features::questions::moderation::close_reason::CloseReason;
use crate::features::questions::routes::first_data::FirstData;
use crate::features::questions::suggestions::{
    SuggestedCommunity, SuggestedQuestion, SuggestedTag, Suggestions,
};
use crate::features::sanctions::model::{
    Appeal, AppealOutcome, AppealedAction, OwnSanction, Sanction, SanctionKind,
    SuspensionAppealState, Undone,
};
use crate::features::search::model::SearchMatch;
use crate::features::signup::proof::SignupChallenge;
use crate::features::signup::wave::SignupWave;
use crate::features::signup::{Signups, WaitingReply};
use crate::features::stars::model::{Reminder, Reminders, StarNote, StarReply};
use crate::features::tags::model::{TagDescription, TagPage, TagSynonyms, TopQuestion};
use crate::features::trust::model::{HoldReason, HoldSignal, MemberTrust};
use crate::features::users::admin_log::{
    AdminAction, AdminLogEntry, AdminTargetKind, ModerationNotice,
};
use crate::features::users::badges::{AwardedBadge, Badge, BadgeAwarded};
use crate::features::users::blocks::model::BlockReply;
use crate::features::users::contributions::model::Contribution;
use crate::features::users::{AdminUserView, BulkRemoval, NewAccounts, Role};
use crate::features::users::{DeliveryPreferences, MailSettings, VerifiedAddress};
use crate::features::users::{Invitation, NewInvitation};
use crate::features::users::{NoticeKind, PasswordLink, SecurityNotice};
use crate::features::users::{Session, User, UserChange, UserUpdate};
use crate::operations::administration::mail_routes::TestMailResult;
use crate::operations::administration::{
    AdminCommunityView, Backup, BackupContent, Health, SessionInfo, Setting,
};
use crate::platform::outbox::{
    Channel, DeliveryChoice, DeliveryCounts, DeliveryKind, FailedDelivery,
};
use crate::platform::realtime::Changed;
use crate::platform::settings::{
    Announcement, AnnouncementKind, PublicSite, SettingKey, SettingValue, SiteFeatures, SiteMail,
    SitePage, SiteUpdate,
};

const HEAD: &str = "// Generated from the Rust types by `cargo test`, which rewrites a stale file. Do not edit.\n\n";

fn declare<T: TS>(text: &mut String, config: &ts_rs::Config) {
    writeln!(text, "export {}\n", T::decl(config)).expect("text");
}

#[test]
fn the_ui_knows_the_types_and_the_limits() {
    let config = ts_rs::Config::default();
    let mut text = HEAD.to_owned();
    declare::<User>(&mut text, &config);
    declare::<Session>(&mut text, &config);
    declare::<Role>(&mut text, &config);
    declare::<AdminUserView>(&mut text, &config);
    declare::<NewAccounts>(&mut text, &config);
    declare::<BulkRemoval>(&mut text, &config);
    declare::<SignupChallenge>(&mut text, &config);
    declare::<WaitingReply>(&mut text, &config);
    declare::<SignupWave>(&mut text, &config);
    declare::<Signups>(&mut text, &config);
    declare::<Attribution>(&mut text, &config);
    declare::<Tag>(&mut text, &config);
    declare::<TagCount>(&mut text, &config);
    declare::<Comment>(&mut text, &config);
    declare::<Answer>(&mut text, &config);
    declare::<CloseReason>(&mut text, &config);
    declare::<EditedPost>(&mut text, &config);
    declare::<Question>(&mut text, &config);
    declare::<PictureSize>(&mut text, &config);
    declare::<Profile>(&mut text, &config);
    declare::<PictureType>(&mut text, &config);
    declare::<Picture>(&mut text, &config);
    declare::<PictureDeleted>(&mut text, &config);
    declare::<PicturesToday>(&mut text, &config);
    declare::<PictureUsage>(&mut text, &config);
    declare::<PictureKind>(&mut text, &config);
    declare::<PictureUse>(&mut text, &config);
    declare::<PictureRecord>(&mut text, &config);
    declare::<UnusedPictures>(&mut text, &config);
    declare::<MemberPictures>(&mut text, &config);
    declare::<PictureCounts>(&mut text, &config);
    declare::<AvatarOf>(&mut text, &config);
    declare::<Avatars>(&mut text, &config);
    declare::<AvatarUpdate>(&mut text, &config);
    declare::<FirstData>(&mut text, &config);
    declare::<ForYou>(&mut text, &config);
    declare::<SearchMatch>(&mut text, &config);
    declare::<QuestionCard>(&mut text, &config);
    declare::<VoteReply>(&mut text, &config);
    declare::<Revision>(&mut text, &config);
    declare::<PurgedRevision>(&mut text, &config);
    declare::<PostKind>(&mut text, &config);
    declare::<AuthoredPost>(&mut text, &config);
    declare::<RemovalKind>(&mut text, &config);
    declare::<DeletedPost>(&mut text, &config);
    declare::<Removal>(&mut text, &config);
    declare::<AdminAction>(&mut text, &config);
    declare::<AdminTargetKind>(&mut text, &config);
    declare::<AdminLogEntry>(&mut text, &config);
    declare::<Duplicate>(&mut text, &config);
    declare::<LinkedQuestion>(&mut text, &config);
    declare::<PinKind>(&mut text, &config);
    declare::<Pin>(&mut text, &config);
    declare::<Undoable>(&mut text, &config);
    declare::<QuestionPermissions>(&mut text, &config);
    declare::<SuggestedQuestion>(&mut text, &config);
    declare::<SuggestedCommunity>(&mut text, &config);
    declare::<SuggestedTag>(&mut text, &config);
    declare::<Suggestions>(&mut text, &config);
    declare::<Visibility>(&mut text, &config);
    declare::<crate::features::users::UserReference>(&mut text, &config);
    declare::<MemberRequest>(&mut text, &config);
    declare::<Community>(&mut text, &config);
    declare::<CommunityCard>(&mut text, &config);
    declare::<Member>(&mut text, &config);
    declare::<AdminCommunityView>(&mut text, &config);
    declare::<SessionInfo>(&mut text, &config);
    declare::<Invitation>(&mut text, &config);
    declare::<NewInvitation>(&mut text, &config);
    declare::<PasswordLink>(&mut text, &config);
    declare::<NoticeKind>(&mut text, &config);
    declare::<SecurityNotice>(&mut text, &config);
    declare::<Channel>(&mut text, &config);
    declare::<DeliveryKind>(&mut text, &config);
    declare::<DeliveryChoice>(&mut text, &config);
    declare::<DeliveryPreferences>(&mut text, &config);
    declare::<DeliveryCounts>(&mut text, &config);
    declare::<FailedDelivery>(&mut text, &config);
    declare::<MailSettings>(&mut text, &config);
    declare::<VerifiedAddress>(&mut text, &config);
    declare::<Unsubscribed>(&mut text, &config);
    declare::<PushDevice>(&mut text, &config);
    declare::<PushSettings>(&mut text, &config);
    declare::<BackupContent>(&mut text, &config);
    declare::<Backup>(&mut text, &config);
    declare::<Health>(&mut text, &config);
    declare::<StarReply>(&mut text, &config);
    declare::<StarNote>(&mut text, &config);
    declare::<Reminder>(&mut text, &config);
    declare::<Reminders>(&mut text, &config);
    declare::<News>(&mut text, &config);
    declare::<FollowKind>(&mut text, &config);
    declare::<FollowState>(&mut text, &config);
    declare::<FollowReply>(&mut text, &config);
    declare::<FollowedObject>(&mut text, &config);
    declare::<Follow>(&mut text, &config);
    declare::<InboxItem>(&mut text, &config);
    declare::<TagDescription>(&mut text, &config);
    declare::<TagPage>(&mut text, &config);
    declare::<TagSynonyms>(&mut text, &config);
    declare::<TopQuestion>(&mut text, &config);
    declare::<BlockReply>(&mut text, &config);
    declare::<MemberTrust>(&mut text, &config);
    declare::<HoldSignal>(&mut text, &config);
    declare::<HoldReason>(&mut text, &config);
    declare::<CaseKind>(&mut text, &config);
    declare::<Ask>(&mut text, &config);
    declare::<FlagReason>(&mut text, &config);
    declare::<Decision>(&mut text, &config);
    declare::<MyFlag>(&mut text, &config);
    declare::<VisitorReport>(&mut text, &config);
    declare::<QueuedFlag>(&mut text, &config);
    declare::<NeighbouringMessage>(&mut text, &config);
    declare::<FlaggedContent>(&mut text, &config);
    declare::<SanctionKind>(&mut text, &config);
    declare::<Sanction>(&mut text, &config);
    declare::<OwnSanction>(&mut text, &config);
    declare::<RemovedSpan>(&mut text, &config);
    declare::<ContentRemoval>(&mut text, &config);
    declare::<Undone>(&mut text, &config);
    declare::<AppealOutcome>(&mut text, &config);
    declare::<Appeal>(&mut text, &config);
    declare::<SuspensionAppealState>(&mut text, &config);
    declare::<AppealedAction>(&mut text, &config);
    declare::<FlagCase>(&mut text, &config);
    declare::<FlagUpdate>(&mut text, &config);
    declare::<QueueCount>(&mut text, &config);
    declare::<QueueUpdate>(&mut text, &config);
    declare::<ModerationNotice>(&mut text, &config);
    declare::<Contribution>(&mut text, &config);
    declare::<UpdateType>(&mut text, &config);
    declare::<Notification>(&mut text, &config);
    declare::<MentionKind>(&mut text, &config);
    declare::<Mention>(&mut text, &config);
    declare::<MessageKind>(&mut text, &config);
    declare::<Quote>(&mut text, &config);
    declare::<Message>(&mut text, &config);
    declare::<MessagesAround>(&mut text, &config);
    declare::<FoundMessage>(&mut text, &config);
    declare::<SearchEnd>(&mut text, &config);
    declare::<FoundMessages>(&mut text, &config);
    declare::<ReadState>(&mut text, &config);
    declare::<MessageRemoved>(&mut text, &config);
    declare::<Chat>(&mut text, &config);
    declare::<UnreadChats>(&mut text, &config);
    declare::<QuestionUpdate>(&mut text, &config);
    declare::<ViewsUpdate>(&mut text, &config);
    declare::<AnswerUpdate>(&mut text, &config);
    declare::<CommentUpdate>(&mut text, &config);
    declare::<VoteUpdate>(&mut text, &config);
    declare::<UserChange>(&mut text, &config);
    declare::<UserUpdate>(&mut text, &config);
    declare::<CommunityChange>(&mut text, &config);
    declare::<CommunityUpdate>(&mut text, &config);
    declare::<NotificationChange>(&mut text, &config);
    declare::<NotificationUpdate>(&mut text, &config);
    declare::<MentionUpdate>(&mut text, &config);
    declare::<Badge>(&mut text, &config);
    declare::<AwardedBadge>(&mut text, &config);
    declare::<BadgeAwarded>(&mut text, &config);
    declare::<OwnLogEntry>(&mut text, &config);
    declare::<DecidedReport>(&mut text, &config);
    declare::<OwnNotices>(&mut text, &config);
    declare::<PublicLogEntry>(&mut text, &config);
    declare::<MessageUpdate>(&mut text, &config);
    declare::<MessageEdited>(&mut text, &config);
    declare::<ChatChange>(&mut text, &config);
    declare::<ChatUpdate>(&mut text, &config);
    declare::<ChatLeft>(&mut text, &config);
    declare::<ReadPosition>(&mut text, &config);
    declare::<ChatRead>(&mut text, &config);
    declare::<ChatPresence>(&mut text, &config);
    declare::<ChatTyping>(&mut text, &config);
    declare::<GameType>(&mut text, &config);
    declare::<GameStatus>(&mut text, &config);
    declare::<NimMove>(&mut text, &config);
    declare::<NimState>(&mut text, &config);
    declare::<GameState>(&mut text, &config);
    declare::<GameInstance>(&mut text, &config);
    declare::<Gamer>(&mut text, &config);
    declare::<Streak>(&mut text, &config);
    declare::<GameUpdate>(&mut text, &config);
    declare::<GameError>(&mut text, &config);
    declare::<GamerUpdate>(&mut text, &config);
    declare::<Changed>(&mut text, &config);
    declare::<SettingKey>(&mut text, &config);
    declare::<SettingValue>(&mut text, &config);
    declare::<SiteMail>(&mut text, &config);
    declare::<TestMailResult>(&mut text, &config);
    declare::<Setting>(&mut text, &config);
    declare::<AnnouncementKind>(&mut text, &config);
    declare::<Announcement>(&mut text, &config);
    declare::<SitePage>(&mut text, &config);
    declare::<SiteFeatures>(&mut text, &config);
    declare::<PublicSite>(&mut text, &config);
    declare::<SiteUpdate>(&mut text, &config);
    text += "/** Everything that the server pushes. */\n";
    text += &events::typescript(&config);
    text += "\n/** Limits of what people write, in characters unless it says otherwise. */\nexport const limits = {\n";
    for (name, limit) in [
        ("title", limits::TITLE),
        ("tags", limits::TAGS),
        ("tag", limits::TAG),
        ("questionText", limits::QUESTION_TEXT),
        ("answerText", limits::ANSWER_TEXT),
        ("commentText", limits::COMMENT_TEXT),
        ("message", limits::MESSAGE),
        ("participants", limits::PARTICIPANTS),
        ("tagDescription", limits::TAG_DESCRIPTION),
        ("biography", limits::BIOGRAPHY),
        ("communityName", limits::COMMUNITY_NAME),
        ("communityDescription", limits::COMMUNITY_DESCRIPTION),
        ("password", limits::PASSWORD),
        ("reason", limits::REASON),
        ("invitationNote", limits::INVITATION_NOTE),
        ("mailAddress", limits::MAIL_ADDRESS),
    ] {
        writeln!(text, "  {name}: {limit},").expect("text");
    }
    text += "} as const;\n";
    // Apart, because only a dialog loads it.
    let limit = limits::STAR_NOTE;
    writeln!(text, "\nexport const starNoteLimit = {limit};").expect("text");
    let limit = limits::APPEAL;
    writeln!(text, "export const appealLimit = {limit};").expect("text");
    // Apart, because only the administration page loads them.
    text += "\nexport const settingLimits = {\n";
    for (name, limit) in [
        ("title", limits::SITE_TITLE),
        ("welcome", limits::WELCOME),
        ("page", limits::SITE_PAGE),
        ("announcement", limits::ANNOUNCEMENT),
        ("blockedList", limits::BLOCKED_LIST),
        ("blocked", limits::BLOCKED),
    ] {
        writeln!(text, "  {name}: {limit},").expect("text");
    }
    text += "} as const;\n\n/** The smallest and the largest value of settings that are numbers. */\nexport const settingBounds = {\n";
    for key in SettingKey::ALL {
        if let Some(bounds) = key.bounds() {
            let (name, start, end) = (key.word(), bounds.start(), bounds.end());
            writeln!(text, "  {name}: [{start}, {end}],").expect("text");
        }
    }
    text += "} as const;\n";
    let (line, report) = (limits::REPORT_LINE, limits::REPORT_TEXT);
    writeln!(
        text,
        "\nexport const reportLimits = {{ line: {line}, text: {report} }} as const;"
    )
    .expect("text");
    check_fresh(Path::new("ui/src/api/generated.ts"), &text);
}

/// One constant each: a page loads only those that it says by itself.
#[test]
fn the_ui_knows_the_sentences() {
    let mut text =
        HEAD.to_owned() + "// Error messages of the server that the UI shows by itself too.\n\n";
    for sentence in Sentence::ALL {
        let name = format!("{sentence:?}");
        let name = name[..1].to_lowercase() + &name[1..];
        writeln!(text, "export const {name} = {};", quoted(sentence.text())).expect("text");
    }
    check_fresh(Path::new("ui/src/api/sentences.ts"), &text);
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

#[tokio::test]
async fn the_openapi_document_is_served_and_committed() {
    let site = TestSite::new();
    let served = site.visitor().get("/openapi.json").await.ok();
    check_fresh(Path::new("docs/openapi.json"), &format!("{served:#}\n"));
    let paths = served["paths"].as_object().expect("paths");
    let spellings: usize = site.site.table.iter().map(|route| route.paths.len()).sum();
    let operations: usize = paths
        .values()
        .map(|item| item.as_object().expect("an item").len())
        .sum();
    assert_eq!(
        operations, spellings,
        "every spelling of every call is in the document once"
    );
    let aliases = paths
        .values()
        .flat_map(|item| item.as_object().expect("an item").values())
        .filter_map(|call| call["x-alias-of"].as_str());
    assert_eq!(
        site.site.table.len()
            + aliases
                .inspect(|path| assert!(paths.contains_key(*path), "{path}"))
                .count(),
        spellings
    );
    // A name of its own in the path is no subject of its own.
    for call in [&paths["/join"]["post"], &paths["/games/join"]["post"]] {
        assert_eq!(call["tags"], serde_json::json!(["games"]));
    }
    assert_eq!(served["servers"], serde_json::json!([{"url": "/"}]));
}

#[tokio::test]
async fn the_openapi_document_of_a_site_below_a_path_says_where_the_calls_are() {
    let site = TestSite::with(|config| {
        config.server.base_url = BaseUrl::parse("https://qa.example/forum").expect("an address");
    });
    let request = Request::get("/forum/openapi.json")
        .header("host", "qa.example")
        .body(Body::empty())
        .expect("a request");
    let served = site.visitor().send(request).await.ok();
    assert_eq!(served["servers"], serde_json::json!([{"url": "/forum"}]));
}

/// The rules of the forms, which `ui/src/lib` implements too.
#[test]
fn the_forms_rules_are_those_of_the_shared_cases() {
    let path = repository().join("ui/src/lib/validation-cases.json");
    let cases = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cases: Vec<serde_json::Value> = serde_json::from_str(&cases).expect("JSON");
    assert!(cases.len() >= 60);
    let mut wrong = Vec::new();
    for case in &cases {
        let input = case["input"].as_str().expect("an input");
        let result = match case["rule"].as_str().expect("a rule") {
            "title" => text::title(input).map(drop),
            "questionText" => text::question_text(input).map(drop),
            "answerText" => text::answer_text(input).map(drop),
            "commentText" => text::comment_text(input).map(drop),
            "message" => text::message(input).map(drop),
            "hyperlinks" => text::hyperlinks(input),
            "tags" => text::tags(input.split_whitespace(), |_| Ok(None)).map(drop),
            "communityName" => text::community_name(input).map(drop),
            "username" => text::username(input),
            rule => panic!("no such rule: {rule}"),
        };
        let error = result.err().map(|error| error.text());
        if error.as_deref() != case["error"].as_str() {
            wrong.push(format!(
                "{} {input:?}: {error:?} instead of {}",
                case["rule"], case["error"]
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "make these agree in text.rs and ui/src/lib:\n{}",
        wrong.join("\n")
    );
}
