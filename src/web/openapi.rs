//! The OpenAPI document, made out of the route table: it cannot name a call that is not there, nor miss one.

use axum::http::Method;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{HttpMethod, Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{ArrayBuilder, OneOfBuilder};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, Content, HeaderBuilder, InfoBuilder, OpenApi, OpenApiBuilder, PathsBuilder, Ref, RefOr, Required, Response,
    ResponseBuilder, Schema, Server,
};
use utoipa::{PartialSchema, ToSchema};

use super::Route;

/// What is known of one call, and the schemas it mentions.
#[derive(Default)]
pub struct Description {
    path_parameter: Option<RefOr<Schema>>,
    parameters: Vec<Parameter>,
    body: Option<RefOr<Schema>>,
    reply: Option<RefOr<Schema>>,
    is_page: bool,
    headers: &'static [(&'static str, &'static str)],
    schemas: Vec<(String, RefOr<Schema>)>,
}

impl Description {
    pub fn path_parameter<T: PartialSchema>(&mut self) {
        self.path_parameter = Some(T::schema());
    }

    pub fn query_parameter(&mut self, name: &str, about: &str, schema: RefOr<Schema>) {
        let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query).description(Some(about));
        self.parameters.push(parameter.required(Required::False).schema(Some(schema)).build());
    }

    pub fn parameters(&mut self, parameters: Vec<Parameter>) {
        self.parameters.extend(parameters);
    }

    pub fn body<T: ToSchema>(&mut self) {
        self.body = Some(self.reference::<T>());
    }

    pub fn reply<T: ToSchema>(&mut self, is_page: bool) {
        self.reply = Some(self.reference::<T>());
        self.is_page = is_page;
    }

    pub fn headers(&mut self, about: &'static [(&'static str, &'static str)]) {
        self.headers = about;
    }

    /// Either of two replies of one form.
    pub fn either(&mut self, a: fn(&mut Self), b: fn(&mut Self)) {
        a(self);
        let first = self.reply.take();
        b(self);
        let both = first.into_iter().chain(self.reply.take()).fold(OneOfBuilder::new(), |both, reply| both.item(reply));
        self.reply = Some(RefOr::T(Schema::OneOf(both.build())));
    }

    /// Plain types stand where they are used, named ones are referred to.
    fn reference<T: ToSchema>(&mut self) -> RefOr<Schema> {
        T::schemas(&mut self.schemas);
        match T::schema() {
            RefOr::T(schema @ (Schema::Object(_) | Schema::OneOf(_) | Schema::AllOf(_))) if is_named(&schema) => {
                let name = T::name().into_owned();
                self.schemas.push((name.clone(), RefOr::T(schema)));
                RefOr::Ref(Ref::from_schema_name(name))
            }
            plain => plain,
        }
    }
}

fn is_named(schema: &Schema) -> bool {
    match schema {
        Schema::Object(object) => !object.properties.is_empty(),
        _ => true,
    }
}

/// The document of all calls in the table, of a site below the path `prefix`, which is empty or begins with a slash.
pub fn document(title: &str, prefix: &str, table: &[Route]) -> OpenApi {
    let mut paths = PathsBuilder::new();
    let mut components =
        ComponentsBuilder::new().security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("stoa_session"))));
    for route in table {
        let mut description = Description::default();
        (route.describe)(&mut description);
        let schemas = std::mem::take(&mut description.schemas);
        components = components.schemas_from_iter(schemas);
        for path in &route.paths {
            paths = paths.path(*path, PathItem::new(method(route), operation(route, path, &description)));
        }
    }
    let info = InfoBuilder::new()
        .title(title)
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("The calls of a Stoa site. Success is 200 with JSON; an error is a sentence in plain text."));
    // Wherever the document was found, the calls are on the same server.
    let server = Server::new(if prefix.is_empty() { "/" } else { prefix });
    OpenApiBuilder::new().info(info).servers(Some([server])).paths(paths).components(Some(components.build())).build()
}

fn method(route: &Route) -> HttpMethod {
    match route.method.as_str() {
        "POST" => HttpMethod::Post,
        "PATCH" => HttpMethod::Patch,
        "DELETE" => HttpMethod::Delete,
        _ => HttpMethod::Get,
    }
}

/// With other spellings of a path: the one under which the call is to be listed.
const ALIAS_OF: &str = "x-alias-of";

fn operation(route: &Route, path: &str, description: &Description) -> Operation {
    let fullest = fullest(route);
    let tag = fullest.trim_start_matches('/').split('/').next().unwrap_or_default();
    let mut operation = OperationBuilder::new().tag(tag).summary(Some(route.about)).operation_id(Some(operation_id(path)));
    if path != fullest {
        operation = operation.extensions(Some(ExtensionsBuilder::new().add(ALIAS_OF, fullest).build()));
    }
    if let (Some(schema), Some((name, _))) = (&description.path_parameter, path.split_once('{').and_then(|(_, rest)| rest.split_once('}')))
    {
        let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path).required(Required::True);
        operation = operation.parameter(parameter.schema(Some(schema.clone())));
    }
    for parameter in &description.parameters {
        operation = operation.parameter(parameter.clone());
    }
    if let Some(schema) = &description.body {
        let body = RequestBodyBuilder::new().required(Some(Required::True)).content("application/json", Content::new(Some(schema.clone())));
        operation = operation.request_body(Some(body.build()));
    }
    if route.signed_in {
        operation = operation.security(SecurityRequirement::new("session", Vec::<String>::new()));
    }
    operation = operation.response("200", success(description));
    for (status, about) in statuses(route, description) {
        let text = Content::new(Some(String::schema()));
        operation = operation.response(status, ResponseBuilder::new().description(about).content("text/plain", text).build());
    }
    operation.build()
}

/// The spelling of a call's path that says most of it, what it is about included.
fn fullest(route: &Route) -> &'static str {
    route.paths.iter().copied().max_by_key(|path| path.split('/').count()).unwrap_or_default()
}

fn success(description: &Description) -> Response {
    let schema = description
        .reply
        .clone()
        .map(|schema| if description.is_page { RefOr::T(Schema::Array(ArrayBuilder::new().items(schema).build())) } else { schema });
    let mut response = ResponseBuilder::new().description("Done").content("application/json", Content::new(schema));
    let header = |about: &str, schema| HeaderBuilder::new().description(Some(about)).schema(Some(schema)).build();
    if description.is_page {
        response = response
            .header("X-Total-Count", header("The length of the whole list", u64::schema()))
            .header("Link", header("The next page, if there is one", String::schema()));
    }
    for (name, about) in description.headers {
        response = response.header(*name, header(about, String::schema()));
    }
    response.build()
}

fn statuses(route: &Route, description: &Description) -> Vec<(&'static str, &'static str)> {
    let mut statuses = vec![("400", "Malformed or invalid"), ("403", "Not allowed"), ("404", "Absent, or hidden from this viewer")];
    statuses.extend([("429", "Too often; Retry-After says when to come back"), ("503", "Not now; try again")]);
    if route.signed_in || route.paths.iter().any(|path| path.contains("login")) {
        statuses.push(("401", "Not logged in"));
    }
    statuses.push(("414", "The address is too long"));
    if route.method != Method::GET {
        statuses.push(("409", "Conflict"));
    }
    if description.body.is_some() {
        statuses.extend([("408", "The body took too long"), ("413", "Too large"), ("415", "Not JSON")]);
    }
    statuses
}

fn operation_id(path: &str) -> String {
    path.split(['/', '{', '}']).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_")
}
