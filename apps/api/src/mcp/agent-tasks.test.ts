// A scripted agent, without a model, carries out twenty tasks by the tools alone, and again by pictures alone, with the places
// of controls known beforehand. `npm run proof -- agent-tasks` keeps the calls and bytes of both.
import { writeFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ScreenReading } from '@pocketfleet/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { type AgentTask, agentTasks, type TaskStep } from '../../test/agent-tasks.ts';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { makeTestKey } from '../../test/test-keys.ts';

const isProof = process.env['PROOF_SIZE'] !== undefined;
const scene = isProof ? useRentedPhone() : undefined;
type Answer = {
  content: { type: string; text?: string; data?: string }[];
  structuredContent?: { text?: string; changed?: string[]; done?: boolean; why?: string | null };
  isError?: boolean;
};
type Spent = { calls: number; bytes: number };
type Figures = { task: string; tools: Spent; pictures: Spent };
/** An agent that sees pictures only is told of an action whether it was done. */
const doneBytes = 20;
const key = { key: '' };
let client: Client | undefined;
const figures: Figures[] = [];

afterAll(async () => {
  await client?.close();
  const path = process.env['PROOF_RESULT'];
  if (path === undefined || figures.length === 0) return;
  const sum = (of: 'tools' | 'pictures', what: keyof Spent) =>
    figures.reduce((all, each) => all + each[of][what], 0);
  const both = (what: keyof Spent) => ({ tools: sum('tools', what), pictures: sum('pictures', what) });
  writeFileSync(path, JSON.stringify({ calls: both('calls'), bytes: both('bytes'), tasks: figures }));
});

async function connect(): Promise<Client> {
  if (client !== undefined) return client;
  const { fleet, token } = scene ?? expect.fail();
  const permissions = ['watch', 'control', 'screen', 'apps'];
  key.key = (await makeTestKey(fleet.site, token, { permissions })).key;
  client = new Client({ name: 'tasks', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${key.key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://${fleet.address}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

async function call(name: string, args: object): Promise<Answer> {
  const open = await connect();
  const phone = scene?.phone;
  return (await open.callTool({ name, arguments: { phone, ...args } })) as unknown as Answer;
}

/** Beside the agent, by the API: what the screen shows, for the check and for the places of controls. Not counted. */
async function nodes(): Promise<ScreenReading['nodes']> {
  const path = `/api/devices/${scene?.phone}/screen?view=full`;
  const { body } = (await scene?.fleet.site.call('GET', path, { token: key.key })) ?? expect.fail();
  return (body as unknown as ScreenReading).nodes;
}
const textsOf = ({ role, label, value, hint, states }: ScreenReading['nodes'][number]) =>
  [role, label, value, hint, ...states].filter(Boolean).join(' ');

async function reset(app: string): Promise<void> {
  await connect();
  for (const action of [
    { action: 'close_app', app },
    { action: 'press', key: 'home' },
  ])
    await scene?.fleet.site.call('POST', `/api/devices/${scene.phone}/actions`, {
      token: key.key,
      payload: action,
    });
}

async function expectEnd(task: AgentTask): Promise<void> {
  await vi.waitFor(
    async () => expect((await nodes()).map(textsOf)).toContainEqual(expect.stringMatching(task.ends)),
    { timeout: 60_000, interval: 200 },
  );
}

/** Reads the answers of its actions, and the screen only where these don't name what it looks for. */
async function byTools(task: AgentTask): Promise<Spent> {
  const spent = { calls: 0, bytes: 0 };
  const known = new Map<string, string>();
  const learn = (answer: Answer): void => {
    spent.calls += 1;
    spent.bytes += Buffer.byteLength(JSON.stringify(answer.content));
    const { text = '', changed = [] } = answer.structuredContent ?? {};
    if (text !== '') known.clear();
    for (const line of text === '' ? changed : text.split('\n')) {
      const [, ref] = /\b(n\d+) /.exec(line) ?? [];
      if (ref === undefined) continue;
      if (/^\s*(-|gone)/.test(line)) known.delete(ref);
      else known.set(ref, line);
    }
  };
  const find = async (control: RegExp): Promise<string> => {
    const look = () => [...known].find(([, line]) => control.test(line))?.[0];
    const found = look();
    if (found !== undefined) return found;
    learn(await call('wait_for', { idle: true }));
    return look() ?? expect.fail(`${task.name}: no ${control} in ${[...known.values()].join('\n')}`);
  };
  learn(await call('app', { do: 'open', app: task.app }));
  for (const step of task.steps) {
    const act = async (): Promise<Answer> => {
      if (step.does === 'press') return call('press', { key: step.key });
      const ref = await find(step.control);
      return step.does === 'tap' ? call('tap', { ref }) : call('type_text', { ref, text: step.text });
    };
    let answer = await act();
    learn(answer);
    // A control that is gone or has moved: a new look, then once more.
    if (answer.isError === true) {
      known.clear();
      answer = await act();
      learn(answer);
    }
    expect(answer, task.name).toMatchObject({ isError: false });
  }
  return spent;
}

/** Looks at a picture before each action and at the end; knows where on the picture each control is. */
async function byPictures(task: AgentTask): Promise<Spent> {
  const spent = { calls: 0, bytes: 0 };
  const look = async (): Promise<void> => {
    const { content } = await call('screen_read', { picture: true });
    spent.calls += 1;
    spent.bytes += content.find(({ type }) => type === 'image')?.data?.length ?? expect.fail('no picture');
  };
  const done = (answer: Answer): void => {
    expect(answer, task.name).toMatchObject({ isError: false });
    spent.calls += 1;
    spent.bytes += doneBytes;
  };
  done(await call('app', { do: 'open', app: task.app }));
  for (const step of task.steps) {
    await look();
    if (step.does === 'press') {
      done(await call('press', { key: step.key }));
      continue;
    }
    done(await call('tap', await placeOf(step)));
    if (step.does === 'type') done(await call('type_text', { text: step.text }));
  }
  await look();
  return spent;
}

async function placeOf(step: Exclude<TaskStep, { does: 'press' }>): Promise<{ x: number; y: number }> {
  const find = async () => (await nodes()).find((node) => step.control.test(textsOf(node)));
  const { rect } = await vi.waitFor(async () => (await find()) ?? expect.fail(`no ${step.control}`), {
    timeout: 60_000,
    interval: 200,
  });
  return { x: Math.round(rect.x + rect.width / 2), y: Math.round(rect.y + rect.height / 2) };
}

test.for(agentTasks)('$name', { timeout: 120_000 }, async (task, { skip }) => {
  if (!isProof) skip('only npm run proof -- agent-tasks carries out the tasks');
  await reset(task.app);
  const tools = await byTools(task);
  await expectEnd(task);
  await reset(task.app);
  const pictures = await byPictures(task);
  await expectEnd(task);
  figures.push({ task: task.name, tools, pictures });
});
