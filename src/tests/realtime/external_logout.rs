//! Sessions that another process ends while their sockets sign in.

use std::sync::Arc;
use std::time::Duration;

use super::Listening;
use crate::core::id::Id;
use crate::features::users::session;
use crate::platform::db::READERS;
use crate::platform::realtime::{Connection, Identity, Outgoing};
use crate::platform::web::App;

/// A connection that reports when it is closed.
struct Fence(crossbeam_channel::Sender<()>);

impl Connection for Fence {
    fn send(&self, _: engineioxide::Str, _: bool) {}

    fn close(&self) {
        let _ = self.0.send(());
    }
}

/// The server's tasks run only where this test awaits: not between the session look-up and the
/// sign-in.
#[tokio::test]
async fn a_session_ended_during_its_sockets_sign_in_leaves_no_socket() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut socket = server.opened(&ann.cookie_header()).await;
    let app = server.site.site.app.clone();
    let ((open, gate), (begin, begun)) = (
        crossbeam_channel::bounded::<()>(0),
        crossbeam_channel::bounded(READERS),
    );
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
    socket.send_text("40").await;
    while app.db.waiting_reads() == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    // A reader looks the session up and then runs this.
    open.send(()).expect("a reader goes on");
    in_thread(Box::new(|app| {
        app.db.read_blocking(|_| Ok(())).expect("a read");
    }))
    .join()
    .expect("it was looked up");

    server.site.sql("DELETE FROM sessions");
    let (close, closed) = crossbeam_channel::bounded(1);
    let fence = Identity {
        address: [127, 0, 0, 1].into(),
        visitor: Some("fence".to_owned()),
        has_new_visitor: false,
        sessions: Vec::new(),
        user: None,
    };
    app.hub.connect(fence, Arc::new(Fence(close)));
    in_thread(Box::new(|app| {
        let hub = app.hub.clone();
        let ended = app.db.write_blocking(move |tx| {
            session::end_sockets_of_deleted_sessions(tx, &hub, None)?;
            tx.send(Outgoing::SignedIn {
                visitor: "fence".to_owned(),
                address: None,
                user: Id::from_i64(1),
                session: [0; 32],
                ended: Vec::new(),
            });
            Ok(())
        });
        ended.expect("a look at the sessions");
    }));
    closed.recv().expect("what was sent before has arrived");
    drop(open);
    // The end precedes any connect packet.
    assert_eq!(socket.text().await, None);
}
