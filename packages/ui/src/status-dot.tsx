import clsx from 'clsx';
import { CalendarClock, TriangleAlert, X } from 'lucide-react';

export type StatusKind = 'online' | 'offline' | 'scheduled' | 'warning' | 'error' | 'done';

/** A state as icon and word, never as colour alone. */
export function StatusDot({ kind, children }: { kind: StatusKind; children: string }) {
  const color = {
    online: 'text-online',
    offline: 'text-second',
    scheduled: 'text-scheduled',
    warning: 'text-warning',
    error: 'text-error',
    done: 'text-second',
  }[kind];
  return (
    <span className={clsx('inline-flex items-center gap-2 whitespace-nowrap font-medium text-small', color)}>
      <StatusIcon kind={kind} />
      {children}
    </span>
  );
}

function StatusIcon({ kind }: { kind: StatusKind }) {
  const looks = {
    size: 14,
    strokeWidth: 1.75,
    'aria-hidden': true,
    className: '-mx-[3px] shrink-0',
  } as const;
  if (kind === 'offline') return <X {...looks} />;
  if (kind === 'scheduled') return <CalendarClock {...looks} />;
  if (kind === 'warning' || kind === 'error') return <TriangleAlert {...looks} />;
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'size-2 shrink-0 rounded-full',
        kind === 'done' ? 'border border-field' : 'bg-online-bar',
      )}
    />
  );
}
