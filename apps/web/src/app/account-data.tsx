import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { useAuth } from '../session/auth-provider.tsx';
import { createQueryClient } from './query-client.ts';

/**
 * Around every page that shows what a customer has: keeps what was fetched, for this customer only. Whoever
 * signs in next starts with nothing. Public pages do without, so its code is not among theirs.
 */
export function AccountData() {
  const { state } = useAuth();
  return <KeptAnswers key={state.status === 'signed_in' ? state.user.id : 'nobody'} />;
}

function KeptAnswers() {
  const [answers] = useState(createQueryClient);
  return (
    <QueryClientProvider client={answers}>
      <Outlet />
    </QueryClientProvider>
  );
}
