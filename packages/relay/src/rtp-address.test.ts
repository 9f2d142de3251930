import { expect, test } from 'vitest';
import { readRtp } from './rtp-address.ts';

const read = (host: string, port?: string, address?: string) => readRtp({ host, port, address });

test('without a port there is no RTP', () => {
  expect(read('127.0.0.1')).toBeUndefined();
});

test('browsers are told the address that is named, else that of the server', () => {
  expect(read('127.0.0.1', '4010')).toEqual({
    host: '127.0.0.1',
    port: 4010,
    reachedAt: { address: '127.0.0.1', port: 4010 },
  });
  expect(read('0.0.0.0', '4010', '203.0.113.7')).toMatchObject({
    host: '0.0.0.0',
    reachedAt: { address: '203.0.113.7' },
  });
});

test.each([
  ['127.0.0.1', '0', undefined, 'RTP_PORT'],
  ['127.0.0.1', '70000', undefined, 'RTP_PORT'],
  ['127.0.0.1', 'x', undefined, 'RTP_PORT'],
  ['::1', '4010', undefined, 'RTP_PORT'],
  ['0.0.0.0', '4010', undefined, 'RTP_ADDRESS'],
  ['127.0.0.1', '4010', 'relay.example.com', 'RTP_ADDRESS'],
])('%s with port %s and address %s is refused', (host, port, address, variable) => {
  expect(read(host, port, address)).toMatch(new RegExp(`^${variable}: `));
});
