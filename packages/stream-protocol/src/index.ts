// Our binary framing between agent, relay and browser, encode and decode side by side. Pure: no Node, no DOM.
export { channelActs, createActRate, viewerActs } from './act-rate.ts';
export * from './control-message.ts';
export { decodeControlMessage } from './control-message-decode.ts';
export { encodeControlMessage } from './control-message-encode.ts';
export * from './file-block.ts';
export * from './packet.ts';
export * from './shell-message.ts';
