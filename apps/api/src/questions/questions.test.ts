import { askedQuestion, type Question, webhookData } from '@pocketfleet/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { heard, listenFor } from '../../test/heard-events.ts';
import { askTestQuestion } from '../../test/test-questions.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { authenticate } from '../access/access.ts';
import { endAssignment } from '../assignments/assignments.ts';
import { withoutLinks } from '../mail/mail.ts';
import { sql } from '../platform/database.ts';
import { sweepQuestions } from './questions.jobs.ts';
import { waitForAnswer } from './questions.ts';

const { scene, site, member, rentedPhone, made, rotate, revoke } = useTeamWithKeys({ leads: false });
const permissions = ['watch', 'control', 'screen'];
let asker: { id: string; key: string };

beforeEach(async () => {
  asker = await made({ name: 'scout', permissions });
});

const ask = (asked: Parameters<typeof askTestQuestion>[3] = {}, phone = scene.phone) =>
  askTestQuestion(site, asker.key, phone, asked);
const answer = (id: string, payload: object, token = scene.owner.token) =>
  site.call('POST', `/api/questions/${id}/answer`, { token, workspace: scene.team, payload });
const list = async (query = '', token = scene.owner.token) => {
  const { body } = await site.call('GET', `/api/questions${query}`, { token, workspace: scene.team });
  return body as unknown as { questions: Question[]; next_cursor: string | null };
};
const states = (id: string) => sql<{ state: string }>`select state from questions where id = ${id}`;
const stateOf = async (id: string) => (await states(id).execute(site.db)).rows[0]?.state;
const kinds = async () => {
  const asOwner = { token: scene.owner.token, workspace: scene.team };
  const { body } = await site.call('GET', '/api/activity', asOwner);
  const found = (body['rows'] as { kind: string }[]).map(({ kind }) => kind);
  return found.filter((kind) => kind.startsWith('question.'));
};

describe('an answer', () => {
  test('comes from anybody who may control the phone, and the first one counts', async () => {
    const { id } = await ask({ choices: ['Seven', 'Eight'] });
    const viewer = await member('viewer');
    const elsewhere = await member('user', []);
    const user = await member('user', [scene.phone]);
    expect((await answer(id, { choice: 'Seven' }, viewer.token)).status).toBe(403);
    expect((await answer(id, { choice: 'Seven' }, elsewhere.token)).status).toBe(404);
    expect((await list('', elsewhere.token)).questions).toEqual([]);
    const own = await answer(id, { choice: 'Seven' }, asker.key);
    expect(own).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('A program can’t answer its own question') },
    });
    const given = await answer(id, { choice: 'Eight', text: 'The venue moved it.' }, user.token);
    expect(given).toMatchObject({
      status: 200,
      body: {
        state: 'answered',
        answer: { choice: 'Eight', text: 'The venue moved it.', by: { kind: 'person' } },
      },
    });
    const second = await answer(id, { choice: 'Seven' });
    expect(second).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(second.body['detail']).toMatch(/^person\d+ has answered this question already\.$/);
    expect(await kinds()).toEqual(['question.answered', 'question.asked']);
  });

  test('comes from no key that the asker has made, nor from the key that replaced it', async () => {
    const maker = await made({ name: 'maker', permissions: [...permissions, 'keys'] });
    const { id } = await askTestQuestion(site, maker.key, scene.phone);
    const child = await made({ name: 'child', permissions }, maker.key);
    const next = await rotate(maker.id);
    for (const key of [maker.key, child.key, String(next.body['key'])])
      expect(await answer(id, { text: 'Seven' }, key)).toMatchObject({ status: 403 });
    expect((await answer(id, { text: 'Seven' }, asker.key)).status).toBe(200);
  });

  test.each([
    [{}, 'Send a choice, a text or both'],
    [{ choice: 'Nine' }, 'doesn’t offer that choice'],
    [{ text: '   ' }, 'Write something'],
    [{ text: 'x'.repeat(2_001) }, 'at most 2000'],
    [{ text: 'a\u202eb' }, 'invisible'],
  ])('%j is refused with what to do', async (payload, sentence) => {
    const { id } = await ask({ choices: ['Seven'] });
    const refused = await answer(id, payload);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(sentence);
    expect(await stateOf(id)).toBe('open');
  });

  test('reaches the program that waits, at once, and no other program', async () => {
    const { id } = await ask();
    const { deps } = site.app;
    const callerOf = async (secret: string) =>
      (await authenticate(deps, { secret, workspaceId: undefined, address: '127.0.0.1' })) ?? expect.fail();
    const wait = {
      waitMs: 20_000,
      signal: new AbortController().signal,
      isStillAllowed: () => Promise.resolve(true),
    };
    const other = await made({ permissions });
    await expect(waitForAnswer(deps, await callerOf(other.key), id, wait)).rejects.toMatchObject({
      code: 'not_found',
    });
    const maker = await made({ permissions: [...permissions, 'keys'] });
    const child = await made({ name: 'child', permissions }, maker.key);
    const ofMaker = await askTestQuestion(site, maker.key, scene.phone);
    await expect(waitForAnswer(deps, await callerOf(child.key), ofMaker.id, wait)).rejects.toMatchObject({
      code: 'not_found',
    });
    const waiting = waitForAnswer(deps, await callerOf(asker.key), id, wait);
    await answer(id, { text: 'Seven' });
    expect(await waiting).toMatchObject({ state: 'answered', answer: { text: 'Seven' } });
    // The key after a rotation goes on with what the one before asked.
    const next = await rotate(asker.id);
    const again = await waitForAnswer(deps, await callerOf(String(next.body['key'])), id, wait);
    expect(again.state).toBe('answered');
    const cutOff = { ...wait, isStillAllowed: () => Promise.resolve(false) };
    await expect(waitForAnswer(deps, await callerOf(asker.key), id, cutOff)).rejects.toMatchObject({
      code: 'forbidden',
    });
    const gone = new AbortController();
    const open = await ask();
    const left = waitForAnswer(deps, await callerOf(asker.key), open.id, { ...wait, signal: gone.signal });
    gone.abort();
    expect((await left).state).toBe('open');
  });
});

