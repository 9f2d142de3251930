// Loads the encoder library. Only its statically linked build may serve us: it carries OpenH264 and Opus and no
// GPL code, whereas the other build would pick up whatever FFmpeg the machine has.
import { createRequire } from 'node:module';

process.env['NODE_WEBCODECS_FORCE'] = 'static';

// A plain `import` would be hoisted above the line that pins the build.
const library = createRequire(import.meta.url)('node-webcodecs') as typeof import('node-webcodecs');

export const { AudioData, AudioEncoder, VideoEncoder, VideoFrame } = library;
