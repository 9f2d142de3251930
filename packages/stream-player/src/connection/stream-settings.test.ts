import { laterRequests } from '@pocketfleet/contract';
import { expect, it } from 'vitest';
import { requestsForChange, type StreamSettings, settingsToQuery } from './stream-settings.ts';

const plain: StreamSettings = { quality: 'focus', isPaused: false, isAhead: false, wantsSound: true };

it.each<[string, Partial<StreamSettings>, string]>([
  ['a phone with sound', {}, 'quality=focus'],
  ['a muted phone', { wantsSound: false }, 'quality=focus&sound=0'],
  ['a tile outside the window', { quality: 'tile', isPaused: true }, 'quality=tile&paused=1'],
  [
    'a small tile, and a tile from an older relay',
    { quality: 'tile_small' },
    'quality=tile&stand_in=tile_small',
  ],
  ['a stream that was opened ahead', { isAhead: true }, 'quality=focus&ahead=1'],
])('the query requests %s', (_, settings, query) => {
  expect(new URLSearchParams(settingsToQuery({ ...plain, ...settings })).toString()).toBe(query);
});

it.each<[Partial<StreamSettings>, Partial<StreamSettings>, object[]]>([
  [{}, {}, []],
  [{}, { quality: 'lean' }, [{ type: 'quality', quality: 'lean' }]],
  [{}, { isPaused: true }, [{ type: 'pause' }]],
  [{ isPaused: true }, {}, [{ type: 'resume' }]],
  [{ isAhead: true }, {}, [{ type: 'arrive' }]],
  [{ wantsSound: false }, {}, [{ type: 'sound', is_wanted: true }]],
  [{}, { wantsSound: false }, [{ type: 'sound', is_wanted: false }]],
])('from %o to %o the requests are %o', (sent, wanted, requests) => {
  expect(requestsForChange({ ...plain, ...sent }, { ...plain, ...wanted }, laterRequests)).toEqual(requests);
});

it('an older relay receives no request over which it would end the connection', () => {
  const sent = { ...plain, isAhead: true };
  expect(requestsForChange(sent, { ...plain, wantsSound: false, isPaused: true }, [])).toEqual([
    { type: 'pause' },
  ]);
});
