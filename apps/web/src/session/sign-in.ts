// The steps of signing in, starting up and signing out (spec section 4), without React.

import type { Client } from '@pocketfleet/client';
import { ApiError } from '@pocketfleet/client';
import type { User } from '@pocketfleet/contract';
import type { AccountStore } from './account-store.ts';

/** Pause between clearing old cookies and asking for a token (spec section 9). */
export const loginPauseMs = 100;

type Deps = { client: Client; store: AccountStore };

/**
 * Clears old cookies, waits 100 ms, asks for token, user and tunnel domains, then sets the cookies and
 * caches the user. On any failure everything is cleared, a token
 * that was given is ended, and the error goes to the caller.
 */
export async function signIn(
  deps: Deps & { wait(ms: number): Promise<void> },
  credentials: { username: string; password: string },
): Promise<User> {
  const { client, store } = deps;
  let token: string | undefined;
  try {
    store.clear();
    await deps.wait(loginPauseMs);
    ({ access_token: token } = await client.call('login', { body: credentials }));
    const user = await client.call('me', { token });
    const tunnels = await client.call('tunnelDomains', { token });
    store.writeToken(token);
    store.writeTunnels(tunnels);
    store.writeUser(user);
    return user;
  } catch (error) {
    store.clear();
    // A session that nobody can use must not stay open for a week; why it was refused is told all the same.
    if (token !== undefined) void client.call('logout', { token }).catch(() => undefined);
    throw error;
  }
}

export type StartUp = { status: 'signed_out' } | { status: 'signed_in'; user: User } | { status: 'must_ask' };

/** What a fresh page may show before the server has answered. A cached user without token is discarded. */
export function startUpFrom(store: AccountStore): StartUp {
  if (!store.readToken()) {
    if (store.readUser()) store.clear();
    return { status: 'signed_out' };
  }
  const user = store.readUser();
  return user ? { status: 'signed_in', user } : { status: 'must_ask' };
}

/**
 * Nobody is signed in here. `logout`: chosen in this tab; such a customer is led to the landing page.
 * `ended`: by the server or another tab; he is led to sign-in, which says so.
 */
type SignedOut = { status: 'signed_out'; cause?: 'logout' | 'ended' };

export type AuthState =
  | { status: 'loading' }
  | SignedOut
  | { status: 'signed_in'; user: User }
  /** There is a token, but the server can't be asked whose it is. */
  | { status: 'unreachable' };

export type Refreshed = SignedOut | { status: 'signed_in'; user: User } | { status: 'unreachable' };

/** Reads the profile again. 401 clears everything; any other failure leaves what is known. */
export async function refreshProfile({ client, store }: Deps): Promise<Refreshed> {
  const token = store.readToken();
  try {
    const user = await client.call('me');
    // Signed out, or in as somebody else, while the answer was on its way.
    if (store.readToken() !== token) return startUpAsRefreshed(store);
    store.writeUser(user);
    return { status: 'signed_in', user };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && store.readToken() === token) {
      store.clear();
      return { status: 'signed_out', cause: 'ended' };
    }
    return { status: 'unreachable' };
  }
}

/**
 * The state after news of it. Somebody who is signed out stays so for the first cause that was known, until he is
 * signed in again: a response that never came says nothing about the session.
 */
export function stateAfter(known: AuthState, news: Refreshed): AuthState {
  if (known.status === 'signed_in' && news.status === 'unreachable') return known;
  if (known.status === 'signed_out' && news.status !== 'signed_in') return known;
  return news;
}

function startUpAsRefreshed(store: AccountStore): Refreshed {
  const startUp = startUpFrom(store);
  return startUp.status === 'must_ask' ? { status: 'unreachable' } : startUp;
}

/**
 * Sets the cookies of the tunnel domains again (spec section 7: after each device list load). Nothing is written for
 * somebody who has signed out while the answer was on its way.
 */
export async function updateTunnels({ client, store }: Deps): Promise<void> {
  const token = store.readToken();
  const tunnels = await client.call('tunnelDomains');
  if (token !== null && store.readToken() === token) store.writeTunnels(tunnels);
}

/** Ends the token on the server and forgets everything here, whatever the server says. */
export async function signOut({ client, store }: Deps): Promise<void> {
  const token = store.readToken();
  store.clear();
  if (token) await client.call('logout', { token }).catch(() => undefined);
}
