import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { LogFile } from './log-file.ts';

const place = mkdtempSync(join(tmpdir(), 'pocketfleet-log-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Linux's own disk that is always full. */
const fullDisk = '/dev/full';

it.runIf(existsSync(fullDisk))('a full disk costs lines of the log, and nothing else', () => {
  const log = new LogFile(fullDisk);
  log.write('a line\n');
  log.write(Buffer.from('another\n'));
  log.close();
});

it('keeps the file before this one, and no more', () => {
  const path = join(place, 'program.log');
  const log = new LogFile(path);
  const block = Buffer.alloc(6_000_000, 'x');
  for (let round = 0; round < 5; round += 1) log.write(block);
  log.write('the last line');
  log.close();
  expect(readFileSync(path, 'utf8').endsWith('the last line')).toBe(true);
  expect(readFileSync(path).length + readFileSync(`${path}.1`).length).toBeLessThan(26_000_000);
  expect(existsSync(`${path}.2`)).toBe(false);
});
