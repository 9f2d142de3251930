import type { Device } from '@pocketfleet/contract';
import { Banner, Button, LazyBoundary, lazyWithRetry, PageHeader, Spinner, toast } from '@pocketfleet/ui';
import { formatDuration, formatZone } from '@pocketfleet/ui/format';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/devices';
import { devicesSentence } from '../api/errors.ts';
import { CountersStrip } from '../features/devices/counters.tsx';
import { DevicesSkeleton, DeviceTable } from '../features/devices/device-table.tsx';
import { DeviceFilters, DeviceToolbar, ViewToggle } from '../features/devices/device-toolbar.tsx';
import { countDevices, filterDevices, statusOf } from '../features/devices/device-view.ts';
import { DevicesFailed, NoMatch } from '../features/devices/devices-notices.tsx';
import { useOnlySelected } from '../features/devices/only-selected.tsx';
import { ReplacementNotices } from '../features/devices/replacement.tsx';
import { SelectRow } from '../features/devices/select-row.tsx';
import { labelGroups } from '../features/devices/selected-phones.ts';
import { useDeviceView } from '../features/devices/use-device-view.ts';
import { useDevices } from '../features/devices/use-devices.ts';
import { useNow } from '../features/devices/use-now.ts';
import { usePaymentRefresh } from '../features/devices/use-payment-refresh.ts';
import { useSelection } from '../features/devices/use-selection.ts';
import { useLeftPayment } from '../features/renting/payment/use-left-payment.ts';
import { useCutOffState, useLiveState, useServerNow } from '../live/live-events-provider.tsx';
import { useMay } from '../session/use-workspace.ts';
import { usePageTitle } from './page-title.ts';
import { SelectedPhones } from './selected-phones.tsx';
import { useStreamPageAhead } from './use-stream-page-ahead.ts';

const RentalDialog = lazyWithRetry(() => import('../features/renting/rental-dialog.tsx'));
const ReplacementChoices = lazyWithRetry(() => import('../features/renting/replacement-notices.tsx'));
const NoDevicesYet = lazyWithRetry(() => import('./no-devices-section.tsx'));
const ShareDialog = lazyWithRetry(() => import('../features/sharing/share-dialog.tsx'));
const SessionEnded = lazyWithRetry(() => import('../features/devices/session-ended.tsx'));
const LabelDialog = lazyWithRetry(() => import('../features/devices/label-dialog.tsx'));
const Mosaic = lazyWithRetry(async () => ({
  default: (await import('../features/devices/mosaic.tsx')).Mosaic,
}));

