import type { OperatorSession, Permission } from '@pocketfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useClient } from './api/api-provider.tsx';

export const sessionKey = ['getSession'];

export const SessionContext = createContext<OperatorSession | null>(null);

/** The signed-in operator. */
export function useSession(): OperatorSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside of SessionGate');
  return session;
}

/** True when the operator's role may do this. The server decides again at every call. */
export function useCan(permission: Permission): boolean {
  return useSession().permissions.includes(permission);
}

export function useSignOut(): () => Promise<void> {
  const client = useClient();
  const queryClient = useQueryClient();
  return async () => {
    // Somebody whose session has ended already is signed out all the same.
    await client.call('signOut').catch(() => undefined);
    queryClient.clear();
    location.assign('/');
  };
}
