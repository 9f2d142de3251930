// A scripted agent, without a model, carries out twenty tasks by the tools alone, and again by pictures alone, with the places
// of controls known beforehand. `npm run proof -- agent-tasks` keeps the calls and bytes of both. Each task is proven by what
// is read before and after it.
import { writeFileSync } from 'node:fs';
import type { ScreenReading } from '@pocketfleet/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { type AgentTask, agentTasks, type SimpleStep, type TaskStep } from '../../test/agent-tasks.ts';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { type AgentAnswer, connectTestAgent, type TestAgent } from '../../test/test-agent-client.ts';

const isProof = process.env['PROOF_SIZE'] !== undefined;
const scene = isProof ? useRentedPhone() : undefined;
type Spent = { calls: number; bytes: number };
type Figures = { task: string; tools: Spent; pictures: Spent };
/** An agent that sees pictures only is told of an action whether it was done. */
const doneBytes = 20;
const patience = { timeout: 60_000, interval: 200 };
let agent: TestAgent | undefined;
const figures: Figures[] = [];

afterAll(async () => {
  await agent?.close();
  const path = process.env['PROOF_RESULT'];
  if (path === undefined || figures.length === 0) return;
  writeFileSync(path, JSON.stringify({ calls: both('calls'), bytes: both('bytes'), tasks: figures }));
});

function both(what: keyof Spent): { tools: number; pictures: number } {
  const sum = (of: 'tools' | 'pictures') => figures.reduce((all, each) => all + each[of][what], 0);
  return { tools: sum('tools'), pictures: sum('pictures') };
}

async function connect(): Promise<TestAgent> {
  const permissions = ['watch', 'control', 'screen', 'apps', 'files'];
  agent ??= await connectTestAgent(scene ?? expect.fail(), permissions);
  return agent;
}
const call = async (name: string, args: object): Promise<AgentAnswer> => (await connect()).call(name, args);

/** Beside the agent, by the API. Not counted. */
async function site(method: 'GET' | 'POST', path: string, payload?: object, token = agent?.key) {
  const { fleet } = scene ?? expect.fail();
  const answer = await fleet.site.call(method, path, { token: token ?? '', ...(payload && { payload }) });
  return answer.body as Record<string, unknown>;
}
type Nodes = ScreenReading['nodes'];
const nodes = async (): Promise<Nodes> =>
  (await site('GET', `/api/devices/${scene?.phone}/screen?view=full`))['nodes'] as Nodes;
const actOn = (action: object) => site('POST', `/api/devices/${scene?.phone}/actions`, action);
const textsOf = ({ role, label, value, hint, states }: Nodes[number]) =>
  [role, label, hint, ...states, value && `= ${JSON.stringify(value)}`].filter(Boolean).join(' ');
const findNode = (control: RegExp) =>
  vi.waitFor(
    async () => (await nodes()).find((node) => control.test(textsOf(node))) ?? expect.fail(`no ${control}`),
    patience,
  );

/** The app is closed, and a note or a file of the last time is gone. */
async function reset({ app, proof }: AgentTask): Promise<void> {
  await connect();
  if (app === 'com.android.notes') {
    await actOn({ action: 'open_app', app });
    const field = await findNode(/\bfield\b/);
    expect(await actOn({ action: 'type', ref: field.ref, text: 'nothing', replace: true })).toMatchObject({
      done: true,
    });
  }
  if ('file' in proof) await call('file', { do: 'delete', path: `/sdcard/Download/${proof.file}` });
  await actOn({ action: 'close_app', app });
  await actOn({ action: 'press', key: 'home' });
}

/** For the proof. */
async function readState({ app, proof }: AgentTask): Promise<string> {
  if ('file' in proof) {
    const dir = '/storage/emulated/$(am get-current-user)/Download';
    const { fleet, token, phone } = scene ?? expect.fail();
    return fleet.shell(token, phone, `cat ${dir}/${proof.file}`);
  }
  if ('shows' in proof) return (await nodes()).map(textsOf).join('\n');
  await actOn({ action: 'close_app', app });
  await actOn({ action: 'open_app', app });
  await actOn({ action: 'tap', ref: (await findNode(proof.on)).ref });
  const { states } = await vi.waitFor(async () => {
    const found = (await nodes()).find(({ role, label }) => role === 'switch' && proof.flips.test(label));
    if (found === undefined || found.states.includes('unknown'))
      throw new Error('the switch is not readable');
    return found;
  }, patience);
  return states.includes('checked') ? 'on' : 'off';
}

function isProven({ proof }: AgentTask, before: string, now: string): boolean {
  if ('file' in proof) return now.includes(proof.holds);
  if ('shows' in proof) return now.split('\n').some((line) => proof.shows.test(line));
  return now !== before;
}

