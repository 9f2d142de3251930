export { EncoderFaults } from './encoder/encoder-faults.ts';
export { createH264Encoder, type H264Settings } from './encoder/h264-encoder.ts';
export { createOpusEncoder } from './encoder/opus-encoder.ts';
export { type Recording, record } from './encoder/recording.ts';
export { startScrcpyServer } from './scrcpy/server.ts';
export { videoSize } from './scrcpy/video-size.ts';
