// The receipt of a paid order, as a PDF.
import type { FileResponse, OrderedPhone, OrderWithMoney, Refund } from '@pocketfleet/contract';
import { brand, findRentalPeriodByLength, modelsInWords, usd } from '@pocketfleet/rules';
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
  const isExtension = order.extends_assignment_id !== null;
  const models = modelsInWords(order.models ?? [], order.phone_count);
  const unit = order.amount / order.phone_count;
  return {
    title: 'Receipt',
    number: order.number,
    createdAt: new Date(paidAt),
    heading: brand.name,
    blocks: [
      { title: 'From', lines: [brand.name, brand.salesEmail] },
      {
        title: 'Billed to',
        lines: [...(isPrintable(name) ? [name] : []), `Account ${buyer.username}`, buyer.email],
      },
      { title: 'Paid on', lines: [instantText(paidAt)] },
    ],
    item: {
      description: isExtension ? 'Extension of a phone rental' : 'Phone rental',
      details: [
        ...(extendedPhone ? [`${extendedPhone.tag}, ${extendedPhone.model}`] : []),
        ...(models === null ? [] : [models]),
        period?.label ?? `${order.number_of_periods} ${order.period}`,
        `${instantText(order.start_date)} to`,
        instantText(order.end_date),
      ],
      quantity: String(order.phone_count),
      unitPrice: usd(unit),
      amount: usd(order.amount),
    },
    amounts: [
      { label: 'Total paid', value: `${usd(order.amount)} USD`, isStrong: true },
      ...refunds.map((refund) => ({ label: refundText(refund), value: `${usd(-refund.amount)} USD` })),
      ...(refunds.length === 0
        ? []
        : [
            {
              label: 'After refunds',
              value: `${usd(order.amount - order.refunded_amount)} USD`,
              isStrong: true,
            },
          ]),
    ],
    notes: [`Questions about this receipt? Write to ${brand.salesEmail}.`],
  };
}

function refundText({ state, created_at }: Refund): string {
  if (state === 'waiting') return 'Refund waits for your bank';
  return `${state === 'succeeded' ? 'Refunded' : 'Being refunded'}, ${instantText(created_at)}`;
}
