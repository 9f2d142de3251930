// H.264 in Annex B from RGBA pictures, through OpenH264. One encoder serves one picture size; another size needs
// another encoder, as on a phone. Output has no delay: each picture in gives one access unit out, in order.
import { splitParameterSets } from './annex-b.ts';
import { VideoEncoder, VideoFrame } from './webcodecs.ts';

/** One encoded picture. `config` (SPS and PPS, Annex B) accompanies key frames only. */
export interface EncodedPicture {
  readonly config: Uint8Array | undefined;
  readonly data: Uint8Array;
  readonly key: boolean;
}

export interface H264Settings {
  /** Even numbers of pixels. */
  readonly width: number;
  readonly height: number;
  readonly bitsPerSecond: number;
  readonly framesPerSecond: number;
}

export interface H264Encoder {
  /**
   * Encodes one picture. Transfers the pixels' memory: the caller's buffer is empty afterwards. At most one call
   * may be pending, so that a slow encoder drops pictures at its input and never queues them.
   */
  encode(pixels: Uint8Array, ptsUs: number, keyFrame: boolean): Promise<EncodedPicture>;
  /**
   * Encodes the last picture again, for a quarter of the CPU: nothing is drawn, and no pixels are copied. `isLast`: it
   * won't be repeated again, and its memory is freed.
   */
  repeat(ptsUs: number, isLast: boolean): Promise<EncodedPicture>;
  /** Frees all memory. A pending `encode` is rejected. */
  close(): void;
}

type Frame = InstanceType<typeof VideoFrame>;

/** After this time the encoder counts as broken. */
const ENCODE_LIMIT_MS = 5_000;

/** Throws if the encoder refuses these settings. */
export function createH264Encoder(settings: H264Settings): H264Encoder {
  let last: Frame | undefined;
  let waiting: { resolve(picture: EncodedPicture): void; reject(error: Error): void } | undefined;
  const fail = (error: Error) => {
    const call = waiting;
    waiting = undefined;
    call?.reject(error);
  };

  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      const key = chunk.type === 'key';
      const call = waiting;
      waiting = undefined;
      call?.resolve({ key, ...(key ? splitParameterSets(bytes) : { config: undefined, data: bytes }) });
    },
    error: (error) => fail(error as unknown as Error),
  });
  encoder.configure({
    codec: 'avc1.42E020',
    width: settings.width,
    height: settings.height,
    bitrate: settings.bitsPerSecond,
    framerate: settings.framesPerSecond,
    // 'realtime' forces a key frame every 10 pictures and is no faster.
    latencyMode: 'quality',
    hardwareAcceleration: 'prefer-software',
  });

  function forget(): void {
    last?.close();
    last = undefined;
  }

  function run(takeFrame: () => Frame, keyFrame: boolean): Promise<EncodedPicture> {
    if (waiting) return Promise.reject(new Error('the previous picture is still being encoded'));
    return new Promise((resolve, reject) => {
      // A pending encode does not keep Node alive; this timer does, and bounds the wait.
      const timer = setTimeout(() => fail(new Error('the encoder does not answer')), ENCODE_LIMIT_MS);
      waiting = {
        resolve: (picture) => {
          clearTimeout(timer);
          resolve(picture);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      try {
        encoder.encode(takeFrame(), { keyFrame });
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  return {
    encode(pixels, ptsUs, keyFrame) {
      const takeFrame = (): Frame => {
        forget();
        last = new VideoFrame(pixels, {
          format: 'RGBA',
          codedWidth: settings.width,
          codedHeight: settings.height,
          timestamp: ptsUs,
        });
        release(pixels);
        return last;
      };
      return run(takeFrame, keyFrame);
    },
    async repeat(ptsUs, isLast) {
      if (last === undefined) throw new Error('there is no picture to repeat');
      const again = new VideoFrame(last, { timestamp: ptsUs });
      try {
        return await run(() => again, false);
      } finally {
        again.close();
        if (isLast) forget();
      }
    },
    close() {
      fail(new Error('the encoder was closed'));
      forget();
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}

/**
 * Frees the pixels' memory at once. If it were left to the garbage collector, the next picture would get new pages,
 * and mapping those costs more than drawing and encoding together.
 */
function release(pixels: Uint8Array): void {
  if (pixels.buffer instanceof ArrayBuffer && pixels.byteLength === pixels.buffer.byteLength) {
    pixels.buffer.transfer(0);
  }
}
