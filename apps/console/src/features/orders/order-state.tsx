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

export function OrderStatus({ order: { state, quote } }: { order: Pick<OperatorOrder, 'state' | 'quote'> }) {
  if (state === 'quoted' && quote?.new_dates_asked_at)
    return <StatusDot kind="warning">Asks for other dates</StatusDot>;
  if (state === 'quoted' && quote?.reserved_until)
    return <StatusDot kind="scheduled">Quoted, reserved</StatusDot>;
  return <StatusDot kind={kinds[state]}>{humanize(state)}</StatusDot>;
}
