import type { Client } from '@pocketfleet/client';
import { ApiError } from '@pocketfleet/client';
import type { User } from '@pocketfleet/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AccountStore, createAccountStore } from './account-store.ts';
import {
  type AuthState,
  loginPauseMs,
  type Refreshed,
  refreshProfile,
  signIn,
  signOut,
  startUpFrom,
  stateAfter,
  updateTunnels,
} from './sign-in.ts';

const user: User = {
  id: '7f1c9d0e-32a4-4a39-8a53-0d4dfc0a3f10',
  username: 'demo',
  first_name: 'Dee',
  last_name: 'Mo',
  email: 'demo@pocketfleet.example',
  created_at: '2026-01-01T00:00:00Z',
};

/** A browser's cookie jar, as far as the product uses one. */
function fakeJar() {
  const cookies = new Map<string, string>();
  return {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      const [pair = ''] = text.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (text.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    },
  };
}

function fakeStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

type Answers = Partial<Record<string, () => unknown>>;
let steps: string[];
let store: AccountStore;
beforeEach(() => {
  steps = [];
  store = createAccountStore({
    jar: fakeJar(),
    page: { protocol: 'https:', hostname: 'app.pocketfleet.example' },
    storage: fakeStorage(),
  });
});

function clientWith(answers: Answers): Client {
  return {
    call: async (name: string, input?: { token?: string }) => {
      steps.push(name === 'logout' ? `logout ${input?.token}` : name);
      const answer = answers[name];
      if (!answer) throw new ApiError({ status: 404, code: 'not_found', detail: null });
      return answer() as never;
    },
  } as Client;
}

const refuse = (status: number) => () => {
  throw new ApiError({ status, code: 'any', detail: null });
};
const working: Answers = {
  login: () => ({ access_token: 'fresh', token_type: 'bearer', expires_at: '2026-11-27T00:00:00Z' }),
  me: () => user,
  tunnelDomains: () => ({ domains: ['relay1.pocketfleet.example'], token: 'tunnel' }),
  logout: () => ({ message: 'ok' }),
};
const wait = async (ms: number) => void steps.push(`wait ${ms}`);

describe('signing in', () => {
  it('clears, waits 100 ms, asks for token, user and tunnel domains, then keeps them', async () => {
    store.writeToken('old');
    await signIn({ client: clientWith(working), store, wait }, { username: 'demo', password: 'secret12' });
    expect(loginPauseMs).toBe(100);
    expect(steps).toEqual(['wait 100', 'login', 'me', 'tunnelDomains']);
    expect(store.readToken()).toBe('fresh');
    expect(store.readUser()).toEqual(user);
  });

  it.each(['login', 'me', 'tunnelDomains'])('keeps nothing when %s fails', async (name) => {
    store.writeToken('old');
    store.writeUser(user);
    const client = clientWith({ ...working, [name]: refuse(500) });
    await expect(signIn({ client, store, wait }, { username: 'demo', password: 'x' })).rejects.toBeInstanceOf(
      ApiError,
    );
    expect(store.readToken()).toBeNull();
    expect(store.readUser()).toBeNull();
  });

  it.each([
    ['me', ['wait 100', 'login', 'me', 'logout fresh']],
    ['tunnelDomains', ['wait 100', 'login', 'me', 'tunnelDomains', 'logout fresh']],
    ['login', ['wait 100', 'login']],
  ])(
    'ends the token that it was given when %s fails, if the server can be reached or not',
    async (name, expected) => {
      const client = clientWith({ ...working, [name]: refuse(503), logout: refuse(0) });
      await expect(
        signIn({ client, store, wait }, { username: 'demo', password: 'x' }),
      ).rejects.toMatchObject({
        status: 503,
      });
      expect(steps).toEqual(expected);
    },
  );
});

