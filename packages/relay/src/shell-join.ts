// Joins a viewer's shell with the agent's channel for it. Each side is checked, slowed down by the other and closed
// with it. A shell ends after 15 minutes without input, and after 8 hours in any case.
import { type CloseReason, closeCodes } from '@pocketfleet/contract';
import {
  decodeShellMessage,
  maxShellMessageLength,
  type ShellMessage,
  ShellMessageFormatError,
} from '@pocketfleet/stream-protocol';
import { closeForFault, closeSocket, viewerHeartbeat, watchHeartbeat } from '@pocketfleet/websockets';
import type { WebSocket } from 'ws';
import { holdBackIfSlow } from './hold-back.ts';

const idleAfterMs = 15 * 60_000;
const longestMs = 8 * 60 * 60_000;

/** `reasonOfLoss` gives the viewer's close reason when the channel ended without one. */
export function joinShell(viewer: WebSocket, channel: WebSocket, reasonOfLoss: () => CloseReason): void {
  let typedAtMs = performance.now();
  const openedAtMs = typedAtMs;
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - typedAtMs > idleAfterMs || now - openedAtMs > longestMs) {
      viewer.close(closeCodes.normal.code, 'The shell was idle for too long.');
      channel.close(closeCodes.normal.code);
    }
  }, 30_000);
  watchHeartbeat(viewer, viewerHeartbeat);
  watchHeartbeat(channel, viewerHeartbeat);
  forward(viewer, channel, ['input', 'resize'], () => {
    typedAtMs = performance.now();
  });
  forward(channel, viewer, ['output', 'exit'], () => undefined);
  viewer.on('close', () => {
    clearInterval(timer);
    channel.close(closeCodes.normal.code);
  });
  channel.on('close', (code) => {
    clearInterval(timer);
    closeSocket(viewer, code === closeCodes.normal.code ? 'normal' : reasonOfLoss());
  });
}

function forward(
  from: WebSocket,
  to: WebSocket,
  allowed: readonly ShellMessage['type'][],
  onMessage: () => void,
): void {
  from.on('message', (data, isBinary) => {
    const bytes = data as Buffer;
    if (from.readyState !== from.OPEN) return;
    if (!isBinary || !isAllowed(bytes, allowed)) return closeForFault(from, 'bad_message');
    onMessage();
    if (to.readyState !== to.OPEN) return;
    to.send(bytes, { binary: true });
    holdBackIfSlow(from, to);
  });
}

function isAllowed(bytes: Uint8Array, allowed: readonly ShellMessage['type'][]): boolean {
  if (bytes.length > maxShellMessageLength) return false;
  try {
    return allowed.includes(decodeShellMessage(bytes).type);
  } catch (error) {
    if (error instanceof ShellMessageFormatError) return false;
    throw error;
  }
}
