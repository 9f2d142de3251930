import type { Client } from '@pocketfleet/client';
import type { QuotedExtension } from '@pocketfleet/contract';
import { Skeleton } from '@pocketfleet/ui';
import * as texts from '#language/payment';
import { useClient } from '../../../api/api-provider.tsx';
import { paymentSentence } from '../../../api/errors.ts';
import { paths } from '../../../paths.ts';
import { type Extension, extensionRequest } from '../extension.ts';
import { RentFrame } from '../rent-frame.tsx';
import { useExtensionQuote } from '../use-extension-quote.ts';
import { PaymentFlow } from './payment-flow.tsx';
import { PaymentFailed } from './payment-screens.tsx';
import { useOrder } from './use-order.ts';
import type { PaymentSetup } from './use-payment.ts';

type Props = Pick<PaymentSetup, 'orderId' | 'onOpened'> & { extension: Extension };

/** Pays for the added time of one phone or several. */
export function ExtensionPayment({ extension, orderId, onOpened }: Props) {
  const client = useClient();
  const order = useOrder(orderId);
  const quote = useExtensionQuote(extension, orderId === null);
  const added = order.data
    ? { from: order.data.start_date, to: order.data.end_date }
    : spanOf(quote.data?.extensions ?? []);
  const error = order.error ?? quote.error ?? (quote.data && added === undefined ? nothingToExtend : null);
  const back = { label: texts.backToDevices, path: paths.devices };
  if (added === undefined) {
    return (
      <RentFrame title={texts.payment} isNarrow>
        {error ? (
          <PaymentFailed
            message={paymentSentence(error)}
            tryAgain={{ path: paths.devices, onClick: () => undefined }}
            startOver={{ path: paths.rent, onClick: () => undefined }}
          />
        ) : (
          <div role="status" aria-label={texts.loadingTheExtension}>
            <Skeleton className="h-80 w-full rounded-card" />
          </div>
        )}
      </RentFrame>
    );
  }
  const { period, assignmentIds } = extension;
  const phoneCount = order.data?.phone_count ?? assignmentIds.length;
  return (
    <PaymentFlow
      kind="extension"
      orderId={orderId}
      figures={{
        period,
        phoneCount,
        original: phoneCount,
        startMs: Date.parse(added.from),
        endMs: Date.parse(added.to),
        totalCents: phoneCount * period.priceCents,
      }}
      back={back}
      startOver={paths.devices}
      open={() => openExtension(client, extension)}
      onOpened={onOpened}
    />
  );
}

/** There is one call for a single phone, and another for several. */
function openExtension(client: Client, { assignmentIds, period }: Extension) {
  const request = { ...extensionRequest({ period }), currency: 'usd' } as const;
  const [only, ...others] = assignmentIds;
  return only !== undefined && others.length === 0
    ? client.call('createExtensionIntent', { params: { id: only }, body: request })
    : client.call('createExtensionsIntent', { body: { ...request, assignment_ids: [...assignmentIds] } });
}

/** From the earliest present end to the latest new end. */
function spanOf(extensions: readonly QuotedExtension[]): { from: string; to: string } | undefined {
  const from = extensions.map(({ expires_at }) => expires_at).sort()[0];
  const to = extensions
    .map(({ new_expires_at }) => new_expires_at)
    .sort()
    .at(-1);
  return from === undefined || to === undefined ? undefined : { from, to };
}

const nothingToExtend = new Error(texts.theseRentalsAreOver);
