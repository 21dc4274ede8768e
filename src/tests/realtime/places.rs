//! The places for sockets: how many there are, and who gets them under pressure.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::*;

const HANDSHAKE: &str = "/socket.io/?EIO=4&transport=polling";
/// A quarter of all places.
const ANONYMOUS: u32 = 2_000;

impl Person {
    fn at(mut self, address: impl Into<IpAddr>) -> Self {
        self.peer.set_ip(address.into());
        self
    }
}

/// Returns a new browser in a network of its own.
fn visitor(site: &TestSite, number: u32) -> Person {
    site.visitor().at(Ipv4Addr::from(0x0a00_0000 + number))
}

/// Returns a new browser in one of the /64 networks of a /48.
fn in_prefix(site: &TestSite, number: u32) -> Person {
    let network = (0x2001_0db8 << 96) | (u128::from(number) << 64);
    site.visitor().at(Ipv6Addr::from(network))
}

async fn handshake(person: &Person) -> u16 {
    person.get(HANDSHAKE).await.status.as_u16()
}

#[tokio::test]
async fn logged_out_browsers_cannot_take_the_places_of_users() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut by_ann = server.socket_of(&ann).await;
    let mut oldest = server.socket("stoa_visitor=oldest").await;
    for number in 1..ANONYMOUS {
        assert_eq!(handshake(&visitor(&server.site, number)).await, 200);
    }
    visitor(&server.site, ANONYMOUS)
        .get(HANDSHAKE)
        .await
        .refused(503, "The site is busy, please try again");
    let ben = server.site.sign_up("ben").await;
    let mut by_ben = server.socket_of(&ben).await;
    oldest.expect_dropped().await;
    ann.ask("T", "x", &["a"]).await;
    assert_eq!(by_ben.event().await.0, "questionUpdate");
    by_ann.events_until_question().await;
    // Ben's socket has left the quarter.
    assert_eq!(handshake(&visitor(&server.site, ANONYMOUS)).await, 200);
}

impl Socket {
    /// Skips the events until a question is asked.
    async fn events_until_question(&mut self) {
        while self.event().await.0 != "questionUpdate" {}
    }
}

#[tokio::test]
async fn an_ipv6_prefix_has_four_shares_of_the_sockets() {
    let site = TestSite::new();
    let mut open = 0;
    // All are in one /56.
    for number in 0..200 {
        for _ in 0..10 {
            open += u32::from(handshake(&in_prefix(&site, number)).await == 200);
        }
    }
    assert_eq!(open, 4 * 256);
}

#[tokio::test]
async fn handshakes_are_limited_per_network() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let address = Ipv4Addr::new(203, 0, 113, 7);
    for _ in 0..2_000 {
        let reply = site.visitor().at(address).get(HANDSHAKE).await;
        if reply.status == 429 {
            assert!(reply.headers.contains_key("retry-after"));
            assert_eq!(handshake(&visitor(&site, 1)).await, 200);
            return;
        }
        // Closed sockets leave their places, but do not return the handshakes.
        site.site.app.hub.close_all();
        tokio::task::yield_now().await;
    }
    panic!("2,000 handshakes of one address were accepted");
}

#[tokio::test]
async fn calls_are_limited_per_prefix() {
    let site = TestSite::with(|config| {
        config.limits.enabled = true;
        config.limits.logins_per_quarter_hour = 30;
    });
    let mut checked = 0;
    for number in 0..1_000 {
        let login = in_prefix(&site, number << 6)
            .post("/user/login", json!({}))
            .await;
        checked += u32::from(login.status == 400);
        assert!(
            [400, 429].contains(&login.status.as_u16()),
            "{}",
            login.text
        );
    }
    assert!((480..=500).contains(&checked), "{checked} logins of a /48");
}

#[tokio::test]
async fn handshakes_without_connect_expire() {
    let site = TestSite::new();
    assert_eq!(handshake(&site.visitor()).await, 200);
    let hub = &site.site.app.hub;
    assert_eq!(hub.count(|_| true), 1);
    for _ in 0..150 {
        if hub.count(|_| true) == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the socket is still there after 15 s");
}
