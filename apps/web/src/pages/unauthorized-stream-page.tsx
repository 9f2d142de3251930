import { brand } from '@pocketfleet/rules';
import { Button, buttonClass, Card, Logo, Spinner, toast } from '@pocketfleet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useClient } from '../api/api-provider.tsx';
import { queryKeys } from '../api/query-keys.ts';
import { paths } from '../paths.ts';
import { useAuth } from '../session/auth-provider.tsx';
import { usePageTitle } from './page-title.ts';

const reasons = [
  'The device is not assigned to your account.',
  'Your session has expired.',
  'The device is offline.',
  'Your account has insufficient permissions.',
];

export function UnauthorizedStreamPage() {
  usePageTitle('Streaming not authorized');
  const { id } = useParams();
  const { state } = useAuth();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="p-5 sm:px-12 sm:py-8">
        <Link to={paths.home} aria-label={`${brand.name} home`} className="inline-flex rounded-small">
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
          <h1 className="mt-4 font-semibold text-title">Streaming Not Authorized</h1>
          <p className="mt-2 text-second">You can't open the live picture of this device.</p>
          {id ? (
            <p className="mt-4 rounded-control bg-sunken px-3 py-2 text-second text-small">
              Device ID: <span className="break-all font-mono text-main">{id}</span>
            </p>
          ) : null}
          <h2 className="mt-6 font-medium">Possible reasons</h2>
          <ul className="mt-2 list-disc space-y-1 pl-5 text-second">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <div className="mt-8 flex flex-wrap gap-3">
            {state.status === 'loading' ? (
              <Spinner size={24} label="Loading your account" />
            ) : state.status === 'signed_out' ? (
              <SignedOutActions id={id} />
            ) : (
              // Also while the server can't be asked whose the token is: asking again is what Retry Access does.
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
      toast.success('Device list refreshed');
      navigate(id ? paths.stream(id) : paths.devices);
    } catch {
      toast.error('Failed to refresh device access');
      setBusy(false);
    }
  };
  return (
    <>
      <Button kind="primary" isBusy={isBusy} onClick={retry}>
        Retry Access
      </Button>
      <Link to={paths.devices} className={buttonClass()}>
        Back to Devices
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
        Login to Access Stream
      </Link>
      <Link to={paths.home} className={buttonClass()}>
        Back to Home
      </Link>
    </>
  );
}
