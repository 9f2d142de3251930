import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptMails, openMailStore } from './mail-store.ts';
import { type Mailbox, startMailbox } from './mailbox.ts';

let dir: string;
let mailbox: Mailbox;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'pocketfleet-mailbox-'));
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, dataDir: dir }, pino({ level: 'silent' }));
});
afterEach(async () => {
  await mailbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

it('shows a mail that came over SMTP as JSON, newest first', async () => {
  await send({ subject: 'First', to: 'ann@example.com', text: 'one' });
  await send({ subject: 'Zweite – ü', to: 'bob@example.com', text: 'two\n.\nthree' });
  const { mails } = (await (await get('/mail.json')).json()) as {
    mails: { subject: string; text: string; to: string[] }[];
  };
  expect(mails.map((mail) => mail.subject)).toEqual(['Zweite – ü', 'First']);
  expect(mails[0]?.text.trim()).toBe('two\n.\nthree');
  const mine = (await (await get('/mail.json?to=ANN@example.com')).json()) as {
    mails: { subject: string }[];
  };
  expect(mine.mails.map((mail) => mail.subject)).toEqual(['First']);
});

it('keeps mails over a restart', async () => {
  await send({ subject: 'Stays', to: 'ann@example.com', text: 'one' });
  await mailbox.stop();
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, dataDir: dir }, pino({ level: 'silent' }));
  expect(await (await get('/mail')).text()).toContain('Stays');
});

it('escapes what a mail brings into our own page, and serves its HTML without rights', async () => {
  await send({
    subject: '<script>alert(1)</script>',
    to: 'ann@example.com',
    html: '<p>Hello <script>alert(2)</script></p>',
  });
  const list = await (await get('/mail')).text();
  expect(list).toContain('&lt;script&gt;alert(1)');
  expect(list).not.toContain('<script');
  const body = await get('/mail/0000000001/body');
  expect(await body.text()).toContain('<p>Hello');
  expect(body.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox allow-popups/);
});

it('turns the links of a plain text into links', async () => {
  await send({
    subject: 'Link',
    to: 'ann@example.com',
    text: 'Open http://localhost:4000/verify-email?token=a&email=b%40c now',
  });
  const body = await (await get('/mail/0000000001/body')).text();
  expect(body).toContain('<a href="http://localhost:4000/verify-email?token=a&amp;email=b%40c"');
});

it('shows the plain text of a mail beside its HTML', async () => {
  await send({ subject: 'Both', to: 'ann@example.com', html: '<p>As HTML</p>', text: 'As text' });
  const mail = await (await get('/mail/0000000001?view=text')).text();
  expect(mail).toContain('src="/mail/0000000001/body?view=text"');
  const body = await (await get('/mail/0000000001/body?view=text')).text();
  expect(body).toContain('As text');
  expect(body).not.toContain('As HTML');
  expect(await (await get('/mail/0000000001/body')).text()).toContain('As HTML');
});

it('refuses a mail over 2 MB and goes on', async () => {
  await expect(send({ subject: 'Big', to: 'ann@example.com', text: 'x'.repeat(2_100_000) })).rejects.toThrow(
    /552|larger|size/i,
  );
  await send({ subject: 'Small', to: 'ann@example.com', text: 'one' });
  expect(await (await get('/mail')).text()).toContain('Small');
});

it('answers 404 for a mail that is not there and for a path that tries to leave the folder', async () => {
  expect((await get('/mail/0000000099')).status).toBe(404);
  expect((await get('/mail/..%2f..%2fetc%2fpasswd')).status).toBe(404);
});

it('keeps the newest mails only', () => {
  const store = openMailStore(join(dir, 'many'));
  for (let count = 0; count < keptMails + 3; count += 1) store.add(Buffer.from(`Subject: ${count}\r\n\r\n`));
  expect(store.list(1_000)).toHaveLength(keptMails);
  expect(store.find('0000000003')).toBeUndefined();
  expect(openMailStore(join(dir, 'many')).list(1)[0]?.id).toBe('0000000503');
});

async function send(mail: { subject: string; to: string; text?: string; html?: string }): Promise<void> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: mailbox.smtpPort,
    secure: false,
    ignoreTLS: true,
  });
  try {
    await transport.sendMail({ from: 'Pocketfleet <hello@pocketfleet.example>', ...mail });
  } finally {
    transport.close();
  }
}

function get(path: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${mailbox.httpPort}${path}`);
}
