import { laterRequests } from '@pocketfleet/contract';
import { expect, it } from 'vitest';
import { requestsFor, type Wishes, wishesInAddress } from './stream-settings.ts';

const plain: Wishes = { quality: 'focus', isPaused: false, isAhead: false, wantsSound: true };

it.each<[string, Partial<Wishes>, string]>([
  ['a phone with sound', {}, 'quality=focus'],
  ['a muted one', { wantsSound: false }, 'quality=focus&sound=0'],
  ['a tile out of the window', { quality: 'tile', isPaused: true }, 'quality=tile&paused=1'],
  [
    'a small tile, and an older relay for a tile',
    { quality: 'tile_small' },
    'quality=tile&stand_in=tile_small',
  ],
  ['one that nobody looks at yet', { isAhead: true }, 'quality=focus&ahead=1'],
])('the address asks for %s', (_, wishes, address) => {
  expect(new URLSearchParams(wishesInAddress({ ...plain, ...wishes })).toString()).toBe(address);
});

it.each<[Partial<Wishes>, Partial<Wishes>, object[]]>([
  [{}, {}, []],
  [{}, { quality: 'lean' }, [{ type: 'quality', quality: 'lean' }]],
  [{}, { isPaused: true }, [{ type: 'pause' }]],
  [{ isPaused: true }, {}, [{ type: 'resume' }]],
  [{ isAhead: true }, {}, [{ type: 'arrive' }]],
  [{ wantsSound: false }, {}, [{ type: 'sound', is_wanted: true }]],
  [{}, { wantsSound: false }, [{ type: 'sound', is_wanted: false }]],
])('from %o to %o it asks for %o', (asked, wished, requests) => {
  expect(requestsFor({ ...plain, ...asked }, { ...plain, ...wished }, laterRequests)).toEqual(requests);
});

it('an older relay is never sent what it would end the connection over', () => {
  const asked = { ...plain, isAhead: true };
  expect(requestsFor(asked, { ...plain, wantsSound: false, isPaused: true }, [])).toEqual([
    { type: 'pause' },
  ]);
});
