import { ApiError } from '@pocketfleet/client';
import type { InstalledApp } from '@pocketfleet/contract';
import { Banner, Button, Spinner, toast } from '@pocketfleet/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { PackagePlus, RefreshCw } from 'lucide-react';
import { useRef, useState } from 'react';
import * as texts from '#language/session';
import { useClient } from '../../api/api-provider.tsx';
import { useSessionPage } from './session-page-context.ts';

/** The phone's apps: open, remove, and install from an APK. */
export function AppsPanel() {
  const { device, transfers } = useSessionPage();
  const deviceId = device.id;
  const client = useClient();
  const [search, setSearch] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  const params = { id: deviceId };
  const query = useQuery({
    queryKey: ['phone-apps', deviceId],
    queryFn: ({ signal }) => client.call('listApps', { params, signal }),
    retry: 1,
  });
  const start = useMutation({
    mutationFn: (name: string) => client.call('startApp', { params, body: { package: name } }),
    onError: (error) => toast.error(messageOf(error)),
  });
  const remove = useMutation({
    mutationFn: (name: string) => client.call('uninstallApp', { params, body: { package: name } }),
    onError: (error) => toast.error(messageOf(error)),
    onSuccess: () => query.refetch(),
  });
  const wanted = search.trim().toLowerCase();
  const shown = (query.data ?? []).filter((app) =>
    `${app.label} ${app.package}`.toLowerCase().includes(wanted),
  );

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex items-center gap-2 border-hairline border-b px-4 py-2">
        <input
          type="search"
          aria-label={texts.findAnApp}
          placeholder={texts.findAnApp}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="pf-input h-8 min-w-0 flex-1 px-2.5 text-small"
        />
        <Button
          size="small"
          aria-label={texts.refreshTheApps}
          isBusy={query.isFetching}
          icon={<RefreshCw aria-hidden="true" />}
          onClick={() => void query.refetch()}
        />
        <Button
          size="small"
          icon={<PackagePlus aria-hidden="true" />}
          onClick={() => chooser.current?.click()}
        >
          {texts.installApk}
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".apk"
          multiple
          hidden
          aria-label={texts.apkFilesToInstall}
          onChange={(event) => {
            transfers.push([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {query.isPending ? (
          <div className="flex justify-center p-8">
            <Spinner size={20} label={texts.loadingTheApps} />
          </div>
        ) : null}
        {query.isError ? (
          <div className="p-4">
            <Banner kind="error">{messageOf(query.error)}</Banner>
          </div>
        ) : null}
        {query.isSuccess && shown.length === 0 ? (
          <p className="p-8 text-center text-second">{texts.noAppMatches}</p>
        ) : null}
        <ul>
          {shown.map((app) => (
            <AppRow
              key={app.package}
              app={app}
              isStarting={start.isPending && start.variables === app.package}
              isRemoving={remove.isPending && remove.variables === app.package}
              onStart={() => start.mutate(app.package)}
              onRemove={() => remove.mutate(app.package)}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

function AppRow(props: {
  app: InstalledApp;
  isStarting: boolean;
  isRemoving: boolean;
  onStart(): void;
  onRemove(): void;
}) {
  const { app } = props;
  const [isConfirming, setConfirming] = useState(false);
  return (
    <li className="flex min-h-12 items-center gap-2 border-hairline border-b px-4 py-1 text-small hover:bg-hover">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{app.label}</span>
        <span className="block truncate font-mono text-caption text-third" title={app.package}>
          {app.package}
          {app.version ? ` · ${app.version}` : ''}
        </span>
      </span>
      {isConfirming ? (
        <>
          <Button size="small" kind="danger" autoFocus isBusy={props.isRemoving} onClick={props.onRemove}>
            {texts.uninstall}
          </Button>
          <Button size="small" onClick={() => setConfirming(false)}>
            {texts.keep}
          </Button>
        </>
      ) : (
        <>
          <Button
            size="small"
            aria-label={texts.open(app.label)}
            isBusy={props.isStarting}
            onClick={props.onStart}
          >
            {texts.openLabel}
          </Button>
          {app.is_system ? null : (
            <Button
              size="small"
              kind="quiet"
              aria-label={texts.uninstallLabel(app.label)}
              onClick={() => setConfirming(true)}
            >
              {texts.uninstall}
            </Button>
          )}
        </>
      )}
    </li>
  );
}

function messageOf(error: unknown): string {
  return (error instanceof ApiError ? error.detail : null) ?? texts.thePhoneCouldNotDoThis;
}
