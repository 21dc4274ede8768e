//! What a message says: what may be read when it is sent.

use super::access::SendingRight;
use super::store::Waiting;
use super::store::rights::community_name;
use crate::core::clock::Timestamp;
use crate::core::config::Config;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::questions::model::PostKind;
use crate::features::questions::store::{content, load, tags};
use crate::features::users;
use crate::platform::db::Read;
use crate::platform::outbox::SiteEvent;

/// The largest number of characters of a text. Of a longer one the message has the beginning.
const TEXT: usize = 10_000;

/// What a message says.
pub struct Message {
    pub id: Id,
    pub event: SiteEvent,
    pub at: Timestamp,
    /// The address of what it is about.
    pub link: String,
    /// The title of the site.
    pub site: String,
    pub by: Option<String>,
    pub community: Option<(Id, String)>,
    /// The question: its id, and unless it is gone its title and tags.
    pub question: Option<Question>,
    /// What it is about: the question, an answer or a comment. A test is about nothing.
    pub post: Option<Post>,
}

pub struct Question {
    pub id: Id,
    pub link: String,
    pub head: Option<(String, Vec<String>)>,
}

pub struct Post {
    pub id: Id,
    /// Unknown of what is gone.
    pub kind: Option<PostKind>,
    pub text: Option<Text>,
}

pub struct Text {
    pub markdown: String,
    pub is_cut: bool,
}

/// Returns a message, or `None` if it is not to be sent: what it is about may not be read any more, or is elsewhere.
pub fn compose(
    read: &Read<'_>,
    config: &Config,
    right: &SendingRight,
    waiting: &Waiting,
) -> Result<Option<Message>> {
    let base = &*config.server.base_url;
    let to_question = format!("{base}/question/{}", waiting.question);
    let link = if waiting.event == SiteEvent::Test {
        base.to_owned()
    } else if waiting.object == waiting.question {
        to_question.clone()
    } else {
        format!("{to_question}#{}", waiting.object)
    };
    let mut message = Message {
        id: waiting.delivery,
        event: waiting.event,
        at: waiting.delivery.time(),
        link,
        site: config.site.title.clone(),
        by: None,
        community: None,
        question: None,
        post: None,
    };
    if waiting.event == SiteEvent::Test {
        return Ok(Some(message));
    }
    let community = content::community(read, waiting.question)?;
    if !right.includes(community) {
        return Ok(None);
    }
    message.question = Some(Question {
        id: waiting.question,
        link: to_question,
        head: None,
    });
    if waiting.event == SiteEvent::PostRemoved {
        // Only that it is gone, and only while it is. The receiver could read it before.
        message.post = Some(Post {
            id: waiting.object,
            kind: None,
            text: None,
        });
        let is_back = content::find(read, right.viewer(), waiting.object)?.is_some();
        return Ok((!is_back).then_some(message));
    }
    let Some(found) = content::find(read, right.viewer(), waiting.object)? else {
        return Ok(None);
    };
    if found.question != waiting.question {
        return Ok(None);
    }
    let (question, scope) = load::head(read, waiting.question)?;
    let tags = tags::of_question(read, waiting.question, scope)?;
    let head = (
        question.title,
        tags.into_iter().map(|tag| tag.name).collect(),
    );
    if let Some(question) = &mut message.question {
        question.head = Some(head);
    }
    message.community = match community {
        Some(community) => Some((community, community_name(read, community)?)),
        None => None,
    };
    message.by = match waiting.actor {
        Some(actor) => users::store::account(read, actor)?.map(|it| it.username().to_owned()),
        None => None,
    };
    message.post = Some(Post {
        id: waiting.object,
        kind: Some(found.kind),
        text: Some(cut(content::text(read, found.kind, waiting.object)?)),
    });
    Ok(Some(message))
}

fn cut(text: String) -> Text {
    match text.char_indices().nth(TEXT) {
        None => Text {
            markdown: text,
            is_cut: false,
        },
        Some((end, _)) => Text {
            markdown: text[..end].to_owned(),
            is_cut: true,
        },
    }
}
