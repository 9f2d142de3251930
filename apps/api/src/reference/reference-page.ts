// The OpenAPI document as a page to read: plain HTML, without scripts and without files of other hosts. Pure.
import { closeCodes, errorCodes } from '@pocketfleet/contract';
import type { JsonSchema, OpenApi, Operation } from './openapi.ts';
import { pageStyle } from './reference-style.ts';

export function renderReference(document: OpenApi): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags[0] === name),
  }));
  const title = toHtml(document.info.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.ico" sizes="any">
<style>${pageStyle}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<p><a href="/">Home</a></p>
<h1>${title}</h1>
<p>${inlineHtml(document.info.description)}</p>
<p>All addresses begin with <code>${toHtml(document.servers[0]?.url ?? '')}</code>. The same as a file for programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
</header>
<nav aria-label="Calls">
<ul>${groups.map(({ name, calls }) => `<li><a href="#${anchor(name)}">${toHtml(capitalize(name))}</a> <span>${calls.length}</span></li>`).join('')}<li><a href="#errors">Errors</a></li><li><a href="#close-codes">Websockets</a></li></ul>
</nav>
<main id="calls">
${groups.map(({ name, calls }) => `<section aria-labelledby="${anchor(name)}"><h2 id="${anchor(name)}">${toHtml(capitalize(name))}</h2>${calls.map(renderCall).join('\n')}</section>`).join('\n')}
${renderErrors()}
${renderCloseCodes()}
</main>
</body>
</html>
`;
}

type Call = { method: string; path: string; operation: Operation };

function renderCall({ method, path, operation }: Call): string {
  const { parameters = [], requestBody, responses } = operation;
  const [status = '', response] = Object.entries(responses)[0] ?? [];
  const [responseType, responseContent] = Object.entries(response?.content ?? {})[0] ?? [];
  const [bodyType, bodyContent] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const isOpen = operation.security.length === 0;
  const parts = [
    `<p>${toHtml(operation.summary)}</p>`,
    `<p class="quiet">${isOpen ? 'Open to everybody.' : `Needs an access token${permissionsText(operation)}.`}</p>`,
    part(
      'In the address',
      parameters
        .filter(isInAddress)
        .map((each) =>
          row(
            each.name,
            typeTextOf(each.schema),
            each.required === true || each.schema['default'] !== undefined,
          ),
        ),
    ),
    part(`Sent as ${bodyType === 'application/json' ? 'JSON' : 'a form'}`, rowsOf(bodyContent?.schema)),
    responseType === undefined
      ? `<p class="quiet">Answers ${status} with nothing.</p>`
      : part(`Answer ${status}`, rowsOf(responseContent?.schema, responseType)),
  ];
  return `<article id="${anchor(operation.operationId)}"><h3><code><b>${method}</b> ${toHtml(path)}</code></h3>${parts.join('')}</article>`;
}

function isInAddress(parameter: { in: string }): boolean {
  // The header is the same for every call: the introduction tells of it.
  return parameter.in !== 'header';
}

function permissionsText({ security }: Operation): string {
  const scopes = Object.values(security[0] ?? {}).flat();
  return scopes.length === 0 ? '' : ` with the permission ${scopes.join(' and ')}`;
}

function part(title: string, rows: string[]): string {
  return rows.length === 0 ? '' : `<h4>${toHtml(title)}</h4><dl>${rows.join('')}</dl>`;
}

function row(name: string, text: string, isRequired = true): string {
  return `<div><dt><code>${toHtml(name)}</code></dt><dd>${toHtml(text)}${isRequired ? '' : ', optional'}</dd></div>`;
}

/** A row for each field of an object, nested fields with their path; one row for anything else. */
function rowsOf(schema: JsonSchema | undefined, contentType = 'application/json'): string[] {
  if (schema === undefined) return [];
  if (contentType !== 'application/json') return [row('(file)', contentType)];
  const rows = fieldsOf(schema, '');
  return rows.length === 0 ? [row('(whole)', typeTextOf(schema))] : rows;
}

function fieldsOf(schema: JsonSchema, prefix: string): string[] {
  const inner = innerOf(schema);
  if (inner.array !== undefined) return fieldsOf(inner.array, `${prefix}[]`);
  return inner.objects.flatMap(({ properties, required }, index) => [
    ...(index === 0 ? [] : [row(prefix === '' ? '(or)' : `${prefix} (or)`, 'these fields instead')]),
    ...Object.entries(properties).flatMap(([name, each]) => {
      const path = prefix === '' ? name : `${prefix}.${name}`;
      return [row(path, typeTextOf(each), required.includes(name)), ...fieldsOf(each, path)];
    }),
  ]);
}

type ObjectSchema = { properties: Record<string, JsonSchema>; required: string[] };

function innerOf(schema: JsonSchema): { objects: ObjectSchema[]; array?: JsonSchema } {
  if (schema['type'] === 'array') return { objects: [], array: (schema['items'] ?? {}) as JsonSchema };
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined) return { objects: alternatives.flatMap((each) => innerOf(each).objects) };
  const properties = schema['properties'] as ObjectSchema['properties'] | undefined;
  if (properties === undefined) return { objects: [] };
  return { objects: [{ properties, required: (schema['required'] as string[] | undefined) ?? [] }] };
}

function alternativesOf(schema: JsonSchema): JsonSchema[] | undefined {
  return (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
}

function typeTextOf(schema: JsonSchema): string {
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined) return [...new Set(alternatives.map(typeTextOf))].join(' or ');
  const { type, format, items } = schema;
  const values = (schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']])) as
    | unknown[]
    | undefined;
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(', ');
  if (type === 'array')
    return `list of ${items === undefined ? 'anything' : typeTextOf(items as JsonSchema)}`;
  const parts = [Array.isArray(type) ? type.join(' or ') : String(type ?? 'anything')];
  if (format !== undefined) parts.push(`(${String(format)})`);
  parts.push(...limitsOf(schema));
  return parts.join(' ');
}

function limitsOf(schema: JsonSchema): string[] {
  const limits: [string, string][] = [
    ['minimum', 'at least'],
    ['exclusiveMinimum', 'more than'],
    ['maximum', 'at most'],
    ['minLength', 'characters: at least'],
    ['maxLength', 'characters: at most'],
    ['default', 'else'],
  ];
  return limits.flatMap(([key, label]) =>
    schema[key] === undefined ? [] : [`${label} ${JSON.stringify(schema[key])}`],
  );
}

function renderErrors(): string {
  const rows = Object.entries(errorCodes).map(([code, { status, detail }]) =>
    row(code, `${status}: ${detail}`),
  );
  return `<section aria-labelledby="errors"><h2 id="errors">Errors</h2><p>The codes that a refusal can carry. Its sentence may say more than the one here.</p><dl>${rows.join('')}</dl></section>`;
}

function renderCloseCodes(): string {
  const rows = Object.values(closeCodes).map(({ code, detail, reconnect }) =>
    row(String(code), `${detail} ${reconnect ? 'Try again.' : 'Do not try again.'}`),
  );
  return `<section aria-labelledby="close-codes"><h2 id="close-codes">Websockets</h2><p>A phone’s picture, shell and files are opened with a ticket of <a href="#startStream">stream/start</a>, offered as the second subprotocol after <code>pocketfleet</code>. They close with:</p><dl>${rows.join('')}</dl></section>`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function anchor(text: string): string {
  return text.replace(/[^\w]+/g, '-');
}

/** Text between backquotes becomes code. */
function inlineHtml(text: string): string {
  return toHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function toHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
