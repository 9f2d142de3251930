import type { Client } from '@pocketfleet/client';
import { createContext, type ReactNode, useContext } from 'react';

const ClientContext = createContext<Client | null>(null);

export function ApiProvider(props: { client: Client; children: ReactNode }) {
  return <ClientContext value={props.client}>{props.children}</ClientContext>;
}

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('useClient outside of ApiProvider');
  return client;
}
