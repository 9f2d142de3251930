import { Button, EmptyState, Spinner } from '@pocketfleet/ui';
import { CloudOff } from 'lucide-react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { noConnection, signedOutSentence } from '../../api/errors.ts';
import { paths } from '../../paths.ts';
import { useAuth } from '../../session/auth-provider.tsx';

/** A spinner while auth loads; visitors go to /login, which remembers where they came from. */
export function ProtectedRoute() {
  const { state, refresh } = useAuth();
  const location = useLocation();
  if (state.status === 'signed_in') return <Outlet />;
  if (state.status === 'signed_out') {
    if (state.cause === 'logout') return <Navigate to={paths.home} replace />;
    const from = location.pathname + location.search;
    // Why the page is gone is said where the customer lands: its own words go with it at once.
    const ended = state.cause === 'ended' ? { notice: signedOutSentence } : {};
    // The registration's notice is shown to the visitor who signs in next.
    return <Navigate to={paths.login} replace state={{ ...stateOf(location.state), ...ended, from }} />;
  }
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      {state.status === 'loading' ? (
        <Spinner size={24} label="Loading your account" />
      ) : (
        <EmptyState
          isAlert
          icon={<CloudOff />}
          title="Your account could not be loaded"
          action={
            <Button kind="primary" onClick={() => refresh()}>
              Retry
            </Button>
          }
        >
          {noConnection}
        </EmptyState>
      )}
    </main>
  );
}

function stateOf(state: unknown): object {
  return typeof state === 'object' && state !== null ? state : {};
}
