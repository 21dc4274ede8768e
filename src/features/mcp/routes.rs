//! The route, and the handler that the SDK calls.

use std::sync::{Arc, OnceLock};

use axum::body::Body;
use axum::http::{Request, header};
use http_body_util::Full;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
    Implementation, JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::{RequestContext as MessageContext, RoleServer};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde::Serialize;
use serde_json::Value;

use super::tools::{self, Finder};
use super::{model, question};
use crate::core::error::{Error, Result, Sentence};
use crate::features::feeds::address::SiteAddress;
use crate::features::users::Me;
use crate::platform::db::Read;
use crate::platform::web::{ProtocolMessage, ProtocolReply, RequestContext, Routes, register};

/// The largest message, in bytes.
const MAX_MESSAGE: usize = 64 * 1024;

/// Registers the route.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Search and read for an assistant (Model Context Protocol)
        protocol("/mcp", answer);
    }
}

/// Answers one message with one JSON document.
async fn answer(request: RequestContext<Me>, message: ProtocolMessage) -> Result<ProtocolReply> {
    // Authenticates and counts each message, also one that reads nothing.
    request.read(|_, _: &Me| Ok(())).await?;
    let tools = Tools(Arc::new(Call {
        request,
        failure: OnceLock::new(),
    }));
    let call = tools.0.clone();
    // `server::security` has checked the host.
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(MAX_MESSAGE);
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(tools.clone()), sessions, config);
    let mut forwarded = Request::post("/mcp")
        .body(Full::new(message.body))
        .map_err(Error::internal)?;
    // The SDK keeps the headers with the message: the token is not among them.
    let known = [header::HOST, header::ACCEPT, header::CONTENT_TYPE];
    let headers = message.headers.iter();
    forwarded.headers_mut().extend(
        headers
            .filter(|(name, _)| known.contains(name) || name.as_str().starts_with("mcp-"))
            .map(|(name, value)| (name.clone(), value.clone())),
    );
    let response = service.handle(forwarded).await;
    match call.failure.get() {
        Some(error) => Err(error.clone()),
        None => Ok(ProtocolReply(response.map(Body::new))),
    }
}

/// One request, which calls at most one tool.
struct Call {
    request: RequestContext<Me>,
    /// Why a tool could not run, apart from its arguments: the reply is that of any other route.
    failure: OnceLock<Error>,
}

/// What the SDK calls for a message.
#[derive(Clone)]
struct Tools(Arc<Call>);

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let title = &self.0.request.app.settings().config.site.title;
        let server = Implementation::new("stoa", env!("CARGO_PKG_VERSION")).with_title(title);
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server)
            .with_instructions(tools::INSTRUCTIONS)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::list().into_iter().find(|tool| tool.name == name)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: MessageContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::list()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: MessageContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if self.get_tool(&request.name).is_none() {
            let unknown = format!("unknown tool: {}", request.name);
            return Err(ErrorData::invalid_params(unknown, None));
        }
        let result = tokio::select! {
            result = self.0.run(&request.name, request.arguments) => result,
            // The client has gone: its read leaves the queue.
            () = context.ct.cancelled() => Err(Sentence::Busy.into()),
        };
        match result {
            Ok(result) => Ok(result.into()),
            Err(error) if matches!(error.sentence().status(), 400 | 404) => {
                Ok(CallToolResult::error(vec![ContentBlock::text(error.text())]).into())
            }
            Err(error) => {
                let text = error.sentence().text();
                self.0.failure.get_or_init(|| error);
                Err(ErrorData::internal_error(text, None))
            }
        }
    }
}

impl Call {
    /// Runs a tool. Fails with 400 or 404 for its arguments, and as every read for other reasons.
    async fn run(&self, name: &str, given: Option<JsonObject>) -> Result<CallToolResult> {
        let address = SiteAddress::of(&self.request.app, &self.request.caller)?;
        match name {
            "search" => {
                let finder = Finder::new(&tools::arguments(given)?)?;
                let read = self
                    .request
                    .read_paced(finder.pace(), move |read, me: &Me| {
                        value(&finder.find(read, me, &address)?)
                    });
                Ok(CallToolResult::structured(read.await?))
            }
            "read_question" => {
                let model::ReadQuestionArguments { question } = tools::arguments(given)?;
                let id = tools::id_of(&question);
                let read = move |read: &Read<'_>, me: &Me, pace| {
                    let found = tools::read_question(read, me, pace, id, &address)?;
                    let whole = |it| Ok((value(&it)?, question::markdown(&it)));
                    found.map(whole).transpose()
                };
                let (value, markdown) = self.request.read_measured(read).await?;
                let mut result = CallToolResult::structured(value);
                result.content = vec![ContentBlock::text(markdown)];
                Ok(result)
            }
            _ => {
                let model::ListTagsArguments { name } = tools::arguments(given)?;
                let read = self.request.read(move |read, me: &Me| {
                    value(&tools::list_tags(
                        read,
                        me,
                        name.as_deref().unwrap_or_default(),
                    )?)
                });
                Ok(CallToolResult::structured(read.await?))
            }
        }
    }
}

fn value(result: &impl Serialize) -> Result<Value> {
    serde_json::to_value(result).map_err(Error::internal)
}
