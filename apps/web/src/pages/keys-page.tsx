import type { MadeKey } from '@pocketfleet/contract';
import {
  Button,
  buttonClass,
  EmptyState,
  LazyBoundary,
  lazyWithRetry,
  PageHeader,
  Skeleton,
} from '@pocketfleet/ui';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import * as texts from '#language/keys';
import { useClient } from '../api/api-provider.tsx';
import { listDevices } from '../api/devices.ts';
import { queryKeys } from '../api/query-keys.ts';
import { ConnectAdb } from '../features/keys/connect-adb.tsx';
import { KeySheet, useIsBeside } from '../features/keys/key-sheet.tsx';
import { KeysTable } from '../features/keys/keys-table.tsx';
import { MadeKeyView } from '../features/keys/made-key.tsx';
import { useKeyForm } from '../features/keys/use-key-form.ts';
import { useServerNow } from '../live/live-events-provider.tsx';
import { paths } from '../paths.ts';
import { useMay } from '../session/use-workspace.ts';
import { usePageTitle } from './page-title.ts';
import { NotLoaded } from './program-list.tsx';
import { ProgramTabs } from './program-tabs.tsx';

const pollEveryMs = 30_000;

type Sheet = { kind: 'form' } | { kind: 'made'; made: MadeKey; isRotated: boolean };

const KeyForm = lazyWithRetry(async () => ({
  default: (await import('../features/keys/key-form.tsx')).KeyForm,
}));

const SecretsPage = lazyWithRetry(async () => ({
  default: (await import('./secrets-page.tsx')).SecretsPage,
}));

/** The keys of programs, and the secrets that they type: one address, so that the panel's first load has one page less. */
export function KeysPage() {
  const [query] = useSearchParams();
  return query.get('show') === 'secrets' ? (
    <LazyBoundary what={texts.secrets}>
      <SecretsPage />
    </LazyBoundary>
  ) : (
    <Keys />
  );
}

/** The keys and programs that may use the phones without a person. */
function Keys() {
  usePageTitle(texts.programs);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const isBeside = useIsBeside();
  const { keys, devices } = useKeys();
  const nowMs = useServerNow(60_000);
  const mayConnect = useMay('adb');
  const running = devices.filter(({ assignment_state }) => assignment_state === 'active');
  const found = keys.data;
  const form = useKeyForm((made) => setSheet({ kind: 'made', made, isRotated: false }));
  const open = () => {
    if (sheet?.kind === 'form') return;
    form.clear();
    setSheet({ kind: 'form' });
  };
  const close = () => setSheet(null);
  return (
    <div
      className={clsx('mx-auto max-w-[1600px] px-4 py-6 sm:px-8', sheet !== null && isBeside && 'mr-[452px]')}
    >
      <PageHeader title={texts.programs} lead={texts.lead}>
        <a href={paths.apiReference} target="_blank" rel="noreferrer" className={buttonClass('quiet')}>
          {texts.apiReference}
        </a>
        {found ? (
          <Button kind="primary" icon={<Plus />} onClick={open}>
            {texts.makeKey}
          </Button>
        ) : null}
      </PageHeader>
      <div className="mt-6">
        <ProgramTabs value="keys">
          <div className="pt-5">
            {keys.isPending ? <Loading /> : null}
            {keys.isError && !found ? (
              <NotLoaded texts={listTexts} error={keys.error} onRetry={() => void keys.refetch()} />
            ) : null}
            {found?.keys.length === 0 ? <NoKeys onMake={open} /> : null}
            {found && found.keys.length > 0 ? (
              <>
                <KeysTable
                  keys={found.keys}
                  devices={devices}
                  nowMs={nowMs}
                  onRotated={(made) => setSheet({ kind: 'made', made, isRotated: true })}
                />
                <p className="mt-3 text-second text-small">{texts.footNote}</p>
              </>
            ) : null}
            {mayConnect && running.length > 0 ? (
              <div className="mt-6">
                <ConnectAdb devices={running} />
              </div>
            ) : null}
          </div>
        </ProgramTabs>
      </div>
      {sheet?.kind === 'form' && found ? (
        <KeySheet title={texts.newKey} lead={texts.newKeyLead} onClose={close}>
          <LazyBoundary what={texts.newKey} waiting={<Loading />}>
            <KeyForm form={form} devices={devices} canGive={found.can_give} nowMs={nowMs} onCancel={close} />
          </LazyBoundary>
        </KeySheet>
      ) : null}
      {sheet?.kind === 'made' ? (
        <KeySheet
          title={sheet.isRotated ? texts.keyRotated : texts.keyMade}
          lead={sheet.made.name}
          onClose={close}
        >
          <MadeKeyView made={sheet.made} onDone={close} />
        </KeySheet>
      ) : null}
    </div>
  );
}

const listTexts = {
  notLoaded: texts.notLoaded,
  nothingChanged: texts.nothingChanged,
  notAllowed: texts.notAllowed,
  notAllowedText: texts.notAllowedText,
  retry: texts.retry,
};

function useKeys() {
  const client = useClient();
  const keys = useQuery({
    queryKey: queryKeys.keys,
    queryFn: ({ signal }) => client.call('listKeys', { signal }),
    // A use has no event of its own.
    refetchInterval: pollEveryMs,
  });
  const phones = useQuery({
    queryKey: queryKeys.devices,
    queryFn: ({ signal }) => listDevices(client, signal),
  });
  return { keys, devices: phones.data?.devices ?? [] };
}

function Loading() {
  return (
    <div role="status" aria-label={texts.loading} className="flex flex-col gap-3">
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  );
}

function NoKeys({ onMake }: { onMake(): void }) {
  return (
    <EmptyState
      icon={<KeyRound />}
      title={texts.noKeys}
      action={
        <Button icon={<Plus />} onClick={onMake}>
          {texts.makeKey}
        </Button>
      }
    >
      {texts.noKeysText}
    </EmptyState>
  );
}
