// The OpenAPI document as a page to read: plain HTML, without scripts and without files of other hosts. Pure.
import { closeCodes, errorCodes } from '@pocketfleet/contract';
import { brand } from '@pocketfleet/rules';
import type { OpenApi, Operation } from './openapi.ts';
import { pageStyle } from './reference-style.ts';
import { createSchemaRows, row, type SchemaRows } from './schema-rows.ts';
import { toHtml } from './to-html.ts';

/** As the site's own (packages/ui/src/logo.tsx). */
const mark =
  '<svg width="22" height="24" viewBox="0 0 22 24" fill="none" aria-hidden="true"><path d="M1.5 9v6M4.75 6.5v11" stroke="#8e8b82" stroke-width="1.75" stroke-linecap="round"/><rect x="8.4" y="2.4" width="12.2" height="19.2" rx="4" stroke="currentColor" stroke-width="2"/><circle cx="14.5" cy="12" r="2.6" fill="#c8f560" stroke="currentColor"/></svg>';

export function renderReference(document: OpenApi): string {
  const rows = createSchemaRows(document.components.schemas);
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = document.tags
    .map(({ name, description = '' }) => ({
      name,
      description,
      calls: calls.filter(({ operation }) => operation.tags[0] === name),
    }))
    .filter((group) => group.calls.length > 0);
  const events = Object.entries(document.webhooks);
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
<a class="home" href="/">${mark}${toHtml(brand.name)}</a>
<h1>${title}</h1>
${paragraphs(document.info.description)}
<p>All addresses begin with <code>${toHtml(document.servers[0]?.url ?? '')}</code>. The same as a file for programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
</header>
<nav aria-label="Calls">
<ul>${groups.map(({ name, calls }) => `<li><a href="#${anchor(name)}">${toHtml(capitalize(name))}</a> <span>${calls.length}</span></li>`).join('')}<li><a href="#webhook-events">Webhook events</a> <span>${events.length}</span></li><li><a href="#errors">Errors</a></li><li><a href="#close-codes">Websockets</a></li></ul>
</nav>
<main id="calls">
${groups.map((group) => renderGroup(group, rows)).join('\n')}
${renderEvents(events, rows)}
${renderErrors()}
${renderCloseCodes()}
</main>
</body>
</html>
`;
}

type Call = { method: string; path: string; operation: Operation };

type Group = { name: string; description: string; calls: Call[] };

function renderGroup({ name, description, calls }: Group, rows: SchemaRows): string {
  const title = `<h2 id="${anchor(name)}">${toHtml(capitalize(name))}</h2><p>${toHtml(description)}</p>`;
  const parts = calls.map((call) => renderCall(call, rows));
  return `<section aria-labelledby="${anchor(name)}">${title}${parts.join('\n')}</section>`;
}

function renderCall({ method, path, operation }: Call, rows: SchemaRows): string {
  const { parameters = [], requestBody, responses } = operation;
  const [status = '', response] = Object.entries(responses)[0] ?? [];
  const [responseType, responseContent] = Object.entries(response?.content ?? {})[0] ?? [];
  const [bodyType, bodyContent] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const isOpen = operation.security.length === 0;
  const parts = [
    `<p>${toHtml(operation.summary)}</p>`,
    operation.description === undefined ? '' : `<p>${toHtml(operation.description)}</p>`,
    `<p class="quiet">${isOpen ? 'Open to everybody.' : `Needs an access token${permissionsText(operation)}.`}</p>`,
    part(
      'In the address',
      parameters
        .filter(isInAddress)
        .map((each) =>
          row(
            each.name,
            rows.typeOf(each.schema),
            each.required === true || each.schema['default'] !== undefined,
          ),
        ),
    ),
    part(`Sent as ${bodyType === 'application/json' ? 'JSON' : 'a form'}`, rows.of(bodyContent?.schema)),
    exampleHtml(bodyContent?.example),
    responseType === undefined
      ? `<p class="quiet">Answers ${status} with nothing.</p>`
      : part(`Answer ${status}`, rows.of(responseContent?.schema, responseType)),
    `<p class="quiet">Refusals: ${Object.keys(responses)
      .filter((each) => !each.startsWith('2'))
      .join(', ')}.</p>`,
  ];
  return `<article id="${anchor(operation.operationId)}"><h3><code><b>${method}</b> ${toHtml(path)}</code></h3>${parts.join('')}</article>`;
}

function renderEvents(events: [string, Record<string, Operation>][], rows: SchemaRows): string {
  const parts = events.map(([type, { post }]) => {
    const content = post?.requestBody?.content['application/json'];
    const title = `<h3><code>${toHtml(type)}</code></h3><p>${toHtml(post?.summary ?? '')}</p>`;
    const body = part('Sent as JSON', rows.of(content?.schema)) + exampleHtml(content?.example);
    return `<article id="${anchor(post?.operationId ?? type)}">${title}${body}</article>`;
  });
  return `<section aria-labelledby="webhook-events"><h2 id="webhook-events">Webhook events</h2><p>What we send to webhooks, by Standard Webhooks: with the headers <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>. Programs that listen at <code>/ws/webhooks</code> get the same.</p>${parts.join('\n')}</section>`;
}

function exampleHtml(example: unknown): string {
  if (example === undefined) return '';
  const text = toHtml(JSON.stringify(example, null, 2));
  return `<h4>Example</h4><pre tabindex="0"><code>${text}</code></pre>`;
}

function isInAddress(parameter: { in: string }): boolean {
  // The header is the same for every call: the introduction describes it.
  return parameter.in !== 'header';
}

function permissionsText({ security }: Operation): string {
  const scopes = Object.values(security[0] ?? {}).flat();
  return scopes.length === 0 ? '' : ` with the permission ${scopes.join(' and ')}`;
}

function part(title: string, rows: string[]): string {
  return rows.length === 0 ? '' : `<h4>${toHtml(title)}</h4><dl>${rows.join('')}</dl>`;
}

function renderErrors(): string {
  const rows = Object.entries(errorCodes).map(([code, { status, detail }]) =>
    // The `type` of a problem leads here.
    row(code, `${status}: ${detail}`).replace('<dt', `<dt id="error-${code}"`),
  );
  return `<section aria-labelledby="errors"><h2 id="errors">Errors</h2><p>The codes that a refusal can carry. Its sentence may say more than the one here.</p><dl>${rows.join('')}</dl></section>`;
}

function renderCloseCodes(): string {
  const rows = Object.values(closeCodes).map(({ code, detail, reconnect }) =>
    row(String(code), `${detail} ${reconnect ? 'Try again.' : 'Do not try again.'}`),
  );
  return `<section aria-labelledby="close-codes"><h2 id="close-codes">Websockets</h2><p>A phone’s picture, shell and files are opened with a ticket of <a href="#startStream">stream/start</a>, offered as the second subprotocol after <code>pocketfleet</code>. All websockets, with the schemas of their messages, are in <code>x-websockets</code> of <a href="/openapi.json">openapi.json</a>. They close with:</p><dl>${rows.join('')}</dl></section>`;
}

function capitalize(text: string): string {
  if (text === 'oauth') return 'OAuth';
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function anchor(text: string): string {
  return text.replace(/[^\w]+/g, '-');
}

function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map((each) => `<p>${inlineHtml(each)}</p>`)
    .join('\n');
}

/** Text between backquotes becomes code. */
function inlineHtml(text: string): string {
  return toHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
