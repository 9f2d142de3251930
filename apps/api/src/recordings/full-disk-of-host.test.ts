// A host without room for recordings: an agent beside a virtual phone.
import type { ActionResult, Recording } from '@pocketfleet/contract';
import { expect, test, vi } from 'vitest';
import { useRentedPhone } from '../../test/rented-phone.ts';

const scene = useRentedPhone();
const patience = { timeout: 60_000, interval: 200 };

async function call<Body>(method: 'GET' | 'POST', path: string, payload?: object) {
  const answer = await scene.fleet.site.call(method, `/api${path}`, {
    token: scene.token,
    ...(payload && { payload }),
  });
  return { status: answer.status, body: answer.body as unknown as Body };
}
const pressHome = async () =>
  (await call<ActionResult>('POST', `/devices/${scene.phone}/actions`, { action: 'press', key: 'home' }))
    .body;

test('where the host’s part for recordings is full, recording ends and says so, and use goes on', async () => {
  scene.fleet.site.app.deps.config.operatorSecretsKeys = [Buffer.alloc(32, 7)];
  await scene.fleet.killAgent();
  await scene.fleet.startAgent(undefined, { RECORDING_DISK_MB: '0' });
  await vi.waitFor(async () => expect(await pressHome()).toMatchObject({ done: true }), patience);
  const { body: started } = await call<Recording>('POST', `/devices/${scene.phone}/recordings`, {});
  const get = async () => (await call<Recording>('GET', `/recordings/${started.id}`)).body;
  await pressHome();
  await vi.waitFor(
    async () => expect(await get()).toMatchObject({ reason: 'disk_full', state: 'ready', bytes: 0 }),
    patience,
  );
  expect(await pressHome()).toMatchObject({ done: true });
  // The phone isn't called recorded any more, and another recording may be begun.
  expect((await call<Recording>('POST', `/devices/${scene.phone}/recordings`, {})).status).toBe(200);
});
