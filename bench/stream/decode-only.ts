// The unavoidable work of the browser: sockets and WebCodecs, without frame, worker, canvas or drawing.
import type { Page } from 'playwright-core';

/** Watches these phones' tiles in the page for this time; returns the decoded frames a second of each. */
export function decodeOnly(page: Page, site: string, ids: readonly string[], forMs: number): Promise<number> {
  return page.evaluate(
    async ({ ids, ms, origin }) => {
      document.body.replaceChildren();
      const token = /(?:^|; )access_token=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const headers = {
        authorization: `Bearer ${decodeURIComponent(token)}`,
        'content-type': 'application/json',
      };
      let frames = 0;
      const sockets = await Promise.all(ids.map(open));
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      frames = 0;
      await new Promise((resolve) => setTimeout(resolve, ms));
      for (const socket of sockets) socket.close();
      return frames / (ms / 1_000) / ids.length;

      async function open(id: string): Promise<WebSocket> {
        const body = JSON.stringify({ purpose: 'view' });
        const answer = await fetch(`/api/devices/${id}/stream/start`, { method: 'POST', headers, body });
        const { ticket } = (await answer.json()) as { ticket: string };
        const socket = new WebSocket(`${origin}/ws/devices/${id}/stream?quality=tile_small`, [
          'pocketfleet',
          ticket,
        ]);
        socket.binaryType = 'arraybuffer';
        const decoder = new VideoDecoder({
          output: (frame) => {
            frames += 1;
            frame.close();
          },
          error: (error) => console.error(error),
        });
        decoder.configure({ codec: 'avc1.64001f', optimizeForLatency: true });
        let sets = new Uint8Array();
        let [hasKey, timestamp] = [false, 0];
        socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
          if (typeof data === 'string') return;
          // packet.ts: kind, flags, and a payload from byte 20; a configuration's parameter sets from byte 28.
          const bytes = new Uint8Array(data);
          if (bytes[0] === 1) sets = bytes.slice(28);
          if (bytes[0] !== 2) return;
          const isKey = bytes[1] === 1;
          hasKey ||= isKey;
          if (!hasKey) return;
          const chunk = isKey ? Uint8Array.from([...sets, ...bytes.subarray(20)]) : bytes.subarray(20);
          timestamp += 1;
          decoder.decode(new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp, data: chunk }));
        };
        return socket;
      }
    },
    { ids: [...ids], ms: forMs, origin: site.replace('http', 'ws') },
  );
}
