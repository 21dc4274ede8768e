//! The bare route: the upper limit of axum and hyper on this machine, without a database and without
//! the layers of Stoa.

use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::any;
use bytes::Bytes;
use tokio::net::TcpListener;

/// Maximum response body, in bytes.
const MAX_BODY: usize = 4 * 1024 * 1024;

/// Serves the bare route on a free port of the loopback interface until the process ends.
///
/// `/1234` returns 1,234 constant bytes for every method.
pub async fn serve_bare() -> std::io::Result<()> {
    let constant = Bytes::from(vec![b'x'; MAX_BODY]);
    let handler = move |Path(size): Path<usize>, _body: Bytes| {
        let body = constant.slice(..size.min(MAX_BODY));
        async move { ([(header::CONTENT_TYPE, "application/json")], body).into_response() }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!(
        "The bare route listens on http://{}",
        listener.local_addr()?
    );
    axum::serve(listener, Router::new().route("/{size}", any(handler))).await
}
