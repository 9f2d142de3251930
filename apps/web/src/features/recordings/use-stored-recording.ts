import type { RecordedEvent } from '@pocketfleet/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-provider.tsx';
import { recordingsKey } from './recordings-key.ts';

const refetchMs = 5_000;
/** Pages of events that are loaded: what follows is played, but neither listed nor searched, which the page says. */
const maxPages = 50;

export function useRecording(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...recordingsKey, id],
    queryFn: ({ signal }) => client.call('getRecording', { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'recording' || state.data?.state === 'uploading' ? refetchMs : false,
  });
}

/** In the order of time. `isCut`: there are more than are loaded. `chunks`: how many have arrived, so that what is new is loaded. */
export function useRecordedEvents(id: string, chunks: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...recordingsKey, id, 'events', chunks],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const events: RecordedEvent[] = [];
      let from: number | null = 0;
      for (let page = 0; page < maxPages && from !== null; page += 1) {
        const query: { from: number } = { from };
        const answer: { events: RecordedEvent[]; next: number | null } = await client.call(
          'listRecordedEvents',
          { params: { id }, query, signal },
        );
        events.push(...answer.events);
        from = answer.next;
      }
      return { events: events.sort((a, b) => a.at_ms - b.at_ms), isCut: from !== null };
    },
  });
}
