// The receipt of a paid order, as a PDF.
import type { FileResponse, OrderedPhone, OrderWithMoney, Refund } from '@pocketfleet/contract';
import { brand, findRentalPeriodByLength, usd } from '@pocketfleet/rules';
import { instantText } from '../orders/orders.ts';
import { isPrintable, type PrintedPage, renderPdf } from '../platform/pdf.ts';
import { createReceiptCache } from './receipt-cache.ts';

/** Only the phone of an extension is named: other phones may be replaced during the rental. */
export type BoughtOrder = OrderWithMoney & { phones?: readonly Pick<OrderedPhone, 'tag' | 'model'>[] };

export type Buyer = { first_name: string; last_name: string; username: string; email: string };

const print = createReceiptCache(renderPdf);

export async function renderReceipt(order: BoughtOrder, buyer: Buyer): Promise<FileResponse> {
  return {
    file_name: `receipt-${order.number}.pdf`,
    content_type: 'application/pdf',
    bytes: await print(describeReceipt(order, buyer)),
  };
}

/**
 * Whether a refund reduces the price of the order. Refunds of a second charge, and refunds from before the order was paid, do
 * not.
 */
export function reducesPrice(
  { paid_at }: Pick<OrderWithMoney, 'paid_at'>,
  { state, reason, created_at }: Refund,
): boolean {
  const wasBefore = paid_at !== null && Date.parse(created_at) < Date.parse(paid_at);
  return state !== 'failed' && reason !== 'paid_twice' && !wasBefore;
}

/** Pure. */
export function describeReceipt(order: BoughtOrder, buyer: Buyer): PrintedPage {
  const name = `${buyer.first_name} ${buyer.last_name}`;
  const period = findRentalPeriodByLength(order.period, order.number_of_periods);
  const refunds = order.refunds.filter((refund) => reducesPrice(order, refund));
  const extendedPhone = order.extends_assignment_id === null ? undefined : order.phones?.[0];
  const paidAt = order.paid_at ?? order.created_at;
  return {
    title: `Receipt ${order.number}`,
    createdAt: new Date(paidAt),
    heading: brand.name,
    sections: [
      {
        rows: [
          ['Paid on', instantText(paidAt)],
          ...(isPrintable(name) ? [['Customer', name] as const] : []),
          ['Account', `${buyer.username}, ${buyer.email}`],
        ],
      },
      {
        title: order.extends_assignment_id === null ? 'Phone rental' : 'Extension of a phone rental',
        rows: [
          extendedPhone
            ? ['Phone', `${extendedPhone.tag}, ${extendedPhone.model}`]
            : ['Phones', String(order.phone_count)],
          ['Period', period?.label ?? `${order.number_of_periods} ${order.period}`],
          ['From', instantText(order.start_date)],
          ['To', instantText(order.end_date)],
        ],
      },
      {
        title: 'Amount',
        rows: [
          ['Total paid', `${usd(order.amount)} USD`],
          ...refunds.map((refund) => [refundText(refund), `${usd(-refund.amount)} USD`] as const),
          ...(refunds.length === 0
            ? []
            : [['After refunds', `${usd(order.amount - order.refunded_amount)} USD`] as const]),
        ],
      },
    ],
    notes: [`Questions about this receipt? Write to ${brand.salesEmail}.`],
  };
}

function refundText({ state, created_at }: Refund): string {
  if (state === 'waiting') return 'Refund waits for your bank';
  return `${state === 'succeeded' ? 'Refunded' : 'Being refunded'}, ${instantText(created_at)}`;
}
