import { createContext, useContext } from 'react';
import type { AccountStore } from './account-store.ts';

export const AccountStoreContext = createContext<AccountStore | null>(null);

export function useAccountStore(): AccountStore {
  const store = useContext(AccountStoreContext);
  if (!store) throw new Error('useAccountStore outside of AuthProvider');
  return store;
}
