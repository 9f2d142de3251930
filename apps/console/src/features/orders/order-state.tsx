import type { OperatorOrder } from '@pocketfleet/contract';
import { StatusDot, type StatusKind } from '@pocketfleet/ui';
import { humanize } from '@pocketfleet/ui/format';

const kinds: Record<OperatorOrder['state'], StatusKind> = {
  requested: 'warning',
  quoted: 'scheduled',
  awaiting_payment: 'scheduled',
  paid: 'online',
  cancelled: 'done',
  expired: 'done',
  lost: 'done',
};

export function OrderStatus({ state }: { state: OperatorOrder['state'] }) {
  return <StatusDot kind={kinds[state]}>{humanize(state)}</StatusDot>;
}
