import { LazyBoundary, lazyWithRetry, Spinner, Tabs } from '@pocketfleet/ui';
import clsx from 'clsx';
import {
  Bug,
  ChartNoAxesColumn,
  ClipboardList,
  Folder,
  LayoutGrid,
  ListChecks,
  ScanSearch,
  SquareTerminal,
  X,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import * as texts from '#language/session';
import * as toolTexts from '#language/session-tools';
import { ClipboardPanel } from './clipboard-panel.tsx';
import type { Mirror } from './screen/mirror.ts';
import { useSessionPage } from './session-page-context.ts';
import { StreamStats } from './stream-stats.tsx';
import { TransferList } from './transfer-list.tsx';
import type { Panel, PanelTab } from './use-panel.ts';

const FilesPanel = lazyWithRetry(async () => ({ default: (await import('./files-panel.tsx')).FilesPanel }));
const AppsPanel = lazyWithRetry(async () => ({ default: (await import('./apps-panel.tsx')).AppsPanel }));
const DebugPanel = lazyWithRetry(() => import('./debug-panel.tsx'));
const InspectPanel = lazyWithRetry(() => import('./screen/inspect-panel.tsx'));
const StepsPanel = lazyWithRetry(() => import('./steps-panel.tsx'));
const ShellPanel = lazyWithRetry(async () => ({ default: (await import('./shell-panel.tsx')).ShellPanel }));

type SessionPanelProps = {
  panel: Panel;
  hasColumn: boolean;
  /** Over the picture, as large as it. */
  overlay: HTMLElement | null;
  /** At the left of the phone, where there is room. */
  column: HTMLElement | null;
  mirror: Mirror;
};

/**
 * Beside the phone: its shell, files, apps, clipboard, what developers need, and the figures where no column shows them. On
 * small screens it is a sheet over half of the stage, so that the phone stays visible.
 */
export function SessionPanel({ panel, hasColumn, overlay, column, mirror }: SessionPanelProps) {
  const { device } = useSessionPage();
  const { tab, opened, isShown } = panel;
  const panelElement = useRef<HTMLElement>(null);
  // There are more tabs than fit side by side, and the toolbar opens each.
  useEffect(() => {
    if (isShown)
      panelElement.current?.querySelector(`[id$="-trigger-${tab}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [isShown, tab]);
  const lazily = (value: PanelTab, what: string, content: ReactNode) =>
    opened.has(value) ? (
      <LazyBoundary what={what} className="p-4" waiting={<PanelLoading />}>
        {content}
      </LazyBoundary>
    ) : null;
  // A narrow panel has room for the words only.
  const icon = {
    size: 16,
    strokeWidth: 1.75,
    'aria-hidden': true,
    className: '@max-[36rem]:hidden',
  } as const;
  const stats = {
    value: 'stats',
    label: toolTexts.stats,
    icon: <ChartNoAxesColumn {...icon} />,
    content:
      isShown && tab === 'stats' ? (
        <div className="h-full overflow-y-auto p-4">
          <StreamStats />
        </div>
      ) : null,
  } as const;
  return (
    <aside
      ref={panelElement}
      aria-label={texts.phoneTools}
      className={clsx(
        '@container absolute right-0 bottom-0 z-20 flex-col border-hairline bg-page max-lg:left-0 max-lg:h-[55%] max-lg:rounded-t-card max-lg:border-t lg:inset-y-0 lg:w-[400px] lg:border-l upright:bottom-[52px] upright:h-1/2 lying:inset-y-0 lying:left-auto lying:h-auto lying:w-1/2 lying:rounded-none lying:border-t-0 lying:border-l xl:w-[452px]',
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
            {
              value: 'steps',
              label: toolTexts.steps,
              icon: <ListChecks {...icon} />,
              // It asks again and again while it is there, so it doesn't stay mounted.
              content:
                isShown && tab === 'steps' ? lazily('steps', toolTexts.theSteps, <StepsPanel />) : null,
            },
            {
              value: 'debug',
              label: toolTexts.debug,
              icon: <Bug {...icon} />,
              content: lazily(
                'debug',
                toolTexts.theDebugPanel,
                <DebugPanel isShown={isShown && tab === 'debug'} />,
              ),
            },
            {
              value: 'inspect',
              label: toolTexts.inspect,
              icon: <ScanSearch {...icon} />,
              // It reads the phone while it is there, so it doesn't stay mounted.
              content:
                isShown && tab === 'inspect'
                  ? lazily(
                      'inspect',
                      toolTexts.theOutline,
                      <InspectPanel overlay={overlay} column={column} mirror={mirror} />,
                    )
                  : null,
            },
            ...(hasColumn && tab !== 'stats' ? [] : [stats]),
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
