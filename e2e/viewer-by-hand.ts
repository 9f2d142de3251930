// A viewer without a browser, who watches and touches the demo's first phone where the API says.
import { decodePacket, encodeControlMessage } from '@pocketfleet/stream-protocol';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { callApi, logIn } from './chaos/customers.ts';
import { listPhonesOfDemo } from './sign-in.ts';

export type ViewerByHand = {
  /** Touches the phone until a picture comes that is newer than the call. */
  seePicture: () => Promise<void>;
  isOpen: () => boolean;
  closed: Promise<unknown>;
  close: () => void;
};

const patience = { timeout: 60_000, interval: 100 };

/** Throws what the API answers instead of a ticket. */
export async function openViewerByHand(site: string): Promise<ViewerByHand> {
  const token = await logIn(site, 'demo', 'Pocketfleet-demo-1');
  const [phone] = await listPhonesOfDemo(site);
  const path = `${site}/api/devices/${phone?.id}/stream/start`;
  const body = { purpose: 'control' };
  const { stream_url, ticket } = await callApi<{ stream_url: string; ticket: string }>(path, token, body);
  const socket = new WebSocket(stream_url, ['pocketfleet', ticket], { origin: site });
  let pictures = 0;
  socket.on('error', () => undefined);
  socket.on('open', () => socket.send(JSON.stringify({ type: 'take_control' })));
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary && decodePacket(data).kind === 'video') pictures += 1;
  });
  let isExpanded = false;
  return {
    seePicture: async () => {
      const before = pictures;
      await vi.waitFor(() => {
        // This input always causes a picture; a still screen sends none.
        isExpanded = !isExpanded;
        const type = isExpanded ? 'expand_notifications' : 'collapse_panels';
        if (socket.readyState === WebSocket.OPEN) socket.send(encodeControlMessage({ type }));
        if (pictures <= before) throw new Error('no picture');
      }, patience);
    },
    isOpen: () => socket.readyState === WebSocket.OPEN,
    closed: new Promise((resolve) => socket.once('close', resolve)),
    close: () => socket.terminate(),
  };
}
