import type { Device } from '@pocketfleet/contract';
import { Spinner, Tabs } from '@pocketfleet/ui';
import clsx from 'clsx';
import { ClipboardList, Folder, LayoutGrid, SquareTerminal, X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { ClipboardPanel } from './clipboard-panel.tsx';
import { TransferList } from './transfer-list.tsx';
import type { LivePlayer } from './use-player.ts';
import type { Transfers } from './use-transfers.ts';

const FilesPanel = lazy(async () => ({ default: (await import('./files-panel.tsx')).FilesPanel }));
const AppsPanel = lazy(async () => ({ default: (await import('./apps-panel.tsx')).AppsPanel }));
const ShellPanel = lazy(async () => ({ default: (await import('./shell-panel.tsx')).ShellPanel }));

export type PanelTab = 'shell' | 'files' | 'apps' | 'clipboard';

type Props = {
  device: Device;
  live: LivePlayer;
  transfers: Transfers;
  tab: PanelTab;
  /** Tabs that have been open once: a shell starts when it is first looked at and goes on from then. */
  opened: ReadonlySet<PanelTab>;
  isShown: boolean;
  /** How often the customer has gone into the shell, not only passed its tab: each time it takes the focus. */
  shellEntries: number;
  onTab(tab: PanelTab): void;
  /** A tab was clicked, or chosen with Enter. */
  onEnter(tab: PanelTab): void;
  onClose(): void;
};

/** Beside the phone: its shell, files, apps and clipboard. Covers the stage where there is no room for both. */
export function SessionPanel(props: Props) {
  const { device, live, transfers, tab, opened, isShown, onTab, onClose } = props;
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <aside
      aria-label="Phone tools"
      className={clsx(
        'z-20 w-full max-w-[452px] shrink-0 flex-col border-hairline border-l bg-page max-lg:max-w-[400px] max-md:absolute max-md:inset-y-0 max-md:right-0 max-md:max-w-none',
        isShown ? 'flex' : 'hidden',
      )}
    >
      <div className="min-h-0 flex-1">
        <Tabs
          label="Phone tools"
          value={tab}
          onChange={onTab}
          onEnter={props.onEnter}
          tabs={[
            {
              value: 'shell',
              label: 'Shell',
              icon: <SquareTerminal {...icon} />,
              content: opened.has('shell') ? (
                <Suspense fallback={<PanelLoading />}>
                  <ShellPanel
                    deviceId={device.id}
                    tag={device.tag}
                    isShown={isShown && tab === 'shell'}
                    entries={props.shellEntries}
                  />
                </Suspense>
              ) : null,
            },
            {
              value: 'files',
              label: 'Files',
              icon: <Folder {...icon} />,
              content: opened.has('files') ? (
                <Suspense fallback={<PanelLoading />}>
                  <FilesPanel deviceId={device.id} transfers={transfers} />
                </Suspense>
              ) : null,
            },
            {
              value: 'apps',
              label: 'Apps',
              icon: <LayoutGrid {...icon} />,
              content: opened.has('apps') ? (
                <Suspense fallback={<PanelLoading />}>
                  <AppsPanel deviceId={device.id} transfers={transfers} />
                </Suspense>
              ) : null,
            },
            {
              value: 'clipboard',
              label: 'Clipboard',
              icon: <ClipboardList {...icon} />,
              content: <ClipboardPanel live={live} />,
            },
          ]}
          end={
            <button
              type="button"
              onClick={onClose}
              aria-label="Close the panel"
              className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-second hover:bg-hover hover:text-main"
            >
              <X size={16} strokeWidth={1.75} aria-hidden="true" />
            </button>
          }
        />
      </div>
      {tab === 'files' || tab === 'apps' ? <TransferList transfers={transfers} /> : null}
    </aside>
  );
}

function PanelLoading() {
  return (
    <div className="flex h-full items-center justify-center">
      <Spinner size={20} label="Loading" />
    </div>
  );
}
