// A bare page around a player, so that tests reach what no button of the frame does.
import { createPlayer } from '../../src/index.ts';

const host = document.getElementById('host');
if (host === null) throw new Error('The page has no host.');
const heard: unknown[] = [];
const player = createPlayer({
  canvasHost: host,
  async startStream(signal) {
    const headers = { authorization: 'Bearer test-token' };
    return (await fetch('/api/devices/x/stream/start', { method: 'POST', headers, signal })).json();
  },
});
player.on('state', (state) => {
  document.body.dataset['state'] = state.name;
});
player.on('clipboard', (text) => heard.push(text));
player.on('clipboard_taken', (sequence) => heard.push(sequence));
player.on('picture', (size) => heard.push(size));
Object.assign(window, { player, heard });
