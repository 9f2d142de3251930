import type { InstalledApp } from '@pocketfleet/contract';
import { Banner, Button, Spinner, toast } from '@pocketfleet/ui';
import { useMutation } from '@tanstack/react-query';
import { PackagePlus, RefreshCw } from 'lucide-react';
import { useRef, useState } from 'react';
import * as appTexts from '#language/apps';
import * as texts from '#language/session';
import { useClient } from '../../api/api-provider.tsx';
import { explain } from '../../api/errors.ts';
import { AppRow } from './app-row.tsx';
import { useSessionPage } from './session-page-context.ts';
import { useApps } from './use-apps.ts';

/** The phone's apps: open, remove, and install from an APK. */
export function AppsPanel() {
  const { device, transfers } = useSessionPage();
  const deviceId = device.id;
  const client = useClient();
  const [search, setSearch] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  const params = { id: deviceId };
  const query = useApps(deviceId);
  const start = useMutation({
    mutationFn: (name: string) => client.call('startApp', { params, body: { package: name } }),
    onError: (error) => toast.error(messageOf(error)),
  });
  const remove = useMutation({
    mutationFn: (name: string) => client.call('uninstallApp', { params, body: { package: name } }),
    onError: (error) => toast.error(messageOf(error)),
    onSuccess: () => query.refetch(),
  });
  const stop = useMutation({
    mutationFn: (app: InstalledApp) => client.call('stopApp', { params, body: { package: app.package } }),
    onError: (error) => toast.error(messageOf(error)),
    onSuccess: (_, app) => toast.success(appTexts.stopped(app.label)),
  });
  const clear = useMutation({
    mutationFn: (app: InstalledApp) => client.call('clearApp', { params, body: { package: app.package } }),
    onError: (error) => toast.error(messageOf(error)),
    onSuccess: (_, app) => toast.success(appTexts.cleared(app.label)),
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
            <Button className="mt-3" isBusy={query.isFetching} onClick={() => void query.refetch()}>
              {texts.tryAgain}
            </Button>
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
              onStop={() => stop.mutate(app)}
              onClear={() => clear.mutate(app)}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

function messageOf(error: unknown): string {
  return explain(error) ?? texts.thePhoneCouldNotDoThis;
}
