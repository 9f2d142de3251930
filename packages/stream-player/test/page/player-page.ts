// A bare page around a player, so that tests reach what no button of the frame does.
import { createPlayer, type StartedStream } from '../../src/index.ts';

const host = document.getElementById('host');
if (host === null) throw new Error('The page has no host.');
const heard: unknown[] = [];
const headers = { authorization: 'Bearer test-token' };
const start = async (signal?: AbortSignal): Promise<StartedStream> =>
  (await fetch('/api/devices/x/stream/start', { method: 'POST', headers, signal: signal ?? null })).json();
// Made ahead it is in no document: the test says when it is shown.
const isAhead = location.search === '?ahead';
const quality = location.search === '?tile' ? 'tile' : 'focus';
const player = createPlayer({ startStream: start, quality, ...(isAhead ? {} : { canvasHost: host }) });
if (isAhead) Object.assign(window, { show: () => player.showIn(host) });
player.on('state', (state) => {
  document.body.dataset['state'] = state.name;
});
player.on('clipboard', (text) => heard.push(text));
player.on('clipboard_taken', (sequence) => heard.push(sequence));
player.on('picture', (size) => heard.push(size));
Object.assign(window, { player, heard });
