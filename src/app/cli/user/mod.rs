//! `stoa user`

mod change;
mod deletion;
mod listing;

use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;

use change::change;
use deletion::{confirm_deletion, delete};
use listing::{list, show, user_with_counts};

use super::data_dir::{Database, NewSite};
use super::error::{Failure, no_such_user};
use super::invitation::{self, Invite};
use super::new_user::{self, Creation};
use super::operator::administer;
use super::output::{json_text, print_json, print_once};
use super::page_link::configured_link;
use super::password::{PasswordOptions, print_account, print_generated};
use super::prompt;
use super::settings::Settings;
use crate::core::config::Config;
use crate::core::error::Sentence;
use crate::core::text;
use crate::features::account_data;
use crate::features::sanctions::{self, model::NewSanction};
use crate::features::users::Subordinate;
use crate::features::users::{PasswordLink, account, password_links, renaming, second_factor};
use crate::features::users::{Role, UserFilter};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Create a user
    Create(Create),
    /// Create an invitation link for one person
    Invite(Invite),
    /// List users by name
    #[command(after_help = "Examples:
  stoa user list --search ann
  stoa user list --role administrator --json
  stoa user list --csv > users.csv")]
    List {
        /// List only users whose name contains this text
        #[arg(long, value_name = "TEXT")]
        search: Option<String>,
        /// List only users with this role
        #[arg(long, value_name = "ROLE")]
        role: Option<Role>,
        /// List only disabled users
        #[arg(long)]
        disabled: bool,
        /// Print comma-separated values
        #[arg(long, conflicts_with = "json")]
        csv: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a user and how much they have written
    Show {
        /// The user to show
        #[arg(value_name = "USERNAME")]
        name: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Set the password of a user and end their sessions
    #[command(
        visible_alias = "passwd",
        after_help = "Without a password option, the command prompts for the password. The e-mail address, passkeys and second factor of the user are removed. At the next login the user is told that the operator has reset the login.

Examples:
  stoa user set-password ann
  stoa user set-password ann --generate --keep-sessions"
    )]
    SetPassword {
        /// The user whose password to set
        #[arg(value_name = "USERNAME")]
        name: String,
        #[command(flatten)]
        password: PasswordOptions,
        /// Keep the sessions of the user
        #[arg(long)]
        keep_sessions: bool,
    },
    /// End the sessions of a user and create a link with which they choose a new password
    #[command(
        after_help = "The password, passkeys and second factor that the user had are no longer valid. The link is valid once, for 24 hours, and is printed only now; a newer link replaces it. The e-mail address of the user is removed. At the next login the user is told that the operator has reset the login. The only administrator cannot be reset: use stoa user set-password.

Examples:
  stoa user reset-sign-in ann
  stoa user reset-sign-in ann --json"
    )]
    ResetSignIn {
        /// The user whose login to reset
        #[arg(value_name = "USERNAME")]
        name: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Turn off the second factor of a user who has lost it
    #[command(
        after_help = "A login with the password then needs no code any more. Password, passkeys and sessions stay. The user is notified.

Examples:
  stoa user reset-second-factor ann"
    )]
    ResetSecondFactor {
        /// The user whose second factor to turn off
        #[arg(value_name = "USERNAME")]
        name: String,
    },
    /// Make a user an administrator or a moderator of the site
    Promote {
        /// The user to promote
        #[arg(value_name = "USERNAME")]
        name: String,
        /// The new role of the user
        #[arg(long, value_name = "ROLE", default_value = "administrator")]
        role: Role,
    },
    /// Make an administrator or a moderator of the site an ordinary user
    Demote {
        /// The administrator or moderator to demote
        #[arg(value_name = "USERNAME")]
        name: String,
    },
    /// Disable a user: end their sessions and refuse their logins
    #[command(after_help = "The questions, answers, comments and messages of the user stay.")]
    Disable {
        /// The user to disable
        #[arg(value_name = "USERNAME")]
        name: String,
    },
    /// Enable a disabled user
    Enable {
        /// The user to enable
        #[arg(value_name = "USERNAME")]
        name: String,
    },
    /// Suspend a user: end their sessions and refuse their logins until a time
    #[command(
        after_help = "At the login the user is told until when they are suspended, and why. Their questions, answers, comments and messages stay. An administrator must be demoted first.

Examples:
  stoa user suspend ann --days 7 --reason 'insults after a warning'"
    )]
    Suspend {
        /// The user to suspend
        #[arg(value_name = "USERNAME")]
        name: String,
        /// The number of days after which the suspension ends by itself
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u16).range(1..=3_650))]
        days: u16,
        /// The reason, which the user sees
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Lift the suspension of a user
    Unsuspend {
        /// The user whose suspension to lift
        #[arg(value_name = "USERNAME")]
        name: String,
    },
    /// Give a user another name
    #[command(
        after_help = "The old name stays taken and leads to the user on pages and in texts, but nobody can log in with it: tell them the new one.

