import { holdExtensionMinutes, holdLeftMs, holdMinutes, type RentalPeriod } from '@pocketfleet/rules';
import { Button, cardClass } from '@pocketfleet/ui';
import { formatClock, formatCountdown } from '@pocketfleet/ui/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as texts from '#language/payment';
import { useClient } from '../../../api/api-provider.tsx';
import { reasonOf } from '../../../api/errors.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useServerNow } from '../../../live/live-events-provider.tsx';
import { extraTime } from '../extension.ts';

const holdMs = holdMinutes * 60_000;

/** How long the phones are held, by the server's clock, and the one extension. */
export function HoldTimer(props: {
  orderId: string;
  phoneCount: number;
  untilMs: number;
  canExtend: boolean;
  /** The time that is added to phones that the customer has; null for a rental. */
  added: RentalPeriod | null;
}) {
  const leftMs = holdLeftMs(props.untilMs, useServerNow(), props.canExtend);
  const client = useClient();
  const queries = useQueryClient();
  const extend = useMutation({
    mutationFn: () => client.call('extendHold', { params: { id: props.orderId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.orders }),
  });
  return (
    <section
      aria-label={texts.timeToPay}
      className={`${cardClass} flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4`}
    >
      <Ring part={leftMs / holdMs} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">
          {props.added
            ? texts.extraTimeIsReservedFor(extraTime(props.added))
            : texts.phonesHeld(props.phoneCount)}
          <span role="timer" className="font-mono tabular-nums">
            {formatCountdown(leftMs)}
          </span>
        </p>
        <p className="text-second text-small">
          {props.added
            ? texts.extraTimeIsReservedUntil(extraTime(props.added), formatClock(props.untilMs))
            : texts.freeAfter(formatClock(props.untilMs), props.phoneCount)}
        </p>
        {extend.isError ? (
          <p role="alert" className="text-error text-small">
            {texts.theTimeCouldNotBeExtended}
            {reasonOf(extend.error)}
          </p>
        ) : null}
      </div>
      {props.canExtend ? (
        <Button isBusy={extend.isPending} onClick={() => extend.mutateAsync()}>
          {texts.addMinutes(holdExtensionMinutes)}
        </Button>
      ) : null}
    </section>
  );
}

/** The part of the time that is left, as an arc. */
function Ring({ part }: { part: number }) {
  const length = 2 * Math.PI * 16;
  return (
    <svg width="40" height="40" viewBox="0 0 40 40" fill="none" aria-hidden="true" className="shrink-0">
      <circle cx="20" cy="20" r="16" className="stroke-hairline" strokeWidth="4" />
      <circle
        cx="20"
        cy="20"
        r="16"
        className="stroke-main"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray={length}
        strokeDashoffset={length * (1 - Math.min(1, part))}
        transform="rotate(-90 20 20)"
      />
    </svg>
  );
}