async function prove(task: AgentTask, how: (task: AgentTask) => Promise<Spent>): Promise<Spent> {
  await reset(task);
  if ('shows' in task.proof) await actOn({ action: 'open_app', app: task.app });
  const before = await readState(task);
  expect(isProven(task, before, before), 'it is true before anything is done').toBe(false);
  await actOn({ action: 'close_app', app: task.app });
  const spent = await how(task);
  await vi.waitFor(async () => expect(isProven(task, before, await readState(task))).toBe(true), patience);
  return spent;
}

/** Asks, answers as a person, and waits for the answer as the program does. */
async function ask(
  { question, answer }: Extract<TaskStep, { does: 'ask' }>,
  count: (answer: AgentAnswer) => void,
): Promise<string> {
  const asked = await call('ask_human', { question });
  count(asked);
  const question_id = String(asked.structuredContent?.['question_id']);
  await site('POST', `/api/questions/${question_id}/answer`, { text: answer }, scene?.token);
  const told = await call('ask_human', { question_id });
  count(told);
  return String(told.structuredContent?.['text']);
}

/** Reads the answers of its actions, and the screen only where these don't name what it looks for. */
async function byTools(task: AgentTask): Promise<Spent> {
  const spent = { calls: 0, bytes: 0 };
  const known = new Map<string, string>();
  const learn = (answer: AgentAnswer): void => {
    spent.calls += 1;
    // A client gives its model the content or what is structured, not both.
    spent.bytes += Buffer.byteLength(JSON.stringify(answer.content));
    const { last = answer.structuredContent } = answer.structuredContent ?? {};
    const { text = '', changed = [] } = (last ?? {}) as { text?: string; changed?: string[] };
    if (text) known.clear();
    for (const line of text ? text.split('\n') : changed) {
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
  const toAction = async (step: SimpleStep) => {
    const ref = await find(step.control);
    return step.does === 'tap'
      ? { action: 'tap', ref }
      : { action: 'type_text', ref, text: step.text, replace: true };
  };
  const act = async (step: TaskStep): Promise<AgentAnswer> => {
    switch (step.does) {
      case 'tap':
      case 'type': {
        const { action, ...args } = await toAction(step);
        return call(action, args);
      }
      case 'swipe':
        return call('swipe', { ref: await find(step.control), direction: step.direction });
      case 'press':
        return call('press', { key: step.key });
      case 'wait':
        return call('wait_for', { text: step.text });
      case 'write':
        return call('file', { do: 'write', path: step.path, text: step.text });
      case 'batch': {
        const actions = [];
        for (const each of step.steps) actions.push(await toAction(each));
        return call('batch', { actions });
      }
      case 'ask':
        return act({ does: 'type', control: step.control, text: await ask(step, learn) });
    }
  };
  learn(await call('app', { do: 'open', app: task.app }));
  for (const step of task.steps) {
    let answer = await act(step);
    learn(answer);
    // A control that is gone or has moved: a new look, then once more.
    if (answer.isError === true) {
      known.clear();
      answer = await act(step);
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
  const done = (answer: AgentAnswer): void => {
    expect(answer, task.name).toMatchObject({ isError: false });
    spent.calls += 1;
    spent.bytes += doneBytes;
  };
  const carryOut = async (step: TaskStep): Promise<void> => {
    if (step.does === 'batch') {
      for (const each of step.steps) await carryOut(each);
      return;
    }
    if (step.does === 'write')
      return done(await call('file', { do: 'write', path: step.path, text: step.text }));
    await look();
    if (step.does === 'wait') return;
    if (step.does === 'press') return done(await call('press', { key: step.key }));
    const place = await placeOf(step.control);
    if (step.does === 'swipe') return done(await call('swipe', { ...place, direction: step.direction }));
    done(await call('tap', place));
    if (step.does === 'tap') return;
    const text = step.does === 'ask' ? await ask(step, done) : step.text;
    done(await call('type_text', { text, replace: true }));
  };
  done(await call('app', { do: 'open', app: task.app }));
  for (const step of task.steps) await carryOut(step);
  await look();
  return spent;
}

async function placeOf(control: RegExp): Promise<{ x: number; y: number }> {
  const { rect } = await findNode(control);
  return { x: Math.round(rect.x + rect.width / 2), y: Math.round(rect.y + rect.height / 2) };
}

test.for(agentTasks)('$name', { timeout: 240_000 }, async (task, { skip }) => {
  if (!isProof) skip('only npm run proof -- agent-tasks carries out the tasks');
  const tools = await prove(task, byTools);
  const pictures = await prove(task, byPictures);
  figures.push({ task: task.name, tools, pictures });
});

test('all of them together need half the calls and a tenth of the bytes of pictures', ({ skip }) => {
  if (!isProof) skip('only npm run proof -- agent-tasks carries out the tasks');
  expect(figures).toHaveLength(agentTasks.length);
  const [calls, bytes] = [both('calls'), both('bytes')];
  expect(calls.tools).toBeLessThanOrEqual(calls.pictures / 2);
  expect(bytes.tools).toBeLessThanOrEqual(bytes.pictures / 10);
});
