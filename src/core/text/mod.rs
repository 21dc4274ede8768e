//! Validation rules for user input. Pure functions; `ui/src/lib/validation-cases.json` contains test
//! cases for both the server and the UI.
//!
//! The rules hold for new input only: imported content may be longer.

mod address;
mod compression;
mod equality;
mod formula;
pub mod limits;
mod syntax;
mod markdown;
mod links;
mod mentions;
mod slug;
pub mod html;

pub use address::ends_address;
pub use compression::{compressed, decompressed};
pub use equality::{fold, is_blank, is_ignorable};
pub use formula::{formula_at, formulas, plain_title};
pub use links::{
    edited_hyperlinks, hyperlinks, inline_pictures, mentioned_pictures, operator_hyperlinks,
    pictures,
};
pub use markdown::{
    Markdown, PICTURE, SEPARATOR, mask, mask_code, plain_text, without_spoilers, without_tables,
};
pub use mentions::{inline_mentions, mentions};
pub use slug::slug;
pub use syntax::unclosed_folds;

use crate::core::error::{Error, Result, Sentence};

/// Usernames that are reserved because they are routes, calls or misleading words.
const RESERVED_USERNAMES: &str = "
    about acceptanswer addanswer addapitoken addbot addbottoken addcomment addcommunity addduplicate addflag
    addincominghook addmember addmemberrequest addmessage addmoderator addparticipant addpasskey
    addpushdevice addquestion addreport address addsecondfactor addstar addtagsynonym addwebhook admin
    administration administrator all anonymous answer api api-docs appeal appealsuspension appointmoderator
    approvememberrequest archivecommunity assets avatar backchannel badge beginpasskey beginpasskeylogin
    beginsecondfactor blockuser changewebhook chat choosedelivery choosedevicedelivery claim claimcase
    clearallnotifications clearprofile closequestion comment communities community confirmwithpasskey
    contributions countnewusers create createbackup createchat creategamer createinvitation
    createinvitations decidecase decidesuggestededit deleteanswer deletecomment deleted deletemessage
    deletepicture deletequestion deletetag deleteuser demoteuser direct-message disableuser dismissmoderator
    dismisssecuritynotice downvoteanswer downvotequestion edit editanswer editcomment editdescription
    editmessage editpost editquestion edittagdescription embed enableuser endothersessions endsession
    everyone feeds finish flag following forgetdevices forgot forgotpassword gamer games getallcommunities
    getapitokens getavatars getbackups getbadges getblock getblockedusers getbots getbulkremovals getcard
    getchatsbyuser getcommunities getcommunity getcommunityquestions getcompletedgames getconfirmation
    getcontentremovals getcontributions getcover getdata getdecided getdeletedposts getdeliverycounts
    getdeliverypreferences getduplicates getentries getfaileddeliveries getfigures getfirstdata getfollow
    getfollows getforyou getgame getgamer getgamers gethealth getidentities getinbox getindexing
    getinvitations getleaderboard getlog getlogo getlogoutlocation getmailsettings getmember
    getmemberrequests getmembers getmentions getmessages getmessagesaround getmutedkinds getmyappeals
    getmyflags getmypictures getmysanctions getnames getnews getnotices getnotifications getownlog getpage
    getpasskeys getpermissions getpicturecounts getpictures getpictureusage getpinned getposts getpubliclog
    getpublicreach getpushsettings getquestion getquestionbyid getqueue getqueuecount getqueuededits
    getreach getreadpositions getrelatedquestions getreminders getremovals getrevisions getsanctions
    getsavedsearches getsecuritynotices getsessions getsettings getsignin getsignupchallenge getsignups
    getsimilarquestions getsite getstar getstarnotes getstars getstreak getsuggestededits getsuggestions
    getsuspensionappeal gettagbyname gettagpage gettagrevisions gettagswithquestionnumber gettaguse
    gettarget gettrust getunfinishedgames getunread getunreadchats getunreadcounts getuser getusers
    getwatchanswered getwebhookdeliveries getwebhooknames getwebhooks handovercommunity health healthz here
    history home hook inbox join leave leavecommunity log login loginwithpasskey logout mail mailinvitations
    markentryread markinboxread markinboxseen markmentionsseen marknoticesseen markread markseen me media
    mention mergequestions mergeuser messages messaging metrics moderation moderator movequestion my new
    notification null oidc openapi.json opencase picture post preview promoteuser protectquestion
    purgerevision purgetagrevision question questionpage queue readyz rejectmemberrequest rematch
    removecontent removeduplicate removeidentity removeincominghook removemailaddress removemember
    removemessage removemoderator removenewusers removepasskey removepassword removepicture removepost
    removepushdevice removesecondfactor removestar removetagsynonym removewebhook renamepasskey renametag
    renameuser renewrecoverycodes renewwebhooksecret reopenquestion report resenddelivery reset
    resetpassword resetsecondfactor resetsignin restorepost restoretag revokeapitoken revokebottoken
    revokeinvitation robots.txt root search searchmessages sendtestmail sendwebhookagain setavatar
    setcommunityavatar setdeliverytimes setfollow setindexing setlock setmail setmailaddress setmutedkind
    setpin setpreferences setreading setsearch setsettings setstarnote settings setup setwatchanswered
    setwiki signup silenceuser site sitemap.xml sitemaps socket.io star start startconfirmation startlink
    stoa suggestedit support suspenduser system tag tagpage tags takeoverbot testwebhook u unacceptanswer
    unarchivecommunity unblockuser undefined undeleteanswer undeletecomment undeletequestion undo
    undobulkremoval undodecision undomerge undomove unprotectquestion unsubscribe unvouchuser
    updatebiography updategamerinfo upload upvoteanswer upvotequestion usepasswordlink user users verify
    verifymailaddress viewnotification vouchuser warnuser webhook withdrawflag withdrawsuggestededit
