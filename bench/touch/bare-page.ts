// The least that a page can do with the same packets: a canvas, a decoder and one websocket, in a document without anything
// else. No worker, no statistics, no reconnecting, no other element.
import type { Page } from 'playwright-core';

type Source = { readonly streamUrl: string; readonly ticket: string };

/** Shows the stream in a canvas of this size in CSS pixels at the page's upper left corner; resolves when a frame is drawn. */
export async function showBare(
  page: Page,
  source: Source,
  size: { width: number; height: number },
): Promise<void> {
  await page.evaluate(
    ({ streamUrl, ticket, width, height }) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      Object.assign(canvas.style, { position: 'fixed', left: '0', top: '0', touchAction: 'none' });
      document.body.replaceChildren(canvas);
      const context = canvas.getContext('2d', { alpha: false });
      const url = new URL(streamUrl, location.href);
      url.searchParams.set('quality', 'focus');
      url.searchParams.set('sound', '0');
      const socket = new WebSocket(url.href, ['pocketfleet', ticket]);
      socket.binaryType = 'arraybuffer';
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      setTimeout(() => reject(new Error('the bare page got no frame')), 30_000);
      socket.onclose = ({ code }) => reject(new Error(`the bare page's socket was closed with ${code}`));
      let picture = { width: 0, height: 0 };
      const decoder = new VideoDecoder({
        output: (frame) => {
          picture = { width: frame.displayWidth, height: frame.displayHeight };
          context?.drawImage(frame, 0, 0, width, height);
          globalThis.pocketfleetNotes.drawn.push(performance.timeOrigin + performance.now());
          frame.close();
          resolve();
        },
        error: reject,
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
      // control-message-encode.ts: a touch of 15 bytes.
      const touch = (action: number, pressure: number, { offsetX, offsetY }: PointerEvent) => {
        const view = new DataView(new ArrayBuffer(15));
        view.setUint8(0, 1);
        view.setUint8(1, action);
        view.setUint16(5, pressure);
        view.setUint16(7, Math.round((offsetX / width) * 65_535));
        view.setUint16(9, Math.round((offsetY / height) * 65_535));
        view.setUint16(11, picture.width);
        view.setUint16(13, picture.height);
        socket.send(view);
      };
      canvas.onpointerdown = (event) => touch(0, 65_535, event);
      canvas.onpointerup = (event) => touch(1, 0, event);
      return promise;
    },
    { ...source, ...size },
  );
}
