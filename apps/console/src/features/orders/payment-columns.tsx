import type { PaymentRow, Permission } from '@pocketfleet/contract';
import { type Column, StatusDot, type StatusKind } from '@pocketfleet/ui';
import { humanize } from '@pocketfleet/ui/format';
import { Link } from 'react-router';
import { Money, NoValue, Truncate } from '../../parts/cells.tsx';
import { Moment } from '../../parts/moment.tsx';
import { menuColumn } from '../../parts/row-menu.tsx';
import { paths } from '../../paths.ts';
import { paymentActions } from './order-actions.ts';

export function paymentColumns(permissions: readonly Permission[]): Column<PaymentRow>[] {
  return [
    {
      key: 'order',
      title: 'Order',
      widthPx: 140,
      cell: (payment) => (
        <Link to={paths.order(payment.order_id)} className="font-medium font-mono text-small hover:underline">
          {payment.order_number}
        </Link>
      ),
    },
    { key: 'status', title: 'Status', widthPx: 170, cell: (payment) => <PaymentStatus payment={payment} /> },
    {
      key: 'customer',
      title: 'Customer',
      widthPx: 140,
      cell: ({ username }) => <Truncate text={username} />,
    },
    { key: 'method', title: 'Method', widthPx: 130, cell: ({ method }) => humanize(method) },
    {
      key: 'amount',
      title: 'Amount',
      widthPx: 116,
      isRight: true,
      cell: ({ amount }) => <Money cents={amount} />,
    },
    {
      key: 'refunded',
      title: 'Refunded',
      widthPx: 116,
      isRight: true,
      cell: ({ refunded_amount }) => (refunded_amount > 0 ? <Money cents={refunded_amount} /> : <NoValue />),
    },
    {
      key: 'reference',
      title: 'Reference',
      widthPx: 190,
      cell: ({ reference }) => <Truncate text={reference ?? ''} isMono />,
    },
    {
      key: 'by',
      title: 'Recorded by',
      widthPx: 126,
      cell: ({ recorded_by }) => <Truncate text={recorded_by ?? ''} />,
    },
    {
      key: 'made',
      title: 'Created',
      widthPx: 110,
      cell: ({ created_at }) => <Moment at={created_at} isRelative />,
    },
    menuColumn(permissions, (payment) => ({
      label: `the payment of ${payment.order_number}`,
      actions: paymentActions(payment),
    })),
  ];
}

function PaymentStatus({ payment }: { payment: PaymentRow }) {
  const state = worstDispute(payment);
  if (state === 'open') return <StatusDot kind="error">Disputed</StatusDot>;
  if (state === 'lost') return <StatusDot kind="error">Dispute lost</StatusDot>;
  if (payment.is_mismatched) return <StatusDot kind="error">Does not match its order</StatusDot>;
  if (state === 'won') return <StatusDot kind="online">Dispute won</StatusDot>;
  if (payment.status === 'succeeded' && payment.refunded_amount >= payment.amount)
    return <StatusDot kind="offline">Refunded</StatusDot>;
  if (payment.status === 'succeeded' && payment.refunded_amount > 0)
    return <StatusDot kind="warning">Partly refunded</StatusDot>;
  const { kind, word } = statuses[payment.status] ?? { kind: 'scheduled', word: humanize(payment.status) };
  return <StatusDot kind={kind}>{word}</StatusDot>;
}

/** The provider's words, where ours are plainer. */
const statuses: Readonly<Record<string, { kind: StatusKind; word: string }>> = {
  succeeded: { kind: 'online', word: 'Succeeded' },
  canceled: { kind: 'done', word: 'Cancelled' },
  none: { kind: 'scheduled', word: 'Not opened' },
  requires_payment_method: { kind: 'scheduled', word: 'Waits for a card' },
  requires_confirmation: { kind: 'scheduled', word: 'Waits for the customer' },
  requires_action: { kind: 'scheduled', word: 'Waits for the customer' },
};

/** An open dispute comes first, because it has a deadline. */
function worstDispute({ disputes }: PaymentRow): PaymentRow['disputes'][number]['state'] | undefined {
  return (['open', 'lost', 'won'] as const).find((state) => disputes.some((each) => each.state === state));
}