describe('starting up', () => {
  it.each([
    ['nothing', null, null, 'signed_out'],
    ['a token and a cached user', 'token', user, 'signed_in'],
    ['a token alone', 'token', null, 'must_ask'],
    ['a cached user alone', null, user, 'signed_out'],
  ])('with %s', (_, token, cached, status) => {
    if (token) store.writeToken(token);
    if (cached) store.writeUser(cached);
    expect(startUpFrom(store).status).toBe(status);
  });

  it('discards a cached user without a token', () => {
    store.writeUser(user);
    startUpFrom(store);
    expect(store.readUser()).toBeNull();
  });
});

describe('refreshing the profile', () => {
  it('clears everything on 401', async () => {
    store.writeToken('token');
    store.writeUser(user);
    const refreshed = await refreshProfile({ client: clientWith({ me: refuse(401) }), store });
    expect(refreshed).toEqual({ status: 'signed_out', cause: 'ended' });
    expect(store.readToken()).toBeNull();
    expect(store.readUser()).toBeNull();
  });

  it('keeps what is known when the server can’t be reached', async () => {
    store.writeToken('token');
    store.writeUser(user);
    const refreshed = await refreshProfile({ client: clientWith({ me: refuse(0) }), store });
    expect(refreshed).toEqual({ status: 'unreachable' });
    expect(store.readToken()).toBe('token');
    expect(store.readUser()).toEqual(user);
  });

  it('does not bring a user back who signed out while the answer was on its way', async () => {
    store.writeToken('token');
    const client = clientWith({
      me: () => {
        store.clear();
        return user;
      },
    });
    expect(await refreshProfile({ client, store })).toEqual({ status: 'signed_out' });
    expect(store.readUser()).toBeNull();
  });
});

it.each<[string, AuthState, Refreshed, AuthState]>([
  [
    'is signed out elsewhere',
    { status: 'signed_in', user },
    { status: 'signed_out', cause: 'ended' },
    { status: 'signed_out', cause: 'ended' },
  ],
  [
    'chose to leave before it was heard of',
    { status: 'signed_out', cause: 'logout' },
    { status: 'signed_out', cause: 'ended' },
    { status: 'signed_out', cause: 'logout' },
  ],
  [
    'is told twice',
    { status: 'signed_out', cause: 'ended' },
    { status: 'signed_out' },
    { status: 'signed_out', cause: 'ended' },
  ],
  [
    'can’t be asked about',
    { status: 'signed_in', user },
    { status: 'unreachable' },
    { status: 'signed_in', user },
  ],
  [
    'left while he was being asked about',
    { status: 'signed_out', cause: 'logout' },
    { status: 'unreachable' },
    { status: 'signed_out', cause: 'logout' },
  ],
  [
    'came back in another tab',
    { status: 'signed_out', cause: 'ended' },
    { status: 'signed_in', user },
    { status: 'signed_in', user },
  ],
  [
    'can’t be asked about on a fresh page',
    { status: 'loading' },
    { status: 'unreachable' },
    { status: 'unreachable' },
  ],
])('a customer who %s', (_, known, news, after) => {
  expect(stateAfter(known, news)).toEqual(after);
});

it('sets no cookie of tunnel domains for a customer who signed out while they were asked for', async () => {
  const jar = fakeJar();
  const storage = fakeStorage();
  const page = { protocol: 'https:', hostname: 'app.pocketfleet.example' };
  const here = createAccountStore({ jar, page, storage });
  here.writeToken('token');
  await updateTunnels({ client: clientWith(working), store: here });
  expect(jar.cookie).toContain('tunnel');
  const leaving = clientWith({
    tunnelDomains: () => {
      here.clear();
      return { domains: ['relay1.pocketfleet.example'], token: 'tunnel' };
    },
  });
  await updateTunnels({ client: leaving, store: here });
  expect(jar.cookie).toBe('');
});

it('signing out forgets everything at once, whatever the server says', async () => {
  store.writeToken('token');
  store.writeUser(user);
  const ended = signOut({ client: clientWith({ logout: refuse(500) }), store });
  expect(store.readToken()).toBeNull();
  await ended;
  expect(steps).toEqual(['logout token']);
});
