// Agents are told of what is away, busy or wrong, and their calls end with them.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useRentedPhone } from '../../test/rented-phone.ts';
import {
  connectTestAgent,
  connectTestProgram,
  type TestAgent,
  textOf,
} from '../../test/test-agent-client.ts';
import { sql } from '../platform/database.ts';
import { insertCutOff } from '../streaming/cut-offs.sql.ts';

const scene = useRentedPhone();
const permissions = ['watch', 'control', 'screen'];
const agents: TestAgent[] = [];
const patience = { timeout: 60_000, interval: 200 };

const keep = (agent: TestAgent): TestAgent => {
  agents.push(agent);
  return agent;
};
const connect = async () => keep(await connectTestAgent(scene, permissions));
const isRead = async () => {
  const path = `/api/devices/${scene.phone}/screen`;
  expect((await scene.fleet.site.call('GET', path, { token: scene.token })).body).toMatchObject({
    problem: null,
  });
};
const forever = { text: 'it never comes', timeout_s: 30 };

beforeEach(() => vi.waitFor(isRead, patience));
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close();
});

test('a connection that its person ends takes its running call with it', async () => {
  const program = keep(await connectTestProgram(scene, permissions));
  expect(await program.call('screen_read')).toMatchObject({ isError: false });
  const waiting = program.call('wait_for', forever);
  // It runs once its phone is known, which the next call of the program can't tell apart from this.
  expect(await program.call('screen_read')).toMatchObject({ isError: false });
  const { site } = scene.fleet;
  const ended = await site.call('DELETE', `/api/connections/${program.keyId}`, { token: scene.token });
  expect(ended.status).toBe(200);
  const answer = await waiting;
  expect(answer).toMatchObject({ isError: true });
  expect(textOf(answer)).toBe('This key or connection has ended: its person has revoked it.');
  await expect(program.call('phones_list')).rejects.toThrow();
});

test('a wait of a program that was cut off ends within seconds, also where the news of it is lost', async () => {
  const agent = await connect();
  const waiting = agent.call('wait_for', forever);
  const { db } = scene.fleet.site;
  const rental = await sql<{ id: string }>`
    select id from assignments where device_id = ${scene.phone} and state = 'active'`.execute(db);
  let isOver = false;
  void waiting.then(() => {
    isOver = true;
  });
  // As cutting off stores it, without the event. The call may only have begun.
  const cut = () => insertCutOff(db, rental.rows[0]?.id ?? '', { kind: 'key', id: agent.keyId });
  await vi.waitFor(
    async () => {
      await cut();
      expect(isOver).toBe(true);
    },
    { timeout: 25_000, interval: 500 },
  );
  const answer = await waiting;
  expect(answer).toMatchObject({ isError: true });
  expect(textOf(answer)).toBe('The right to use this phone was taken away, or has ended.');
  // Its next call is a new one.
  expect(await agent.call('screen_read')).toMatchObject({ isError: false });
});

test('a wait ends when its client has gone', async () => {
  const agent = await connect();
  const asked = await agent.call('ask_human', { question: 'Go on?', timeout_s: 600 });
  const question_id = asked.structuredContent?.['question_id'];
  const lost = new AbortController();
  const others = new AbortController();
  const tooMany = 'At most 16 calls run at once.';
  const send = async (signal: AbortSignal, name: string, args: object): Promise<string> => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const sent = fetch(`http://${scene.fleet.address}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${agent.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
      signal,
    });
    const text = await sent.then(
      (answer) => answer.text(),
      () => 'gone',
    );
    // A look of the test took the last place, or a busy machine has lost the line to the phone.
    return text.includes(tooMany) || text.includes('offline') ? send(signal, name, args) : text;
  };
  // As many calls as may run: one of them waits for the screen, whose client goes.
  const ask = { question_id, wait_s: 30 };
  const asking = Array.from({ length: 15 }, () => send(others.signal, 'ask_human', ask));
  const waiting = send(lost.signal, 'wait_for', { phone: scene.phone, ...forever });
  const next = async () => textOf(await agent.call('phones_list'));
  await vi.waitFor(async () => expect(await next()).toContain(tooMany), { timeout: 25_000, interval: 500 });
  lost.abort();
  expect(await waiting).toBe('gone');
  await vi.waitFor(async () => expect(await next()).not.toContain(tooMany), {
    timeout: 10_000,
    interval: 200,
  });
  others.abort();
  await Promise.all(asking);
});

test('a screen that other automation holds is told as busy, and is read again when it is free', async () => {
  const agent = await connect();
  const [phone] = scene.fleet.phones;
  // The reader lets go of the screen when nobody has read it for a while.
  const held = await vi.waitFor(
    () => phone?.world.uiAutomation.connect('io.appium.uiautomator2.server') ?? expect.fail(),
    patience,
  );
  onTestFinished(() => held.disconnect());
  await vi.waitFor(async () => {
    const busy = await agent.call('screen_read');
    expect(busy).toMatchObject({ isError: true, structuredContent: { problem: 'busy' } });
  }, patience);
  expect(await agent.call('tap', { ref: 'n1' })).toMatchObject({ isError: true });
  held.disconnect();
  await vi.waitFor(
    async () => expect(await agent.call('screen_read')).toMatchObject({ isError: false }),
    patience,
  );
});

test.each([
  ['rent_phone', {}],
  ['', {}],
  ['constructor', {}],
])('the tool “%s” does not exist, and nothing happens', async (name, args) => {
  const agent = await connect();
  await expect(agent.call(name, args)).rejects.toThrow(/^Tool .* (?:not found|disabled)$/);
});

test('a phone that is away is told as offline, and works again when it is back', async () => {
  const agent = await connect();
  await scene.fleet.killAgent();
  const calls = [
    ['screen_read', {}],
    ['tap', { x: 10, y: 10 }],
    ['wait_for', { text: 'x', timeout_s: 1 }],
  ] as const;
  for (const [name, args] of calls) {
    const answer = await agent.call(name, args);
    expect([name, answer.isError]).toEqual([name, true]);
    expect(textOf(answer)).toMatch(/offline|not connected|can’t be reached/i);
  }
  const listed = async () => textOf(await agent.call('phones_list'));
  await vi.waitFor(async () => expect(await listed()).toContain('offline'), patience);
  await scene.fleet.startAgent();
  await vi.waitFor(
    async () => expect(await agent.call('screen_read')).toMatchObject({ isError: false }),
    patience,
  );
});
