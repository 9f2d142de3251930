import type { Terminal } from '@pocketfleet/command-line';
import { afterEach, expect, it, vi } from 'vitest';
import { createProgress } from './progress.ts';

let nowMs: number;
afterEach(() => vi.restoreAllMocks());

function start(size: number) {
  nowMs = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const said: string[] = [];
  const progress: Terminal['progress'] = (title) => {
    said.push(title);
    return { say: (text) => void said.push(text), end: (text) => void said.push(text) };
  };
  const terminal: Terminal = {
    env: {},
    write: () => undefined,
    writeError: () => undefined,
    ask: () => Promise.reject(new Error('asked')),
    progress,
  };
  return { said, ...createProgress(terminal, 'Pushing a.bin', size) };
}

it('a push has a bar, waits for its line and says when the phone works on it', () => {
  const { said, onProgress, end } = start(4_000_000);
  onProgress({ stage: 'sending', bytes: 1_000_000 });
  nowMs += 200;
  onProgress({ stage: 'waiting', bytes: 1_000_000 });
  nowMs += 200;
  onProgress({ stage: 'sending', bytes: 4_000_000 });
  onProgress({ stage: 'storing', bytes: 4_000_000 });
  end('Pushed a.bin');
  expect(said).toEqual([
    'Pushing a.bin',
    '█████░░░░░░░░░░░░░░░ 25 % 1.0 MB of 4.0 MB',
    'Waiting for the connection',
    '████████████████████ 100 % 4.0 MB of 4.0 MB',
    'The phone is working on it',
    'Pushed a.bin',
  ]);
});

it('a pull whose size the phone hasn’t said counts bytes, and has a bar after that', () => {
  const { said, onProgress } = start(0);
  onProgress({ stage: 'fetching', bytes: 500_000 });
  nowMs += 200;
  onProgress({ stage: 'fetching', bytes: 1_000_000, size: 2_000_000 });
  expect(said.slice(1)).toEqual(['0.5 MB', '██████████░░░░░░░░░░ 50 % 1.0 MB of 2.0 MB']);
});

it('a fast transfer is told ten times a second', () => {
  const { said, onProgress } = start(1_000_000);
  for (let bytes = 0; bytes < 1_000; bytes += 1) {
    onProgress({ stage: 'sending', bytes });
    nowMs += 1;
  }
  expect(said).toHaveLength(1 + 10);
});
