import { expect, it } from 'vitest';
import { findObstacle } from './stream-obstacle.ts';

const phone = { streaming_url: '/frame/1' };

it.each([
  ['nobody is signed in', { isSignedIn: false, token: null }, phone, 'Authentication Required'],
  ['the token is gone', { isSignedIn: true, token: null }, phone, 'Session Expired'],
  ['there is no address', { isSignedIn: true, token: 't' }, { streaming_url: null }, 'Stream Unavailable'],
])('when %s, the stream stays shut and the toast says so', (_, caller, device, title) => {
  expect(findObstacle(caller, device)?.title).toBe(title);
});

it('says what to do in the spec’s words', () => {
  expect(findObstacle({ isSignedIn: false, token: 't' }, phone)?.description).toBe(
    'Please log in to access device features.',
  );
  expect(findObstacle({ isSignedIn: true, token: '' }, phone)?.description).toBe(
    'Please log in again to continue.',
  );
});

it('a signed-in customer with a token opens a phone that has an address', () => {
  expect(findObstacle({ isSignedIn: true, token: 't' }, phone)).toBeNull();
});
