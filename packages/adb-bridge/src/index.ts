// The wire of an adb bridge, between the customer's computer and the agent beside the phone: many adb streams over one
// websocket. Both sides use it; the relay reads only the kinds of messages. It knows neither the phone nor the customer's
// adb server.
export {
  BridgeFormatError,
  type BridgeMessage,
  decodeBridgeMessage,
  encodeBridgeMessage,
  maxBannerBytes,
  maxBridgeMessageLength,
} from './bridge-message.ts';
export type { BridgeBuffers, BridgeStream } from './bridge-stream.ts';
export { BridgeStreams, type OpenReply, StreamRefusedError } from './bridge-streams.ts';
export { CreditBudget, type CreditShare } from './credit-budget.ts';
