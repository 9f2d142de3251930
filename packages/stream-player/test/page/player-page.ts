// A bare page with a player, for the methods that the stream frame has no button for.
import { createPlayer, type StartedStream } from '../../src/index.ts';

const host = document.getElementById('host');
if (host === null) throw new Error('The page has no host.');
const received: unknown[] = [];
const headers = { authorization: 'Bearer test-token' };
const start = async (signal?: AbortSignal): Promise<StartedStream> =>
  (await fetch('/api/devices/x/stream/start', { method: 'POST', headers, signal: signal ?? null })).json();
// Opened ahead, it is outside the document until the test calls `show`.
const isAhead = location.search === '?ahead';
const quality = location.search === '?tile' ? 'tile' : 'focus';
const player = createPlayer({ startStream: start, quality, ...(isAhead ? {} : { host }) });
if (isAhead) Object.assign(window, { show: () => player.showIn(host) });
player.on('state', (state) => {
  document.body.dataset['state'] = state.name;
});
player.on('clipboard', (text) => received.push(text));
player.on('clipboard_set', (sequence) => received.push(sequence));
player.on('frame_size', (size) => received.push(size));
Object.assign(window, { player, received });
