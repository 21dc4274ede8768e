//! The length limits, in Unicode scalar values unless stated otherwise.

pub const TITLE: usize = 100;
/// The number of tags of a question.
pub const TAGS: usize = 5;
pub const TAG: usize = 20;
pub const QUESTION_TEXT: usize = 30_000;
pub const ANSWER_TEXT: usize = 30_000;
pub const COMMENT_TEXT: usize = 5_000;
pub const MESSAGE: usize = 2_000;
/// The number of participants of a chat.
pub const PARTICIPANTS: usize = 50;
/// The number of pictures of a text. Further ones are not shown.
pub const PICTURES: usize = 100;
/// The size of an uploaded picture, in bytes.
pub const PICTURE_BYTES: usize = 8 << 20;
pub const TAG_DESCRIPTION: usize = 5_000;
pub const BIOGRAPHY: usize = 2_000;
pub const COMMUNITY_NAME: usize = 100;
pub const COMMUNITY_DESCRIPTION: usize = 2_000;
pub const PASSWORD: usize = 256;
/// The code of a second factor, a recovery code, or the secret of an authenticator app, with spaces.
pub const CODE: usize = 64;
pub const PASSKEY_NAME: usize = 50;
/// The name of an API token or a webhook.
pub const LABEL: usize = 50;
pub const WEBHOOK_ADDRESS: usize = 2_000;
pub const REASON: usize = 500;
pub const APPEAL: usize = 1_000;
/// What a visitor reports.
pub const REPORT_TEXT: usize = 2_000;
/// The place and the name in the report of a visitor.
pub const REPORT_LINE: usize = 100;
pub const INVITATION_NOTE: usize = 100;
/// The number of invitations that are created at once.
pub const INVITATIONS: usize = 100;
/// The number of addresses that invitations are mailed to at once.
pub const INVITED: usize = 30;
/// An e-mail address: the longest that SMTP takes.
pub const MAIL_ADDRESS: usize = 254;
/// The name of a mail server: the longest of a host.
pub const MAIL_HOST: usize = 253;
/// The sender of mails: a name and an address.
pub const MAIL_FROM: usize = 320;
/// The username and the password at a mail server.
pub const MAIL_LOGIN: usize = 256;
pub const STAR_NOTE: usize = 1_000;
pub const SAVED_SEARCH: usize = 300;
pub const SITE_TITLE: usize = 60;
/// The welcome text of the site.
pub const WELCOME: usize = 2_000;
/// A page of the operator, such as the rules.
pub const SITE_PAGE: usize = 30_000;
pub const ANNOUNCEMENT: usize = 300;
/// A list of blocked words, domains or networks.
pub const BLOCKED_LIST: usize = 20_000;
/// The number of its entries.
pub const BLOCKED: usize = 1_000;
/// The length of an entry.
pub const BLOCKED_ENTRY: usize = 100;
/// In bytes.
pub const NONCE: usize = 64;
