import { Button, buttonClass, Logo, PhoneBody, Spinner, toast } from '@pocketfleet/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import * as refusals from '#language/refusal';
import * as texts from '#language/session';
import * as teamTexts from '#language/team';
import { useClient } from '../api/api-provider.tsx';
import { listDevices } from '../api/devices.ts';
import { queryKeys } from '../api/query-keys.ts';
import { OpenSuccessor } from '../features/devices/replacement.tsx';
import { whyRefused } from '../features/devices/why-refused.ts';
import { paths } from '../paths.ts';
import { useAuth } from '../session/auth-provider.tsx';
import { teamId } from '../team.ts';
import { usePageTitle } from './page-title.ts';

const reasons = [
  texts.theDeviceIsNotAssigned,
  texts.yourSessionHasExpired,
  texts.theDeviceIsOffline,
  texts.yourAccountHasInsufficientPermissions,
];

/** Says which of the reasons it is, where the list of the customer's phones tells it, and lists all of them below. */
export function UnauthorizedStreamPage() {
  usePageTitle(texts.streamingNotAuthorized);
  const { id } = useParams();
  const { state } = useAuth();
  const hasLeft = useHasLeftTeam();
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
        className="pf-column grid w-full flex-1 items-center gap-12 pt-4 pb-16 outline-none md:grid-cols-[1fr_auto] lg:gap-20"
      >
        <div className="max-w-[35rem]">
          <h1 className="pf-section-title text-balance">{texts.streamingNotAuthorizedLabel}</h1>
          <div className="mt-5 min-h-14 text-lead text-second" role="status">
            {state.status === 'signed_out' ? (
              refusals.signedOut
            ) : hasLeft ? (
              `${teamTexts.notInTeam}. ${teamTexts.notInTeamLead}`
            ) : (
              <Reason id={id} />
            )}
          </div>
          <div className="mt-6 flex flex-wrap gap-3">
            {state.status === 'loading' ? (
              <Spinner size={24} label={texts.loadingYourAccount} />
            ) : state.status === 'signed_out' ? (
              <SignedOutActions id={id} />
            ) : hasLeft ? (
              // The personal account is another document.
              <a href={paths.devicesOf(null)} className={buttonClass('primary')}>
                {teamTexts.toPersonal}
              </a>
            ) : (
              // Also while the server can't be reached to tell whose the token is, because Retry Access asks it again.
              <SignedInActions id={id} />
            )}
          </div>
          <div className="mt-10 border-hairline border-t pt-6">
            <h2 className="font-medium">{texts.possibleReasons}</h2>
            <ul className="mt-2 list-disc space-y-1 pl-5 text-second">
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
            {id ? (
              <p className="mt-4 text-small text-third">
                {texts.deviceId}
                <span className="break-all font-mono">{id}</span>
              </p>
            ) : null}
          </div>
        </div>
        <div aria-hidden="true" className="max-md:hidden lg:mr-24">
          <PhoneBody family="pixel" scale={0.7}>
            <div className="on-ink pf-stage flex size-full flex-col items-center justify-center text-main">
              <Lock size={32} strokeWidth={1.5} />
              <p className="mt-4 text-second text-small">{refusals.noPicture}</p>
            </div>
          </PhoneBody>
        </div>
      </main>
    </div>
  );
}

/** Whether the team in the address isn't the customer's any more: its phones can't be listed then. */
function useHasLeftTeam(): boolean {
  const { state, refresh } = useAuth();
  const isSignedIn = state.status === 'signed_in';
  // Outside of the panel, no event reports the end of a membership.
  useEffect(() => {
    if (isSignedIn) void refresh();
  }, [isSignedIn, refresh]);
  if (teamId === null || !isSignedIn) return false;
  return state.user.workspaces?.every(({ id }) => id !== teamId) ?? false;
}

/** Nothing while the list loads or can't be loaded: a guess would be wrong. */
function Reason({ id }: { id: string | undefined }) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: queryKeys.devices,
    queryFn: ({ signal }) => listDevices(client, signal),
  });
  const isUnknown =
    data !== undefined && !data.isUnauthorized && !data.devices.some((each) => each.id === id);
  // Only the first page: an older rental is hardly the one whose address was opened.
  const rentals = useQuery({
    queryKey: [...queryKeys.assignments, 'latest'],
    queryFn: ({ signal }) => client.call('listAssignments', { query: { page: 1, per_page: 100 }, signal }),
    enabled: isUnknown && id !== undefined,
    retry: false,
  });
  if (data === undefined || (isUnknown && rentals.isLoading)) return texts.youCantOpenTheLive;
  const { sentence, successor, isInHistory } = whyRefused(id, data, rentals.data?.assignments);
  return (
    <>
      <p>
        {sentence}
        {isInHistory ? (
          <>
            {' '}
            <Link to={paths.history} className="font-medium text-main underline underline-offset-4">
              {refusals.seeHistory}
            </Link>
          </>
        ) : null}
      </p>
      {successor ? (
        <p className="mt-4">
          <OpenSuccessor device={successor} />
        </p>
      ) : null}
    </>
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
