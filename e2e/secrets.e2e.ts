// A customer and an operator use the product, also with mistakes. Then all logs, mails and errors of the product are
// searched for each secret that was used.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import { mailedLink } from './mails.ts';
import { createCustomer } from './new-customer.ts';
import { rentPhone } from './rent-a-phone.ts';
import { listPhonesOfDemo } from './sign-in.ts';

type Answer = { status: number; body: Record<string, unknown>; cookie: string };

async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
    cookie: response.headers.get('set-cookie') ?? '',
  };
}

const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

function closeCodeOf(url: string, protocols: string[]): Promise<number> {
  const socket = new WebSocket(url, protocols, { origin: inject('site') });
  socket.on('error', () => undefined);
  socket.on('message', () => socket.close());
  return new Promise((resolve) => socket.once('close', resolve));
}

it('no secret is written into a log, a mail that needs none, or an error', async () => {
  const site = inject('site');
  const operator = inject('operator');
  const secrets = new Map<string, string>();
  const keep = (name: string, value: unknown): string => {
    expect(String(value).length, name).toBeGreaterThanOrEqual(8);
    secrets.set(name, String(value));
    return String(value);
  };
  const answers: Answer[] = [];

  const customer = await createCustomer({ site, operator });
  keep('password', customer.password);
  const logIn = (password: string) =>
    call(`${site}/api/auth/login`, {
      method: 'POST',
      body: new URLSearchParams({ username: customer.username, password }),
    });
  answers.push(await logIn(keep('a wrong password', 'wrong-Kestrel-77!')));
  const token = keep('access token', (await logIn(customer.password)).body['access_token']);
  const bearer = { authorization: `Bearer ${token}` };
  keep('tunnel token', (await call(`${site}/api/tunnel-domains`, { headers: bearer })).body['token']);
  await rentPhone(site, inject('dataDir'), token);
  const phones = await fetch(`${site}/api/phones`, { headers: bearer });
  const [phone] = (await phones.json()) as { id: string }[];
  const ws = site.replace('http', 'ws');
  const ticketOf = async (what: string): Promise<string> => {
    const started = await call(
      `${site}/api/devices/${phone?.id}/stream/start`,
      json({ purpose: what }, bearer),
    );
    return keep(`${what} ticket`, started.body['ticket']);
  };
  const ticket = await ticketOf('view');
  await closeCodeOf(`${ws}/ws/devices/${phone?.id}/stream`, ['pocketfleet', ticket]);
  // A ticket is used again, used for another phone, and put into a wrong place.
  const [other] = await listPhonesOfDemo(site);
  expect(await closeCodeOf(`${ws}/ws/devices/${phone?.id}/stream`, ['pocketfleet', ticket])).toBe(4401);
  const second = await ticketOf('control');
  expect(await closeCodeOf(`${ws}/ws/devices/${other?.id}/stream`, ['pocketfleet', second])).toBe(4401);
  const inQuery = `${ws}/ws/devices/${phone?.id}/shell?ticket=${await ticketOf('shell')}&access_token=${token}`;
  expect(await closeCodeOf(inQuery, ['pocketfleet'])).toBe(4401);
  answers.push(await call(`${site}/api/auth/me?access_token=${token}`));
  answers.push(await call(`${site}/api/phones/${token}/streaming-url`, { headers: bearer }));
  answers.push(await call(`${site}/api/auth/login`, json({ username: 'x', password: customer.password })));

  const device = `${site}/api/devices/${phone?.id}`;
  const app = 'com.android.signin';
  const typed = keep('typed secret', 'Copper-Kite-7é');
  keep('typed secret, as it is sent to the keyboard', Buffer.from(typed).toString('base64'));
  await call(`${site}/api/secrets`, json({ name: 'Bank', value: typed, apps: [app] }, bearer));
  answers.push(await call(`${device}/actions`, json({ action: 'open_app', app }, bearer)));
  const shown = await call(`${device}/screen/wait`, json({ app, idle: true }, bearer));
  const nodes = shown.body['nodes'] as { id?: string; ref: string }[];
  const ref = nodes.find(({ id }) => id === 'secret_field')?.ref;
  const action = { action: 'type', secret: 'Bank', ref, replace: true };
  const signedInto = await call(`${device}/actions`, json(action, bearer));
  expect(signedInto.body).toMatchObject({ done: true, confirmed: 'confirmed' });
  answers.push(signedInto, await call(`${device}/screen?view=full`, { headers: bearer }));

  await call(`${site}/api/auth/forgot-password`, json({ email: customer.email }));
  const link = new URL(await mailedLink(operator, customer.email, 'Reset'));
  const resetToken = keep('reset token', link.searchParams.get('token'));
  const newPassword = keep('new password', 'Copper-Heron-Kite-7');
  const reset = { token: resetToken, email: customer.email, new_password: newPassword };
  expect((await call(`${site}/api/auth/reset-password`, json(reset))).status).toBe(200);
  answers.push(await call(`${site}/api/auth/reset-password`, json(reset)));
  answers.push(await call(`${site}/api/auth/me`, { headers: bearer }));

  const console = { origin: operator.replace('127.0.0.1', 'localhost') };
  const operatorPassword = keep('operator’s password', 'Pocketfleet-operator-1');
  const wrong = { username: 'operator', password: keep('operator’s wrong password', 'wrong-Osprey-88!') };
  answers.push(await call(`${operator}/api/session`, json(wrong, console)));
  const signedIn = await call(
    `${operator}/api/session`,
    json({ username: 'operator', password: operatorPassword }, console),
  );
  expect(signedIn.status).toBe(200);
  keep('operator session', /operator_session=([^;]+)/.exec(signedIn.cookie)?.[1]);
  keep('card number', '4242424242424242');

  const logs = join(inject('dataDir'), 'logs');
  const written = readdirSync(logs).map((name) => [name, readFileSync(join(logs, name), 'utf8')] as const);
  expect(written.map(([name]) => name)).toContain('api.log');
  const mails = await (await fetch(`${operator}/mail.json`)).text();
  expect(mails).toContain(customer.email);
  for (const [secret, value] of secrets) {
    for (const [name, text] of written) {
      expect([name, secret, text.includes(value)]).toEqual([name, secret, false]);
    }
    for (const answer of answers) expect(JSON.stringify(answer.body), secret).not.toContain(value);
    // A reset token belongs into the mail with its link.
    if (secret !== 'reset token') expect([secret, mails.includes(value)]).toEqual([secret, false]);
  }
});
