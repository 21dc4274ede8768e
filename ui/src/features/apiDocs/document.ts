/** The parts of an OpenAPI 3.1 document that our server's has. */
export type ApiDocument = {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

export type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  /** None: whoever calls needs no session. */
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content; headers?: Record<string, Parameter> }>;
};

export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };

type Content = Record<string, { schema: Schema }>;

export type Schema = {
  $ref?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  oneOf?: Schema[];
};

/** A call: where it is and what it is. */
export type ApiCall = Operation & { method: string; path: string };

/** All calls, in groups by what they are about, in the document's order. */
export function callsByTag(document: ApiDocument): [tag: string, calls: ApiCall[]][] {
  const groups = new Map<string, ApiCall[]>();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags[0] ?? '';
      groups.set(tag, [...(groups.get(tag) ?? []), { ...operation, method: method.toUpperCase(), path }]);
    }
  }
  return [...groups];
}

/** Whether a call has all the words of `search` in its method, path or summary. */
export function isFound({ method, path, summary }: ApiCall, search: string): boolean {
  const text = `${method} ${path} ${summary}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The JSON of a request or an answer. */
export const jsonOf = (content: Content | undefined) => content?.['application/json']?.schema;

/**
 * A schema written as a TypeScript type. The named types that it refers to are spelt out where they first stand;
 * after that, and inside of themselves, their names do.
 */
export function shape(schema: Schema, document: ApiDocument, known = new Set<string>(), indent = ''): string {
  const of = (part: Schema, further = indent) => shape(part, document, known, further);
  if (schema.$ref) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    const named = document.components.schemas[name];
    if (!named || known.has(name)) return name;
    if (!named.properties && !named.oneOf && !named.enum) return of(named);
    known.add(name);
    return `${name} ${of(named)}`;
  }
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.oneOf) return schema.oneOf.map((part) => of(part)).join(' | ');
  if (schema.items) return `[${of(schema.items)}]`;
  if (schema.properties) {
    const inner = `${indent}  `;
    const lines = Object.entries(schema.properties).map(([name, part]) => {
      const note = part.description ? `  // ${part.description.replace(/\s+/g, ' ')}` : '';
      return `${inner}${name}${schema.required?.includes(name) ? '' : '?'}: ${of(part, inner)}${note}`;
    });
    return lines.length ? `{\n${lines.join('\n')}\n${indent}}` : '{}';
  }
  return [schema.type ?? 'anything'].flat().join(' | ');
}
