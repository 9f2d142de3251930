import type { InstalledApp } from '@pocketfleet/contract';
import { Button, Menu, MenuItem } from '@pocketfleet/ui';
import { Ellipsis, Eraser, OctagonX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import * as appTexts from '#language/apps';
import * as texts from '#language/session';

type Props = {
  app: InstalledApp;
  isStarting: boolean;
  isRemoving: boolean;
  onStart(): void;
  onRemove(): void;
  onStop(): void;
  onClear(): void;
};

export function AppRow(props: Props) {
  const { app } = props;
  const [asked, setAsked] = useState<'remove' | 'clear' | null>(null);
  return (
    <li className="flex min-h-12 items-center gap-3 border-hairline border-b px-4 py-1 text-small hover:bg-hover">
      <Placeholder label={app.label} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{app.label}</span>
        <span className="block truncate font-mono text-caption text-third" title={app.package}>
          {app.package}
        </span>
        {app.version === '' ? null : (
          <span className="block truncate text-caption text-third">{appTexts.version(app.version)}</span>
        )}
      </span>
      {asked === null ? (
        <>
          <Button
            size="small"
            aria-label={texts.open(app.label)}
            isBusy={props.isStarting}
            onClick={props.onStart}
          >
            {texts.openLabel}
          </Button>
          <AppMenu {...props} onAsk={setAsked} />
        </>
      ) : (
        <>
          <Button
            size="small"
            kind="danger"
            autoFocus
            isBusy={props.isRemoving}
            onClick={() => {
              if (asked === 'remove') return props.onRemove();
              setAsked(null);
              props.onClear();
            }}
          >
            {asked === 'remove' ? texts.uninstall : appTexts.clearData}
          </Button>
          <Button size="small" onClick={() => setAsked(null)}>
            {texts.keep}
          </Button>
        </>
      )}
    </li>
  );
}

function AppMenu({ app, onStop, onAsk }: Props & { onAsk(what: 'remove' | 'clear'): void }) {
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <Menu
      align="end"
      trigger={
        <Button
          size="small"
          kind="quiet"
          aria-label={appTexts.moreFor(app.label)}
          icon={<Ellipsis aria-hidden="true" />}
        />
      }
    >
      <MenuItem icon={<OctagonX {...icon} />} onSelect={onStop}>
        {appTexts.forceStop}
      </MenuItem>
      <MenuItem icon={<Eraser {...icon} />} onSelect={() => onAsk('clear')}>
        {appTexts.clearData}
      </MenuItem>
      {app.is_system ? null : (
        <MenuItem icon={<Trash2 {...icon} />} onSelect={() => onAsk('remove')}>
          {texts.uninstall}
        </MenuItem>
      )}
    </Menu>
  );
}

/** The app's first letter: its icon is inside its APK, which the phone doesn't send. */
function Placeholder({ label }: { label: string }) {
  const [letter = ''] = label;
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-control border border-hairline bg-sunken font-medium text-second"
    >
      {letter.toUpperCase()}
    </span>
  );
}
