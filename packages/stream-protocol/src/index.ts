// Our binary framing between agent, relay and browser, encode and decode side by side. Pure: no Node, no DOM.
export * from './control-message.ts';
export { decodeControlMessage } from './control-message-decode.ts';
export { encodeControlMessage } from './control-message-encode.ts';
export * from './file-block.ts';
export { HeldInput, textOf } from './held-input.ts';
export * from './packet.ts';
export { encodeRecordedHead, type RecordedPacket, readRecordedPackets } from './recorded-video.ts';
export * from './shell-message.ts';
export {
  channelControlRate,
  createTokenBucket,
  type Rate,
  type TokenBucket,
  viewerControlRate,
} from './token-bucket.ts';
