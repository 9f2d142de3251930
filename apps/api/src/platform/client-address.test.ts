import { ownerOf } from '@pocketfleet/websockets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestUser, form, startTestApp, type TestApp } from '../../test/test-app.ts';
import { ConfigError, readConfig } from '../config.ts';
import { siteOf, wideSubnetOf } from './client-address.ts';

test.each([
  ['203.0.113.9', { owner: '203.0.113.9', subnet: '203.0.113.0/24', site: '203.0.113.0/24' }],
  ['203.0.113.9:51234', { owner: '203.0.113.9', subnet: '203.0.113.0/24', site: '203.0.113.0/24' }],
  ['::ffff:203.0.113.9', { owner: '203.0.113.9', subnet: '203.0.113.0/24', site: '203.0.113.0/24' }],
  [
    '2001:0DB8:0001:2ff:3:4:5:6',
    { owner: '2001:db8:1:2ff::/64', subnet: '2001:db8:1:200::/56', site: '2001:db8:1::/48' },
  ],
  [
    '[2001:db8:1:2::9]:443',
    { owner: '2001:db8:1:2::/64', subnet: '2001:db8:1::/56', site: '2001:db8:1::/48' },
  ],
  ['fe80::1%eth0', { owner: 'fe80::/64', subnet: 'fe80::/56', site: 'fe80::/48' }],
  ['999.1.1.1', { owner: 'unknown', subnet: 'unknown', site: 'unknown' }],
  ['anything else', { owner: 'unknown', subnet: 'unknown', site: 'unknown' }],
])('limits know the address %s by its owner, its subnet and its site', (address, networks) => {
  expect({ owner: ownerOf(address), subnet: wideSubnetOf(address), site: siteOf(address) }).toEqual(networks);
});

test('TRUSTED_PROXY holds addresses and networks of both families, and is empty unless set', () => {
  const read = (env: object) => readConfig({ DATABASE_URL: 'postgres://localhost/x', ...env }).trustedProxies;
  expect(read({})).toEqual([]);
  expect(read({ TRUSTED_PROXY: '10.0.0.0/8, 2001:db8::/32,127.0.0.1' })).toEqual([
    '10.0.0.0/8',
    '2001:db8::/32',
    '127.0.0.1',
  ]);
});

test.each(['1', 'yes', '10.0.0.0/33', '10.0.0/8', '10.0.0.0/8/8', '::1/129', '127.0.0.1, *'])(
  'TRUSTED_PROXY %j is refused by name',
  (TRUSTED_PROXY) => {
    const read = () => readConfig({ DATABASE_URL: 'postgres://localhost/x', TRUSTED_PROXY });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow('TRUSTED_PROXY');
  },
);

describe.each([
  ['nobody', '', '198.51.100.7', 'none'],
  ['a proxy at another address', '10.0.0.0/8', '198.51.100.7', 'none'],
  ['the proxy that connects', '198.51.100.0/24', '198.51.100.7', 'each'],
])('when %s is trusted', (_whom, TRUSTED_PROXY, connectsFrom, counted) => {
  let site: TestApp;
  beforeAll(async () => {
    site = await startTestApp(TRUSTED_PROXY === '' ? {} : { TRUSTED_PROXY });
    await createTestUser(site.db, 'ada');
  });
  afterAll(() => site.stop());

  /** The last address of the header is the one that the proxy itself saw; those before it anybody can write. */
  const guess = async (browser: string, turn: number) =>
    (
      await site.app.site.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: connectsFrom,
        headers: {
          'content-type': form({}).contentType,
          'x-forwarded-for': `192.0.2.${turn}, ${browser}`,
        },
        payload: form({ username: 'ada', password: 'not it' }).payload,
      })
    ).statusCode;

  test(`limits count ${counted === 'none' ? 'who connects, whatever X-Forwarded-For says' : 'the browser that the proxy saw'}`, async () => {
    const answers: number[] = [];
    for (let turn = 0; turn < 11; turn += 1) answers.push(await guess('203.0.113.9', turn));
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect(await guess('203.0.114.9', 99)).toBe(counted === 'none' ? 429 : 401);
  });
});
