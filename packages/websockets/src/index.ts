// Websockets of a server of ours: a router by path, limits for clients that nobody knows yet, heartbeats, and closing with
// the contract's codes. It must never know what a socket is for or who may open it. Its main invariant: what a stranger
// can cost is bounded before anything of theirs is read.
export { isNetwork, networkOf, ownerOf, parseTrustedProxies, plainAddress } from './client-address.ts';
export { type Heartbeat, viewerHeartbeat, watchHeartbeat } from './socket-heartbeat.ts';
export {
  closeForFault,
  closeSocket,
  createWebsockets,
  originsOf,
  type SocketCall,
  type Websockets,
} from './websockets.ts';
