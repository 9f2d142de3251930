import { LazyBoundary, lazyWithRetry, Spinner, Tabs } from '@pocketfleet/ui';
import clsx from 'clsx';
import { ClipboardList, Folder, LayoutGrid, SquareTerminal, X } from 'lucide-react';
import type { ReactNode } from 'react';
import * as texts from '#language/session';
import { ClipboardPanel } from './clipboard-panel.tsx';
import { useSessionPage } from './session-page-context.ts';
import { TransferList } from './transfer-list.tsx';
import type { Panel, PanelTab } from './use-panel.ts';

const FilesPanel = lazyWithRetry(async () => ({ default: (await import('./files-panel.tsx')).FilesPanel }));
const AppsPanel = lazyWithRetry(async () => ({ default: (await import('./apps-panel.tsx')).AppsPanel }));
const ShellPanel = lazyWithRetry(async () => ({ default: (await import('./shell-panel.tsx')).ShellPanel }));

/** Beside the phone: its shell, files, apps and clipboard. Covers the stage where there is no room for both. */
export function SessionPanel({ panel }: { panel: Panel }) {
  const { device } = useSessionPage();
  const { tab, opened, isShown } = panel;
  const lazily = (value: PanelTab, what: string, content: ReactNode) =>
    opened.has(value) ? (
      <LazyBoundary what={what} className="p-4" waiting={<PanelLoading />}>
        {content}
      </LazyBoundary>
    ) : null;
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <aside
      aria-label={texts.phoneTools}
      className={clsx(
        'z-20 w-full max-w-[452px] shrink-0 flex-col border-hairline border-l bg-page max-lg:max-w-[400px] max-md:absolute max-md:inset-y-0 max-md:right-0 max-md:max-w-none',
        isShown ? 'flex' : 'hidden',
      )}
    >
      <div className="min-h-0 flex-1">
        <Tabs
          label={texts.phoneTools}
          value={tab}
          onChange={panel.show}
          onEnter={panel.enter}
          tabs={[
            {
              value: 'shell',
              label: texts.shell,
              icon: <SquareTerminal {...icon} />,
              content: lazily(
                'shell',
                texts.theShell,
                <ShellPanel
                  deviceId={device.id}
                  tag={device.tag}
                  isShown={isShown && tab === 'shell'}
                  entries={panel.shellEntries}
                />,
              ),
            },
            {
              value: 'files',
              label: texts.files,
              icon: <Folder {...icon} />,
              content: lazily('files', texts.theFiles, <FilesPanel />),
            },
            {
              value: 'apps',
              label: texts.apps,
              icon: <LayoutGrid {...icon} />,
              content: lazily('apps', texts.theApps, <AppsPanel />),
            },
            {
              value: 'clipboard',
              label: texts.clipboard,
              icon: <ClipboardList {...icon} />,
              content: <ClipboardPanel />,
            },
          ]}
          end={
            <button
              type="button"
              onClick={panel.close}
              aria-label={texts.closeThePanel}
              className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-second hover:bg-hover hover:text-main"
            >
              <X size={16} strokeWidth={1.75} aria-hidden="true" />
            </button>
          }
        />
      </div>
      {tab === 'files' || tab === 'apps' ? <TransferList /> : null}
    </aside>
  );
}

function PanelLoading() {
  return (
    <div className="flex h-full items-center justify-center">
      <Spinner size={20} label={texts.loading} />
    </div>
  );
}