";

/// Normalizes a text for storage: `\n` ends lines, and there are no control characters except `\n`
/// and the tab. A text without a visible character becomes empty. Rejects NUL with 400.
pub fn clean(text: &str) -> Result<String> {
    if text.contains('\0') {
        return Err(Sentence::InvalidCharacter.into());
    }
    if is_blank(text) {
        return Ok(String::new());
    }
    Ok(text
        .replace("\r\n", "\n")
        .replace('\r', "\n")
        .chars()
        .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'))
        .collect())
}

/// Returns whether a character overrides or isolates the direction of the text after it, and so can
/// reorder what others see. The marks, which affect only their own place, do not.
fn is_direction_control(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Normalizes a text for storage on one line, without direction controls.
fn one_line(text: &str) -> Result<String> {
    Ok(clean(text)?
        .replace(is_direction_control, "")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" "))
}

fn bounded(text: &str, limit: usize, empty: Sentence, too_long: Sentence) -> Result<String> {
    let text = clean(text)?;
    if text.trim().is_empty() {
        return Err(empty.into());
    }
    if text.chars().count() > limit {
        return Err(too_long.into());
    }
    Ok(text)
}

/// Validates a client-chosen idempotency key: a post or message with the same key is stored once,
/// however often the client sends it. An empty key counts as none.
pub fn nonce(nonce: Option<String>) -> Result<Option<String>> {
    let nonce = nonce.filter(|nonce| !nonce.is_empty());
    if nonce
        .as_ref()
        .is_some_and(|nonce| nonce.len() > limits::NONCE)
    {
        return Err(Error::with(
            Sentence::Malformed,
            format_args!("a nonce has at most {} bytes", limits::NONCE),
        ));
    }
    Ok(nonce)
}

/// Validates a question's title. Returns it trimmed and on one line.
pub fn title(text: &str) -> Result<String> {
    let line = one_line(text)?;
    bounded(
        &line,
        limits::TITLE,
        Sentence::TitleEmpty,
        Sentence::TitleTooLong,
    )
}

