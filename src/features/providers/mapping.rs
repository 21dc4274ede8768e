//! What the groups of a person mean here: a role, and communities to join.

use crate::core::config::ProviderConfig;
use crate::core::error::Result;
use crate::features::communities::membership;
use crate::features::users::{Account, AdminAuthority, Role, account, store};
use crate::platform::db::Write;

/// Gives an account the role of its groups, and adds it to their communities.
///
/// If the configuration gives groups roles, the provider decides: who has none of these groups becomes an ordinary user
/// again, unless the site would have no administrator. A member stays in communities that they have joined.
pub fn apply(
    tx: &mut Write<'_>,
    config: &ProviderConfig,
    member: &Account,
    groups: &[String],
) -> Result<()> {
    if !config.roles.is_empty() {
        set_role(tx, config, member, groups)?;
    }
    for group in groups {
        if let Some(community) = config.communities.get(group)
            && !membership::admit(tx, member, community)?
        {
            tracing::warn!(
                provider = config.id,
                group,
                community,
                "there is no such community"
            );
        }
    }
    Ok(())
}

fn set_role(
    tx: &mut Write<'_>,
    config: &ProviderConfig,
    member: &Account,
    groups: &[String],
) -> Result<()> {
    let role_of = |group: &String| match config.roles.get(group)?.as_str() {
        "administrator" => Some(Role::Administrator),
        _ => Some(Role::Moderator),
    };
    let role = groups.iter().filter_map(role_of).max();
    let role = role.unwrap_or(Role::User);
    let by = AdminAuthority::of_named_operator(format!("provider {}", config.id));
    if store::role(tx, member)? != role
        && (role == Role::Administrator || member.check_replaceable(tx).is_ok())
        && (role == Role::User || !store::restrictions::exist(tx, member)?)
    {
        account::set_role(tx, &by, member, role)?.into_value();
    }
    Ok(())
}
