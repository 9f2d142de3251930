import { expect, it } from 'vitest';
import { type ListedEvent, listActors, withinLanes } from './actors.ts';

const event = (id: string, name: string, at_ms = 0): ListedEvent =>
  ({ type: 'action', at_ms, who: { kind: 'key', id, name } }) as unknown as ListedEvent;
const gap = { type: 'gap', at_ms: 0, until_ms: 1, secret: '' } as unknown as ListedEvent;

it('tells two keys of one name apart, and leaves out what nobody did', () => {
  const actors = listActors([event('1', 'ci'), gap, event('2', 'ci'), event('1', 'ci')]);
  expect(actors.map(({ name, events }) => [name, events.length])).toEqual([
    ['ci', 2],
    ['ci (2)', 1],
  ]);
});

it('has a lane for all whom no lane of their own is left for', () => {
  const actors = listActors(Array.from({ length: 9 }, (_, n) => event(`${n}`, `key ${n}`)));
  const lanes = withinLanes(actors, 6);
  expect(lanes.map(({ name }) => name)).toEqual(['key 0', 'key 1', 'key 2', 'key 3', 'key 4', '4 others']);
  expect(lanes.at(-1)?.events).toHaveLength(4);
  expect(withinLanes(actors.slice(0, 6), 6)).toHaveLength(6);
});
