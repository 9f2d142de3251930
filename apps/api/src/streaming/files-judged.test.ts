// Files and apps over the websocket, with a real agent and a virtual phone: programs ask for nothing there that they may not do by
// calls, and change nothing while a person has the phone.
import type { FilesRequest } from '@pocketfleet/contract';
import { beforeEach, expect, test } from 'vitest';
import { openFilesClient } from '../../../agent/test/files-client.ts';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { makeTestKey } from '../../test/test-keys.ts';
import { openSocket, ticketFor } from '../../test/test-viewer.ts';

const scene = useRentedPhone();
const folder = '/sdcard/Download';
const file = { folder, name: 'note.txt', modified_ms: 1_700_000_000_000, install: false };
const bytes = Buffer.from('seven');
const app = 'com.example.bank';
const done = { type: 'done' };
const taken = {
  type: 'failed',
  detail: expect.stringContaining('A person has the phone: ada'),
  retry: false,
};
const lacking = {
  type: 'failed',
  detail:
    'This key does not have the permission “apps”. It stays as it was made: make a key that has it, on the page Programs.',
  retry: false,
};

const robot = async (permissions: string[], more: object = {}) =>
  (await makeTestKey(scene.fleet.site, scene.token, { permissions, ...more })).key;

async function open(token: string) {
  const ticket = await ticketFor(scene.fleet.site, token, scene.phone, { purpose: 'files' });
  const viewer = openSocket(scene.fleet.address, scene.phone, ticket, { what: 'files' });
  scene.viewers.push(viewer);
  const client = openFilesClient(viewer.socket);
  await new Promise((resolve, reject) => viewer.socket.once('open', resolve).once('error', reject));
  return client;
}
async function ask(token: string, request: FilesRequest) {
  const client = await open(token);
  client.say(request);
  return client.next();
}
const push = async (token: string, more: object = {}) =>
  (await (await open(token)).push({ ...file, ...more }, bytes)).notices.at(-1);
const seat = (what: 'take' | 'give') =>
  scene.fleet.site.call('POST', `/api/devices/${scene.phone}/seat/${what}`, { token: scene.token });

beforeEach(async () => {
  await seat('give');
});

test('while a person has the phone, a program reads files and changes none', async () => {
  const key = await robot(['files', 'apps']);
  expect(await push(key)).toEqual(done);
  expect((await seat('take')).status).toBe(200);
  expect(await push(key)).toEqual(taken);
  for (const request of [
    { type: 'delete', path: `${folder}/note.txt` },
    { type: 'start_app', package: app },
    { type: 'stop_app', package: app },
    { type: 'clear_app', package: app },
    { type: 'uninstall_app', package: app },
  ] as const)
    expect(await ask(key, request)).toEqual(taken);
  expect(await ask(key, { type: 'list', path: folder })).toMatchObject({ entries: [{ name: 'note.txt' }] });
  expect(await (await open(key)).pull(`${folder}/note.txt`)).toEqual(bytes);
  // People aren't programs.
  expect(await push(scene.token, { name: 'own.txt' })).toEqual(done);

  await seat('give');
  expect(await ask(key, { type: 'delete', path: `${folder}/note.txt` })).toEqual(done);
});

test('a key for files alone does nothing with apps', async () => {
  const key = await robot(['files']);
  expect(await push(key)).toEqual(done);
  expect(await push(key, { name: 'a.apk', install: true })).toEqual(lacking);
  for (const type of ['list_apps', 'start_app'] as const)
    expect(await ask(key, type === 'list_apps' ? { type } : { type, package: app })).toEqual(lacking);
});

test('a change by a program counts as its action', async () => {
  const key = await robot(['files'], { actions_a_minute: 1 });
  expect(await push(key)).toEqual(done);
  expect(await push(key)).toMatchObject({
    type: 'failed',
    detail: expect.stringContaining('1 action a minute'),
  });
  expect(await ask(key, { type: 'list', path: folder })).toMatchObject({ type: 'listing' });
});
