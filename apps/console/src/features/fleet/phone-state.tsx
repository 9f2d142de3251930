import type { PhoneRow } from '@pocketfleet/contract';
import { StatusDot, type StatusKind } from '@pocketfleet/ui';
import { UserRound } from 'lucide-react';

/** The phone's state in a word or two, with the reason as its title. A rented phone has a person, a free one a green dot. */
export function PhoneState({ phone }: { phone: PhoneRow }) {
  const { kind, word } = stateOf(phone);
  const why = [phone.state_reason, phone.runner_reason].filter(Boolean).join(' · ');
  return (
    <span title={why || undefined}>
      {kind === 'rented' ? (
        <span className="inline-flex items-center gap-2 whitespace-nowrap font-medium text-small">
          <UserRound aria-hidden="true" size={14} className="-mx-[3px] shrink-0" />
          {word}
        </span>
      ) : (
        <StatusDot kind={kind}>{word}</StatusDot>
      )}
    </span>
  );
}

export function stateOf({ state, connection_state, tenant }: PhoneRow): {
  kind: StatusKind | 'rented';
  word: string;
} {
  const isOffline = connection_state === 'offline';
  if (state === 'quarantined') return { kind: 'error', word: 'Quarantined' };
  if (state === 'retired') return { kind: 'done', word: 'Retired' };
  // A cleaning restarts the phone: it is still being cleaned while it is away.
  if (state === 'cleaning') return { kind: 'warning', word: isOffline ? 'Cleaning, offline' : 'Cleaning' };
  if (isOffline) return { kind: 'offline', word: tenant ? 'Rented, offline' : 'Offline' };
  return tenant ? { kind: 'rented', word: 'Rented' } : { kind: 'online', word: 'Free' };
}
