import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type AdmittedSocket,
  readChannelNote,
  readSocketNote,
  writeChannelNote,
  writeSocketNote,
} from './relay-notes.ts';

const admitted: AdmittedSocket = {
  socket_id: randomUUID(),
  user_id: randomUUID(),
  workspace_id: randomUUID(),
  credential_id: randomUUID(),
  device_id: randomUUID(),
  assignment_id: randomUUID(),
  purpose: 'control',
  session_id: randomUUID(),
  ticket_at: '2026-11-26 23:34:48.123456+00',
  kind: 'person',
  name: 'ada',
  address: '127.0.0.1',
  assignment_expires_at: null,
  token_expires_at: '2026-12-01T00:00:00.000Z',
};
const config = { operatorSecretsKeys: [Buffer.alloc(32, 1)] };
const read = (change: Partial<AdmittedSocket>) =>
  readSocketNote(config, admitted.socket_id, writeSocketNote(config, { ...admitted, ...change }));

test('a note is read as it was written', () => {
  expect(read({})).toEqual(admitted);
  for (const ticket_at of ['2026-01-31 00:00:00+00', '2026-01-31 00:00:00.5-03:30'])
    expect(read({ ticket_at })).toMatchObject({ ticket_at });
});

test('a note whose instants the database could not read is none', () => {
  for (const ticket_at of ['x', '2026-02-30 00:00:00+00', '2026-01-31 24:00:01+00', '2026-01-31 00:00:00+99'])
    expect(read({ ticket_at })).toBeUndefined();
  expect(read({ token_expires_at: 'soon' })).toBeUndefined();
  expect(read({ assignment_expires_at: 'never' })).toBeUndefined();
});

test('a relay can’t change a note, nor name it for another socket', () => {
  const { socket_id, ...rest } = admitted;
  const note = writeSocketNote(config, admitted);
  expect(readSocketNote(config, randomUUID(), note)).toBeUndefined();
  expect(readSocketNote(config, socket_id, note.replace('"ada"', '"bob"'))).toBeUndefined();
  expect(readSocketNote(config, socket_id, JSON.stringify(rest))).toBeUndefined();
});

test('a note is of one channel, too, and outlasts a new key of the server', () => {
  const id = randomUUID();
  const { device_id, assignment_id } = admitted;
  const channel = { device_id, assignment_id, host_id: randomUUID(), expires_at: null };
  const note = writeChannelNote(config, id, channel);
  const renewed = { operatorSecretsKeys: [Buffer.alloc(32, 2), ...config.operatorSecretsKeys] };
  expect(readChannelNote(renewed, id, note)).toEqual(channel);
  expect(readChannelNote(renewed, randomUUID(), note)).toBeUndefined();
  expect(readChannelNote({ operatorSecretsKeys: [Buffer.alloc(32, 2)] }, id, note)).toBeUndefined();
});

test('without keys of the server a note is read all the same', () => {
  const none = { operatorSecretsKeys: [] };
  expect(readSocketNote(none, admitted.socket_id, writeSocketNote(none, admitted))).toEqual(admitted);
});
