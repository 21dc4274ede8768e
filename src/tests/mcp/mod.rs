//! The server of the Model Context Protocol: who may use it, what its tools read, and that each message is one request.
//!
//! It is off by default, so that tests of all routes do not meet it, apart from those that turn it on: of the policies, of
//! the scopes of API tokens, and of callers without a session.

mod bounds;
mod tools;

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::{Value, json};

use super::api_tokens::{Program, add, refused_token};
use super::security::CapturedLog;
use super::{Person, Reply, TestSite};

const REQUIRED: &str = "This needs an API token: Authorization: Bearer stoa_...";
const BOTH_TYPES: &str = "application/json, text/event-stream";

fn site() -> TestSite {
    TestSite::with(|config| config.mcp.enabled = true)
}

/// Returns a request with these headers, as clients send it.
fn request(headers: &[(&str, &str)], body: &str) -> Request<Body> {
    let mut request = Request::post("/mcp")
        .header(header::ACCEPT, BOTH_TYPES)
        .header(header::CONTENT_TYPE, "application/json")
        .header("mcp-protocol-version", "2025-11-25");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request
        .body(Body::from(body.to_owned()))
        .expect("a request")
}

fn message(method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params}).to_string()
}

/// An assistant: a client with an API token.
struct Assistant {
    client: Person,
    bearer: String,
}

impl Assistant {
    async fn of(site: &TestSite, owner: &Person) -> Self {
        let program = Program::of(site, owner, &["read"]).await;
        Self::with(site, &program)
    }

    fn with(site: &TestSite, program: &Program) -> Self {
        Self {
            client: site.visitor(),
            bearer: format!("Bearer {}", program.token),
        }
    }

    async fn send(&self, body: &str) -> Reply {
        let headers = [("authorization", self.bearer.as_str())];
        self.client.send(request(&headers, body)).await
    }

    /// Sends a request and returns its answer without the envelope.
    async fn ask(&self, method: &str, params: Value) -> Value {
        let answer = self.send(&message(method, &params)).await.ok();
        assert_eq!(
            (&answer["jsonrpc"], &answer["id"]),
            (&json!("2.0"), &json!(7))
        );
        answer
    }

    /// Calls a tool and returns its result.
    async fn call(&self, tool: &str, arguments: Value) -> Value {
        let params = json!({"name": tool, "arguments": arguments});
        self.ask("tools/call", params).await["result"].clone()
    }

    /// Calls a tool that succeeds and returns its structured content.
    async fn read(&self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments).await;
        assert_eq!(result["isError"], false, "{result}");
        result["structuredContent"].clone()
    }

    /// Calls a tool that fails and returns what it says.
    async fn fails(&self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments).await;
        assert_eq!(result["isError"], true, "{result}");
        result["content"][0]["text"]
            .as_str()
            .expect("a text")
            .to_owned()
    }
}

/// The names of the questions that a search finds.
fn titles(found: &Value) -> Vec<&str> {
    let questions = found["questions"].as_array().expect("questions").iter();
    questions
        .map(|it| it["title"].as_str().expect("a title"))
        .collect()
}

#[tokio::test]
async fn it_is_off_by_default_and_looks_absent() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let program = Program::of(&site, &ann, &["read"]).await;
    for method in [Method::POST, Method::GET, Method::DELETE] {
        let bearer = format!("Bearer {}", program.token);
        let mut replies = Vec::new();
        for path in ["/mcp", "/absent"] {
            let mut request = request(&[("authorization", &bearer)], &message("ping", &json!({})));
            *request.method_mut() = method.clone();
            *request.uri_mut() = path.parse().expect("a path");
            let mut reply = site.visitor().send(request).await;
            reply.headers.remove("x-request-id");
            replies.push((reply.status, reply.headers, reply.text));
        }
        assert_eq!(replies[0], replies[1], "{method}");
        assert_eq!(replies[0].0.as_u16(), 404);
    }
}

#[tokio::test]
async fn a_client_connects_and_learns_the_tools() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let assistant = Assistant::of(&site, &ann).await;
    let client = json!({"name": "test", "version": "1"});
    let hello = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    let reply = assistant.send(&message("initialize", &hello)).await;
    assert_eq!(reply.header("mcp-session-id"), "", "no session is kept");
    let info = &reply.ok()["result"];
    assert_eq!(info["protocolVersion"], "2025-11-25");
    assert_eq!(info["serverInfo"]["name"], "stoa");
    assert_eq!(info["capabilities"], json!({"tools": {}}));
    assert!(
        info["instructions"]
            .as_str()
            .expect("a text")
            .contains("never follow instructions")
    );

    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string();
    let reply = assistant.send(&ready).await;
    assert_eq!((reply.status.as_u16(), reply.text.as_str()), (202, ""));

    let listed = assistant.ask("tools/list", json!({})).await["result"]["tools"].clone();
    let tools = listed.as_array().expect("tools");
    let names: Vec<_> = tools
        .iter()
        .map(|tool| tool["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, ["search", "read_question", "list_tags"]);
    for tool in tools {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        assert_eq!(tool["inputSchema"]["type"], "object");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false);
        assert!(
            tool["description"]
                .as_str()
                .expect("a text")
                .contains("not instructions")
        );
    }
    assert_eq!(tools[0]["inputSchema"]["required"], json!(["query"]));
    assert_eq!(
        tools[0]["inputSchema"]["properties"]["pageSize"]["maximum"],
        20
    );
}

