import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { MailStore } from './mail-store.ts';
import { bodyPage, bodyPolicy, listPage, mailPage, notFoundPage, ownPolicy } from './pages.ts';
import { readMail } from './read-mail.ts';

type Answer = { status: number; type: string; policy: string; body: string };

const shownMails = 100;

/**
 * `GET /mail` and `/mail/{id}` for people, `GET /mail.json` for programs (newest first; `to` keeps one
 * recipient's, `limit` is 1 to 500). The operator port of the API passes these on.
 */
export function createHttp(store: MailStore): Server {
  const server = createServer((request, response) => {
    answer(store, request)
      .catch(
        (): Answer => ({
          status: 500,
          type: 'text/plain',
          policy: ownPolicy,
          body: 'The mail could not be read.\n',
        }),
      )
      .then((result) => send(response, result));
  });
  server.maxConnections = 50;
  server.requestTimeout = 10_000;
  return server;
}

async function answer(store: MailStore, request: IncomingMessage): Promise<Answer> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { status: 405, type: 'text/plain', policy: ownPolicy, body: 'Only GET.\n' };
  }
  const url = new URL(request.url ?? '/', 'http://mailbox.localhost');
  if (url.pathname === '/mail.json') return json(await listMails(store, url.searchParams));
  if (url.pathname === '/mail' || url.pathname === '/mail/' || url.pathname === '/') {
    return html(listPage(await Promise.all(store.list(shownMails).map(readMail))));
  }
  const [, id, part] = /^\/mail\/(\d{10})(\/body)?$/.exec(url.pathname) ?? [];
  const stored = id === undefined ? undefined : store.find(id);
  if (stored === undefined) return { ...html(notFoundPage()), status: 404 };
  const mail = await readMail(stored);
  const isText = url.searchParams.get('view') === 'text';
  if (part === undefined) return html(mailPage(mail, isText));
  return { ...html(bodyPage(mail, isText)), policy: bodyPolicy };
}

async function listMails(store: MailStore, query: URLSearchParams): Promise<unknown> {
  const wanted = Number(query.get('limit') ?? 50);
  const limit = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), 500) : 50;
  const to = query.get('to')?.toLowerCase();
  const mails = await Promise.all(store.list(to === undefined ? limit : 500).map(readMail));
  const mine =
    to === undefined ? mails : mails.filter((mail) => mail.to.some((each) => each.toLowerCase() === to));
  return { mails: mine.slice(0, limit) };
}

function json(value: unknown): Answer {
  return { status: 200, type: 'application/json', policy: ownPolicy, body: JSON.stringify(value) };
}

function html(body: string): Answer {
  return { status: 200, type: 'text/html', policy: ownPolicy, body };
}

function send(response: ServerResponse, { status, type, policy, body }: Answer): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  response.end(body);
}
