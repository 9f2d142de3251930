import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPortError } from '../postgres/free-port.ts';
import { readStartConfig } from './config.ts';
import { makeFolder, openDataFolder } from './data-folder.ts';
import { readOrMakeOperatorKey } from './operator-key.ts';
import { chooseInnerPorts, refuseTakenPorts } from './ports.ts';

const privateFolders = ['mailbox', 'payments', 'phones'];
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pocketfleet-data-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('the data folder', () => {
  it('refuses a second start while the first one runs, and opens once it is released', () => {
    const release = openDataFolder(dir);
    expect(() => openDataFolder(dir, 'PORT=5 npm start')).toThrow(
      /already runs on .* \(process \d+\).* beside it: PORT=5 npm start$/,
    );
    release();
    openDataFolder(dir)();
  });

  it('ignores the lock of a killed start', () => {
    writeFileSync(join(dir, 'running.json'), JSON.stringify({ pid: process.pid, started: 'long ago' }));
    openDataFolder(dir)();
    writeFileSync(join(dir, 'running.json'), '{"pid":');
    openDataFolder(dir)();
    expect(readdirSync(dir).sort()).toEqual(['format.json', 'logs', ...privateFolders]);
  });

  it('hides mails, payments and phones from other users of the machine, even in an old folder', () => {
    mkdirSync(join(dir, 'payments'), { mode: 0o755 });
    openDataFolder(dir)();
    for (const name of privateFolders) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o700);
  });

  it('keeps the key for second factors, readable by its owner only', () => {
    const key = readOrMakeOperatorKey(dir);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(readOrMakeOperatorKey(dir)).toBe(key);
    expect(statSync(join(dir, 'operator-secrets-key')).mode & 0o777).toBe(0o600);
  });

  it('refuses the folder of a newer version and does not change it', () => {
    writeFileSync(join(dir, 'format.json'), '{"format": 99}');
    expect(() => openDataFolder(dir)).toThrow(/newer version.*format 99/);
    expect(readFileSync(join(dir, 'format.json'), 'utf8')).toBe('{"format": 99}');
  });

  it('tries to create each level once, where the system would try for ever', () => {
    const tried: string[] = [];
    const never = (path: string): void => {
      tried.push(path);
      throw Object.assign(new Error('no such file or directory'), { code: 'ENOENT' });
    };
    expect(() => makeFolder(join(dir, 'a', 'b', 'c'), never)).toThrow('no such file');
    expect(tried).toEqual([join(dir, 'a')]);
  });

  it('reports the remedy when the folder can not be created', () => {
    writeFileSync(join(dir, 'file'), '');
    expect(() => openDataFolder(join(dir, 'file', 'data'))).toThrow(/is not writable.*POCKETFLEET_DATA=/);
  });
});

describe('ports', () => {
  it('stay the same from start to start', async () => {
    const first = await chooseInnerPorts(dir, 3, [4000]);
    expect(await chooseInnerPorts(dir, 3, [4000])).toEqual(first);
    expect(new Set([first.database, first.smtp, first.mailbox, first.sandbox, ...first.phones]).size).toBe(7);
  });

  it('that are taken are named together with the way out', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const refusal = await refuseTakenPorts([{ name: 'PORT', port, host: '127.0.0.1' }], './my data').catch(
      (error: Error) => error.message,
    );
    const way =
      /^Port (\d+) is used by another program\. Stop that program, or choose other ports: POCKETFLEET_DATA='\.\/my data' PORT=(\d+) npm start$/;
    const [, taken, free] = way.exec(String(refusal)) ?? [];
    expect(taken).toBe(String(port));
    expect(await findPortError(Number(free), '127.0.0.1')).toBe(undefined);
    other.close();
  });

  it.each(['nosuch.invalid', '203.0.113.9'])('are not blamed for the HOST %s', async (host) => {
    await expect(refuseTakenPorts([{ name: 'PORT', port: 24_790, host }])).rejects.toThrow(
      `HOST is "${host}", which is not an address of this computer`,
    );
  });
});

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readStartConfig({}, '/repo')).toMatchObject({
      dataDir: '/repo/data',
      sitePort: 4000,
      operatorPort: 4001,
      agentPort: 4002,
      publicUrl: 'http://localhost:4000',
    });
  });

  it.each([
    [{ PORT: '70000' }, /PORT is "70000", which is not a port/],
    [{ PORT: '4001' }, /must differ/],
    [{ PUBLIC_URL: 'https://phones.example' }, /must be on localhost/],
    [{ DATABASE_URL: 'mysql://x' }, /not a PostgreSQL address/],
    [{ DATABASE_URL: 'postgres://me:%zz@127.0.0.1/x' }, /DATABASE_URL is malformed/],
    [{ TRUSTED_PROXY: '127.0.0.1, garbage' }, /TRUSTED_PROXY holds "garbage"/],
    [{ TRUSTED_PROXY: '10.0.0.0/33' }, /neither an address nor a network/],
  ])('refuses %o with one line', (env, message) => {
    expect(() => readStartConfig(env, '/repo')).toThrow(message);
  });
});
