import { expect, it, vi } from 'vitest';
import { readCommandLine } from '../../bench/process-tree.ts';
import { runLane, stopLanes } from './lane.ts';

const place = { cwd: import.meta.dirname, env: {}, isLive: false };

it('keeps what a lane prints until its end, and says how it ended', async () => {
  const print = "console.log('one'); console.error('two'); process.exitCode = 3; process.disconnect();";
  const { code, output } = await runLane({ ...place, args: ['-e', print] });
  expect(code).toBe(3);
  expect(output.split('\n').toSorted()).toEqual(['', 'one', 'two']);
});

it.runIf(process.platform === 'linux')(
  'stops everything that a lane has started, also what left its group and ignores signals',
  async () => {
    // Its child is the leader of a group of its own, outlives it, and is deaf to SIGTERM.
    const deaf = "process.on('SIGTERM', () => {}); process.send('deaf'); setInterval(() => {}, 1000);";
    const lane = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}],
        { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      child.once('message', () => { process.send({ planned: child.pid }); child.disconnect(); });
      setInterval(() => {}, 1000);`;
    const seen: number[] = [];
    const ended = runLane({
      ...place,
      args: ['-e', lane],
      onProgress: (progress) => void ('planned' in progress && seen.push(progress.planned)),
    });
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    await stopLanes([100, 100, 5_000]);
    expect(readCommandLine(seen[0] ?? 0)).toBe('');
    expect((await ended).code).not.toBe(0);
  },
);
