// The accepted forms of NATS_URL and NATS_CREDS, and the log of a node whose server refuses them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../../../tools/postgres/free-port.ts';
import { makeNatsCredentials } from '../../../test/nats-credentials.ts';
import { startNatsServer, whyNoNats } from '../../../test/nats-server.ts';
import { makeSelfSigned } from '../../../test/self-signed.ts';
import { readConfig } from '../../config.ts';
import { createLog } from '../log.ts';
import { startNatsWire } from './nats-wire.ts';

const patience = { timeout: 60_000, interval: 20 };
const databaseUrl = 'postgres://localhost/none';
const read = (env: Record<string, string>) => readConfig({ DATABASE_URL: databaseUrl, ...env }).nats;

test('without NATS_URL, or with an empty one, there is no NATS', () => {
  expect(read({})).toBeUndefined();
  expect(read({ NATS_URL: '', NATS_CREDS: '' })).toBeUndefined();
});

test('servers, credentials and TLS are read from NATS_URL', () => {
  expect(read({ NATS_URL: 'nats://bus' })).toMatchObject({
    servers: ['bus:4222'],
    isTls: false,
    login: undefined,
  });
  expect(
    read({ NATS_URL: 'tls://ada:pa%40ss@a:5222, tls://ada:pa%40ss@[::1]', NATS_PREFIX: 'eu.fleet-1' }),
  ).toEqual({
    servers: ['a:5222', '[::1]:4222'],
    isTls: true,
    login: { user: 'ada', password: 'pa@ss' },
    credsFile: undefined,
    prefix: 'eu.fleet-1',
  });
  expect(read({ NATS_URL: 'nats://s3cret@bus' })?.login).toEqual({ token: 's3cret' });
  expect(read({ NATS_URL: 'nats://bus', NATS_CREDS: '/etc/x.creds' })?.credsFile).toBe('/etc/x.creds');
});

describe('a wrong value ends the start with one line that names the variable', () => {
  const cases: [Record<string, string>, string][] = [
    [{ NATS_URL: 'bus:4222' }, 'NATS_URL: must be nats://'],
    [{ NATS_URL: 'http://bus' }, 'NATS_URL: must be nats://'],
    [{ NATS_URL: 'nats://' }, 'NATS_URL: must be nats://'],
    [{ NATS_URL: 'nats://a,' }, 'NATS_URL: must be nats://'],
    [{ NATS_URL: 'nats://a/b' }, 'NATS_URL: must end after the port'],
    [{ NATS_URL: 'nats://a,tls://b' }, 'NATS_URL: must begin with the same'],
    [{ NATS_URL: 'nats://u:p@a,nats://b' }, 'NATS_URL: must have the same user'],
    [{ NATS_URL: 'nats://%ff:p@a' }, 'NATS_URL: must have a user and password in percent-encoding'],
    [{ NATS_CREDS: '/x' }, 'NATS_URL: is needed with NATS_CREDS'],
    [{ NATS_URL: 'nats://u:p@a', NATS_CREDS: '/x' }, 'NATS_CREDS: NATS_URL has a user already'],
    [{ NATS_URL: 'nats://a', NATS_PREFIX: 'a.*' }, 'NATS_PREFIX: must be letters'],
  ];
  for (const [env, message] of cases) {
    test(JSON.stringify(env), () => expect(() => read(env)).toThrow(message));
  }
});

