//! TypeScript types of what the server sends, from the schemas of the OpenAPI document and of the events.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Map, Value};

/// Schemas by their names.
pub(super) type Schemas = Map<String, Value>;

/// Returns the schemas of all replies of an OpenAPI document.
pub(super) fn replies(document: &Value) -> Vec<Value> {
    let calls = document["paths"].as_object().into_iter().flatten();
    let calls = calls.flat_map(|(_, calls)| calls.as_object().into_iter().flatten());
    calls.map(|(_, call)| call["responses"].clone()).collect()
}

/// Declares the types to which `roots` refers, and those to which these refer.
pub(super) fn declarations(schemas: &Schemas, roots: &[Value]) -> String {
    let mut names = BTreeSet::new();
    for root in roots {
        add_references(schemas, root, &mut names);
    }
    let mut text = String::new();
    for name in names.iter().filter(|name| !is_text(&schemas[*name])) {
        let declared = type_of(schemas, &schemas[name]);
        writeln!(text, "export type {name} = {declared};\n").expect("text");
    }
    text
}

fn add_references(schemas: &Schemas, value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(name) = referred(value)
                && names.insert(name.to_owned())
            {
                add_references(schemas, &schemas[name], names);
            }
            for field in fields.values() {
                add_references(schemas, field, names);
            }
        }
        Value::Array(items) => {
            for item in items {
                add_references(schemas, item, names);
            }
        }
        _ => {}
    }
}

/// Returns the name of the schema to which a schema refers.
fn referred(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// Returns whether values are any texts, such as ids: these have no type of their own.
fn is_text(schema: &Value) -> bool {
    schema["type"] == "string" && schema.get("enum").is_none()
}

fn type_of(schemas: &Schemas, schema: &Value) -> String {
    if let Some(name) = referred(schema) {
        let is_text = is_text(&schemas[name]);
        return if is_text { "string" } else { name }.to_owned();
    }
    let join = |parts: &Vec<Value>, separator: &str, text: &dyn Fn(&Value) -> String| {
        parts.iter().map(text).collect::<Vec<_>>().join(separator)
    };
    let nested = |part: &Value| type_of(schemas, part);
    if let Some(parts) = schema["oneOf"].as_array() {
        return join(parts, " | ", &nested);
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return join(parts, " & ", &nested);
    }
    if let Some(values) = schema["enum"].as_array() {
        return join(values, " | ", &Value::to_string);
    }
    if let Some(kinds) = schema["type"].as_array() {
        return join(kinds, " | ", &|kind| simple_type(schemas, schema, kind));
    }
    simple_type(schemas, schema, &schema["type"])
}

fn simple_type(schemas: &Schemas, schema: &Value, kind: &Value) -> String {
    match kind.as_str() {
        Some(same @ ("string" | "boolean" | "null")) => same.to_owned(),
        Some("integer" | "number") => "number".to_owned(),
        Some("array") => format!("Array<{}>", type_of(schemas, &schema["items"])),
        Some("object") => object_type(schemas, schema),
        _ => panic!("no type for {schema}"),
    }
}

fn object_type(schemas: &Schemas, schema: &Value) -> String {
    let Some(properties) = schema["properties"].as_object() else {
        let values = schema.get("additionalProperties");
        let values = values.map_or("never".to_owned(), |values| type_of(schemas, values));
        return format!("Record<string, {values}>");
    };
    let required = schema["required"].as_array();
    let mut text = "{ ".to_owned();
    for (name, property) in properties {
        let mut nested = property["oneOf"].as_array().into_iter().flatten();
        let about = property["description"].as_str();
        let about = about.or_else(|| nested.find_map(|part| part["description"].as_str()));
        if let Some(about) = about {
            let lines = about.replace('\n', "\n * ");
            write!(text, "\n/**\n * {lines}\n */\n").expect("text");
        }
        let declared = type_of(schemas, property);
        if required.is_some_and(|names| names.iter().any(|required| required == name)) {
            write!(text, "{name}: {declared}, ").expect("text");
        } else {
            // What is absent is never null.
            let declared = declared.strip_suffix(" | null").unwrap_or(&declared);
            write!(text, "{name}?: {declared}, ").expect("text");
        }
    }
    text + "}"
}