describe('a question ends', () => {
  test('at its time, with its default as the answer', async () => {
    const { id } = await ask({ choices: ['Seven', 'Eight'], default: 'Seven', timeout_s: 60 });
    const bare = await ask({ timeout_s: 60 });
    const job = await sql<{ left_s: number }>`
      select extract(epoch from run_at - now())::float as left_s from graphile_worker.jobs
      where key = ${`question:${id}`}`.execute(site.db);
    expect(job.rows).toEqual([{ left_s: expect.closeTo(60, -1) }]);
    await site.advance('50 seconds');
    await sweepQuestions(site.app.deps);
    expect(await stateOf(id)).toBe('open');
    await site.advance('11 seconds');
    await sweepQuestions(site.app.deps);
    expect((await list('?state=all')).questions).toMatchObject([
      { id: bare.id, state: 'expired', answer: null },
      { id, state: 'expired', answer: { choice: 'Seven', text: null, by: null } },
    ]);
    const late = await answer(id, { choice: 'Eight' });
    expect(late).toMatchObject({
      status: 409,
      body: { detail: 'The time to answer this question is over.' },
    });
    expect((await list()).questions).toEqual([]);
    expect(await kinds()).toEqual([
      'question.expired',
      'question.expired',
      'question.asked',
      'question.asked',
    ]);
  });

  test('when the key that asked is revoked, or is cut off from the phone', async () => {
    const first = await ask();
    await sql`insert into cut_offs (assignment_id, kind, principal_id, at)
      select assignment_id, 'key', credential_id, app_now() from questions where id = ${first.id}`.execute(
      site.db,
    );
    expect(await stateOf(first.id)).toBe('withdrawn');
    const second = await ask();
    await revoke(asker.id);
    expect(await stateOf(second.id)).toBe('withdrawn');
    expect((await answer(second.id, { text: 'Seven' })).body).toMatchObject({
      detail: 'This question was withdrawn: the program no longer waits for an answer.',
    });
  });

  test('when the rental ends, or the asker loses the right to the phone', async () => {
    const phone = await rentedPhone(scene.team, scene.owner.id);
    const first = await ask({}, phone);
    const ended = await sql<{ id: string }>`select id from assignments where device_id = ${phone}`.execute(
      site.db,
    );
    await endAssignment(site.app.deps, ended.rows[0]?.id ?? '');
    expect(await stateOf(first.id)).toBe('withdrawn');
    const second = await ask();
    await sweepQuestions(site.app.deps);
    expect(await stateOf(second.id)).toBe('open');
    await sql`update credentials set permissions = '{watch}' where id = ${asker.id}`.execute(site.db);
    await sweepQuestions(site.app.deps);
    expect(await stateOf(second.id)).toBe('withdrawn');
  });
});