describe('a node says in words why it can’t use NATS', () => {
  const undo: (() => unknown)[] = [];
  const authorities = getCACertificates('default');
  const dir = mkdtempSync(join(tmpdir(), 'pf-nats-tls-'));
  const { key, cert } = makeSelfSigned();
  const tls = `tls { cert_file: "${join(dir, 'cert.pem')}", key_file: "${join(dir, 'key.pem')}" }`;

  beforeAll(() => {
    writeFileSync(join(dir, 'cert.pem'), cert);
    writeFileSync(join(dir, 'key.pem'), key);
  });
  afterAll(() => rmSync(dir, { recursive: true }));
  afterEach(async () => {
    setDefaultCACertificates(authorities);
    for (const step of undo.splice(0).reverse()) await step();
  });

  /** A connection of its own; returns its warning, '' when it has none. */
  function dial(env: Record<string, string>): () => string {
    const nats = read(env);
    if (nats === undefined) throw new Error('there is no NATS_URL');
    const options = { nats, prefix: 'pocketfleet.test', nodeId: 'one', log: createLog('silent') };
    const wire = startNatsWire(options, { onText: () => undefined, onConnected: () => undefined });
    undo.push(wire.stop);
    return () => wire.warning() ?? '';
  }
  const says = async (env: Record<string, string>, words: string): Promise<void> => {
    const warning = dial(env);
    await vi.waitFor(() => expect(warning()).toContain(words), patience);
  };
  const connects = async (env: Record<string, string>): Promise<void> => {
    const warning = dial(env);
    await vi.waitFor(() => expect(warning()).toBe(''), patience);
  };
  const serve = async (config: string): Promise<{ url: string }> => {
    const server = await startNatsServer(config);
    undo.push(server.stop);
    return server;
  };
  const itWorks = (name: string, run: () => Promise<void>): void =>
    test(name, async ({ skip }) => {
      skip(whyNoNats !== '', whyNoNats);
      await run();
    });

  test('nobody listens there, or something else', async () => {
    const port = await findFreePort();
    await says({ NATS_URL: `nats://127.0.0.1:${port}` }, 'can’t be reached (connection refused');
    const web = createServer((socket) => socket.on('error', () => undefined).end('HTTP/1.1 400 Bad\r\n\r\n'));
    await new Promise<void>((resolve) => web.listen(port, '127.0.0.1', resolve));
    undo.push(() => web.close());
    await says({ NATS_URL: `nats://127.0.0.1:${port}` }, 'is no NATS server');
  });

  test('a name that does not exist', async () => {
    await says({ NATS_URL: 'nats://no.such.host.invalid' }, 'can’t be reached');
  });

  itWorks('no credentials, wrong ones, and the right ones', async () => {
    const { url } = await serve('authorization { user: fleet, password: "s3cret/@word" }');
    const at = (login: string): string => url.replace('//', `//${login}@`);
    await says({ NATS_URL: url }, 'refuses the credentials');
    const wrong = dial({ NATS_URL: at('fleet:wr0ng') });
    await vi.waitFor(() => expect(wrong()).toContain('refuses the credentials'), patience);
    expect(wrong()).not.toContain('wr0ng');
    await connects({ NATS_URL: at('fleet:s3cret%2F%40word') });
    await says({ NATS_URL: url, NATS_CREDS: join(dir, 'none.creds') }, 'NATS_CREDS names can’t be read');
    writeFileSync(join(dir, 'bad.creds'), 'no credentials');
    await says({ NATS_URL: url, NATS_CREDS: join(dir, 'bad.creds') }, 'NATS');
  });

  itWorks('a token', async () => {
    const { url } = await serve('authorization { token: "t0ken" }');
    await says({ NATS_URL: url.replace('//', '//other@') }, 'refuses the credentials');
    await connects({ NATS_URL: url.replace('//', '//t0ken@') });
  });

  itWorks('the file of a user, which is read again after it was renewed', async () => {
    const { config, creds } = makeNatsCredentials();
    const { url } = await serve(config);
    const file = join(dir, 'fleet.creds');
    writeFileSync(file, makeNatsCredentials().creds);
    const warning = dial({ NATS_URL: url, NATS_CREDS: file });
    await vi.waitFor(() => expect(warning()).toContain('refuses the credentials'), patience);
    writeFileSync(file, creds);
    await vi.waitFor(() => expect(warning()).toBe(''), patience);
  });

  itWorks('TLS that is missing, not trusted, and trusted', async () => {
    const [plain, safe] = [await serve(''), await serve(tls)];
    const tlsUrl = safe.url.replace('nats:', 'tls:');
    await says({ NATS_URL: plain.url.replace('nats:', 'tls:') }, 'offers no TLS');
    await says({ NATS_URL: tlsUrl }, 'NODE_EXTRA_CA_CERTS');
    // A server that requires TLS gets it also where the address doesn't ask for it.
    await says({ NATS_URL: safe.url }, 'NODE_EXTRA_CA_CERTS');
    setDefaultCACertificates([...authorities, cert]);
    await connects({ NATS_URL: tlsUrl });
  });
});
