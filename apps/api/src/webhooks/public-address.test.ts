import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { AddressRefused, findTarget, parseTargetUrl, resolveName } from './public-address.ts';

const demo = ['127.0.0.0/8'];

test.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://[::a01:203]/',
  'https://[100:0:0:1::1]/',
  'https://[64:ff9b:1::a01:203]/',
  'https://[fec0::1]/',
  'https://[4000::1]/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://１２７.０.０.１/',
  'https://localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'http://example.com/',
  'https://example.com:8443/',
  'https://ada:secret@example.com/',
  'ftp://example.com/',
])('%s is refused as it stands', (text) => {
  expect(() => parseTargetUrl(text, [])).toThrow(AddressRefused);
});

test.each(['https://example.com/hook?x=1', 'https://93.184.216.34/', 'https://[2606:4700::1111]/'])(
  '%s may be called',
  (text) => {
    expect(parseTargetUrl(text, []).protocol).toBe('https:');
  },
);

test('the demo’s own network may be called, also without https and on any port', () => {
  expect(parseTargetUrl('http://127.0.0.1:5000/', demo).port).toBe('5000');
  expect(() => parseTargetUrl('http://10.0.0.1/', demo)).toThrow(AddressRefused);
});

test('a name is refused if any of its addresses is private', async () => {
  const resolve = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  await expect(findTarget('https://example.com/', [], resolve)).rejects.toThrow(AddressRefused);
});

test('a name is looked up once, and its address is what is called', async () => {
  let looks = 0;
  const resolve = async () => {
    looks += 1;
    return [{ address: looks === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }];
  };
  const target = await findTarget('https://example.com/', [], resolve);
  expect([target.address, looks]).toEqual(['93.184.216.34', 1]);
});

test('twenty names whose server never answers keep no other name waiting, and are given up', async () => {
  const server = createSocket('udp4').bind(0, '127.0.0.1');
  await once(server, 'listening');
  let asked = 0;
  server.on('message', () => (asked += 1));
  const servers = [`127.0.0.1:${server.address().port}`];
  const looks = Array.from({ length: 20 }, (_, i) => resolveName(`silent-${i}.example`, servers));
  const settled = Promise.allSettled(looks);
  const isOver = settled.then(() => 'given up');
  expect(await Promise.race([resolveName('localhost').then(() => 'found'), isOver])).toBe('found');
  expect(new Set((await settled).map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(asked).toBeGreaterThanOrEqual(40);
  server.close();
});