export function DevicesPage() {
  usePageTitle(texts.devices);
  const query = useDevices();
  const [view, changeView] = useDeviceView();
  const now = useServerNow(60_000);
  const refresh = async () => {
    const { error } = await query.refetch();
    if (error) toast.error(devicesSentence(error));
  };
  usePaymentRefresh(() => void refresh());
  useLeftPayment('extension');
  useStreamPageAhead(query.data?.devices.some((device) => statusOf(device) === 'online') ?? false);
  const may = { rent: useMay('rent'), label: useMay('label'), share: useMay('control') };
  const [managed, setManaged] = useState<Device | null>(null);
  const [labelled, setLabelled] = useState<Device | null>(null);
  const [shared, setShared] = useState<Device | null>(null);

  /** Dots and times are grey while nothing new comes: green would claim what is not known. */
  const greyWhenOld = useCutOffState() === null ? '' : 'grayscale';

  const devices = query.data?.devices ?? [];
  const selection = useSelection(query.data?.isUnauthorized ? undefined : query.data?.devices);
  const onlySelected = useOnlySelected(selection);
  const shown = onlySelected.narrow(filterDevices(devices, view));
  const choices = {
    models: [...new Set(devices.map((device) => device.model))].sort(),
    labels: labelGroups(devices).map(({ label }) => label),
  };
  const clearFilters = () => {
    onlySelected.hide();
    changeView({ search: '', status: null, model: null, label: null });
  };
  /** Without a list there are no figures to come, so no skeletons are shown. */
  const hasFailed = query.isError && !query.data;
  /** The list is empty because the session has ended: no figure of it is true. */
  const isSignedOut = query.data?.isUnauthorized === true;
  const isListed = query.data !== undefined && devices.length > 0;
  const refreshButton = (
    <Button isBusy={query.isFetching && !query.isPending} icon={<RefreshCw />} onClick={() => void refresh()}>
      {texts.refresh}
    </Button>
  );

  /** Customers with a failed phone choose what follows; for all others this shows nothing. */
  const replacements = query.data ? (
    <LazyBoundary what={texts.thisDialog} isQuiet>
      <ReplacementChoices />
    </LazyBoundary>
  ) : null;

  /** Above the phones in both views. */
  const notices = (
    <>
      {query.isError && query.data ? (
        <StaleBanner error={query.error} updatedAt={query.dataUpdatedAt} />
      ) : null}
      {replacements}
      <ReplacementNotices devices={devices} />
    </>
  );
  const liveNote = isSignedOut ? null : (
    <LiveNote updatedAt={query.dataUpdatedAt} hasFailed={query.isError} />
  );

  const isMosaic = isListed && view.mode === 'mosaic';
  const mosaic = (
    <LazyBoundary what={texts.theMosaic} waiting={<Spinner size={24} label={texts.loadingTheMosaic} />}>
      <Mosaic
        devices={devices}
        matching={shown}
        // The status of a phone whose rental is over isn't known anymore.
        matchingOver={(over) => (view.status === null ? filterDevices(over, view) : [])}
        selection={selection}
        filters={
          <>
            <DeviceFilters view={view} {...choices} onChange={changeView} />
            {onlySelected.chip}
            {/* Where the list has it: changing to and fro, the pointer stays. */}
            <div className="sm:ml-auto">
              <ViewToggle view={view} onChange={changeView} />
            </div>
          </>
        }
        noMatch={<NoMatch onClear={clearFilters} />}
        note={liveNote}
        actions={refreshButton}
      />
    </LazyBoundary>
  );

  const list = (
    <>
      <PageHeader title={texts.phoneManagement} lead={texts.monitorAndControlYourDeviceFleet}>
        {liveNote}
        {refreshButton}
      </PageHeader>
      <div className="mt-6 space-y-5">
        {notices}
        {hasFailed || isSignedOut ? null : (
          <div className={greyWhenOld}>
            <CountersStrip counters={query.data ? countDevices(devices) : null} />
          </div>
        )}
        {isListed ? <DeviceToolbar view={view} {...choices} onChange={changeView} /> : null}
        {onlySelected.chip}
        {query.isPending ? <DevicesSkeleton /> : null}
        {hasFailed ? (
          <DevicesFailed
            error={query.error}
            isRefreshing={query.isFetching}
            onRefresh={() => void refresh()}
          />
        ) : null}
        {isSignedOut ? (
          <LazyBoundary what={texts.yourSessionHasEnded}>
            <SessionEnded />
          </LazyBoundary>
        ) : null}
        {query.data && !isSignedOut && devices.length === 0 ? (
          <LazyBoundary what={texts.yourPhones} waiting={null}>
            <NoDevicesYet isRefreshing={query.isFetching} onRefresh={() => void refresh()} />
          </LazyBoundary>
        ) : null}
        {isListed && shown.length === 0 ? <NoMatch onClear={clearFilters} /> : null}
        {shown.length > 0 ? (
          <>
            <SelectRow shown={shown} devices={devices} selection={selection} />
            <div className={greyWhenOld}>
              <DeviceTable
                devices={shown}
                view={view}
                now={now}
                onSort={changeView}
                onManage={setManaged}
                onLabel={setLabelled}
                onShare={setShared}
                selection={selection}
                may={may}
              />
            </div>
            <p className="flex flex-wrap justify-between gap-2 text-small text-third" role="status">
              <span>{texts.ofPhonesInView(shown.length, devices.length)}</span>
              <span>{texts.timesIn(formatZone(now))}</span>
            </p>
          </>
        ) : null}
      </div>
    </>
  );

  return (
    <div className={isMosaic ? 'px-4 py-6 sm:px-8' : 'mx-auto max-w-[1600px] px-4 py-6 sm:px-8'}>
      {isMosaic ? <div className="mb-4 space-y-5 empty:hidden">{notices}</div> : null}
      {isMosaic ? mosaic : list}
      <SelectedPhones
        devices={devices}
        selection={selection}
        onOpenMosaic={() => {
          onlySelected.show();
          changeView({ mode: 'mosaic' });
        }}
      />
      {shared ? (
        <LazyBoundary what={texts.thisDialog} over={{ isOpen: true, onClose: () => setShared(null) }}>
          <ShareDialog device={shared} onClose={() => setShared(null)} />
        </LazyBoundary>
      ) : null}
      {labelled ? (
        <LazyBoundary what={texts.thisDialog} over={{ isOpen: true, onClose: () => setLabelled(null) }}>
          <LabelDialog device={labelled} onClose={() => setLabelled(null)} />
        </LazyBoundary>
      ) : null}
      {managed ? (
        <LazyBoundary what={texts.thisDialog} over={{ isOpen: true, onClose: () => setManaged(null) }}>
          <RentalDialog device={managed} onClose={() => setManaged(null)} />
        </LazyBoundary>
      ) : null}
    </div>
  );
}

function StaleBanner({ error, updatedAt }: { error: Error; updatedAt: number }) {
  const now = useNow(5_000);
  return (
    <Banner kind="warning">
      {devicesSentence(error)}
      {texts.whatYouSeeIsFromAgo(formatDuration(Math.max(0, now - updatedAt)))}
    </Banner>
  );
}

/** Shows whether the list updates by itself, and its age. */
function LiveNote({ updatedAt, hasFailed }: { updatedAt: number; hasFailed: boolean }) {
  const live = useLiveState();
  const now = useNow(5_000);
  const isCutOff = useCutOffState() !== null;
  if (updatedAt === 0) return null;
  const state = hasFailed || isCutOff ? texts.notUpToDate : live === 'live' ? texts.live : texts.reconnecting;
  return (
    <span className="text-small text-third tabular-nums">
      {texts.updatedAgo(state, formatDuration(Math.max(0, now - updatedAt)))}
    </span>
  );
}
