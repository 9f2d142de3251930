import type { PhoneRow } from '@pocketfleet/contract';
import { StatusDot, type StatusKind } from '@pocketfleet/ui';

/** The phone's state in one word, with the reason as its title. */
export function PhoneState({ phone }: { phone: PhoneRow }) {
  const { kind, word } = stateOf(phone);
  const why = [phone.state_reason, phone.runner_reason].filter(Boolean).join(' · ');
  return (
    <span title={why || undefined}>
      <StatusDot kind={kind}>{word}</StatusDot>
    </span>
  );
}

function stateOf({ state, connection_state, tenant }: PhoneRow): { kind: StatusKind; word: string } {
  if (state === 'quarantined') return { kind: 'error', word: 'Quarantined' };
  if (state === 'retired') return { kind: 'done', word: 'Retired' };
  if (connection_state === 'offline') return { kind: 'offline', word: 'Offline' };
  if (state === 'cleaning') return { kind: 'warning', word: 'Cleaning' };
  return { kind: 'online', word: tenant ? 'Rented' : 'Free' };
}
