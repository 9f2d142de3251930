import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readCommandLine } from '../../bench/process-tree.ts';
import { runLane, stopLanes } from './lane.ts';

const place = { cwd: import.meta.dirname, env: {}, isLive: false };

it('keeps what a lane prints until its end, and says how it ended', async () => {
  const warning = '[libopenh264 @ 0x2e6f7800] [OpenH264] Warning: bEnableFrameSkip = 0';
  const print = `console.log('one'); console.error('${warning}'); console.error('two'); process.exitCode = 3; process.disconnect();`;
  const { code, output } = await runLane({ ...place, args: ['-e', print] });
  expect(code).toBe(3);
  expect(output.split('\n').toSorted()).toEqual(['', 'one', 'two']);
});

it('ends red for a teardown that fails, and green for a failure in quarantine alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pocketfleet-quarantine-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const cause = { file: 'a.test.js', test: 'races', cause: 'two clocks' };
  const reporter = [join(import.meta.dirname, 'count-reporter.ts'), { quarantine: [cause] }];
  const options = { globals: true, globalSetup: './setup.js', reporters: [reporter] };
  writeFileSync(join(folder, 'vitest.config.js'), `export default { test: ${JSON.stringify(options)} };`);
  writeFileSync(join(folder, 'a.test.js'), "test('races', () => { throw new Error('lost'); });");
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const codes: number[] = [];
  for (const teardown of ['', "throw new Error('left behind');"]) {
    writeFileSync(join(folder, 'setup.js'), `export default () => () => { ${teardown} };`);
    const env = { COUNTS_FILE: join(folder, 'counts.json') };
    codes.push((await runLane({ args: [vitest, 'run'], cwd: folder, env, isLive: false })).code);
  }
  expect(codes).toEqual([0, 1]);
});

it('keeps a third worker back until a lane of journeys has ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pocketfleet-workers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const reporters = [join(import.meta.dirname, 'count-reporter.ts')];
  const setupFiles = [join(import.meta.dirname, 'later-workers.ts')];
  const options = { globals: true, maxWorkers: 3, setupFiles, reporters };
  writeFileSync(join(folder, 'vitest.config.js'), `export default { test: ${JSON.stringify(options)} };`);
  for (const name of ['a', 'b', 'c'])
    writeFileSync(join(folder, `${name}.test.js`), "test('runs', () => {});");
  const ended = join(folder, 'ended-');
  const files: string[] = [];
  const run = runLane({
    args: [join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs'), 'run'],
    cwd: folder,
    env: { ENDED_JOURNEYS: ended },
    isLive: false,
    onProgress: (progress) => void ('file' in progress && files.push(progress.file)),
  });
  await vi.waitFor(() => expect(files).toHaveLength(2));
  writeFileSync(`${ended}1`, '');
  expect((await run).code).toBe(0);
  expect(files.toSorted()).toEqual(['a.test.js', 'b.test.js', 'c.test.js']);
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
