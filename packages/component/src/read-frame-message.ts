// Apart from messages.ts, so that the component's script shares no code with our pages and stays one file.
import type { FrameMessage, PhoneState } from './messages.ts';

const states: readonly string[] = ['connecting', 'live', 'waiting', 'ended', 'error'];

export function readFrameMessage(data: unknown): FrameMessage | undefined {
  if (!isRecord(data)) return undefined;
  const { state, detail, width, height } = data;
  if (data['pocketfleet'] === 'state' && typeof state === 'string' && states.includes(state)) {
    return { pocketfleet: 'state', state: state as PhoneState, detail: String(detail).slice(0, 500) };
  }
  if (data['pocketfleet'] !== 'size' || !isLength(width) || !isLength(height)) return undefined;
  return { pocketfleet: 'size', width, height };
}

function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null;
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 16_384;
}
