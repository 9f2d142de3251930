// The messages of the relay and the phone, as events for the page.
import type { ViewerNotice } from '@pocketfleet/contract';
import type { ReceivedPacket } from './connection/stream-socket.ts';
import type { PlayerClipboard } from './input/clipboard.ts';
import type { Emitter } from './player-events.ts';

export function emitNotice(notice: ViewerNotice, { emit }: Pick<Emitter, 'emit'>): void {
  if (notice.type === 'role') {
    const { role, viewers } = notice;
    const holder = notice.holder ?? { kind: role === 'controlling' ? 'this_window' : 'own_window' };
    emit('role', { role, viewers, holder });
  } else if (notice.type === 'recording') emit('recording', notice.by);
  else if (notice.type === 'typed') emit('typed', notice);
}

export function emitClipboard(
  { kind, payload }: ReceivedPacket,
  clipboard: PlayerClipboard,
  { emit }: Pick<Emitter, 'emit'>,
): void {
  if (kind === 'clipboard') emit('clipboard', clipboard.receive(payload));
  const sequence = kind === 'clipboard_ack' ? clipboard.decodeAck(payload) : undefined;
  if (sequence !== undefined) emit('clipboard_set', sequence);
}
