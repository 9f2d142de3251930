// Joins a customer's adb bridge with the agent's channel for it. Each side is checked, slowed down by the other and closed
// with it. The agent, beside the phone, decides which services a bridge may open. A bridge has no limit of time but its ticket's
// assignment and credential: adb is expected to stay connected.
import { BridgeFormatError, decodeBridgeMessage, maxBridgeMessageLength } from '@pocketfleet/adb-bridge';
import { type CloseReason, closeCodes } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import { viewerHeartbeat, watchHeartbeat } from '../../platform/socket-heartbeat.ts';
import { closeForFault, closeSocket } from '../../platform/websockets.ts';
import { holdBackIfSlow } from './hold-back.ts';

/** `reasonOfLoss` gives the customer's close reason when the channel ended without one. */
export function joinBridge(customer: WebSocket, channel: WebSocket, reasonOfLoss: () => CloseReason): void {
  watchHeartbeat(customer, viewerHeartbeat);
  watchHeartbeat(channel, viewerHeartbeat);
  forward(customer, channel, false);
  forward(channel, customer, true);
  customer.on('close', () => channel.close(closeCodes.normal.code));
  // The agent ends a bridge only when the phone is gone or the assignment is over.
  channel.on('close', () => closeSocket(customer, reasonOfLoss()));
}

function forward(from: WebSocket, to: WebSocket, mayGreet: boolean): void {
  from.on('message', (data, isBinary) => {
    const bytes = data as Buffer;
    if (from.readyState !== from.OPEN) return;
    if (!isBinary || !isAllowed(bytes, mayGreet)) return closeForFault(from, 'bad_message');
    if (to.readyState !== to.OPEN) return;
    to.send(bytes, { binary: true });
    holdBackIfSlow(from, to);
  });
}

/** Only the phone's side sends a banner. */
function isAllowed(bytes: Uint8Array, mayGreet: boolean): boolean {
  if (bytes.length > maxBridgeMessageLength) return false;
  try {
    return decodeBridgeMessage(bytes).type !== 'banner' || mayGreet;
  } catch (error) {
    if (error instanceof BridgeFormatError) return false;
    throw error;
  }
}
