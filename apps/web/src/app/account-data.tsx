import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { useAuth } from '../session/auth-provider.tsx';
import { createQueryClient } from './query-client.ts';

/**
 * Around every page with a customer's data: caches what was fetched, for this customer only. The next customer who signs in
 * starts with an empty cache. Public pages don't load its code.
 */
export function AccountData() {
  const { state } = useAuth();
  return <CachedQueries key={state.status === 'signed_in' ? state.user.id : 'nobody'} />;
}

function CachedQueries() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
