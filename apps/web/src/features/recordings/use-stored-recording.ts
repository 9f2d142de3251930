import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { type KeptPages, loadEvents } from './load-events.ts';
import { recordingsKey } from './recordings-key.ts';

const refetchMs = 5_000;

export function useRecording(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...recordingsKey, id],
    queryFn: ({ signal }) => client.call('getRecording', { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'recording' || state.data?.state === 'uploading' ? refetchMs : false,
  });
}

/** As `loadEvents`. `chunks`: how many have arrived, so that what is new is loaded. While it goes on, only that is. */
export function useRecordedEvents(id: string, { chunks, goesOn }: { chunks: number; goesOn: boolean }) {
  const client = useClient();
  const kept = useRef<{ id: string; pages: KeptPages }>({ id, pages: new Map() });
  return useQuery({
    queryKey: [...recordingsKey, id, 'events', chunks, goesOn],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      // Its end may have changed what earlier pages say, such as how long a question waited.
      if (kept.current.id !== id || !goesOn) kept.current = { id, pages: new Map() };
      return loadEvents(
        (from) => client.call('listRecordedEvents', { params: { id }, query: { from }, signal }),
        kept.current.pages,
      );
    },
  });
}
