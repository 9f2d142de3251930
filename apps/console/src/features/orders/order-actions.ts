// The actions that the present state of an order or payment allows. The server decides again.
import type { PaymentRow } from '@pocketfleet/contract';
import { usd } from '@pocketfleet/rules';
import type { RowAction } from '../../parts/row-menu.tsx';
import type { QuotableOrder } from './quotable-order.ts';
import { quoteAction } from './quote-action.tsx';

type Order = QuotableOrder;

export function orderActions(order: Order, nowMs: number): RowAction[] {
  const isOpen = order.state === 'requested' || order.state === 'quoted';
  if (!order.is_request || !isOpen) return [];
  return [
    quoteAction(order, nowMs),
    ...(order.state === 'quoted' && order.quote ? [recordPayment(order, order.quote.amount)] : []),
    lose(order),
  ];
}

export function paymentActions(payment: PaymentRow): RowAction[] {
  return payment.left_amount > 0 ? [refund(payment, payment.left_amount)] : [];
}

function recordPayment({ id, number }: Order, amount: number): RowAction {
  return {
    label: 'Record its payment',
    permission: 'payments_record',
    action: {
      title: `Payment of ${number}`,
      text: `${usd(amount)} have arrived. The order becomes paid and its phones are assigned.`,
      submit: 'Record the payment',
      done: 'The payment was recorded',
      fields: [
        {
          kind: 'choice',
          name: 'method',
          label: 'How it was paid',
          initial: 'bank_transfer',
          options: [
            { value: 'bank_transfer', label: 'Bank transfer' },
            { value: 'cryptocurrency', label: 'Cryptocurrency' },
          ],
        },
        {
          kind: 'money',
          name: 'amount',
          label: 'Amount in US dollars',
          initial: (amount / 100).toFixed(2),
          hint: 'It must be the amount of the quote.',
        },
        {
          kind: 'text',
          name: 'reference',
          label: 'Reference',
          hint: 'Bank reference or transaction hash. Each can be recorded once.',
        },
      ],
      run: (client, values) =>
        client.call('recordPayment', {
          params: { id },
          body: {
            method: values.text('method') === 'cryptocurrency' ? 'cryptocurrency' : 'bank_transfer',
            amount: values.cents('amount'),
            reference: values.text('reference'),
            reason: values.reason,
          },
        }),
    },
  };
}

function lose({ id, number }: Order): RowAction {
  return {
    label: 'Mark as lost',
    permission: 'requests_answer',
    action: {
      title: `Mark ${number} as lost`,
      text: 'The request did not lead to an order. It can’t be quoted any more.',
      submit: 'Mark as lost',
      isDangerous: true,
      done: `${number} is lost`,
      run: (client, { reason }) => client.call('closeRequest', { params: { id }, body: { reason } }),
    },
  };
}

function refund({ id, order_number, method }: PaymentRow, left: number): RowAction {
  const isByHand = method !== 'card';
  return {
    label: 'Refund',
    permission: 'orders_refund',
    action: {
      title: `Refund ${order_number}`,
      text: `At most ${usd(left)}. ${
        isByHand ? 'You have sent the money back yourself.' : 'The money goes back to the card.'
      } Phones are not touched.`,
      submit: 'Refund',
      isDangerous: true,
      done: 'The refund is on its way',
      fields: [
        {
          kind: 'money',
          name: 'amount',
          label: 'Amount in US dollars',
          initial: (left / 100).toFixed(2),
        },
        ...(isByHand
          ? [{ kind: 'text', name: 'reference', label: 'Reference of the transfer back' } as const]
          : []),
      ],
      run: (client, values) =>
        client.call('refundPayment', {
          params: { id },
          body: {
            amount: values.cents('amount'),
            ...(isByHand ? { reference: values.text('reference') } : {}),
            reason: values.reason,
          },
        }),
    },
  };
}
