// A recording of a phone: streams replay its encoded pictures instead of drawing and encoding. This costs no CPU, so
// one machine can carry a hundred streaming phones.
import type { Picture } from '@pocketfleet/phone-parts';
import { createH264Encoder, type EncodedPicture, type H264Settings } from './h264-encoder.ts';

export interface Recording {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** Begins with a key picture, so that it can be repeated endlessly. */
  readonly pictures: readonly EncodedPicture[];
}

/** Records the phone's screen, as fast as it can be drawn. `step` changes the screen between two pictures. */
export async function record(
  picture: Picture,
  settings: H264Settings,
  count: number,
  step: (index: number) => void,
): Promise<Recording> {
  const encoder = createH264Encoder(settings);
  const pictures: EncodedPicture[] = [];
  try {
    for (let i = 0; i < count; i++) {
      step(i);
      const ptsUs = Math.round((i * 1_000_000) / settings.framesPerSecond);
      pictures.push(await encoder.encode(picture.render(settings), ptsUs, i === 0));
    }
  } finally {
    encoder.close();
  }
  const { width, height, framesPerSecond } = settings;
  return { width, height, framesPerSecond, pictures };
}
