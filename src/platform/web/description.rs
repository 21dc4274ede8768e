//! The OpenAPI description of one route, collected from the types of its input and its reply.

use std::any::type_name;

use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{AllOfBuilder, Array, ArrayItems, OneOfBuilder};
use utoipa::openapi::{Ref, RefOr, Required, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The parameters, body and reply of one route, and the schemas that they refer to.
#[derive(Default)]
pub struct Description {
    pub(super) path_parameter: Option<RefOr<Schema>>,
    pub(super) parameters: Vec<Parameter>,
    pub(super) body: Option<RefOr<Schema>>,
    /// The media types of a body that is a file.
    pub(super) body_types: &'static [&'static str],
    pub(super) reply: Option<RefOr<Schema>>,
    /// The media types of a reply that is a file.
    pub(super) reply_types: &'static [&'static str],
    /// Whether the reply is a page: an array of the schema in `reply`.
    pub(super) is_page: bool,
    /// Names and descriptions of the headers of the reply.
    pub(super) headers: &'static [(&'static str, &'static str)],
    pub(super) schemas: Vec<(String, RefOr<Schema>)>,
}

impl Description {
    pub fn path_parameter<T: PartialSchema>(&mut self) {
        self.path_parameter = Some(T::schema());
    }

    pub fn query_parameter(&mut self, name: &str, about: &str, schema: RefOr<Schema>) {
        self.optional_parameter(ParameterIn::Query, name, about, schema);
    }

    pub fn header_parameter(&mut self, name: &str, about: &str, schema: RefOr<Schema>) {
        self.optional_parameter(ParameterIn::Header, name, about, schema);
    }

    fn optional_parameter(
        &mut self,
        place: ParameterIn,
        name: &str,
        about: &str,
        schema: RefOr<Schema>,
    ) {
        let parameter = ParameterBuilder::new()
            .name(name)
            .parameter_in(place)
            .description(Some(about));
        self.parameters.push(
            parameter
                .required(Required::False)
                .schema(Some(schema))
                .build(),
        );
    }

    pub fn parameters(&mut self, parameters: Vec<Parameter>) {
        self.parameters.extend(parameters);
    }

    pub fn body<T: ToSchema>(&mut self) {
        self.body = Some(self.reference::<T>());
    }

    /// Adds the fields of `T` to the body.
    pub fn add_to_body<T: ToSchema>(&mut self) {
        let added = self.reference::<T>();
        self.body = Some(match self.body.take() {
            None => added,
            Some(body) => RefOr::T(Schema::AllOf(
                AllOfBuilder::new().item(body).item(added).build(),
            )),
        });
    }

    pub fn reply<T: ToSchema>(&mut self, is_page: bool) {
        self.reply = Some(self.reference::<T>());
        self.is_page = is_page;
    }

    pub fn headers(&mut self, about: &'static [(&'static str, &'static str)]) {
        self.headers = about;
    }

    /// Describes a reply as one of two schemas.
    pub fn either(&mut self, a: fn(&mut Self), b: fn(&mut Self)) {
        a(self);
        let first = self.reply.take();
        b(self);
        if self.reply == first {
            return;
        }
        let both = first
            .into_iter()
            .chain(self.reply.take())
            .fold(OneOfBuilder::new(), utoipa::openapi::OneOfBuilder::item);
        self.reply = Some(RefOr::T(Schema::OneOf(both.build())));
    }

    /// Returns the schema of a plain type, or a reference to that of a named type.
    fn reference<T: ToSchema>(&mut self) -> RefOr<Schema> {
        T::schemas(&mut self.schemas);
        match T::schema() {
            RefOr::T(schema @ (Schema::Object(_) | Schema::OneOf(_) | Schema::AllOf(_)))
                if is_named(&schema) =>
            {
                let name = T::name().into_owned();
                self.schemas.push((name.clone(), RefOr::T(schema)));
                RefOr::Ref(Ref::from_schema_name(name))
            }
            RefOr::T(Schema::Array(list)) => RefOr::T(Schema::Array(self.named_items::<T>(list))),
            plain => plain,
        }
    }

    /// Replaces the schema of the items of a list by a reference to it, if they have a named type.
    fn named_items<T>(&mut self, mut list: Array) -> Array {
        if let ArrayItems::RefOrSchema(items) = &mut list.items
            && let RefOr::T(schema) = &**items
            && is_named(schema)
        {
            // The list has no name itself: `alloc::vec::Vec<path::Name>`.
            let name = type_name::<T>().trim_end_matches('>').rsplit("::").next();
            let name = name.unwrap_or_default().to_owned();
            self.schemas.push((name.clone(), RefOr::T(schema.clone())));
            **items = RefOr::Ref(Ref::from_schema_name(name));
        }
        list
    }
}

fn is_named(schema: &Schema) -> bool {
    match schema {
        Schema::Object(object) => !object.properties.is_empty(),
        _ => true,
    }
}