/// Validates a new question's Markdown.
pub fn question_text(text: &str) -> Result<String> {
    edited_question_text(text, "")
}

/// Validates a question's Markdown, which may keep any links of the version `before`.
pub fn edited_question_text(text: &str, before: &str) -> Result<String> {
    let text = bounded(
        text,
        limits::QUESTION_TEXT,
        Sentence::QuestionTextEmpty,
        Sentence::QuestionTextTooLong,
    )?;
    edited_hyperlinks(&text, before)?;
    Ok(text)
}

/// Validates a new answer's Markdown.
pub fn answer_text(text: &str) -> Result<String> {
    edited_answer_text(text, "")
}

/// Validates an answer's Markdown, which may keep any links of the version `before`.
pub fn edited_answer_text(text: &str, before: &str) -> Result<String> {
    let text = bounded(
        text,
        limits::ANSWER_TEXT,
        Sentence::AnswerTextEmpty,
        Sentence::AnswerTextTooLong,
    )?;
    edited_hyperlinks(&text, before)?;
    Ok(text)
}

/// Validates a comment's text.
pub fn comment_text(text: &str) -> Result<String> {
    bounded(
        text,
        limits::COMMENT_TEXT,
        Sentence::CommentTextEmpty,
        Sentence::CommentTextTooLong,
    )
}

/// Validates a chat message.
pub fn message(text: &str) -> Result<String> {
    bounded(
        text,
        limits::MESSAGE,
        Sentence::MessageEmpty,
        Sentence::MessageTooLong,
    )
}

/// Validates the Markdown of a tag's description, which may be empty and may keep any links of the version
/// `before`.
pub fn tag_description(text: &str, before: &str) -> Result<String> {
    let text = clean(text)?.trim().to_owned();
    if text.chars().count() > limits::TAG_DESCRIPTION {
        return Err(Sentence::TagDescriptionTooLong.into());
    }
    edited_hyperlinks(&text, before)?;
    Ok(text)
}

/// Validates a biography, which may be empty.
pub fn biography(text: &str) -> Result<String> {
    let text = clean(text)?;
    if text.chars().count() > limits::BIOGRAPHY {
        Err(Sentence::BiographyTooLong.into())
    } else {
        Ok(text)
    }
}

/// Validates a community's name. Returns it trimmed and on one line.
pub fn community_name(text: &str) -> Result<String> {
    let line = one_line(text)?;
    bounded(
        &line,
        limits::COMMUNITY_NAME,
        Sentence::CommunityNameEmpty,
        Sentence::CommunityNameTooLong,
    )
}

/// Validates a community's description, which may be empty. Returns it trimmed.
pub fn community_description(text: &str) -> Result<String> {
    let text = clean(text)?.trim().to_owned();
    if text.chars().count() > limits::COMMUNITY_DESCRIPTION {
        Err(Sentence::DescriptionTooLong.into())
    } else {
        Ok(text)
    }
}

/// Validates an administrator's reason for a removal. Returns it trimmed.
pub fn reason(text: &str) -> Result<String> {
    let text = clean(text)?.trim().to_owned();
    bounded(
        &text,
        limits::REASON,
        Sentence::ReasonEmpty,
        Sentence::ReasonTooLong,
    )
}

/// Validates a reason that may be empty. Returns it trimmed.
pub fn optional_reason(text: &str) -> Result<String> {
    let text = clean(text)?.trim().to_owned();
    if text.chars().count() > limits::REASON {
        return Err(Sentence::ReasonTooLong.into());
    }
    Ok(text)
}

/// Validates what an appeal says. Returns it trimmed.
pub fn appeal(text: &str) -> Result<String> {
    let text = clean(text)?.trim().to_owned();
    bounded(
        &text,
        limits::APPEAL,
        Sentence::AppealEmpty,
        Sentence::AppealTooLong,
    )
}

