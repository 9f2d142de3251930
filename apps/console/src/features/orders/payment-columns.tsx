import type { PaymentRow, Permission } from '@pocketfleet/contract';
import { StatusDot } from '@pocketfleet/ui';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { Cut, Money, None } from '../../parts/cells.tsx';
import type { Column } from '../../parts/long-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { menuColumn } from '../../parts/row-menu.tsx';
import { nameInWords } from '../../parts/words.ts';
import { paymentActs } from './order-acts.ts';

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
    { key: 'customer', title: 'Customer', widthPx: 140, cell: ({ username }) => <Cut text={username} /> },
    { key: 'method', title: 'Method', widthPx: 130, cell: ({ method }) => nameInWords(method) },
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
      cell: ({ refunded_amount }) => (refunded_amount > 0 ? <Money cents={refunded_amount} /> : <None />),
    },
    {
      key: 'reference',
      title: 'Reference',
      widthPx: 190,
      cell: ({ reference }) => <Cut text={reference ?? ''} isMono />,
    },
    {
      key: 'by',
      title: 'Recorded by',
      widthPx: 126,
      cell: ({ recorded_by }) => <Cut text={recorded_by ?? ''} />,
    },
    {
      key: 'made',
      title: 'Made',
      widthPx: 110,
      cell: ({ created_at }) => <Moment at={created_at} isRelative />,
    },
    menuColumn(permissions, (payment) => ({
      label: `the payment of ${payment.order_number}`,
      acts: paymentActs(payment),
    })),
  ];
}

function PaymentStatus({ payment }: { payment: PaymentRow }) {
  const state = worstDispute(payment);
  if (state === 'open') return <StatusDot kind="error">Disputed</StatusDot>;
  if (state === 'lost') return <StatusDot kind="error">Dispute lost</StatusDot>;
  if (payment.is_mismatched) return <StatusDot kind="error">Does not match its order</StatusDot>;
  if (state === 'won') return <StatusDot kind="online">Dispute won</StatusDot>;
  const kind = payment.status === 'succeeded' ? 'online' : 'scheduled';
  return <StatusDot kind={kind}>{nameInWords(payment.status)}</StatusDot>;
}

/** What somebody has to know first: an open one has a deadline. */
function worstDispute({ disputes }: PaymentRow): PaymentRow['disputes'][number]['state'] | undefined {
  return (['open', 'lost', 'won'] as const).find((state) => disputes.some((each) => each.state === state));
}
