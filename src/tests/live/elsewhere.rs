//! Sessions that end in another process while their sockets are on the way in.

use std::sync::Arc;
use std::time::Duration;

use super::Listening;
use crate::db::READERS;
use crate::live::{Connection, Identity, Outgoing};
use crate::users::session;
use crate::web::App;

/// A connection that tells when it is closed.
struct Fence(crossbeam_channel::Sender<()>);

impl Connection for Fence {
    fn send(&self, _: engineioxide::Str) {}

    fn close(&self) {
        let _ = self.0.send(());
    }
}

/// The server's tasks run only where this test awaits: between the look at the session and the sign-in it does not.
#[tokio::test]
async fn a_session_that_ends_elsewhere_while_its_socket_is_being_signed_in_leaves_no_socket() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut socket = server.opened(&ann.cookie_header()).await;
    let app = server.site.site.app.clone();
    let ((open, gate), (begin, begun)) = (crossbeam_channel::bounded::<()>(0), crossbeam_channel::bounded(READERS));
    let in_thread = |f: Box<dyn FnOnce(&App) + Send>| {
        let app = app.clone();
        std::thread::spawn(move || f(&app))
    };
    for _ in 0..READERS {
        let (gate, begin) = (gate.clone(), begin.clone());
        in_thread(Box::new(move |app| {
            let held = app.db.read_blocking(move |_| {
                let _ = (begin.send(()), gate.recv());
                Ok(())
            });
            held.expect("a read");
        }));
    }
    (0..READERS).for_each(|_| begun.recv().expect("a reader begins"));
    socket.say("40").await;
    while app.db.waiting_reads() == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    // One reader looks the session up, and then does this.
    open.send(()).expect("a reader goes on");
    in_thread(Box::new(|app| app.db.read_blocking(|_| Ok(())).expect("a read"))).join().expect("it was looked up");

    server.site.sql("DELETE FROM sessions");
    let (close, closed) = crossbeam_channel::bounded(1);
    let fence = Identity { address: [127, 0, 0, 1].into(), visitor: Some("fence".to_owned()), session: None, user: None };
    app.hub.join(fence, Arc::new(Fence(close)));
    in_thread(Box::new(|app| {
        let hub = app.hub.clone();
        let ended = app.db.write_blocking(move |tx| {
            session::end_sockets_of_gone(tx, &hub, None)?;
            tx.send(Outgoing::VisitorSignedIn("fence".to_owned()));
            Ok(())
        });
        ended.expect("a look at the sessions");
    }));
    closed.recv().expect("what was sent before has arrived");
    drop(open);
    // Engine.IO's own end comes before it could be told that it is connected.
    assert_eq!(socket.text().await.as_deref(), Some("1"));
    socket.is_dropped().await;
}