/// Validates what a report says, which may be empty unless it is needed. Returns it trimmed.
pub fn flag_text(text: &str, is_needed: bool) -> Result<String> {
    let text = clean(text)?.trim().to_owned();
    if text.is_empty() && !is_needed {
        return Ok(text);
    }
    bounded(
        &text,
        limits::REASON,
        Sentence::FlagTextEmpty,
        Sentence::ReasonTooLong,
    )
}

/// Validates what a visitor reports. Returns it trimmed.
pub fn report_text(text: &str) -> Result<String> {
    let text = within(clean(text)?.trim().to_owned(), limits::REPORT_TEXT)?;
    if text.is_empty() {
        return Err(Sentence::FlagTextEmpty.into());
    }
    Ok(text)
}

/// Validates the note of an invitation, which may be empty. Returns it trimmed and on one line.
pub fn invitation_note(text: &str) -> Result<String> {
    let line = one_line(text)?;
    if line.chars().count() > limits::INVITATION_NOTE {
        Err(Sentence::NoteTooLong.into())
    } else {
        Ok(line)
    }
}

/// Validates the name of a passkey. Returns it trimmed and on one line.
pub fn passkey_name(text: &str) -> Result<String> {
    let line = one_line(text)?;
    if line.is_empty() {
        Err(Sentence::PasskeyNameEmpty.into())
    } else if line.chars().count() > limits::PASSKEY_NAME {
        Err(Sentence::PasskeyNameTooLong.into())
    } else {
        Ok(line)
    }
}

/// Validates the name of an API token. Returns it trimmed and on one line.
pub fn token_name(text: &str) -> Result<String> {
    label(text, Sentence::TokenNameEmpty, Sentence::TokenNameTooLong)
}

/// Validates the name of a webhook. Returns it trimmed and on one line.
pub fn webhook_name(text: &str) -> Result<String> {
    label(
        text,
        Sentence::WebhookNameEmpty,
        Sentence::WebhookNameTooLong,
    )
}

fn label(text: &str, empty: Sentence, too_long: Sentence) -> Result<String> {
    let line = one_line(text)?;
    if line.is_empty() {
        Err(empty.into())
    } else if line.chars().count() > limits::LABEL {
        Err(too_long.into())
    } else {
        Ok(line)
    }
}

/// Validates a line of the site's settings, which may be empty. Returns it trimmed.
pub fn site_line(text: &str, limit: usize) -> Result<String> {
    within(one_line(text)?, limit)
}

/// Validates a Markdown text of the site's settings, which may be empty. Returns it trimmed. Its links are
/// those of [`operator_hyperlinks`].
pub fn site_text(text: &str, limit: usize, base_url: &str) -> Result<String> {
    let text = within(clean(text)?.trim().to_owned(), limit)?;
    operator_hyperlinks(&text, base_url)?;
    Ok(text)
}

fn within(text: String, limit: usize) -> Result<String> {
    if text.chars().count() > limit {
        Err(Error::with(Sentence::SiteTextTooLong, limit))
    } else {
        Ok(text)
    }
}

/// Validates an e-mail address. Returns it trimmed. Rejects what is rare and has surprised mail servers:
/// quotes, comments, addresses of hosts and letters beyond ASCII.
pub fn mail_address(text: &str) -> Result<String> {
    let text = clean(text)?;
    let text = text.trim();
    let is_safe =
        |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~.".contains(&byte);
    let has_form = text.split_once('@').is_some_and(|(name, domain)| {
        name.len() <= 64 && domain.contains('.') && name.bytes().chain(domain.bytes()).all(is_safe)
    });
    if text.len() <= limits::MAIL_ADDRESS && has_form && text.parse::<lettre::Address>().is_ok() {
        Ok(text.to_owned())
    } else {
        Err(Sentence::MailAddressInvalid.into())
    }
}

/// Validates a search to save. Returns it trimmed.
pub fn saved_search(text: &str) -> Result<String> {
    bounded(
        &one_line(text)?,
        limits::SAVED_SEARCH,
        Sentence::SearchEmpty,
        Sentence::SearchTooLong,
    )
}

