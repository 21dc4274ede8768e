//! The steps of a new site, which administrators see above the rest until they dismiss them (`FirstSteps.tsx`).

use std::time::Duration;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::super::html::Html;
use super::super::icons;
use super::super::page::{ACCOUNTS, DELIVERY_COUNTS, HEALTH, SETTINGS};
use super::super::replies::Replies;
use super::super::styles::FIRST_STEPS;
use crate::core::clock::Timestamp;

/// The age up to which a backup is recent, as in `FirstSteps.tsx`.
const RECENT: Duration = Duration::from_secs(7 * 86_400);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Setting {
    key: String,
    value: Value,
    changed_at: Option<String>,
    fixed_by: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Health {
    has_base_url: bool,
    last_backup: Option<Backup>,
}

#[derive(Deserialize)]
struct Backup {
    content: Option<BackupContent>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BackupContent {
    created_at: Timestamp,
}

#[derive(Deserialize)]
struct DeliveryCounts {
    sent: i64,
}

/// A step: its link, the text after it, and whether it is done, if that is known.
struct Step {
    path: &'static str,
    link: &'static str,
    text: &'static str,
    is_done: Option<bool>,
}

/// Writes the steps if they are not dismissed and one of them is open, as far as that is known. `has_mail`: whether the site
/// sends mail. Returns `None` without the settings.
pub fn write(html: &mut Html<'_>, replies: &Replies, has_mail: bool, now: Timestamp) -> Option<()> {
    let settings: Vec<Setting> = replies.other_at(SETTINGS)?;
    let steps = steps(&settings, replies, has_mail, now);
    if steps.iter().all(|step| step.is_done != Some(false)) {
        return Some(());
    }
    let section = [("class", "mb-4"), ("aria-labelledby", "first-steps")];
    html.writer.open("section", &section);
    html.writer
        .element("h2", &[("id", "first-steps")], "Set up the site");
    let class = format!("{} list-unstyled", FIRST_STEPS.class("steps"));
    html.open("ul", &class);
    for step in steps {
        let is_done = step.is_done == Some(true);
        html.open(
            "li",
            if is_done {
                "d-flex gap-2 muted"
            } else {
                "d-flex gap-2"
            },
        );
        html.icon(if is_done { icons::CHECK } else { icons::CIRCLE });
        html.writer.open("span", &[]);
        if step.is_done.is_some() {
            let state = if is_done { "Done: " } else { "To do: " };
            html.element("span", "visually-hidden", state);
        }
        html.link(step.path, "", step.link);
        html.writer.text(step.text);
        html.close(2);
    }
    html.close(1);
    let class = "btn btn-sm btn-outline-secondary";
    let button = [
        ("type", "button"),
        ("class", class),
        ("aria-disabled", "true"),
    ];
    html.writer.element("button", &button, "Dismiss this list");
    html.close(1);
    Some(())
}

fn steps(settings: &[Setting], replies: &Replies, has_mail: bool, now: Timestamp) -> [Step; 9] {
    let health: Option<Health> = replies.other_at(HEALTH);
    let has_backup = |health: &Health| {
        let backup = health.last_backup.as_ref();
        let content = backup.and_then(|backup| backup.content.as_ref());
        content.is_some_and(|content| content.created_at > now.minus(RECENT))
    };
    let counts: Option<DeliveryCounts> = replies.other_at(DELIVERY_COUNTS);
    let [members, administrators, moderators] = ACCOUNTS.map(|accounts| {
        let list = replies.list_at::<IgnoredAny>(accounts);
        list.map(|(_, total)| total)
    });
    let of = |key: &str| settings.iter().find(|setting| setting.key == key);
    let is_chosen = |key: &str| {
        of(key).is_some_and(|found| found.changed_at.is_some() || found.fixed_by.is_some())
    };
    let has_text = |key: &str| {
        of(key)
            .and_then(|found| found.value.as_str())
            .is_some_and(|text| !text.is_empty())
    };
    let step = |path, link, is_done| Step {
        path,
        link,
        text: "",
        is_done,
    };
    const GENERAL: &str = "/administration/settings#general-heading";
    const MAIL: &str = "/administration/settings#mail-heading";
    const TEXTS: &str = "/administration/settings#texts-heading";
    [
        step(GENERAL, "Give the site a title", Some(is_chosen("title"))),
        step(GENERAL, "Decide who may sign up", Some(is_chosen("signup"))),
        step(
            "/administration/health",
            "Set the address of the site in the configuration",
            health.as_ref().map(|health| health.has_base_url),
        ),
        step(
            "/administration/backups",
            "Create a backup",
            health.as_ref().map(has_backup),
        ),
        if has_mail {
            let is_done = counts.map(|counts| counts.sent > 0);
            step(MAIL, "Send a test mail", is_done)
        } else {
            Step {
                text: ", so that members are notified of answers and can reset their password",
                ..step(MAIL, "Set a mail server", Some(false))
            }
        },
        step(TEXTS, "Write rules", Some(has_text("rules"))),
        step(
            TEXTS,
            "Write the privacy and contact pages",
            Some(has_text("privacy") && has_text("contact")),
        ),
        step(
            "/administration",
            "Invite people",
            members.map(|members| members > 1),
        ),
        step(
            "/administration",
            "Make a second person a moderator or an administrator",
            administrators.map(|count| count + moderators.unwrap_or(0) > 1),
        ),
    ]
}
