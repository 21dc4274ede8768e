//! The OpenAPI document, generated from the route table: it has exactly the routes that exist.

use axum::http::Method;
use utoipa::PartialSchema;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{
    HttpMethod, Operation, OperationBuilder, ParameterBuilder, ParameterIn, PathItem,
};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{
    ComponentsBuilder, Content, HeaderBuilder, InfoBuilder, OpenApi, OpenApiBuilder, PathsBuilder,
    RefOr, Required, Response, ResponseBuilder, Schema, Server,
};

use super::description::Description;
use super::router::Route;
use crate::core::error::Sentence;

/// Returns the document of the routes in the table. `prefix` is the path of the site: empty, or
/// with a leading slash.
pub fn document(title: &str, prefix: &str, table: &[Route]) -> OpenApi {
    let mut paths = PathsBuilder::new();
    let mut components = ComponentsBuilder::new().security_scheme(
        "session",
        SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("stoa_session"))),
    );
    let token = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("An API token. Operations name the scope that it needs; those without this scheme need a session."));
    components = components.security_scheme("token", SecurityScheme::Http(token.build()));
    for route in table.iter().filter(|route| route.is_described) {
        let mut description = Description::default();
        (route.describe)(&mut description);
        let schemas = std::mem::take(&mut description.schemas);
        components = components.schemas_from_iter(schemas);
        for path in &route.paths {
            paths = paths.path(
                *path,
                PathItem::new(method(route), operation(route, path, &description)),
            );
        }
    }
    let codes = ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(
            "The value of `x-error-code`, with the text of the error: `{}` stands for a detail.",
        ))
        .enum_values(Some(Sentence::ALL.iter().map(|sentence| sentence.name())));
    components = components.schema("ErrorCode", codes);
    let info = InfoBuilder::new()
        .title(title)
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("The HTTP interface of a Stoa site. Success is 200 with JSON; an error is a sentence in plain text, and its name of the schema ErrorCode in the header `x-error-code`: a text may change, a name does not."));
    // A relative URL: the routes are on the server that has served the document.
    let server = Server::new(if prefix.is_empty() { "/" } else { prefix });
    OpenApiBuilder::new()
        .info(info)
        .servers(Some([server]))
        .paths(paths)
        .components(Some(components.build()))
        .build()
}

fn method(route: &Route) -> HttpMethod {
    match route.method.as_str() {
        "POST" => HttpMethod::Post,
        "PATCH" => HttpMethod::Patch,
        "DELETE" => HttpMethod::Delete,
        _ => HttpMethod::Get,
    }
}

/// Extension of an operation under an alias: the path of the operation that documents it.
const ALIAS_OF: &str = "x-alias-of";

fn operation(route: &Route, path: &str, description: &Description) -> Operation {
    let canonical_path = longest_path(route);
    let tag = canonical_path
        .trim_start_matches('/')
        .split('/')
        .next()
        .unwrap_or_default();
    let mut operation = OperationBuilder::new()
        .tag(tag)
        .summary(Some(route.about))
        .operation_id(Some(operation_id(path)));
    if path != canonical_path {
        operation = operation.extensions(Some(
            ExtensionsBuilder::new()
                .add(ALIAS_OF, canonical_path)
                .build(),
        ));
    }
    if let (Some(schema), Some((name, _))) = (
        &description.path_parameter,
        path.split_once('{')
            .and_then(|(_, rest)| rest.split_once('}')),
    ) {
        let parameter = ParameterBuilder::new()
            .name(name)
            .parameter_in(ParameterIn::Path)
            .required(Required::True);
        operation = operation.parameter(parameter.schema(Some(schema.clone())));
    }
    for parameter in &description.parameters {
        operation = operation.parameter(parameter.clone());
    }
    if let Some(schema) = &description.body {
        let body = RequestBodyBuilder::new()
            .required(Some(Required::True))
            .content("application/json", Content::new(Some(schema.clone())));
        operation = operation.request_body(Some(body.build()));
    }
    if !description.body_types.is_empty() {
        let body = RequestBodyBuilder::new().required(Some(Required::True));
        let body = description.body_types.iter().fold(body, |body, kind| {
            body.content(*kind, Content::new(Some(binary())))
        });
        operation = operation.request_body(Some(body.build()));
    }
    if route.signed_in {
        operation = operation.security(SecurityRequirement::new("session", Vec::<String>::new()));
        if let Some(scope) = route.policy.scope {
            operation = operation.security(SecurityRequirement::new("token", [scope.word()]));
        }
    }
    if route.is_public {
        operation = operation.security(SecurityRequirement::default());
    }
    operation = operation.response("200", success(description));
    for (status, about) in statuses(route, description) {
        let text = Content::new(Some(String::schema()));
        operation = operation.response(
            status,
            ResponseBuilder::new()
                .description(about)
                .content("text/plain", text)
                .build(),
        );
    }
    operation.build()
}

