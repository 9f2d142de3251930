import type { OperatorOrder, Permission } from '@pocketfleet/contract';
import { modelsInWords } from '@pocketfleet/rules';
import type { Column } from '@pocketfleet/ui';
import { Link } from 'react-router';
import { Money, NoValue, Truncate } from '../../parts/cells.tsx';
import { Moment } from '../../parts/moment.tsx';
import { menuColumn } from '../../parts/row-menu.tsx';
import { paths } from '../../paths.ts';
import { orderActions } from './order-actions.ts';
import { OrderStatus } from './order-state.tsx';

export function orderColumns(permissions: readonly Permission[], nowMs: number): Column<OperatorOrder>[] {
  return [
    {
      key: 'number',
      title: 'Number',
      widthPx: 140,
      cell: (order) => (
        <Link to={paths.order(order.id)} className="font-medium font-mono text-small hover:underline">
          {order.number}
        </Link>
      ),
    },
    { key: 'state', title: 'State', widthPx: 190, cell: (order) => <OrderStatus order={order} /> },
    { key: 'customer', title: 'Customer', widthPx: 150, cell: (order) => <Truncate text={order.username} /> },
    { key: 'phones', title: 'Phones', widthPx: 76, isRight: true, cell: (order) => order.phone_count },
    {
      key: 'models',
      title: 'Models',
      widthPx: 150,
      cell: (order) => <Truncate text={modelsInWords(order.models ?? [], order.phone_count) ?? 'Any'} />,
    },
    { key: 'from', title: 'From', widthPx: 150, cell: (order) => <Moment at={order.start_date} /> },
    { key: 'until', title: 'Until', widthPx: 150, cell: (order) => <Moment at={order.end_date} /> },
    {
      key: 'amount',
      title: 'Amount',
      widthPx: 116,
      isRight: true,
      cell: (order) => <Money cents={order.quote?.amount ?? order.amount} />,
    },
    {
      key: 'paid',
      title: 'Paid',
      widthPx: 116,
      isRight: true,
      cell: (order) => {
        const kept = order.paid_amount - order.refunded_amount - order.disputed_amount;
        return order.paid_amount === 0 ? <NoValue /> : <Money cents={kept} />;
      },
    },
    {
      key: 'made',
      title: 'Created',
      widthPx: 110,
      cell: (order) => <Moment at={order.created_at} isRelative />,
    },
    menuColumn(permissions, (order) => ({ label: order.number, actions: orderActions(order, nowMs) })),
  ];
}
