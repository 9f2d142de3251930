// The messages on the link between a relay and a node of the control plane, in both directions. Each end checks every message
// with these schemas. The relay dials; hello -> challenge -> proof -> welcome, then the relay asks and tells, and the control
// plane answers and sends events, in order. During an upgrade one end is newer: an unknown question fails, an unknown event or tell
// is ignored (undefined), and an unknown reason to close is a fault of the server.
import { type CloseReason, closeCodes, streamQuality } from '@pocketfleet/contract';
import { z } from 'zod';
import type { ControlEvent } from '../control-plane.ts';

export const relayProtocolVersion = 1;
/** Nodes are upgraded before relays, so they also serve relays of the version before. */
export const oldestRelayProtocolVersion: number = Math.max(1, relayProtocolVersion - 1);
/** The longest message of a relay, and of a node. */
export const maxRelayMessageBytes: number = 1024 * 1024;
export const maxNodeMessageBytes: number = 4 * 1024 * 1024;
/** How many sockets or channels one message names. */
export const maxNamedAtOnce = 200;
/** The text that a relay signs to prove its key. */
export const proofText = (nonce: string): string => `pocketfleet-relay-link:${nonce}`;

const id = z.uuid();
const detail = z.string().max(500);
const note = z.string().max(2_000);
const instant = z.string().max(40).nullable();
const span = z.number().nonnegative();
const kind = z.enum(['stream', 'shell', 'files', 'adb', 'screen']);
const url = z
  .string()
  .max(500)
  .regex(/^wss?:\/\/[^/\s]+$/);
const place = z.object({ device_id: id, assignment_id: id });
const person = z.object({
  kind: z.enum(['person', 'key', 'program', 'guest']),
  name: z.string().max(200),
  id,
});
const closeReason = z
  .string()
  .max(100)
  .transform((reason) => (Object.hasOwn(closeCodes, reason) ? (reason as CloseReason) : 'server_error'));
const lease = z.object({ ends_in_ms: span, reason: closeReason });
const seatEvent = z.object({
  node_id: z.string().max(100),
  kind: z.enum(['asked', 'answered', 'taken', 'used', 'left', 'counted']),
  to_node_id: z.string().max(100).nullable(),
  holds: z.boolean(),
  viewer_id: z.string().max(100).nullable(),
  viewers: z.number().int().nonnegative(),
  holder: person.nullable().optional(),
});
const deviceSeat = z.object({
  generation: z.number().int().nonnegative(),
  holder: person.nullable(),
  given_by: id.optional(),
});
const bytes = z.object({ device_id: id, bytes: z.number().int().nonnegative() });
const fileName = z.string().max(4_096);
const socketUse = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('arrived') }),
  z.object({ kind: z.literal('control.taken'), from: z.string().max(200) }),
  z.object({
    kind: z.literal('file'),
    use: z.discriminatedUnion('kind', [
      z.object({
        kind: z.enum(['file.pushed', 'file.pulled', 'app.installed']),
        details: z.object({ name: fileName, size: span }),
      }),
      z.object({
        kind: z.enum(['file.deleted', 'app.removed', 'app.cleared']),
        details: z.object({ name: fileName }),
      }),
    ]),
  }),
  z.object({ kind: z.literal('adb'), opens: z.record(z.string().max(100), z.number().int().nonnegative()) }),
]);
const judgedFiles = z.enum([
  'push',
  'install',
  'delete',
  'list_apps',
  'start_app',
  'uninstall_app',
  'stop_app',
  'clear_app',
]);
const openThings = z.object({
  sockets: z.array(z.object({ socket_id: id, note })).max(maxNamedAtOnce),
  channels: z.array(z.object({ channel_id: id, note })).max(maxNamedAtOnce),
  /** From now on viewers may be sent to the relay. Relays of the first version say nothing. */
  is_last: z.boolean().optional(),
});

