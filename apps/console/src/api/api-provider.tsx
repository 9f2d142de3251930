import type { TeamClient } from '@pocketfleet/client-team';
import { createContext, type ReactNode, useContext } from 'react';

const ClientContext = createContext<TeamClient | null>(null);

export function ApiProvider(props: { client: TeamClient; children: ReactNode }) {
  return <ClientContext value={props.client}>{props.children}</ClientContext>;
}

export function useClient(): TeamClient {
  const client = useContext(ClientContext);
  if (!client) throw new Error('useClient outside of ApiProvider');
  return client;
}
