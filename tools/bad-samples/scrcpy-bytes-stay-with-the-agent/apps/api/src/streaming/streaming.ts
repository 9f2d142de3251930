import { ScrcpyPointCodec } from '@yume-chan/scrcpy';

export const bad = ScrcpyPointCodec;
