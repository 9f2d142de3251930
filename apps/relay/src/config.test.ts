import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const keyOf = (type: 'ed25519' | 'x25519'): string => {
  const pair = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  return pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
};
const env = {
  CONTROL_PLANE_URL: 'wss://agents.example/',
  RELAY_KEY: keyOf('ed25519'),
  PUBLIC_URL: 'https://phones.example',
  RELAY_AGENTS_URL: 'wss://relay-1.example',
};

test('viewers reach it at the site’s own name unless another one is set', () => {
  expect(readConfig(env)).toMatchObject({
    controlPlaneUrl: 'wss://agents.example',
    origins: ['https://phones.example'],
    publicUrl: 'wss://phones.example',
    agentsUrl: 'wss://relay-1.example',
    drainMs: 20_000,
    rtp: undefined,
  });
  expect(readConfig({ ...env, RELAY_URL: 'wss://relay-1.example' }).publicUrl).toBe('wss://relay-1.example');
});

test.each([
  ['CONTROL_PLANE_URL', 'https://agents.example'],
  ['RELAY_AGENTS_URL', 'wss://relay-1.example/path'],
  ['RELAY_KEY', ''],
  ['RELAY_KEY', 'no key'],
  ['RELAY_KEY', keyOf('x25519')],
  ['PUBLIC_URL', undefined],
  ['TRUSTED_PROXY', 'everybody'],
  ['RELAY_DRAIN_S', '-1'],
  ['RTP_PORT', '0'],
])('%s of %s is refused by name, and never printed', (name, value) => {
  const read = () => readConfig({ ...env, [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name}: `));
});
