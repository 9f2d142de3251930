import type { RecordedEvent } from '@pocketfleet/contract';
import clsx from 'clsx';
import { Check, EyeOff, Hourglass, type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';

/** The second line of an event, with a sign for what came of it. The words beside the sign say the same. */
export function EventDetail({ event, children }: { event: RecordedEvent; children: ReactNode }) {
  const { Icon, color } = outcomeOf(event) ?? {};
  return (
    <span className={clsx('flex min-w-0 items-start gap-1.5', color ?? 'text-second')}>
      {Icon ? <Icon size={13} strokeWidth={2} aria-hidden="true" className="mt-0.5 shrink-0" /> : null}
      <span className="min-w-0 break-words">{children}</span>
    </span>
  );
}

function outcomeOf(event: RecordedEvent): { Icon: LucideIcon; color: string } | undefined {
  if (event.type === 'question')
    return event.state === 'open' ? { Icon: Hourglass, color: 'text-warning' } : undefined;
  if (event.type !== 'action') return undefined;
  if (!event.done) return { Icon: X, color: 'text-error' };
  if (event.is_secret) return { Icon: EyeOff, color: 'text-second' };
  return event.confirmed === 'confirmed' ? { Icon: Check, color: 'text-online' } : undefined;
}