describe('the database', () => {
  test.each([
    ['an early end', sql`update questions set state = 'expired'`],
    ['another text', sql`update questions set question = 'Something else?'`],
    ['a later end', sql`update questions set expires_at = expires_at + interval '1 hour'`],
    ['an answer of nobody', sql`update questions set state = 'answered', answer_text = 'Seven'`],
  ])('refuses %s', async (_what, change) => {
    const { id } = await ask();
    await expect(change.execute(site.db)).rejects.toMatchObject({
      code: expect.stringMatching(/^23(001|514)$/),
    });
    expect(await stateOf(id)).toBe('open');
  });

  test('keeps a question closed that is closed', async () => {
    const { id } = await ask();
    await answer(id, { text: 'Seven' });
    for (const change of [
      sql`update questions set state = 'open', closed_at = null where id = ${id}`,
      sql`update questions set answer_text = 'Eight' where id = ${id}`,
    ])
      await expect(change.execute(site.db)).rejects.toMatchObject({ code: '23001' });
  });

  test('names no limit when something else is refused', async () => {
    await expect(ask({ timeout_s: 26 * 3_600 })).rejects.toMatchObject({ code: '23514' });
  });

  test('refuses the sixth open question of a program, also of six at once', async () => {
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => ask()));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(ask()).rejects.toMatchObject({ code: 'limit_reached' });
    const [open] = (await list()).questions;
    await answer(open?.id ?? '', { text: 'Seven' });
    await ask();
    const next = await rotate(asker.id);
    await expect(askTestQuestion(site, String(next.body['key']), scene.phone)).rejects.toMatchObject({
      code: 'limit_reached',
    });
  });
});

test('people who may control the phone get a mail without a link of the program’s', async () => {
  await site.runJobs();
  site.outbox.length = 0;
  await member('viewer');
  const user = await member('user', [scene.phone]);
  await ask({
    question: 'See <b>https://evil.example/login</b> or www.evil.example, mail a@evil.example?',
    choices: ['evil.example', 'No'],
    default: 'No',
  });
  await site.runJobs();
  const mails = site.outbox.filter(({ subject }) => subject.startsWith('scout asks about PF-'));
  const found = await sql<{ email: string }>`
    select email from users where id in (${scene.owner.id}, ${user.id})`.execute(site.db);
  expect(mails.map(({ to }) => to).sort()).toEqual(found.rows.map(({ email }) => email).sort());
  for (const { html, text } of mails) {
    expect(html).not.toContain('<b>');
    for (const body of [html, text]) expect(body).not.toContain('evil.example');
    expect(text).toContain('See <b>https[:]//evil[.]example/login</b>');
    expect(text).toContain(`/questions?team=${scene.team}`);
  }
});

test('webhooks hear of it', async () => {
  await listenFor(site.db, scene.team, scene.owner.id);
  const { id } = await ask({ choices: ['Seven'], default: 'Seven' });
  const [told] = await heard(site.db, scene.team, 'human.asked');
  expect(webhookData['human.asked'].parse(told)).toMatchObject({
    question_id: id,
    phone: { id: scene.phone },
    asker: { kind: 'key', name: 'scout' },
    choices: ['Seven'],
  });
});

test('lists go on with a cursor', async () => {
  const first = await ask();
  const second = await ask();
  const page = await list('?limit=1');
  expect(page.questions.map(({ id }) => id)).toEqual([second.id]);
  const rest = await list(`?limit=1&cursor=${page.next_cursor}`);
  expect(rest).toMatchObject({ questions: [{ id: first.id }], next_cursor: null });
});

test.each([
  ['See https://evil.example/a?b', 'See https[:]//evil[.]example/a?b'],
  ['www.evil.example', 'www[.]evil[.]example'],
  ['a@evil.example', 'a[at]evil[.]example'],
  ['mailto:x', 'mailto[:]x'],
  ['It costs 3.5. Buy it?', 'It costs 3[.]5. Buy it?'],
])('%s is no link in a mail', (text, safe) => {
  expect(withoutLinks(text)).toBe(safe);
});

test.each([
  [{ question: '' }, false],
  [{ question: 'x'.repeat(1_001) }, false],
  [{ question: 'Two\nlines?' }, true],
  [{ question: 'Which?', choices: ['a', 'a'] }, false],
  [{ question: 'Which?', choices: Array.from({ length: 7 }, (_, n) => `${n}`) }, false],
  [{ question: 'Which?', timeout_s: 9 }, false],
  [{ question: 'Which?', timeout_s: 86_400, default: 'None' }, true],
  [{ question: 'Which?', html: '<b>' }, false],
])('%j may be asked: %s', (asked, isFine) => {
  expect(askedQuestion.safeParse(asked).success).toBe(isFine);
});