Examples:
  stoa user rename ann anna"
    )]
    Rename {
        /// The user to rename
        #[arg(value_name = "USERNAME")]
        name: String,
        /// The new name
        #[arg(value_name = "NEW-NAME")]
        new_name: String,
    },
    /// Give everything of a user to another one, for good
    #[command(
        after_help = "Posts, votes, stars, messages, games, pictures and memberships go to the other user. The sessions, the password and the addresses of the merged user end, and their name leads to the other one. This cannot be undone: make a backup first.

Examples:
  stoa user merge ann-old ann
  stoa user merge ann-old ann --yes"
    )]
    Merge {
        /// The user who ends
        #[arg(value_name = "USERNAME")]
        name: String,
        /// The user who gets everything
        #[arg(value_name = "INTO")]
        into: String,
        /// Do not ask for confirmation
        #[arg(short, long)]
        yes: bool,
    },
    /// Delete a user; their content stays, without an author, or is deleted too
    #[command(
        after_help = "Communities of the user get another owner. The username cannot be used again. With --with-posts, nobody sees the posts again, nor the answers of others to the questions; pages that are open in a browser show it when they are loaded again.

Examples:
  stoa user delete ann
  stoa user delete spammer --with-posts
  stoa user delete ann --yes --json"
    )]
    Delete {
        /// The user to delete
        #[arg(value_name = "USERNAME")]
        name: String,
        /// Delete their questions with all answers to them, their answers, comments and messages too
        #[arg(long)]
        with_posts: bool,
        /// Do not ask for confirmation
        #[arg(short, long)]
        yes: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
#[command(
    after_help = "Without a password option, the command prompts for the password.

Examples:
  stoa user create ann
  stoa user create admin --role administrator --password-file /run/secrets/admin
  stoa user create robot --generate --if-not-exists"
)]
pub(super) struct Create {
    /// The username of the new user
    #[arg(value_name = "USERNAME")]
    name: String,
    #[command(flatten)]
    password: PasswordOptions,
    /// The role of the new user
    #[arg(long, value_name = "ROLE", default_value = "user")]
    role: Role,
    /// Succeed without changes if the user exists
    #[arg(long)]
    if_not_exists: bool,
    #[command(flatten)]
    new: NewSite,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl ValueEnum for Role {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::User, Self::Moderator, Self::Administrator]
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(self.name().into())
    }
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let config = settings.load()?;
    let database = match &options.command {
        Command::Create(options) => Database::open(&config, settings, options.new)?,
        _ => Database::of_site(&config, settings)?,
    };
    match options.command {
        Command::Create(options) => create_in(settings, &config, &database, &options),
        Command::Invite(options) => invitation::invite(settings, &config, &database, options),
        Command::List {
            search,
            role,
            disabled,
            csv,
            json,
        } => {
            let filter = UserFilter {
                search: search.unwrap_or_default(),
                role,
                disabled: disabled.then_some(true),
                ..UserFilter::default()
            };
            list(&database, filter, csv, json)
        }
        Command::Show { name, json } => show(&database, &name, json),
        Command::SetPassword {
            name,
            password,
            keep_sessions,
        } => {
            let name = user_with_counts(&database, &name)?.0.username;
            let password = password.read(settings, &config, &name)?;
            let hash = password.hash;
            let ended = change(&database, &name, move |tx, by, account| {
                let recorded = account::assign_password(tx, by, account, &hash)?;
                Ok(recorded.with(if keep_sessions {
                    0
                } else {
                    account::end_sessions(tx, account, None)?
                }))
            })?;
            if let Some(generated) = password.generated {
                print_generated(&generated)?;
            }
            eprintln!("changed the password of {name}; sessions ended: {ended}");
            Ok(())
        }
        Command::ResetSignIn { name, json } => {
            reset_sign_in(settings, &config, &database, &name, json)
        }
        Command::ResetSecondFactor { name } => {
            change(&database, &name, second_factor::reset)?;
            eprintln!("turned off the second factor of {name}");
            Ok(())
        }
        Command::Promote { name, role } => set_role(&database, &name, role),
        Command::Demote { name } => set_role(&database, &name, Role::User),
        Command::Disable { name } => {
            change(&database, &name, account::disable)?;
            eprintln!("disabled {name}");
            Ok(())
        }
        Command::Enable { name } => {
            change(&database, &name, account::enable)?;
            eprintln!("enabled {name}");
            Ok(())
        }
        Command::Suspend { name, days, reason } => suspend(&database, &name, days, &reason),
        Command::Unsuspend { name } => {
            let username = name.clone();
            administer(&database.db, move |tx, by| {
                let member = Subordinate::find_for(tx, by, &username)?;
                let suspension = sanctions::store::suspension(tx, member.id())?;
                sanctions::lift(tx, by, &member, &suspension.ok_or(Sentence::NotSuspended)?)
            })
            .map_err(no_such_user(&name))?;
            eprintln!("lifted the suspension of {name}");
            Ok(())
        }
        Command::Rename { name, new_name } => rename(&database, &name, new_name),
        Command::Merge { name, into, yes } => {
            if !yes {
                let user = user_with_counts(&database, &name)?.0.username;
                let into = user_with_counts(&database, &into)?.0.username;
                let reason = format!(
                    "Merging {user} gives everything of them to {into}. It cannot be undone."
                );
                prompt::confirm_by_typing(settings, &user, &reason)?;
            }
            merge(&database, &name, into)
        }
        Command::Delete {
            name,
            with_posts,
            yes,
            json,
        } => {
            if !yes {
                confirm_deletion(settings, &database, &name, with_posts)?;
            }
            delete(&database, &name, with_posts, json)
        }
    }
}

