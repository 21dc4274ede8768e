//! Logins, handshakes and requests from the networks of one IPv6 /48.

use serde_json::json;
use tokio::task::JoinSet;

use super::attacker::{REFUSAL_PAUSE, Target, get, in_prefix, send};
use crate::error::Result;

/// Logins at once.
const LOGINS: usize = 48;
/// Connections for handshakes, and for requests with sessions that do not exist.
const CONNECTIONS: usize = 8;

pub async fn attack(target: Target) -> Result<()> {
    let mut attack = JoinSet::new();
    for number in 0..LOGINS {
        let target = target.clone();
        attack.spawn(async move {
            let login =
                json!({"username": format!("nobody{number}"), "password": "not the right one"});
            loop {
                let stranger = target.stranger(in_prefix(rand::random()));
                let login = send("POST", "/user/login", login.clone());
                if !matches!(stranger.send("login", login).await, Ok(401)) {
                    tokio::time::sleep(REFUSAL_PAUSE).await;
                }
            }
        });
    }
    for _ in 0..CONNECTIONS {
        let (handshakes, requests) = (target.clone(), target.clone());
        attack.spawn(async move {
            loop {
                let stranger = handshakes.stranger(in_prefix(rand::random()));
                let handshake = get("/socket.io/?EIO=4&transport=polling");
                let _ = stranger.send("handshake", handshake).await;
            }
        });
        attack.spawn(async move {
            loop {
                let mut stranger = requests.stranger(in_prefix(rand::random()));
                stranger.pretend(format!("{:064x}", rand::random::<u128>()));
                let _ = stranger.send("request", get("/user/me")).await;
            }
        });
    }
    attack.join_all().await;
    Ok(())
}
