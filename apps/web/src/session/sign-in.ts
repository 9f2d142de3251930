// The steps of signing in, starting up and signing out (spec section 4), without React.

import type { Client } from '@pocketfleet/client';
import { ApiError } from '@pocketfleet/client';
import type { AccountStore } from './account-store.ts';
import type { KnownUser } from './stored-user.ts';

/** Pause between clearing old cookies and asking for a token (spec section 9). */
export const loginPauseMs = 100;

type Deps = { client: Client; store: AccountStore };

/**
 * Clears old cookies, waits 100 ms, requests the token, the user and the tunnel domains, then sets the cookies and caches the
 * user. On a failure it clears everything, ends a token that it has got, and throws the error.
 */
export async function signIn(
  deps: Deps & { wait(ms: number): Promise<void> },
  credentials: { username: string; password: string },
): Promise<KnownUser> {
  const { client, store } = deps;
  let token: string;
  try {
    store.clear();
    await deps.wait(loginPauseMs);
    ({ access_token: token } = await client.call('login', { body: credentials }));
  } catch (error) {
    store.clear();
    throw error;
  }
  return storeSession(deps, token);
}

/** Stores an open session: fetches the user and the tunnel domains, then sets the cookies and caches the user. */
export async function storeSession({ client, store }: Deps, token: string): Promise<KnownUser> {
  try {
    const user = await client.call('me', { token });
    const tunnels = await client.call('tunnelDomains', { token });
    store.writeToken(token);
    store.writeTunnels(tunnels);
    store.writeUser(user);
    return user;
  } catch (error) {
    store.clear();
    // A session that nobody can use must not stay open for a week. An error of the sign-out must not hide the first one.
    void client.call('logout', { token }).catch(() => undefined);
    throw error;
  }
}

export type StartUp =
  | { status: 'signed_out' }
  | { status: 'signed_in'; user: KnownUser }
  | { status: 'must_ask' };

/** The state of a new page before the server has responded. A cached user without a token is discarded. */
export function startUpFrom(store: AccountStore): StartUp {
  if (!store.readToken()) {
    if (store.readUser()) store.clear();
    return { status: 'signed_out' };
  }
  const user = store.readUser();
  return user ? { status: 'signed_in', user } : { status: 'must_ask' };
}

/**
 * Nobody is signed in here. `logout`: the customer chose it in this tab, and is led to the landing page. `ended`: the server or
 * another tab ended the session, and the customer is led to sign-in, which shows that.
 */
type SignedOut = { status: 'signed_out'; cause?: 'logout' | 'ended' };

export type AuthState =
  | { status: 'loading' }
  | SignedOut
  | { status: 'signed_in'; user: KnownUser }
  /** There is a token, but the server can't be reached to tell whose it is. */
  | { status: 'unreachable' };

export type Refreshed = SignedOut | { status: 'signed_in'; user: KnownUser } | { status: 'unreachable' };

/** Reads the user again. A 401 clears everything; any other failure changes nothing. */
export async function refreshProfile({ client, store }: Deps): Promise<Refreshed> {
  const token = store.readToken();
  try {
    const user = await client.call('me');
    // The customer has signed out, or somebody else has signed in, before the response came.
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
 * The state after a refresh. A missing response says nothing about the session, so a customer stays signed in without one. A
 * customer who is signed out stays so for the first known cause, until they sign in again.
 */
export function stateAfter(current: AuthState, refreshed: Refreshed): AuthState {
  if (current.status === 'signed_in' && refreshed.status === 'unreachable') return current;
  if (current.status === 'signed_out' && refreshed.status !== 'signed_in') return current;
  return refreshed;
}

function startUpAsRefreshed(store: AccountStore): Refreshed {
  const startUp = startUpFrom(store);
  return startUp.status === 'must_ask' ? { status: 'unreachable' } : startUp;
}

/**
 * Sets the cookies of the tunnel domains again (spec section 7: after each load of the device list). Nothing is written for a
 * customer who has signed out before the response came.
 */
export async function updateTunnels({ client, store }: Deps): Promise<void> {
  const token = store.readToken();
  const tunnels = await client.call('tunnelDomains');
  if (token !== null && store.readToken() === token) store.writeTunnels(tunnels);
}

/** Ends the token on the server and clears everything here, whatever the server responds. */
export async function signOut({ client, store }: Deps): Promise<void> {
  const token = store.readToken();
  store.clear();
  if (token) await client.call('logout', { token }).catch(() => undefined);
}
