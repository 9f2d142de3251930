// Ten programs on one phone at once: only one has it, the others are told who, and nobody waits for anybody.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { makeTestKey } from '../../test/test-keys.ts';

const scene = useRentedPhone();
const patience = { timeout: 60_000, interval: 200 };
const notes = 'com.android.notes';
const count = 10;
type Answer = {
  content: { text?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};
type Program = { name: string; call: (name: string, args?: object) => Promise<Answer> };
const clients: Client[] = [];
const programs: Program[] = [];
let round = 0;

beforeEach(async () => {
  round++;
  for (let n = 0; n < count; n++) {
    // No two keys have the same name.
    const name = `program ${round}.${n}`;
    const { key } = await makeTestKey(scene.fleet.site, scene.token, {
      name,
      permissions: ['watch', 'control', 'screen', 'apps'],
    });
    const client = new Client({ name, version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    const endpoint = new URL(`http://${scene.fleet.address}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit }));
    clients.push(client);
    const call = (tool: string, args: object = {}) =>
      client.callTool({
        name: tool,
        arguments: { phone: scene.phone, ...args },
      }) as unknown as Promise<Answer>;
    programs.push({ name, call });
  }
  // From the program of the test before.
  for (const what of ['take', 'give'])
    await scene.fleet.site.call('POST', `/api/devices/${scene.phone}/seat/${what}`, { token: scene.token });
}, 60_000);
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  programs.splice(0);
});

const textOf = (answer: Answer): string => answer.content[0]?.text ?? '';
const fieldOf = (answer: Answer): string => / field .*= "([^"]*)"/.exec(textOf(answer))?.[1] ?? '';

/** By the first program, which has the phone from then on. */
async function openNotes(): Promise<Program> {
  const [first] = programs;
  if (first === undefined) throw new Error('there is no program');
  await vi.waitFor(async () => {
    expect((await first.call('app', { do: 'open', app: notes })).isError).toBe(false);
  }, patience);
  await first.call('wait_for', { app: notes, idle: true });
  return first;
}

test('ten programs at once: each reads the screen, one acts, and nine are told who has the phone', async () => {
  const first = await openNotes();
  const reads = await Promise.all(programs.map(({ call }) => call('screen_read')));
  for (const read of reads)
    expect(read).toMatchObject({ isError: false, structuredContent: { app: notes, problem: null } });
  // Names of controls are the phone's, so all programs mean the same by them.
  const refs = new Set(reads.map((read) => /(n\d+) field/.exec(textOf(read))?.[1]));
  expect(refs.size).toBe(1);
  const [ref] = refs;

  const typed = await Promise.all(
    programs.map(({ name, call }) => call('type_text', { ref, text: `${name}!`, replace: true })),
  );
  expect(typed.map(({ isError }) => isError)).toEqual(programs.map((_, n) => n > 0));
  for (const refused of typed.slice(1)) {
    expect(refused.structuredContent).toMatchObject({ done: false, why: 'seat_taken' });
    expect(textOf(refused)).toContain(first.name);
  }
  expect(fieldOf(await first.call('screen_read'))).toBe(`${first.name}!`);
});

test('ten programs wait for the same change, and all are told of it', async () => {
  const first = await openNotes();
  const waiting = programs.map(({ call }) => call('wait_for', { text: 'here it is', timeout_s: 30 }));
  const ref = /(n\d+) field/.exec(textOf(await first.call('screen_read')))?.[1];
  expect(await first.call('type_text', { ref, text: 'here it is', replace: true })).toMatchObject({
    isError: false,
  });
  for (const answer of await Promise.all(waiting))
    expect(answer).toMatchObject({ isError: false, structuredContent: { matched: true } });
});
