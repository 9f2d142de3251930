import { Button, buttonClass, Card, Logo, Spinner, toast } from '@pocketfleet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import * as texts from '#language/session';
import { useClient } from '../api/api-provider.tsx';
import { queryKeys } from '../api/query-keys.ts';
import { paths } from '../paths.ts';
import { useAuth } from '../session/auth-provider.tsx';
import { usePageTitle } from './page-title.ts';

const reasons = [
  texts.theDeviceIsNotAssigned,
  texts.yourSessionHasExpired,
  texts.theDeviceIsOffline,
  texts.yourAccountHasInsufficientPermissions,
];

export function UnauthorizedStreamPage() {
  usePageTitle(texts.streamingNotAuthorized);
  const { id } = useParams();
  const { state } = useAuth();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="p-5 sm:px-12 sm:py-8">
        <Link to={paths.home} aria-label={texts.brandHome()} className="inline-flex rounded-small">
          <Logo />
        </Link>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="flex flex-1 flex-col items-center px-5 pt-8 pb-24 outline-none sm:justify-center sm:pt-0"
      >
        <Card padding="large" className="w-full max-w-[480px]">
          <ShieldAlert size={24} className="text-warning" />
          <h1 className="mt-4 font-semibold text-title">{texts.streamingNotAuthorizedLabel}</h1>
          <p className="mt-2 text-second">{texts.youCantOpenTheLive}</p>
          {id ? (
            <p className="mt-4 rounded-control bg-sunken px-3 py-2 text-second text-small">
              {texts.deviceId}
              <span className="break-all font-mono text-main">{id}</span>
            </p>
          ) : null}
          <h2 className="mt-6 font-medium">{texts.possibleReasons}</h2>
          <ul className="mt-2 list-disc space-y-1 pl-5 text-second">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <div className="mt-8 flex flex-wrap gap-3">
            {state.status === 'loading' ? (
              <Spinner size={24} label={texts.loadingYourAccount} />
            ) : state.status === 'signed_out' ? (
              <SignedOutActions id={id} />
            ) : (
              // Also while the server can't be reached to tell whose the token is, because Retry Access asks it again.
              <SignedInActions id={id} />
            )}
          </div>
        </Card>
      </main>
    </div>
  );
}

function SignedInActions({ id }: { id: string | undefined }) {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      const devices = await client.call('listPhones');
      queries.setQueryData(queryKeys.devices, { devices, isUnauthorized: false });
      toast.success(texts.deviceListRefreshed);
      navigate(id ? paths.stream(id) : paths.devices);
    } catch {
      toast.error(texts.failedToRefreshDeviceAccess);
      setBusy(false);
    }
  };
  return (
    <>
      <Button kind="primary" isBusy={isBusy} onClick={retry}>
        {texts.retryAccess}
      </Button>
      <Link to={paths.devices} className={buttonClass()}>
        {texts.backToDevices}
      </Link>
    </>
  );
}

function SignedOutActions({ id }: { id: string | undefined }) {
  return (
    <>
      <Link
        to={paths.login}
        state={{ from: id ? paths.stream(id) : paths.devices }}
        className={buttonClass('primary')}
      >
        {texts.loginToAccessStream}
      </Link>
      <Link to={paths.home} className={buttonClass()}>
        {texts.backToHome}
      </Link>
    </>
  );
}
