import type { OperatorOrderDetail, Permission } from '@pocketfleet/contract';
import { usd } from '@pocketfleet/rules';
import { Table, TableFrame, Td, Th, Tr } from '@pocketfleet/ui';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { Money } from '../../parts/cells.tsx';
import { Facts } from '../../parts/facts.tsx';
import { LongTable } from '../../parts/long-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { counted, momentInWords, nameInWords } from '../../parts/words.ts';
import { OrderStatus } from './order-state.tsx';
import { paymentColumns } from './payment-columns.tsx';

type Props = { order: OperatorOrderDetail; permissions: readonly Permission[] };

/** One order with its quote, payments, refunds and phones. */
export function OrderDetails({ order, permissions }: Props) {
  const refunds = order.payments.flatMap((payment) => payment.refunds);
  const disputes = order.payments.flatMap((payment) => payment.disputes);
  return (
    <div className="flex flex-col gap-6">
      <Facts
        facts={[
          ['State', <OrderStatus key="state" state={order.state} />],
          ['Customer', `${order.customer_name} (${order.username}), ${order.customer_email}`],
          ['Phones', counted(order.phone_count, 'phone')],
          ['Time', `${momentInWords(order.start_date)} to ${momentInWords(order.end_date)}`],
          ['Listed price', usd(order.amount)],
          ['Quote', quoteInWords(order)],
          [
            'Paid',
            order.paid_at ? `${usd(order.paid_amount)} on ${momentInWords(order.paid_at)}` : 'Not yet',
          ],
          ['Given back', order.refunded_amount > 0 ? usd(order.refunded_amount) : 'Nothing'],
          ...(order.disputed_amount > 0 ? ([['Lost to the bank', usd(order.disputed_amount)]] as const) : []),
        ]}
      />
      {order.payments.length > 0 ? (
        <section>
          <h2 className="mb-2 font-semibold text-card">Payments</h2>
          <LongTable
            label="Payments"
            rows={order.payments}
            rowKey={(payment) => payment.id}
            columns={paymentColumns(permissions)}
          />
        </section>
      ) : null}
      <MoneyBack title="Refunds" begun="Made" rows={refunds} />
      <MoneyBack title="Disputes" begun="Opened" rows={disputes} />
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
                  <span className="text-second">{nameInWords(phone.state)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

type MoneyBackRow = { id: string; amount: number; state: string; reason: string; created_at: string };

/** States of refunds that their names alone don't explain. */
const moneyStates: Readonly<Record<string, string>> = {
  requested: 'To be sent',
  waiting: 'Waits for the bank’s decision',
  pending: 'On its way',
  closed: 'Not sent: the bank took the money back',
};

/** What went back, or may have to. */
function MoneyBack({ title, begun, rows }: { title: string; begun: string; rows: readonly MoneyBackRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 font-semibold text-card">{title}</h2>
      <TableFrame label={title}>
        <Table>
          <thead>
            <tr>
              <Th>Amount</Th>
              <Th>State</Th>
              <Th>Why</Th>
              <Th>{begun}</Th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Tr key={row.id}>
                <Td>
                  <Money cents={row.amount} />
                </Td>
                <Td>{moneyStates[row.state] ?? nameInWords(row.state)}</Td>
                <Td>{nameInWords(row.reason)}</Td>
                <Td>
                  <Moment at={row.created_at} />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </section>
  );
}

function quoteInWords({ quote, is_request }: OperatorOrderDetail): string {
  if (!quote) return is_request ? 'None yet' : 'Not needed';
  const note = quote.note ? `: ${quote.note}` : '';
  return `${usd(quote.amount)} by ${quote.quoted_by}, valid until ${momentInWords(quote.valid_until)}${note}`;
}
