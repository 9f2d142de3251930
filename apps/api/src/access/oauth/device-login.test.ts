import { commandLineClient } from '@pocketfleet/contract';
import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { useOauthScene } from '../../../test/use-oauth-scene.ts';

const { scene, site, signedIn, discover, consentCall, choice, usePhones } = useOauthScene();

async function ask() {
  const config = await discover(commandLineClient);
  const asked = await client.initiateDeviceAuthorization(config, { scope: 'watch control shell' });
  const poll = () =>
    client.genericGrantRequest(config, 'urn:ietf:params:oauth:grant-type:device_code', {
      device_code: asked.device_code,
    });
  return { config, asked, poll };
}

test('a command line gets in when somebody types its code and agrees', async () => {
  const { asked, poll } = await ask();
  expect(asked).toMatchObject({
    user_code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
    verification_uri: 'http://localhost:4000/connect',
    expires_in: 600,
  });
  await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' });
  const typed = { user_code: asked.user_code.toLowerCase().replace('-', ' ') };
  expect(await consentCall('', { asked: typed })).toMatchObject({
    status: 200,
    body: {
      kind: 'device',
      program: 'Pocketfleet command line',
      is_ours: true,
      redirect_host: null,
      address: '127.0.0.1',
      permissions: ['watch', 'control', 'shell'],
    },
  });
  const approved = await consentCall('/approve', { asked: typed, ...choice({ permissions: ['watch'] }) });
  expect(approved).toMatchObject({ status: 200, body: { redirect_to: null } });
  const tokens = await poll();
  expect(tokens).toMatchObject({ scope: 'watch', refresh_token: expect.any(String) });
  expect((await usePhones(tokens.access_token)).status).toBe(200);
  // The code counts once, for the person and for the device.
  expect((await consentCall('', { asked: typed })).status).toBe(404);
  await expect(poll()).rejects.toMatchObject({ error: 'invalid_grant' });
  expect((await usePhones(tokens.access_token)).status).toBe(401);
});

test('a refused device hears it', async () => {
  const { asked, poll } = await ask();
  await consentCall('/deny', { asked: { user_code: asked.user_code } });
  await expect(poll()).rejects.toMatchObject({ error: 'access_denied' });
});

test('codes can’t be guessed: five wrong ones in ten minutes, then even the right one waits', async () => {
  const { asked } = await ask();
  const guess = (user_code: string) => consentCall('', { asked: { user_code } });
  for (const code of ['BBBB-BBBB', 'CCCC-CCCC', '', '----', 'x'.repeat(40)]) {
    expect((await guess(code)).status).toBe(404);
  }
  expect(await guess(asked.user_code)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  const bob = await signedIn();
  const byBob = await consentCall('', { asked: { user_code: asked.user_code } }, { token: bob.token });
  expect(byBob.status).toBe(200);
});

test('a code ends after ten minutes', async () => {
  const { asked } = await ask();
  await site.advance('11 minutes');
  scene.owner = await signedIn();
  expect((await consentCall('', { asked: { user_code: asked.user_code } })).status).toBe(404);
});
