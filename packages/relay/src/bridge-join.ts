// Joins a customer's adb bridge with the agent's channel for it. Each side is checked, slowed down by the other and closed
// with it. The agent, beside the phone, decides which services a bridge may open. A bridge has no limit of time but its ticket's
// assignment and credential: adb is expected to stay connected.
import {
  BridgeFormatError,
  type BridgeMessage,
  decodeBridgeMessage,
  maxBridgeMessageLength,
} from '@pocketfleet/adb-bridge';
import { type CloseReason, closeCodes } from '@pocketfleet/contract';
import { closeForFault, closeSocket, viewerHeartbeat, watchHeartbeat } from '@pocketfleet/websockets';
import type { WebSocket } from 'ws';
import { holdBackIfSlow } from './hold-back.ts';

/**
 * `reasonOfLoss` gives the customer's close reason when the channel ended without one. `onEnd` gets what adb has asked for,
 * by kind, before anything else learns that the customer's socket has closed.
 */
export function joinBridge(
  customer: WebSocket,
  channel: WebSocket,
  reasonOfLoss: () => CloseReason,
  onEnd: (opens: Readonly<Record<string, number>>) => void,
): void {
  const opens: Record<string, number> = {};
  watchHeartbeat(customer, viewerHeartbeat);
  watchHeartbeat(channel, viewerHeartbeat);
  forward(customer, channel, (message) => {
    if (message.type !== 'open') return message.type !== 'banner';
    const kind = kindOf(message.service);
    opens[kind] = (opens[kind] ?? 0) + 1;
    return true;
  });
  // Only the phone's side sends a banner.
  forward(channel, customer, () => true);
  customer.prependOnceListener('close', () => {
    if (Object.keys(opens).length > 0) onEnd(opens);
  });
  customer.on('close', () => channel.close(closeCodes.normal.code));
  // Else the agent ends a bridge only when the phone is gone or the assignment is over.
  channel.on('close', (code) =>
    closeSocket(customer, code === closeCodes.too_many.code ? 'too_many' : reasonOfLoss()),
  );
}

/** `isAllowed` is asked about each message. */
function forward(from: WebSocket, to: WebSocket, isAllowed: (message: BridgeMessage) => boolean): void {
  from.on('message', (data, isBinary) => {
    const bytes = data as Buffer;
    if (from.readyState !== from.OPEN) return;
    const message = isBinary ? read(bytes) : undefined;
    if (message === undefined || !isAllowed(message)) return closeForFault(from, 'bad_message');
    if (to.readyState !== to.OPEN) return;
    to.send(bytes, { binary: true });
    holdBackIfSlow(from, to);
  });
}

function read(bytes: Uint8Array): BridgeMessage | undefined {
  if (bytes.length > maxBridgeMessageLength) return undefined;
  try {
    return decodeBridgeMessage(bytes);
  } catch (error) {
    if (error instanceof BridgeFormatError) return undefined;
    throw error;
  }
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^shell[,:]/, 'shell'],
  [/^exec:/, 'exec'],
  [/^sync:/, 'sync'],
  [/^abb(?:_exec)?:/, 'abb'],
  [/^reverse:/, 'reverse'],
  [/^(?:tcp|local\w*):/, 'forward'],
  [/^(?:jdwp|track-jdwp|track-app)/, 'debug'],
  [/^framebuffer:/, 'framebuffer'],
  [/^reboot:/, 'reboot'],
];

/** Never what was typed: a command can hold a password. */
function kindOf(service: string): string {
  return kinds.find(([pattern]) => pattern.test(service))?.[1] ?? 'other';
}
