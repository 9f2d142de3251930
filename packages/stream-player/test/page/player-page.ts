// A bare page around a player, so that tests reach what no button of the frame does.
import { createPlayer, openStreamAhead, type StartedStream } from '../../src/index.ts';

const host = document.getElementById('host');
if (host === null) throw new Error('The page has no host.');
const heard: unknown[] = [];
const headers = { authorization: 'Bearer test-token' };
const start = async (signal?: AbortSignal): Promise<StartedStream> =>
  (await fetch('/api/devices/x/stream/start', { method: 'POST', headers, signal: signal ?? null })).json();
let ahead: StartedStream | undefined;
if (location.search === '?ahead') {
  ahead = await openStreamAhead(await start());
  // As long as there is nobody to listen: the test says when the player comes.
  await new Promise((resolve) => Object.assign(window, { open: resolve }));
}
const player = createPlayer({
  canvasHost: host,
  async startStream(signal) {
    const taken = ahead;
    ahead = undefined;
    return taken ?? (await start(signal));
  },
});
player.on('state', (state) => {
  document.body.dataset['state'] = state.name;
});
player.on('clipboard', (text) => heard.push(text));
player.on('clipboard_taken', (sequence) => heard.push(sequence));
player.on('picture', (size) => heard.push(size));
Object.assign(window, { player, heard });