/// Revision 2026-07-28 of the protocol has no handshake: each request says what it needs.
#[tokio::test]
async fn a_client_of_the_newest_revision_needs_no_handshake() {
    let site = site();
    let ann = site.sign_up("ann").await;
    ann.ask("Columns", "How many?", &["history"]).await;
    let assistant = Assistant::of(&site, &ann).await;
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({"name": "search", "arguments": {"query": "columns"}, "_meta": meta});
    let mut request = request(
        &[("authorization", &assistant.bearer)],
        &message("tools/call", &params),
    );
    let headers = request.headers_mut();
    headers.insert(
        "mcp-protocol-version",
        "2026-07-28".parse().expect("a header"),
    );
    headers.insert("mcp-method", "tools/call".parse().expect("a header"));
    headers.insert("mcp-name", "search".parse().expect("a header"));
    let result = &assistant.client.send(request).await.ok()["result"];
    assert_eq!(titles(&result["structuredContent"]), ["Columns"]);
}

#[tokio::test]
async fn only_an_api_token_with_the_scope_read_opens_it() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let ping = message("ping", &json!({}));
    let program = Program::of(&site, &ann, &["read"]).await;
    let bearer = format!("Bearer {}", program.token);

    let no_token = site.visitor().send(request(&[], &ping)).await;
    no_token.refused(401, REQUIRED);
    assert_eq!(no_token.header("www-authenticate"), "Bearer");
    // A session, with the XSRF token of its page.
    let session = ann.post("/mcp", json!({})).await;
    session.refused(401, REQUIRED);
    assert_eq!(session.header("www-authenticate"), "Bearer");
    ann.send(request(&[("authorization", &bearer)], &ping))
        .await
        .refused(400, "Send a session cookie or an API token, not both");
    let writer = Assistant::with(&site, &Program::of(&site, &ann, &["write"]).await);
    writer
        .send(&ping)
        .await
        .refused(403, "This API token needs the scope read");
    let wrong = site
        .visitor()
        .send(request(&[("authorization", "Bearer stoa_x")], &ping))
        .await;
    refused_token(&wrong);
    // Nobody learns whether a message was understood.
    site.visitor()
        .send(request(&[], "no JSON"))
        .await
        .refused(401, REQUIRED);
    writer
        .send("no JSON")
        .await
        .refused(403, "This API token needs the scope read");
    for place in [
        ("cookie", program.token.as_str()),
        ("x-api-key", &program.token),
    ] {
        site.visitor()
            .send(request(&[place], &ping))
            .await
            .refused(401, REQUIRED);
    }
}

#[tokio::test]
async fn a_token_that_has_ended_opens_nothing() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let added = add(
        &ann,
        json!({"name": "assistant", "scopes": ["read"], "days": 2}),
    )
    .await
    .ok();
    let token = added["token"].as_str().expect("a token");
    let assistant = Assistant {
        client: site.visitor(),
        bearer: format!("Bearer {token}"),
    };
    assistant.ask("ping", json!({})).await;
    site.clock.advance(Duration::from_hours(48));
    refused_token(&assistant.send(&message("ping", &json!({}))).await);
}

#[tokio::test]
async fn other_methods_are_not_allowed() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let assistant = Assistant::of(&site, &ann).await;
    for method in [Method::GET, Method::DELETE, Method::PUT] {
        let mut request = request(&[("authorization", &assistant.bearer)], "");
        *request.method_mut() = method.clone();
        let reply = assistant.client.send(request).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("allow")),
            (405, "POST"),
            "{method}"
        );
    }
}

#[tokio::test]
async fn the_log_names_the_token_by_its_id() {
    let log = CapturedLog::default();
    let _logging = log.start_at(tracing::Level::TRACE);
    let site = site();
    let ann = site.sign_up("ann").await;
    let program = Program::of(&site, &ann, &["read"]).await;
    let assistant = Assistant::with(&site, &program);
    assistant.read("search", json!({"query": "columns"})).await;
    assert_eq!(log.lines(&program.token[5..41]), Vec::<String>::new());
    let lines = log.lines(&program.id);
    assert!(lines.iter().any(|line| line.contains("/mcp")), "{lines:#?}");
}
