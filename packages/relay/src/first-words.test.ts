// The first messages of an agent, over real sockets: they must not be lost before somebody listens.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { ChannelAnswer, DialRequest } from './control-plane.ts';
import { createHostChannels } from './host-channels.ts';

test('an agent is heard that speaks before the control plane has answered', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<ChannelAnswer>();
  const { promise: dialled, resolve: dial } = Promise.withResolvers<DialRequest>();
  const channels = createHostChannels({
    nodeUrl: 'ws://relay',
    control: { channelArrived: () => undefined, channelClosed: () => undefined },
  });
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const opening = channels.open('assignment', (request) => {
    dial(request);
    return answered;
  });
  const { channel_id, secret } = await dialled;
  server.once('connection', (socket) =>
    channels.accept(socket, {
      params: { channelId: channel_id },
      query: new URLSearchParams(),
      offered: [secret],
      request: {} as never,
      address: '127.0.0.1',
      proven: () => undefined,
    }),
  );
  const agent = new WebSocket(address);
  try {
    await once(agent, 'open');
    await new Promise((sent) => agent.send('the banner', sent));
    // Whole turns of the loop, in which the message would be read.
    for (let turn = 0; turn < 3; turn += 1) {
      const other = new WebSocket(address);
      await once(other, 'open');
      other.terminate();
    }
    answer({ knows_seats: true, ends_in_ms: null, note: '' });
    const socket = await opening;
    const [data] = await once(socket, 'message');
    expect(String(data)).toBe('the banner');
    // The end is heard, too.
    agent.close(1000);
    await once(socket, 'close');
  } finally {
    agent.terminate();
    channels.stop();
    server.close();
  }
});
