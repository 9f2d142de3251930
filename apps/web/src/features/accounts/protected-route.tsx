import { Button, EmptyState, Spinner } from '@pocketfleet/ui';
import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import * as texts from '#language/accounts';
import { noConnection, signedOutSentence } from '../../api/errors.ts';
import { panelRoutes, paths } from '../../paths.ts';
import { useAuth } from '../../session/auth-provider.tsx';
import { teamId, teamIn } from '../../team.ts';

/** A spinner while the session loads. Visitors are led to /login, which remembers the page that they wanted. */
export function ProtectedRoute() {
  const { state, refresh } = useAuth();
  const location = useLocation();
  const isOtherTeam = teamIn(location.search) !== teamId;
  // After sign-in, or by a link to another team: that team's panel is another document.
  useEffect(() => {
    if (isOtherTeam && state.status === 'signed_in') window.location.reload();
  }, [isOtherTeam, state.status]);
  if (state.status === 'signed_in' && !isOtherTeam) return <Outlet />;
  if (state.status === 'signed_out') {
    if (state.cause === 'logout') return <Navigate to={paths.home} replace />;
    const from = location.pathname + location.search;
    // The sign-in page shows the reason, because this page is gone at once.
    const ended = state.cause === 'ended' ? signedOutSentence : null;
    const reason = ended ?? signInFor(location.pathname);
    // A notice of the registration is passed on to the sign-in page.
    const kept = readState(location.state);
    return (
      <Navigate
        to={paths.login}
        replace
        state={{ ...(reason ? { notice: reason } : {}), ...kept, ...(ended ? { notice: ended } : {}), from }}
      />
    );
  }
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      {state.status === 'loading' || state.status === 'signed_in' ? (
        <Spinner size={24} label={texts.loadingYourAccount} />
      ) : (
        <EmptyState
          isAlert
          icon={<CloudOff />}
          title={texts.yourAccountCouldNotBeLoaded}
          action={
            <Button kind="primary" onClick={() => refresh()}>
              {texts.retry}
            </Button>
          }
        >
          {noConnection}
        </EmptyState>
      )}
    </main>
  );
}

/** Why a visitor is asked to sign in; nothing where the sign-in leads to the devices anyway. */
function signInFor(path: string): string | null {
  if (path === panelRoutes.history) return texts.signInToContinueTo(texts.usageHistory);
  if (path === panelRoutes.settings) return texts.signInToContinueTo(texts.accountSettings);
  if (path.startsWith(panelRoutes.rent)) return texts.signInToContinueTo(texts.rentPhones);
  return path.endsWith('/stream') ? texts.signInToOpenPhone : null;
}

function readState(state: unknown): object {
  return typeof state === 'object' && state !== null ? state : {};
}
