import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readRelaySettings } from './relay-settings.ts';

const site = 'https://phones.example';
const none = { RELAY_KEYS: '', RELAY_URLS: '', RELAY_FORWARD: '' };
const publicKey = (type: 'ed25519' | 'x25519') => {
  const pair = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  return pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
};
const key = publicKey('ed25519');

test('without keys the relay runs inside the node', () => {
  expect(readRelaySettings(none, site)).toBeUndefined();
});

test('viewers are sent to the site’s own address unless others are named', () => {
  expect(readRelaySettings({ ...none, RELAY_KEYS: ` ${key},` }, site)).toEqual({
    keys: [key],
    urls: ['wss://phones.example'],
    forwardTo: undefined,
  });
  const named = {
    RELAY_KEYS: key,
    RELAY_URLS: 'wss://a.example/, wss://b.example:8443',
    RELAY_FORWARD: '127.0.0.1:4010',
  };
  expect(readRelaySettings(named, site)).toMatchObject({
    urls: ['wss://a.example', 'wss://b.example:8443'],
    forwardTo: { host: '127.0.0.1', port: 4010 },
  });
});

test('viewers’ sockets may be passed on to an IPv6 address', () => {
  const settings = readRelaySettings({ ...none, RELAY_KEYS: key, RELAY_FORWARD: '[::1]:4010' }, site);
  expect(settings).toMatchObject({ forwardTo: { host: '::1', port: 4010 } });
});

test.each([
  [{ RELAY_URLS: 'wss://a.example' }, 'RELAY_KEYS'],
  [{ RELAY_FORWARD: '127.0.0.1:1' }, 'RELAY_KEYS'],
  [{ RELAY_KEYS: 'no key' }, 'RELAY_KEYS'],
  [{ RELAY_KEYS: publicKey('x25519') }, 'RELAY_KEYS'],
  [{ RELAY_KEYS: key, RELAY_URLS: 'https://a.example' }, 'RELAY_URLS'],
  [{ RELAY_KEYS: key, RELAY_URLS: 'wss://a.example/path' }, 'RELAY_URLS'],
  [{ RELAY_KEYS: key, RELAY_FORWARD: 'nowhere' }, 'RELAY_FORWARD'],
  [{ RELAY_KEYS: key, RELAY_FORWARD: '127.0.0.1:70000' }, 'RELAY_FORWARD'],
])('%j is refused by name', (texts, name) => {
  expect(readRelaySettings({ ...none, ...texts }, site)).toMatch(new RegExp(`^${name}: `));
});
