// The receipt of a paid order, as a PDF.
import type { FileResponse, OrderedPhone, OrderWithMoney, Refund } from '@pocketfleet/contract';
import { brand, findRentalPeriodByLength, modelsInWords, usd } from '@pocketfleet/rules';
import type { Seller } from '../config.ts';
import { type Buyer, isExtension, type ReceiptFacts } from '../orders/orders.ts';
import { instantText } from '../platform/instant-text.ts';
import { isPrintable, type PrintedPage, renderPdf } from '../platform/pdf.ts';
import type { PaidCard } from '../platform/stripe.ts';
import { cardInWords } from './card-in-words.ts';
import { createReceiptCache } from './receipt-cache.ts';

/** Only the phone of an extension is named: other phones may be replaced during the rental. */
export type BoughtOrder = OrderWithMoney & { phones?: readonly Pick<OrderedPhone, 'tag' | 'model'>[] };

const print = createReceiptCache(renderPdf);

/** Receipts from before these facts were kept have only the seller. */
type Facts = Partial<ReceiptFacts> & { seller: Seller; card?: PaidCard | undefined };

export async function renderReceipt(order: BoughtOrder, account: Buyer, facts: Facts): Promise<FileResponse> {
  return {
    file_name: `receipt-${order.number}.pdf`,
    content_type: 'application/pdf',
    bytes: await print(describeReceipt(order, account, facts)),
  };
}

/**
 * True when a refund reduces the price of the order. Refunds of a second charge, and refunds from before the order was paid, do
 * not.
 */
export function reducesPrice(
  { paid_at }: Pick<OrderWithMoney, 'paid_at'>,
  { state, reason, created_at }: Refund,
): boolean {
  const wasBefore = paid_at !== null && Date.parse(created_at) < Date.parse(paid_at);
  return state !== 'failed' && reason !== 'paid_twice' && !wasBefore;
}

/** Pure. `account` is the buyer as they are named today, for orders that don't know who paid them. */
export function describeReceipt(order: BoughtOrder, account: Buyer, facts: Facts): PrintedPage {
  const period = findRentalPeriodByLength(order.period, order.number_of_periods);
  const refunds = order.refunds.filter((refund) => reducesPrice(order, refund));
  const paidAt = order.paid_at ?? order.created_at;
  const models = modelsInWords(order.models ?? [], order.phone_count);
  const unit = order.amount / order.phone_count;
  return {
    title: 'Receipt',
    number: order.number,
    createdAt: new Date(paidAt),
    heading: brand.name,
    blocks: [
      { title: 'From', lines: sellerLines(facts.seller) },
      { title: 'Billed to', lines: buyerLines(facts.billing?.buyer ?? account, facts) },
      { title: 'Payment', lines: [instantText(paidAt), ...cardLines(facts)] },
    ],
    item: {
      description: describe(order),
      details: [
        ...phoneLines(order, facts),
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
      { label: 'Subtotal', value: `${usd(order.amount)} USD` },
      brand.taxLine,
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

function sellerLines({ name, address, taxId }: Seller): string[] {
  return [name, ...address, ...(taxId === '' ? [] : [`Tax ID ${taxId}`]), brand.salesEmail];
}

function buyerLines(buyer: Buyer, { billing }: Facts): string[] {
  const name = `${buyer.first_name} ${buyer.last_name}`;
  const address = (billing?.address ?? '').split('\n');
  const lines = [
    billing?.company ?? '',
    isPrintable(name) ? name : '',
    ...address,
    billing?.tax_id ? `Tax ID ${billing.tax_id}` : '',
    `Account ${buyer.username}`,
    buyer.email,
  ];
  return lines.filter((line) => line.trim() !== '');
}

/** "Visa ending in 4242" */
function cardLines({ card }: Facts): string[] {
  if (card === undefined) return [];
  return [cardInWords(card)];
}

function describe(order: BoughtOrder): string {
  if (!isExtension(order)) return 'Phone rental';
  return order.phone_count === 1 ? 'Extension of a phone rental' : 'Extension of phone rentals';
}

/** More phones than this are named in one line: a receipt has one page. */
const mostPhoneLines = 6;

/** The phones of an extension, as they were named when it was ordered. */
function phoneLines(order: BoughtOrder, { extensions = [] }: Facts): string[] {
  const [only] = order.phones ?? [];
  if (!isExtension(order)) return [];
  if (extensions.length === 0) return only ? [`${only.tag}, ${only.model}`] : [];
  if (extensions.length > mostPhoneLines) return [extensions.map(({ tag }) => tag).join(', ')];
  return extensions.map(({ tag, ends_at }) => `${tag} until ${instantText(ends_at)}`);
}

function refundText({ state, created_at }: Refund): string {
  if (state === 'waiting') return 'Refund waits for your bank';
  return `${state === 'succeeded' ? 'Refunded' : 'Being refunded'}, ${instantText(created_at)}`;
}
