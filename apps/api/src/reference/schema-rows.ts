// Schemas of the document as rows to read: a row for each field, nested fields with their path. Pure.
import type { JsonSchema } from './json-schema.ts';
import { toHtml } from './to-html.ts';

export type SchemaRows = {
  /** One row for anything that isn't an object. */
  of(schema: JsonSchema | undefined, contentType?: string): string[];
  typeOf(schema: JsonSchema): string;
};

export function row(name: string, text: string, isRequired = true): string {
  return `<div><dt><code>${toHtml(name)}</code></dt><dd>${toHtml(text)}${isRequired ? '' : ', optional'}</dd></div>`;
}

/** `schemas` are those that references lead to. */
export function createSchemaRows(schemas: Readonly<Record<string, JsonSchema>>): SchemaRows {
  const follow = (schema: JsonSchema): JsonSchema => {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
    return follow(schemas[$ref.replace('#/components/schemas/', '')] ?? {});
  };
  return {
    of(schema, contentType = 'application/json') {
      if (schema === undefined) return [];
      if (contentType !== 'application/json') return [row('(file)', contentType)];
      const rows = fieldsOf(schema, '', follow);
      return rows.length === 0 ? [row('(whole)', typeTextOf(schema, follow))] : rows;
    },
    typeOf: (schema) => typeTextOf(schema, follow),
  };
}

type Follow = (schema: JsonSchema) => JsonSchema;
type ObjectSchema = { properties: Record<string, JsonSchema>; required: string[] };

function fieldsOf(schema: JsonSchema, prefix: string, follow: Follow): string[] {
  const inner = innerOf(schema, follow);
  if (inner.array !== undefined) return fieldsOf(inner.array, `${prefix}[]`, follow);
  return inner.objects.flatMap(({ properties, required }, index) => [
    ...(index === 0 ? [] : [row(prefix === '' ? '(or)' : `${prefix} (or)`, 'these fields instead')]),
    ...Object.entries(properties).flatMap(([name, each]) => {
      const path = prefix === '' ? name : `${prefix}.${name}`;
      return [row(path, typeTextOf(each, follow), required.includes(name)), ...fieldsOf(each, path, follow)];
    }),
  ]);
}

function innerOf(given: JsonSchema, follow: Follow): { objects: ObjectSchema[]; array?: JsonSchema } {
  const schema = follow(given);
  if (schema['type'] === 'array') return { objects: [], array: (schema['items'] ?? {}) as JsonSchema };
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined) {
    return { objects: alternatives.flatMap((each) => innerOf(each, follow).objects) };
  }
  const all = schema['allOf'] as JsonSchema[] | undefined;
  if (all !== undefined) return { objects: joined(all.map((each) => innerOf(each, follow).objects)) };
  const properties = schema['properties'] as ObjectSchema['properties'] | undefined;
  if (properties === undefined) return { objects: [] };
  return { objects: [{ properties, required: (schema['required'] as string[] | undefined) ?? [] }] };
}

/** Each form of the first with the fields of the others. */
function joined([first = [], ...others]: ObjectSchema[][]): ObjectSchema[] {
  const added = others.flat();
  return first.map(({ properties, required }) => ({
    properties: Object.fromEntries(
      [properties, ...added.map((each) => each.properties)].flatMap((each) => Object.entries(each)),
    ),
    required: [...required, ...added.flatMap((each) => each.required)],
  }));
}

function alternativesOf(schema: JsonSchema): JsonSchema[] | undefined {
  return (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
}

function typeTextOf(given: JsonSchema, follow: Follow): string {
  const schema = follow(given);
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined) {
    return [...new Set(alternatives.map((each) => typeTextOf(each, follow)))].join(' or ');
  }
  const { type, format, items } = schema;
  const values = (schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']])) as
    | unknown[]
    | undefined;
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(', ');
  if (type === 'array') {
    return `list of ${items === undefined ? 'anything' : typeTextOf(items as JsonSchema, follow)}`;
  }
  const parts = [Array.isArray(type) ? type.join(' or ') : String(type ?? 'anything')];
  if (format !== undefined) parts.push(`(${String(format)})`);
  parts.push(...limitsOf(schema));
  return parts.join(' ');
}

function limitsOf(schema: JsonSchema): string[] {
  const limits: [key: string, label: string, unit?: string][] = [
    ['minimum', 'at least'],
    ['exclusiveMinimum', 'more than'],
    ['maximum', 'at most'],
    ['minLength', 'at least', ' characters'],
    ['maxLength', 'at most', ' characters'],
    ['default', 'else'],
  ];
  return limits.flatMap(([key, label, unit = '']) =>
    schema[key] === undefined ? [] : [`${label} ${JSON.stringify(schema[key])}${unit}`],
  );
}
