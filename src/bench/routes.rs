//! The bare route: what this machine, axum and hyper can do at all. It has no database and none of our layers.

use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::any;
use bytes::Bytes;
use tokio::net::TcpListener;

/// Largest body, in bytes.
const LARGEST: usize = 4 * 1024 * 1024;

/// Answers `/1234` with 1,234 constant bytes, whatever the method, on a free port of this machine, until the process ends.
pub async fn serve_bare() -> std::io::Result<()> {
    let constant = Bytes::from(vec![b'x'; LARGEST]);
    let answer = move |Path(size): Path<usize>, _body: Bytes| {
        let body = constant.slice(..size.min(LARGEST));
        async move { ([(header::CONTENT_TYPE, "application/json")], body).into_response() }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("The bare route is at http://{}", listener.local_addr()?);
    axum::serve(listener, Router::new().route("/{size}", any(answer))).await
}