/// Returns the path with the most segments, which includes the feature's name.
fn longest_path(route: &Route) -> &'static str {
    route
        .paths
        .iter()
        .copied()
        .max_by_key(|path| path.split('/').count())
        .unwrap_or_default()
}

/// Returns the schema of a file.
fn binary() -> Schema {
    let binary = SchemaFormat::KnownFormat(KnownFormat::Binary);
    let object = ObjectBuilder::new().schema_type(Type::String);
    object.format(Some(binary)).into()
}

fn success(description: &Description) -> Response {
    if !description.reply_types.is_empty() {
        let response = ResponseBuilder::new().description("Success");
        let kinds = description.reply_types.iter();
        return kinds
            .fold(response, |response, kind| {
                response.content(*kind, Content::new(Some(binary())))
            })
            .build();
    }
    let schema = description.reply.clone().map(|schema| {
        if description.is_page {
            RefOr::T(Schema::Array(ArrayBuilder::new().items(schema).build()))
        } else {
            schema
        }
    });
    let mut response = ResponseBuilder::new()
        .description("Success")
        .content("application/json", Content::new(schema));
    let header = |about: &str, schema| {
        HeaderBuilder::new()
            .description(Some(about))
            .schema(Some(schema))
            .build()
    };
    if description.is_page {
        response = response
            .header(
                "X-Total-Count",
                header("Length of the whole list", u64::schema()),
            )
            .header(
                "Link",
                header("Next page, if there is one", String::schema()),
            );
    }
    for (name, about) in description.headers {
        response = response.header(*name, header(about, String::schema()));
    }
    response.build()
}

fn statuses(route: &Route, description: &Description) -> Vec<(&'static str, &'static str)> {
    let mut statuses = vec![
        ("400", "Malformed or invalid"),
        ("403", "Not allowed"),
        ("404", "Absent, or hidden from this viewer"),
    ];
    statuses.extend([
        (
            "429",
            if route.is_paced {
                "Rate limit exceeded, or too many large requests are waiting; Retry-After has the seconds to wait"
            } else {
                "Rate limit exceeded; Retry-After has the seconds to wait"
            },
        ),
        ("503", "Temporarily unavailable; try again"),
    ]);
    let takes_password = [
        "/login",
        "/moderation/appealSuspension",
        "/moderation/getSuspensionAppeal",
    ];
    let takes_password = |path: &&str| takes_password.iter().any(|end| path.ends_with(end));
    if route.signed_in || route.paths.iter().any(takes_password) {
        statuses.push(("401", "Not logged in, or the wrong password"));
    }
    statuses.push(("414", "The URI is too long"));
    if route.method != Method::GET {
        statuses.push(("409", "Conflict"));
    }
    if !description.reply_types.is_empty() {
        statuses.push(("304", "The client has this version"));
    }
    if [
        "/address/getTarget",
        "/feeds/question/{file}",
        "/preview/{file}",
    ]
    .contains(&route.paths[0])
    {
        statuses.push((
            "410",
            "A question that was public, for a reader without a session",
        ));
    }
    if !description.body_types.is_empty() {
        statuses.extend([
            ("408", "The body did not arrive in time"),
            ("413", "The body is too large"),
            ("415", "The body is not a file of these types"),
            ("507", "There is no room for the file"),
        ]);
    }
    if route.policy.adds_text && description.body_types.is_empty() {
        statuses.push(("507", "The site has no room for new texts"));
    }
    if description.body.is_some() {
        statuses.extend([
            ("408", "The body did not arrive in time"),
            ("413", "The body is too large"),
            ("415", "The body is not JSON"),
        ]);
    }
    statuses
}

fn operation_id(path: &str) -> String {
    path.split(['/', '{', '}'])
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("_")
}
