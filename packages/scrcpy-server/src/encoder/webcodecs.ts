// Loads the encoder library in its statically linked build, which contains OpenH264 and Opus and no GPL code. The
// other build would use the machine's FFmpeg, under its licence.
import { createRequire } from 'node:module';

process.env['NODE_WEBCODECS_FORCE'] = 'static';

// A plain `import` would be hoisted above the line that pins the build.
const library = createRequire(import.meta.url)('node-webcodecs') as typeof import('node-webcodecs');

export const { AudioData, AudioEncoder, VideoEncoder, VideoFrame } = library;
