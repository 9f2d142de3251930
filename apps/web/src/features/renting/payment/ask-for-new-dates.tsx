import { brand, usd } from '@pocketfleet/rules';
import { Banner, Button } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as texts from '#language/payment';
import { useClient } from '../../../api/api-provider.tsx';
import { reasonOf } from '../../../api/errors.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import type { FollowedOrder } from './payment-machine.ts';

/** For a quote whose dates have too few phones: one click asks the sales team for others, at the quoted price. */
export function AskForNewDates({ order }: { order: FollowedOrder }) {
  const client = useClient();
  const queries = useQueryClient();
  const ask = useMutation({
    mutationFn: () => client.call('askForNewDates', { params: { id: order.id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.orders }),
  });
  if (ask.isSuccess || order.quote?.new_dates_asked_at) {
    return <Banner kind="success">{texts.weAskedSales(brand.salesAnswerHours)}</Banner>;
  }
  return (
    <div className="grid gap-3">
      <p>{texts.theQuotedPriceStays(usd(order.amount))}</p>
      {ask.isError ? (
        <Banner kind="error">
          {texts.salesCouldNotBeAsked}
          {reasonOf(ask.error)}
        </Banner>
      ) : null}
      <div>
        <Button kind="primary" size="large" isBusy={ask.isPending} onClick={() => ask.mutate()}>
          {texts.askSalesToMoveTheDates}
        </Button>
      </div>
    </div>
  );
}
