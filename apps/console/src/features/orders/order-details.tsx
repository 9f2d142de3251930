import type { OperatorOrderDetail, Permission } from '@pocketfleet/contract';
import { findRentalPeriodByLength, modelsInWords, rentalCostCents, usd } from '@pocketfleet/rules';
import { Card, type Column, DataTable, DescriptionList } from '@pocketfleet/ui';
import { formatCount, formatLocalMoment, formatLocalRange, humanize } from '@pocketfleet/ui/format';
import { Link } from 'react-router';
import { Money, Truncate } from '../../parts/cells.tsx';
import { Moment } from '../../parts/moment.tsx';
import { paths } from '../../paths.ts';
import { OrderStatus } from './order-state.tsx';
import { paymentColumns } from './payment-columns.tsx';

type Props = { order: OperatorOrderDetail; permissions: readonly Permission[] };

/** One order with its quote, payments, refunds and phones. */
export function OrderDetails({ order, permissions }: Props) {
  const refunds = order.payments.flatMap((payment) => payment.refunds);
  const disputes = order.payments.flatMap((payment) => payment.disputes);
  return (
    <div className="flex flex-col gap-6">
      <Card padding="small">
        <DescriptionList
          items={[
            ['State', <OrderStatus key="state" order={order} />],
            ['Customer', `${order.customer_name} (${order.username}), ${order.customer_email}`],
            ['Phones', formatCount(order.phone_count, 'phone')],
            ['Models', modelsInWords(order.models ?? [], order.phone_count) ?? 'Any'],
            ['Time', formatLocalRange(order.start_date, order.end_date)],
            ['Listed price', usd(listedPrice(order))],
            ...(order.request_note ? ([['Customer’s text', order.request_note]] as const) : []),
            ['Quote', quoteSummary(order)],
            ...(order.state === 'quoted' && order.quote
              ? ([['Reserved', reservedText(order.quote)]] as const)
              : []),
            [
              'Paid',
              order.paid_at ? `${usd(order.paid_amount)} on ${formatLocalMoment(order.paid_at)}` : 'Not yet',
            ],
            ['Refunded', order.refunded_amount > 0 ? usd(order.refunded_amount) : 'Nothing'],
            ...(order.disputed_amount > 0
              ? ([['Lost to the bank', usd(order.disputed_amount)]] as const)
              : []),
          ]}
        />
      </Card>
      {order.payments.length > 0 ? (
        <section>
          <h2 className="mb-2 font-semibold text-card">Payments</h2>
          <DataTable
            label="Payments"
            rows={order.payments}
            rowKey={(payment) => payment.id}
            columns={paymentColumns(permissions)}
          />
        </section>
      ) : null}
      <Reversals title="Refunds" createdTitle="Created" rows={refunds} />
      <Reversals title="Disputes" createdTitle="Opened" rows={disputes} />
      {order.phones.length > 0 ? (
        <section>
          <h2 className="mb-2 font-semibold text-card">Phones</h2>
          <ul className="flex flex-wrap gap-2">
            {order.phones.map((phone) => (
              <li key={phone.assignment_id}>
                <Link
                  to={paths.phone(phone.device_id)}
                  className="inline-flex h-8 items-center gap-2 rounded-control border border-hairline bg-surface px-2.5 text-small hover:bg-hover"
                >
                  <span className="font-mono">{phone.tag}</span>
                  <span className="text-second">{humanize(phone.state)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

/** A refund or a dispute. */
type Reversal = { id: string; amount: number; state: string; reason: string; created_at: string };

/** States whose names alone don't explain them. */
const reversalStates: Readonly<Record<string, string>> = {
  requested: 'To be sent',
  waiting: 'Waits for the bank’s decision',
  pending: 'On its way',
  closed: 'Not sent: the bank took the money back',
};

function reversalColumns(createdTitle: string): readonly Column<Reversal>[] {
  return [
    { key: 'amount', title: 'Amount', widthPx: 110, cell: ({ amount }) => <Money cents={amount} /> },
    {
      key: 'state',
      title: 'State',
      widthPx: 280,
      cell: ({ state }) => reversalStates[state] ?? humanize(state),
    },
    { key: 'reason', title: 'Why', widthPx: 280, cell: ({ reason }) => <Truncate text={humanize(reason)} /> },
    {
      key: 'created',
      title: createdTitle,
      widthPx: 140,
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ];
}

function Reversals(props: { title: string; createdTitle: string; rows: readonly Reversal[] }) {
  if (props.rows.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 font-semibold text-card">{props.title}</h2>
      <DataTable
        label={props.title}
        rows={props.rows}
        rowKey={({ id }) => id}
        columns={reversalColumns(props.createdTitle)}
      />
    </section>
  );
}

/** A quote has another price for the same phones and period. */
function listedPrice({ quote, amount, phone_count, period, number_of_periods }: OperatorOrderDetail): number {
  const listed = quote ? findRentalPeriodByLength(period, number_of_periods) : undefined;
  return listed ? rentalCostCents(phone_count, listed) : amount;
}

function reservedText(quote: NonNullable<OperatorOrderDetail['quote']>): string {
  const reserved = quote.reserved_until
    ? `Until ${formatLocalMoment(quote.reserved_until)}`
    : 'No phones are reserved';
  return quote.new_dates_asked_at
    ? `${reserved}. The customer asked for other dates on ${formatLocalMoment(quote.new_dates_asked_at)}`
    : reserved;
}

function quoteSummary({ quote, is_request }: OperatorOrderDetail): string {
  if (!quote) return is_request ? 'None yet' : 'Not needed';
  const note = quote.note ? `: ${quote.note}` : '';
  return `${usd(quote.amount)} by ${quote.quoted_by}, valid until ${formatLocalMoment(quote.valid_until)}${note}`;
}
