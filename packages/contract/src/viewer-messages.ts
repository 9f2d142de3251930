// Text messages on /ws/devices/{id}/stream, beside the binary packets of `stream-protocol`. Subprotocols
// offered: "pocketfleet" and a ticket of purpose `view` or `control`. At most 4 KB each, except clipboard,
// which is binary.
import { z } from 'zod';

/**
 * The capture that a viewer requests: `focus` at full size, `lean` in its place on a slow line
 * (decision 032), `tile` for the mosaic, in its place `tile_small` where it is shown small, and `tile_slow` and
 * `tile_slowest` where the browser can't keep up (decision 037), `baseline` for decoders without WebCodecs: H.264
 * Baseline, at most 720p30, without sound.
 */
export const streamQuality = z.enum([
  'focus',
  'lean',
  'tile',
  'tile_small',
  'tile_slow',
  'tile_slowest',
  'baseline',
]);
export type StreamQuality = z.infer<typeof streamQuality>;

/** Browser to relay. */
export const viewerRequest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ping'),
    client_time_ms: z.number(),
    /** The stamp of the last video packet that arrived. A viewer that wants all packets, however late, leaves it out. */
    seen_relay_time_ms: z.number().optional(),
  }),
  z.object({ type: z.literal('take_control') }),
  /** No packets until `resume`; the socket stays. */
  z.object({ type: z.literal('pause') }),
  z.object({ type: z.literal('resume') }),
  z.object({ type: z.literal('quality'), quality: streamQuality }),
  /** The decoder needs a key packet to continue. Honoured at most once a second. */
  z.object({ type: z.literal('key_packet') }),
  /** The click for which the stream was opened ahead has come: the viewer counts from now on (decision 036). */
  z.object({ type: z.literal('arrive') }),
  /** True when sound packets are sent. The configuration of the sound is always sent. */
  z.object({ type: z.literal('sound'), is_wanted: z.boolean() }),
  /** Pictures may come as RTP too: the relay makes an offer. */
  z.object({ type: z.literal('rtp_join') }),
  /** The part of the answer that the relay needs. The browser's addresses are not in it: its requests over UDP show them. */
  z.object({
    type: z.literal('rtp_answer'),
    ice_ufrag: z.string().regex(/^[A-Za-z0-9+/]{4,64}$/),
    ice_pwd: z.string().regex(/^[A-Za-z0-9+/]{22,64}$/),
    /** SHA-256 of the browser's certificate. */
    fingerprint: z.string().regex(/^[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){31}$/),
  }),
  /** From now on pictures come as RTP alone; everything else stays. */
  z.object({ type: z.literal('rtp_use') }),
  /** Pictures come by the websocket again. */
  z.object({ type: z.literal('rtp_leave') }),
]);
export type ViewerRequest = z.infer<typeof viewerRequest>;

export const controlRole = z.enum(['controlling', 'watching']);

/** The holder of control of a phone, as one viewer sees it. */
export const seatHolder = z.discriminatedUnion('kind', [
  /** The next input takes control. */
  z.object({ kind: z.literal('nobody') }),
  z.object({ kind: z.literal('this_window') }),
  /** Another window, browser or device of the same customer. */
  z.object({ kind: z.literal('own_window') }),
  z.object({ kind: z.enum(['person', 'key', 'program', 'guest']), name: z.string() }),
]);
export type SeatHolder = z.infer<typeof seatHolder>;

/** Requests that the first relays did not know. A viewer sends them only to a relay that lists them in its welcome. */
export const laterRequests = ['arrive', 'sound'] as const satisfies readonly ViewerRequest['type'][];

/** Of a relay that has a port for RTP. */
export const rtpRequests = [
  'rtp_join',
  'rtp_answer',
  'rtp_use',
  'rtp_leave',
] as const satisfies readonly ViewerRequest['type'][];

/** In UTF-16 units. */
const maxToldText = 80;

/** The text of a notice, as much of it as is told. */
export function toldText(text: string): { text?: string } {
  if (text === '') return {};
  const shown = text.length <= maxToldText ? text : `${text.slice(0, maxToldText - 1)}…`;
  return { text: shown.toWellFormed() };
}

/**
 * Text that the viewer typed or pasted did not read back as it was typed; nothing is sent where it did. `different`: the field
 * holds something else. `unconfirmed`: nobody could look. `keyboard_left`: the keyboard that was chosen before is not back.
 */
export const typedNotice = z.object({
  type: z.literal('typed'),
  outcome: z.enum(['different', 'unconfirmed', 'failed', 'keyboard_left']),
  /** Of `failed`: one of `actionRefusal`. Not that schema, so that no page with a picture loads those of actions. */
  why: z.string().max(60).nullable(),
  /** The text itself, shortened. Without it: a password, or an agent that tells none. */
  text: z.string().max(maxToldText).optional(),
});
export type TypedNotice = z.infer<typeof typedNotice>;

/** Relay to browser. */
export const viewerNotice = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    session_id: z.uuid(),
    /** The relay's monotonic clock in ms, modulo 2^32: what packets are stamped with. */
    relay_time_ms: z.number(),
    expires_at: z.string().nullable(),
    may_control: z.boolean(),
    /** The qualities of this relay. An older relay omits them, and has no `lean`. */
    qualities: z.array(z.string()).optional(),
    /** The later requests that this relay understands. It closes the connection on any other. */
    understands: z.array(z.string()).optional(),
  }),
  /** The quality from now on; sent when the first picture of a new quality is there. */
  z.object({ type: z.literal('quality'), quality: streamQuality }),
  /** The end of the assignment has moved. */
  z.object({ type: z.literal('expires'), expires_at: z.string().nullable() }),
  z.object({ type: z.literal('pong'), client_time_ms: z.number(), relay_time_ms: z.number() }),
  z.object({
    type: z.literal('role'),
    role: controlRole,
    viewers: z.number().int(),
    /** Older relays omit it. */
    holder: seatHolder.optional(),
  }),
  /** Packets were skipped for this viewer; the next is a key packet. */
  z.object({ type: z.literal('skipped'), packets: z.number().int() }),
  /** The name of the person or program that records the phone now; null when nobody does. */
  z.object({ type: z.literal('recording'), by: z.string().max(200).nullable() }),
  z.object({
    type: z.literal('phone'),
    state: z.enum(['starting', 'streaming', 'stalled', 'offline', 'failed']),
    detail: z.string(),
  }),
  typedNotice,
  /** The offer (SDP) for pictures as RTP. */
  z.object({ type: z.literal('rtp_offer'), sdp: z.string().max(4_000) }),
  /** Pictures that were sent as RTP: the relay's stamp of each, and its bytes. */
  z.object({
    type: z.literal('rtp_sent'),
    pictures: z.array(z.tuple([z.number(), z.number()])).max(200),
  }),
  /** No pictures as RTP: it is over, or can't be had now. */
  z.object({ type: z.literal('rtp_end') }),
]);
export type ViewerNotice = z.infer<typeof viewerNotice>;
