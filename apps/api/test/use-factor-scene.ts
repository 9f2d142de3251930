// A customer with second factors, and the two steps of their sign-in.
import { TOTP } from 'otpauth';
import { beforeEach } from 'vitest';
import type { SoftPasskey } from './soft-passkey.ts';
import { type Answer, createTestUser, form, type TestApp, testPassword } from './test-app.ts';
import { useTestApp } from './use-test-app.ts';

export type Authenticator = { id: string; secret: string; recovery_codes: string[] };

const factors = '/api/auth/second-factors';

/** Confirms it with the code of the present step, which is used by that. */
export async function addAuthenticator(site: TestApp, token: string): Promise<Authenticator> {
  const payload = { name: 'My phone', current_password: testPassword };
  const begun = await site.call('POST', `${factors}/authenticators`, { token, payload });
  const { id, secret } = begun.body as { id: string; secret: string };
  const done = await site.call('POST', `${factors}/${id}/confirm-code`, {
    token,
    payload: { code: codeOf(site, secret) },
  });
  if (done.status !== 200) throw new Error(`no authenticator: ${JSON.stringify(done.body)}`);
  return { id, secret, recovery_codes: (done.body['recovery_codes'] ?? []) as string[] };
}

export async function addPasskey(site: TestApp, token: string, passkey: SoftPasskey): Promise<Answer> {
  const payload = { name: 'My key', current_password: testPassword };
  const begun = await site.call('POST', `${factors}/passkeys`, { token, payload });
  const { id, options } = begun.body as { id: string; options: { challenge: string } };
  const done = await site.call('POST', `${factors}/${id}/confirm-passkey`, {
    token,
    payload: { registration: passkey.register(options.challenge) },
  });
  if (done.status !== 200) throw new Error(`no passkey: ${JSON.stringify(done.body)}`);
  return done;
}

/** The code of now, in app time. */
export function codeOf(site: TestApp, secret: string): string {
  return new TOTP({ secret }).generate({ timestamp: site.app.deps.clock.nowMs() });
}

/** A new customer before each test, signed in. */
export function useFactorScene() {
  const site = useTestApp();
  const authenticator: Authenticator = { id: '', secret: '', recovery_codes: [] };
  const scene = { id: '', username: '', token: '', authenticator };
  let users = 0;
  beforeEach(async () => {
    users += 1;
    site.outbox.length = 0;
    scene.username = `person${users}`;
    scene.id = await createTestUser(site.db, scene.username);
    scene.token = await site.signIn(scene.username, testPassword);
  });

  async function post(url: string, sent: { payload: string | object; contentType?: string }, from: From) {
    const response = await site.app.site.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': sent.contentType ?? 'application/json',
        ...(from.cookie && { cookie: from.cookie }),
      },
      remoteAddress: from.address ?? '127.0.0.1',
      payload: sent.payload,
    });
    return { status: response.statusCode, body: response.json(), headers: response.headers } as Answer;
  }
  const login = (password = testPassword, address?: string, cookie?: string): Promise<Answer> =>
    post('/api/auth/login', form({ username: scene.username, password }), { address, cookie });
  const finish = (refused: Answer, step: object, from: From = {}): Promise<Answer> =>
    post('/api/auth/second-factor', { payload: { challenge: refused.body['challenge'], ...step } }, from);
  const codeNow = (of: Authenticator = scene.authenticator) => codeOf(site, of.secret);

  return { site, scene, login, finish, codeNow };
}

type From = { address?: string | undefined; cookie?: string | undefined };