/** The requests of a relay, and the form of the responses. */
export const questions = {
  admit: {
    input: z.object({
      socket_id: id,
      ticket: z.string().max(100),
      device_id: z.string().max(100),
      kind,
      is_ahead: z.boolean(),
      address: z.string().max(100),
    }),
    output: z.union([
      z.object({ refusal: closeReason }),
      place.extend({
        session_id: z.string().max(100),
        note,
        principal: person,
        credential_id: id,
        may_control: z.boolean(),
        assignment_expires_at: instant,
        lease,
      }),
    ]),
  },
  open_channel: {
    input: z.object({
      dial: z.object({ channel_id: id, secret: z.string().max(100), node_url: url }),
      request: place.extend({ kind, quality: streamQuality.optional() }),
    }),
    output: z.union([
      z.object({ refusal: z.object({ detail, is_too_old: z.boolean() }) }),
      z.object({ knows_seats: z.boolean(), ends_in_ms: span.nullable(), note }),
    ]),
  },
  read_seat: { input: place, output: deviceSeat.nullable() },
  claim_seat: {
    input: z.object({ place, person, by: z.enum(['use', 'take']) }),
    output: z.union([
      z.object({ taken_by: person.nullable(), generation: z.number().int() }),
      z.object({ generation: z.number().int(), hasChanged: z.boolean() }),
    ]),
  },
  release_seat: { input: z.object({ place, person }), output: z.null() },
  find_recorded: { input: place, output: z.string().max(200).nullable() },
  judge_files: { input: z.object({ socket_id: id, what: judgedFiles }), output: detail.nullable() },
  reserve_transfer: { input: bytes, output: z.boolean() },
  /** After the welcome: what the relay has open, in several messages where it is much. */
  resume: { input: openThings, output: z.null() },
  /** From now on no viewer is sent to this relay. The answer: whether another one can take them. */
  drain: { input: z.object({}), output: z.object({ has_other: z.boolean() }) },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export type QuestionName = keyof typeof questions;
export type QuestionInput<Name extends QuestionName> = z.input<(typeof questions)[Name]['input']>;
export type QuestionOutput<Name extends QuestionName> = z.output<(typeof questions)[Name]['output']>;

/** The messages of a relay that get no response. */
const told = z.discriminatedUnion('name', [
  z.object({ name: z.literal('socket_closed'), socket_id: id, code: z.number().int() }),
  z.object({ name: z.literal('channel_arrived'), channel_id: id }),
  z.object({ name: z.literal('channel_closed'), channel_id: id }),
  z.object({ name: z.literal('publish_seat'), place, event: seatEvent }),
  z.object({ name: z.literal('record_use'), socket_id: id, use: socketUse }),
  z.object({ name: z.literal('release_transfer'), ...bytes.shape }),
  /** Once a second: the assignments that are watched here, and whether viewers of other relays watch the same phones. */
  z.object({
    name: z.literal('state'),
    watched: z.array(id).max(20_000),
    has_viewers_elsewhere: z.boolean(),
  }),
]);
export type Told = z.infer<typeof told>;
const toldNames = new Set(told.options.map((option) => option.shape.name.value));

/** Undefined, for something whose name is none of these. */
function notIn(field: string, known: ReadonlySet<string>) {
  const name = z
    .string()
    .max(100)
    .refine((text) => !known.has(text));
  return z.object({ [field]: name }).transform(() => undefined);
}

const hello = z.object({
  type: z.literal('hello'),
  protocol: z.number().int(),
  relay_id: id,
  /** SPKI DER in base64. */
  public_key: z.string().max(200),
  public_url: url,
  agents_url: url,
});
export type RelayHello = z.infer<typeof hello>;

export const relayMessage = z.discriminatedUnion('type', [
  hello,
  z.object({ type: z.literal('proof'), signature: z.string().max(200) }),
  z.object({
    type: z.literal('ask'),
    id: z.number().int().nonnegative(),
    name: z.union([
      z.enum(Object.keys(questions) as [QuestionName, ...QuestionName[]]),
      z
        .string()
        .max(100)
        .transform(() => undefined),
    ]),
    input: z.unknown(),
  }),
  z.object({ type: z.literal('tell'), told: z.union([told, notIn('name', toldNames)]) }),
]);
export type RelayMessage = z.infer<typeof relayMessage>;

const manyIds = z.array(id).max(20_000);
const controlEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sockets_ended'), socket_ids: manyIds, reason: closeReason }),
  z.object({ type: z.literal('lease_changed'), socket_id: id, lease }),
  z.object({ type: z.literal('channels_ended'), channel_ids: manyIds }),
  z.object({ type: z.literal('channel_failed'), channel_id: id, detail, has_moved: z.boolean() }),
  z.object({ type: z.literal('assignment_ended'), assignment_id: id }),
  z.object({ type: z.literal('assignment_end_moved'), assignment_id: id, expires_at: instant }),
  z.object({ type: z.literal('channel_end_moved'), channel_id: id, ends_in_ms: span.nullable() }),
  z.object({ type: z.literal('seat_changed'), place, event: seatEvent }),
  z.object({ type: z.literal('device_seat_changed'), place, change: deviceSeat }),
  z.object({ type: z.literal('recording_changed'), device_id: id }),
  z.object({ type: z.literal('device_restarting'), device_id: id, by: z.enum(['team', 'tenant']) }),
  z.object({ type: z.literal('devices_changed'), device_ids: manyIds }),
  z.object({ type: z.literal('gap') }),
  z.object({ type: z.literal('living_relays'), relay_ids: z.array(z.string().max(100)).max(10_000) }),
]) satisfies z.ZodType<ControlEvent>;
const eventTypes = new Set(controlEvent.options.map((option) => option.shape.type.value));

export const nodeMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('challenge'), nonce: z.string().max(100) }),
  z.object({ type: z.literal('refused'), detail }),
  z.object({ type: z.literal('welcome'), node_id: z.string().max(100) }),
  /** `output` is checked with the schema of the question. */
  z.object({ type: z.literal('answer'), id: z.number().int().nonnegative(), output: z.unknown() }),
  /** The question could not be answered. */
  z.object({ type: z.literal('failed'), id: z.number().int().nonnegative() }),
  z.object({ type: z.literal('event'), event: z.union([controlEvent, notIn('type', eventTypes)]) }),
]);
/** As a relay receives it. */
export type ReceivedNodeMessage = z.infer<typeof nodeMessage>;
export type NodeMessage =
  | Exclude<ReceivedNodeMessage, { type: 'event' }>
  | { type: 'event'; event: ControlEvent };