/// Runs `stoa create-user`.
pub(super) fn create(settings: &Settings, options: Create) -> Result<(), Failure> {
    run(
        settings,
        Options {
            command: Command::Create(options),
        },
    )
}

fn create_in(
    settings: &Settings,
    config: &Config,
    database: &Database,
    options: &Create,
) -> Result<(), Failure> {
    let (user, generated) = match new_user::create(
        settings,
        config,
        database,
        &options.name,
        &options.password,
        options.role,
    )? {
        Creation::Created { user, generated } => (user, generated),
        Creation::Deleted => {
            let failure = Failure::conflict(format_args!(
                "the name {} belonged to a user who was deleted",
                options.name
            ));
            return Err(failure.hint("choose another name; this one cannot be used again"));
        }
        Creation::Exists(name) if !options.if_not_exists => {
            let hint = "choose another name, or add --if-not-exists to keep the existing user";
            return Err(
                Failure::conflict(format_args!("the user {name} already exists")).hint(hint),
            );
        }
        Creation::Exists(name) if options.json => {
            return print_json(&json!({ "username": name, "created": false }));
        }
        Creation::Exists(name) => {
            eprintln!("{name} already exists; nothing was changed");
            return Ok(());
        }
    };
    if options.json {
        let account = json!({
            "id": user.id, "username": user.username, "role": options.role.name(), "created": true, "password": generated,
        });
        return print_account(&account, generated.is_some());
    }
    if let Some(password) = generated {
        print_generated(&password)?;
    }
    eprintln!("created {} {}", options.role.name(), user.username);
    Ok(())
}

fn reset_sign_in(
    settings: &Settings,
    config: &Config,
    database: &Database,
    name: &str,
    json: bool,
) -> Result<(), Failure> {
    let created = change(database, name, |tx, by, account| {
        password_links::create(tx, by, account)
    });
    let PasswordLink {
        username,
        token,
        expires_at,
    } = created?;
    let link = configured_link(settings, config, &password_links::path(&token));
    let if_lost = format!("create another link with stoa user reset-sign-in {username}");
    if json {
        let output = json!({ "username": username, "link": link, "expires_at": expires_at });
        return print_once(json_text(&output)?, &if_lost);
    }
    settings.say(format_args!(
        "{username} can choose a new password with this link, once, until {expires_at}"
    ));
    print_once(link + "\n", &if_lost)
}

fn suspend(database: &Database, name: &str, days: u16, reason: &str) -> Result<(), Failure> {
    let (username, reason) = (name.to_owned(), reason.to_owned());
    let suspended = administer(&database.db, move |tx, by| {
        let reason = text::reason(&reason)?;
        let member = Subordinate::find_for(tx, by, &username)?;
        let until = tx
            .now
            .plus(Duration::from_secs(u64::from(days) * 24 * 3_600));
        let new = NewSanction::SuspensionUntil(until);
        sanctions::impose(tx, by, &member, new, &reason)
    });
    suspended.map_err(no_such_user(name))?;
    eprintln!("suspended {name} for {days} days");
    Ok(())
}

fn set_role(database: &Database, name: &str, role: Role) -> Result<(), Failure> {
    let user = change(database, name, move |tx, authority, account| {
        account::set_role(tx, authority, account, role)
    })?;
    let now = match role {
        Role::User => "an ordinary user",
        Role::Moderator => "a moderator of the site",
        Role::Administrator => "an administrator",
    };
    eprintln!("{} is now {now}", user.username);
    Ok(())
}

fn rename(database: &Database, name: &str, new_name: String) -> Result<(), Failure> {
    let user = change(database, name, move |tx, by, account| {
        text::operator_username(&new_name)?;
        renaming::rename(tx, by, account, &new_name)
    })?;
    eprintln!("{name} is now {}", user.username);
    Ok(())
}

fn merge(database: &Database, name: &str, into: String) -> Result<(), Failure> {
    // Looked up first, so that a failure names the right one.
    let into = user_with_counts(database, &into)?.0.username;
    let user = change(database, name, move |tx, by, account| {
        let into = by.account(tx, &into)?;
        account_data::merge(tx, by, account, &into)
    })?;
    account_data::finish_purges(&database.db)?;
    eprintln!("merged {name} into {}", user.username);
    Ok(())
}
