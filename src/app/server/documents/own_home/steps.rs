//! The steps of a new site, which administrators see above the rest until they dismiss them (`FirstSteps.tsx`).

use serde::Deserialize;
use serde_json::Value;

use super::super::html::Html;
use super::super::icons;
use super::super::page::SETTINGS;
use super::super::replies::Replies;
use super::super::styles::FIRST_STEPS;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Setting {
    key: String,
    value: Value,
    changed_at: Option<String>,
    fixed_by: Option<String>,
}

/// A step: its link, the text after it, and whether it is done, if the settings say so.
struct Step {
    path: &'static str,
    link: &'static str,
    text: &'static str,
    is_done: Option<bool>,
}

/// Writes the steps if they are not dismissed and one of them is open, as far as the settings say. `has_mail`: whether the site
/// sends mail. Returns `None` without the settings.
pub fn write(html: &mut Html<'_>, replies: &Replies, has_mail: bool) -> Option<()> {
    let settings: Vec<Setting> = replies.other_at(SETTINGS)?;
    let steps = steps(&settings, has_mail);
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

fn steps(settings: &[Setting], has_mail: bool) -> [Step; 9] {
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
            None,
        ),
        step("/administration/backups", "Create a backup", None),
        if has_mail {
            step(MAIL, "Send a test mail", None)
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
        step("/administration", "Invite people", None),
        step(
            "/administration",
            "Make a second person a moderator or an administrator",
            None,
        ),
    ]
}
