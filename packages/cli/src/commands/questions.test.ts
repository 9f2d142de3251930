// `questions` and `answer` against a server that stands in for ours: what they ask for, print and end with.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runProgram, type Terminal } from '@pocketfleet/command-line';
import type { Question } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProgram } from '../cli.ts';

const id = '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11';
const open: Question = {
  id,
  state: 'open',
  phone: { id, tag: 'PF-001', label: '' },
  asker: { kind: 'key', id, name: 'scout' },
  question: 'Which\ntime?\u001b[31m',
  choices: ['Seven', 'Eight'],
  default: null,
  created_at: '2026-11-25T12:00:00.000Z',
  expires_at: '2026-11-25T12:10:00.000Z',
  closed_at: null,
  answer: null,
};
const by = { kind: 'person', name: 'marta' } as const;
const answered: Question = { ...open, state: 'answered', answer: { choice: 'Seven', text: null, by } };
let asked: { method: string; path: string; body: unknown }[];
let answer: { status: number; body: object };
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    const { method = '', url = '' } = request;
    asked.push({ method, path: url, body: body === '' ? undefined : JSON.parse(body) });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
});
let origin: string;

beforeEach(async () => {
  asked = [];
  columns = undefined;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

let columns: number | undefined;
async function run(...args: string[]): Promise<{ exit: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const terminal: Terminal = {
    env: { POCKETFLEET_URL: origin, POCKETFLEET_KEY: `pf_live_${'x'.repeat(38)}` },
    write: (text) => {
      out += text;
    },
    writeError: (text) => {
      err += text;
    },
    columns,
    ask: () => Promise.reject(new Error('asked')),
    progress: () => ({ say: () => undefined, end: () => undefined }),
  };
  const exit = await runProgram(createProgram(terminal), args, terminal);
  return { exit, out, err };
}

test('questions are rows, and what a program wrote stays on its line and without codes of the terminal', async () => {
  const page = { questions: [open, answered], next_cursor: null, server_time: open.created_at };
  answer = { status: 200, body: page };
  const { exit, out } = await run('questions', '--all');
  expect(exit).toBe(0);
  expect(asked).toMatchObject([{ method: 'GET', path: '/api/questions?state=all' }]);
  const lines = out.trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('"Seven" "Eight"');
  expect(lines[2]).toContain('Seven (marta)');
  expect(out).not.toContain('\u001b');
});

test('questions fit a terminal of 80 columns, with whole ids', async () => {
  columns = 80;
  const page = { questions: [open, answered], next_cursor: null, server_time: open.created_at };
  answer = { status: 200, body: page };
  const lines = (await run('questions', '--all')).out.trimEnd().split('\n');
  expect(lines[1]).toMatch(new RegExp(`^${id}  PF-001  scout `));
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

test('an answer is a choice, a text or both; without one nothing is sent', async () => {
  answer = { status: 200, body: answered };
  expect(await run('answer', id, 'Seven', '--text', 'It moved')).toMatchObject({ exit: 0 });
  expect(asked).toEqual([
    { method: 'POST', path: `/api/questions/${id}/answer`, body: { choice: 'Seven', text: 'It moved' } },
  ]);
  expect(await run('answer', id)).toMatchObject({ exit: 2 });
  expect(asked).toHaveLength(1);
});

test('a question that somebody else has answered is refused with their name', async () => {
  const detail = 'marta has answered this question already.';
  answer = { status: 409, body: { code: 'conflict', detail } };
  const { exit, err } = await run('answer', id, 'Seven');
  expect({ exit, err }).toMatchObject({ exit: 6, err: expect.stringContaining(detail) });
});
