// Decodes and draws one grey frame that nobody sees. The first frame of a worker takes long, because the browser loads its
// codec, starts its threads and prepares to draw; this does it before a phone's packets arrive.

/** A key packet of 64 by 64 grey pixels with its parameter sets, from the encoder of the virtual phone. */
const greyFrame = 'AAAAAWdC0AuMaEJIB4RCNQAAAAFozjyAAAAAAWW4AAQXkxRk5OTq66666666krrrrwA==';

/** Never throws: where it fails, the first frame of the phone takes as long as it would have without it. */
export function warmDecoder(): void {
  if (typeof VideoDecoder === 'undefined') return;
  const decoder = new VideoDecoder({
    output(frame) {
      new OffscreenCanvas(16, 16).getContext('2d', { alpha: false })?.drawImage(frame, 0, 0, 16, 16);
      frame.close();
    },
    error: () => undefined,
  });
  try {
    decoder.configure({ codec: 'avc1.42d00b', optimizeForLatency: true });
    const data = Uint8Array.from(atob(greyFrame), (letter) => letter.charCodeAt(0));
    decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: 0, data }));
  } catch {
    return;
  }
  decoder
    .flush()
    .then(() => decoder.close())
    .catch(() => undefined);
}
