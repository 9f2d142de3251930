import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAdbCredentials, readHostId } from './agent-files.ts';
import { HostKeys } from './host-keys.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'pf-agent-files-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test.each([
  ['host.json', () => readHostId(dir), /new enrolment code/],
  ['host-key.pem', () => new HostKeys(dir).currentKey(), /revoke this host/],
  ['host-key.next.pem', () => new HostKeys(dir).next(), /revoke this host/],
  ['adb-key.pem', () => openAdbCredentials(dir, 'rack-1').iterateKeys(), /creates a new one/],
])('an empty %s is reported by its path, with its remedy', (file, read, remedy) => {
  writeFileSync(join(dir, file), '');
  expect(read).toThrow(`${join(dir, file)} is damaged. Put it back from a copy, or delete it`);
  expect(read).toThrow(remedy);
});
