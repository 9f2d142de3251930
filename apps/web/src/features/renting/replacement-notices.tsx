// Failed phones for which no other of the chosen model is free: the customer chooses another model or the refund of the
// rest (decision 095). A default export: most customers never see it, so it is loaded behind the page.
import type { ReplacementChoice } from '@pocketfleet/contract';
import { Banner, Button } from '@pocketfleet/ui';
import { browserZone, formatMoment } from '@pocketfleet/ui/format';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import * as texts from '#language/renting';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { ReplacementDialog } from './replacement-dialog.tsx';

/** Other phones become free without an event for this customer. */
const refetchMs = 30_000;

type Props = {
  /** Without it those of all phones are shown. */
  deviceId?: string;
  /** Whether there is one. */
  onAsking?(isAsking: boolean): void;
};

/** The mail's link opens the dialog with `choose=ASSIGNMENT`. */
export default function ReplacementNotices({ deviceId, onAsking }: Props) {
  const client = useClient();
  const [query, setQuery] = useSearchParams();
  const { data: choices = [] } = useQuery({
    queryKey: [...queryKeys.orders, 'replacement-choices'],
    queryFn: ({ signal }) => client.call('listReplacementChoices', { signal }),
    refetchInterval: ({ state }) => (state.data?.length ? refetchMs : false),
  });
  const [openedId, setOpenedId] = useState(query.get('choose'));
  const shown = choices.filter((choice) => deviceId === undefined || choice.device_id === deviceId);
  const isAsking = shown.length > 0;
  useEffect(() => {
    onAsking?.(isAsking);
    return () => onAsking?.(false);
  }, [onAsking, isAsking]);
  const opened = shown.find(({ assignment_id }) => assignment_id === openedId);
  const close = () => {
    setOpenedId(null);
    if (!query.has('choose')) return;
    setQuery(
      (known) => {
        known.delete('choose');
        return known;
      },
      { replace: true },
    );
  };
  return (
    <>
      {shown.map((choice) => (
        <Banner
          key={choice.assignment_id}
          kind="warning"
          action={
            <Button size="small" onClick={() => setOpenedId(choice.assignment_id)}>
              {texts.choose}
            </Button>
          }
        >
          {sentenceOf(choice)}
        </Banner>
      ))}
      {opened ? <ReplacementDialog choice={opened} onClose={close} /> : null}
    </>
  );
}

function sentenceOf({ tag, model, decide_by }: ReplacementChoice): string {
  return texts.failedChoose(tag, model, formatMoment(Date.parse(decide_by), browserZone()));
}
