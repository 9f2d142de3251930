// Search over what was done and what the screen said. A sentence such as "When did it open Settings?" is searched by its words
// that tell something. Pure.
import type { RecordedEvent } from '@pocketfleet/contract';
import { eventTitle } from '#language/recordings';

const fillers = new Set(
  'a an and at by did do does for has have how in is it of on or so that the there they this to was were what when where which who why with'.split(
    ' ',
  ),
);
/** A question with other words is searched without these. A search for "tapped" alone keeps it. */
const verbs = new Set(
  'open opened opens close closed tap tapped type typed press pressed see seen show shown'.split(' '),
);

export type Hit = { readonly atMs: number; readonly event: RecordedEvent };

/** The words to search for, in lower case. */
export function wordsOf(query: string): string[] {
  const all = query.toLowerCase().match(/[\p{L}\p{N}._-]+/gu) ?? [];
  const telling = all.filter((word) => !fillers.has(word));
  const named = telling.filter((word) => !verbs.has(word));
  return named.length > 0 ? named : telling;
}

/** In the order of time. A screen counts where it begins to match, and not again while it goes on to. */
export function findInRecording(events: readonly RecordedEvent[], query: string): Hit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const hits: Hit[] = [];
  let wasMatching = false;
  for (const event of events) {
    const text = textOf(event);
    const isMatching = words.every((word) => text.includes(word));
    if (isMatching && !(event.type === 'screen' && wasMatching)) hits.push({ atMs: event.at_ms, event });
    if (event.type === 'screen') wasMatching = isMatching;
  }
  return hits;
}

function textOf(event: RecordedEvent): string {
  if (event.type === 'screen') return `${event.app}\n${event.text}`.toLowerCase();
  const who = 'who' in event ? (event.who?.name ?? '') : '';
  return `${eventTitle(event)} ${who}`.toLowerCase();
}
