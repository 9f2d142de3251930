import { expect, it } from 'vitest';
import { sampleDevices } from '../../../test/sample-fleet.ts';
import { orderTiles } from './tile-order.ts';

const all = sampleDevices(4);
const [first, second, third, fourth] = all as [
  (typeof all)[number],
  (typeof all)[number],
  (typeof all)[number],
  (typeof all)[number],
];
const tagsOf = (devices: readonly (typeof all)[number][]) => devices.map(({ tag }) => tag);
const always = () => true;
const never = () => false;

it.each([
  ['the phones that can be streamed have a tile', [], [first, second], always, [first, second]],
  ['others have none', [], [first, second], never, []],
  ['a phone that goes offline keeps its tile', [first, second], [first, second], never, [first, second]],
  ['a phone whose rental is over keeps its tile', [first, second], [second], always, [first, second]],
  ['a new phone comes last', [second], [first, second], always, [second, first]],
  [
    'the list’s order changes no place',
    [first, second, third],
    [third, first, second],
    always,
    [first, second, third],
  ],
])('%s', (_, before, devices, isStreamable, expected) => {
  expect(tagsOf(orderTiles(before, devices, isStreamable))).toEqual(tagsOf(expected));
});

it('a phone that replaces another one takes its place', () => {
  const successor = {
    ...fourth,
    replaces: { device_id: first.id, tag: first.tag, at: first.starts_at, because: null, note: null },
  };
  expect(tagsOf(orderTiles([first, second], [second, third, successor], always))).toEqual(
    tagsOf([successor, second, third]),
  );
});
