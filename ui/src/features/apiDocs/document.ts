/** The used parts of an OpenAPI 3.1 document. */
export type ApiDocument = {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

export type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  /** The path that this one is an alias of. */
  'x-alias-of'?: string;
  /** The ways to be allowed in. Without any, the call needs no session. */
  security?: Security[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content; headers?: Record<string, Parameter> }>;
};

/** The scopes that a token needs, by the name of the way; empty for readers without an account. */
export type Security = Record<string, string[]>;

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

/** A call with its aliases. */
export type ApiCall = Operation & { method: string; path: string; aliases: string[] };

/** Returns all calls once, grouped by tag, in the order of the document. */
export function callsByTag(document: ApiDocument): [tag: string, calls: ApiCall[]][] {
  const spelt = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  const groups = new Map<string, ApiCall[]>();
  for (const call of spelt) {
    if (call['x-alias-of'] !== undefined) continue;
    const same = spelt.filter((other) => other['x-alias-of'] === call.path && other.method === call.method);
    const tag = call.tags[0] ?? '';
    groups.set(tag, [...(groups.get(tag) ?? []), { ...call, aliases: same.map(({ path }) => path) }]);
  }
  return [...groups];
}

/** Returns whether a call contains all words of `search` in its method, paths or summary. */
export function isMatch({ method, path, aliases, summary }: ApiCall, search: string): boolean {
  const text = `${method} ${path} ${aliases.join(' ')} ${summary}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Returns the JSON schema of a request or response. */
export const jsonOf = (content: Content | undefined) => content?.['application/json']?.schema;

/**
 * Formats a schema as a TypeScript type. Named types are written out at their first use; later, and
 * inside of themselves, only their names appear.
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
