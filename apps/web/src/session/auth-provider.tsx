import type { Client } from '@pocketfleet/client';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { teamId } from '../team.ts';
import type { AccountStore } from './account-store.ts';
import { AccountStoreContext } from './account-store-context.ts';
import {
  type AuthState,
  refreshProfile,
  signIn,
  signOut,
  startUpFrom,
  stateAfter,
  storeSession,
} from './sign-in.ts';
import type { KnownUser } from './stored-user.ts';

type Auth = {
  state: AuthState;
  login(credentials: { username: string; password: string }): Promise<void>;
  /** Signs in with a session that the server has opened. If somebody is signed in here already, they stay, and it is ended. */
  acceptSession(accessToken: string): Promise<void>;
  logout(): Promise<void>;
  /** Fetches the user again, and signs out here on a 401. False when the server could not be reached. */
  refresh(): Promise<boolean>;
};

const AuthContext = createContext<Auth | null>(null);

export function AuthProvider(props: { client: Client; store: AccountStore; children: ReactNode }) {
  const { client, store } = props;
  const [state, setState] = useState<AuthState>(() => {
    const startUp = startUpFrom(store);
    if (startUp.status === 'must_ask') return { status: 'loading' };
    return startUp.status === 'signed_in' ? { ...startUp, user: withoutOldTeams(startUp.user) } : startUp;
  });

  const refreshes = useRef({ begun: 0, counted: 0 });
  const refresh = useCallback(async () => {
    refreshes.current.begun += 1;
    const own = refreshes.current.begun;
    const refreshed = await refreshProfile({ client, store });
    const isReached = refreshed.status !== 'unreachable';
    // A slow answer to an earlier call would put an older state over a newer one. The end of the session always counts: a
    // later call finds the session gone, and says nothing of it.
    if (own > refreshes.current.counted || refreshed.status === 'signed_out') {
      // A later call that fails must not keep out what an earlier one has read.
      if (isReached) refreshes.current.counted = own;
      setState((known) => stateAfter(known, refreshed));
    }
    return isReached;
  }, [client, store]);

  useEffect(() => {
    if (store.readToken()) void refresh();
  }, [store, refresh]);

  // A sign-out in one tab signs out the other tabs.
  useEffect(() => {
    const onStorage = () => {
      if (store.readToken()) void refresh();
      else setState((known) => stateAfter(known, { status: 'signed_out', cause: 'ended' }));
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [store, refresh]);

  const auth = useMemo<Auth>(
    () => ({
      state,
      refresh,
      async login(credentials) {
        const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
        const user = await signIn({ client, store, wait }, credentials).catch((error: unknown) => {
          setState({ status: 'signed_out' });
          throw error;
        });
        setState({ status: 'signed_in', user });
      },
      async acceptSession(token) {
        if (store.readToken() === null) {
          const user = await storeSession({ client, store }, token);
          setState({ status: 'signed_in', user });
        } else {
          await client.call('logout', { token });
        }
      },
      async logout() {
        const ended = signOut({ client, store });
        setState({ status: 'signed_out', cause: 'logout' });
        await ended;
      },
    }),
    [state, refresh, client, store],
  );
  return (
    <AccountStoreContext value={store}>
      <AuthContext value={auth}>{props.children}</AuthContext>
    </AccountStoreContext>
  );
}

/** A team that was joined since the user was cached: what is cached says nothing about it. */
function withoutOldTeams(user: KnownUser): KnownUser {
  const { workspaces, ...rest } = user;
  const isKnown = teamId === null || workspaces?.some(({ id }) => id === teamId);
  return isKnown ? user : rest;
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth outside of AuthProvider');
  return auth;
}

/** The signed-in customer; only inside protected routes. */
export function useUser(): KnownUser {
  const { state } = useAuth();
  if (state.status !== 'signed_in') throw new Error('useUser outside of a protected route');
  return state.user;
}
