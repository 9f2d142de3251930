// The relay: viewers' sockets, agents' channels, and the bytes between them. It must never know SQL, orders or payments: all
// that it knows of the product comes through its control plane (decision 200). Its main invariant: every byte between a phone
// and a viewer passes here and nowhere else, and only while the viewer's lease lasts.
export type {
  AdmissionRequest,
  ChannelAnswer,
  ChannelRequest,
  ControlEvent,
  ControlPlane,
  DeviceSeatChange,
  DialRequest,
  JudgedFiles,
  Lease,
  OpenChannel,
  OpenSocket,
  Place,
  SeatAnswer,
  SocketKind,
  SocketUse,
} from './control-plane.ts';
export { type FileUse, watchFiles } from './files-watch.ts';
export { ChannelRefused, createHostChannels, type HostChannels } from './host-channels.ts';
export {
  maxRelayMessageBytes,
  type NodeMessage,
  oldestRelayProtocolVersion,
  proofText,
  type QuestionInput,
  type QuestionName,
  type QuestionOutput,
  questions,
  type RelayHello,
  relayMessage,
  relayProtocolVersion,
  type Told,
} from './link/link-messages.ts';
export { createLinkedControl } from './link/linked-control.ts';
export { isRelayIdOf, makeRelayId } from './link/relay-id.ts';
export { publicKeyOf, RelayLink } from './link/relay-link.ts';
export { acceptChannels } from './phone-sockets.ts';
export { Relay } from './relay.ts';
export { registerRelayMetrics } from './relay-metrics.ts';
export { type Rtp, startRtp } from './rtp.ts';
export { type RtpConfig, readRtp } from './rtp-address.ts';
export type { SeatPerson } from './shared-seat.ts';
export { type RunningRelay, startRelay } from './start-relay.ts';
export { createTransferShare, reservedBytes } from './transfer-share.ts';