/// Validates the note of a star, which may be empty. Returns it trimmed.
pub fn star_note(text: &str) -> Result<String> {
    let text = clean(text)?.trim().to_owned();
    if text.chars().count() > limits::STAR_NOTE {
        Err(Sentence::StarNoteTooLong.into())
    } else {
        Ok(text)
    }
}

/// Validates a question's tags. Returns them in their order, without those that equal an earlier one, and
/// the main tag for a synonym, which `main` returns.
pub fn tags<'a>(
    names: impl IntoIterator<Item = &'a str>,
    main: impl Fn(&str) -> Result<Option<String>>,
) -> Result<Vec<String>> {
    let mut written: Vec<String> = Vec::new();
    let mut tags: Vec<String> = Vec::new();
    for name in names {
        let name = name.replace(is_direction_control, "");
        let name = name.trim();
        if is_blank(name) {
            continue;
        }
        let key = fold(name);
        if written.contains(&key) {
            continue;
        }
        written.push(key);
        let name = main(name)?.unwrap_or_else(|| name.to_owned());
        if tags.iter().any(|tag| fold(tag) == fold(&name)) {
            continue;
        }
        if tags.len() == limits::TAGS {
            return Err(Sentence::TagsTooMany.into());
        }
        tags.push(name);
    }
    if tags.is_empty() {
        return Err(Sentence::TagsMissing.into());
    }
    for tag in &tags {
        if tag.chars().count() > limits::TAG {
            return Err(Sentence::TagTooLong.into());
        }
        if tag.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(Sentence::TagInvalid.into());
        }
        if !has_path(tag) {
            return Err(Sentence::TagWithoutPath.into());
        }
    }
    Ok(tags)
}

/// Returns whether a tag can be a part of a path. Proxies resolve dots, and split or refuse a part with a slash.
fn has_path(tag: &str) -> bool {
    let key = fold(tag);
    !matches!(key.as_str(), "." | "..") && !key.contains('/')
}

/// Validates the name of a tag. Returns it trimmed.
pub fn tag(name: &str) -> Result<String> {
    Ok(tags([name], |_| Ok(None))?.swap_remove(0))
}

/// Returns the key for comparing usernames by their looks, the same as the column of that name.
pub fn lookalike_key(name: &str) -> String {
    fold(name)
        .replace("rn", "m")
        .replace(['1', 'i'], "l")
        .replace('0', "o")
}

/// Validates the username of a new account. Rejects a lookalike of a reserved name with 409.
pub fn username(name: &str) -> Result<()> {
    username_form(name)?;
    if is_reserved(name) {
        return Err(Sentence::UsernameReserved.into());
    }
    let key = lookalike_key(name);
    if reserved_usernames().any(|reserved| lookalike_key(reserved) == key) {
        return Err(Sentence::UsernameTaken.into());
    }
    Ok(())
}

/// Validates the characters and the length of a username.
pub fn username_form(name: &str) -> Result<()> {
    let bytes = name.as_bytes();
    let inner = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    let ends = |b: Option<&u8>| b.is_some_and(u8::is_ascii_alphanumeric);
    if !(2..=32).contains(&bytes.len())
        || !bytes.iter().all(inner)
        || !ends(bytes.first())
        || !ends(bytes.last())
    {
        return Err(Sentence::UsernameInvalid.into());
    }
    Ok(())
}

/// Validates a username that the operator chooses. Unlike users, the operator may choose `admin`.
pub fn operator_username(name: &str) -> Result<()> {
    let is_administrator = ["admin", "administrator"].contains(&fold(name).as_str());
    if is_administrator {
        Ok(())
    } else {
        username(name)
    }
}

/// Returns whether a name is reserved.
pub fn is_reserved(name: &str) -> bool {
    let name = fold(name);
    reserved_usernames().any(|reserved| reserved == name)
}

fn reserved_usernames() -> impl Iterator<Item = &'static str> {
    RESERVED_USERNAMES.split_whitespace()
}
