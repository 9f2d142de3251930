// The people and programs that acted in a recording. Two keys may have one name, so they are told apart by their ids. Pure.
import type { RecordedEvent } from '@pocketfleet/contract';
import * as texts from '#language/recordings';

/** Listed is all but what the screen said. */
export type ListedEvent = Exclude<RecordedEvent, { type: 'screen' }>;
type RecordedActor = { readonly key: string; readonly name: string; readonly events: ListedEvent[] };

export function nameOf(event: ListedEvent): string {
  return 'who' in event ? (event.who?.name ?? texts.unknown) : '';
}

/** Empty for what nobody did. */
export function actorKeyOf(event: ListedEvent): string {
  return 'who' in event ? `${event.who?.kind ?? ''} ${event.who?.id ?? ''} ${nameOf(event)}` : '';
}

/** In the order of their first events. Those of one name are numbered. */
export function listActors(events: readonly ListedEvent[]): RecordedActor[] {
  const actors = [...Map.groupBy(events, actorKeyOf)].filter(([key]) => key !== '');
  const count = new Map<string, number>();
  return actors.map(([key, own]) => {
    const [first] = own;
    const name = first === undefined ? '' : nameOf(first);
    const number = (count.get(name) ?? 0) + 1;
    count.set(name, number);
    return { key, name: number === 1 ? name : texts.sameName(name, number), events: own };
  });
}

/** No more than `most`: the last of them stands for all others. */
export function withinLanes(actors: readonly RecordedActor[], most: number): readonly RecordedActor[] {
  if (actors.length <= most) return actors;
  const others = actors.slice(most - 1);
  const events = others.flatMap((each) => each.events);
  return [...actors.slice(0, most - 1), { key: 'others', name: texts.others(others.length), events }];
}
