// Between a host's agent and the control plane, on AGENT_PORT. The agent dials out.
//
//   POST /agent/enrol                 one-time code + public key -> host_id (enrolmentRequest, enrolmentResponse)
//   ws   /agent/link                  JSON text messages below: hello -> challenge -> proof -> welcome
//   ws   /agent/channels/{channel_id} one per capture and relay node, shell or transfer; the agent offers the
//                                     subprotocols "pocketfleet-channel" and the channel's secret; binary
//                                     messages of `stream-protocol`, text messages `channelRequest`/`channelNotice`
//
// An agent's messages are untrusted input: each one is parsed with these schemas on arrival.
import { z } from 'zod';
import { checkResult, deviceBaseline } from './cleaning.ts';
import { streamQuality, typedNotice } from './viewer-messages.ts';

/** Raised with each incompatible change. */
export const agentProtocolVersion = 1;

/**
 * The version of the agent that belongs to this contract; its first number is the version of the protocol. An older agent
 * of the same protocol goes on working, and its welcome names the newer version.
 */
export const agentVersion = '1.8.0';
/** The first agent that knows the captures which stand for `tile`; an older one drops a message that names them. */
export const tileStandInsSince = '1.2.0';

/** The first agent that reads screens. */
export const screenSince = '1.4.0';

/** The first agent that sends changes of a screen as they come, and that hears whose seat a stream's input comes from. */
export const liveScreenSince = '1.5.0';

/** The first agent that hears of the seat on a screen channel, and stops an action of somebody who has lost the phone. */
export const stopsActionsSince = '1.6.0';

/** The first agent that records phones, and hears on streams and screens who acts. */
export const recordingSince = '1.7.0';

/** The first agent that tells the last steps on a phone. */
export const stepsSince = '1.8.0';

const base64 = z
  .string()
  .regex(/^[A-Za-z0-9+/]+={0,2}$/)
  .max(1024);

export const enrolmentRequest = z.object({
  code: z.string().min(8).max(64),
  name: z.string().trim().min(1).max(100),
  /** Ed25519 public key, SPKI DER, base64. */
  public_key: base64,
  agent_version: z.string().max(32),
});
export const enrolmentResponse = z.object({ host_id: z.uuid() });

/** Text that a phone reports is shown and stored, so control characters are removed, U+0000 among them. */
const phoneText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .transform((text) => text.replace(/\p{Cc}/gu, ''));

export const runnerState = z.enum([
  'absent',
  'unauthorized',
  'preparing',
  'ready',
  'streaming',
  'cleaning',
  'quarantined',
]);
export type RunnerState = z.infer<typeof runnerState>;

/** A device as its runner reports it. `identity` is the same on each host and cable. */
export const deviceReport = z.object({
  identity: z.string().regex(/^[0-9a-f]{64}$/),
  serial: phoneText(128),
  state: runnerState,
  /** The reason, as text for operators; may be empty. */
  reason: phoneText(500),
  /** The tag on the phone's back, such as "PF-001"; any other text is ignored. */
  tag_hint: z
    .string()
    .regex(/^[A-Z]{2,4}-\d{1,6}$/)
    .nullable()
    .catch(null),
  model: phoneText(100),
  /** The name on the box, for phones that know it. */
  marketing_name: phoneText(100).nullable().optional(),
  manufacturer: phoneText(100),
  android_version: phoneText(32),
  api_level: z.number().int().min(1).max(1000),
  screen_width: z.number().int().min(1).max(16384),
  screen_height: z.number().int().min(1).max(16384),
  battery_level: z.number().int().min(0).max(100).nullable(),
  battery_temperature_tenths: z.number().int().min(-1000).max(2000).nullable(),
  charging: z.boolean().nullable(),
  storage_free_bytes: z.number().int().nonnegative().nullable(),
});
export type DeviceReport = z.infer<typeof deviceReport>;

/** A malformed report of one phone is left out, so that it does not end the link of its host. */
const deviceReports = z
  .array(z.unknown())
  .max(500)
  .transform((reports) =>
    reports.flatMap((report) => {
      const parsed = deviceReport.safeParse(report);
      return parsed.success ? [parsed.data] : [];
    }),
  );
/** The result of a command; sent again when the same command is sent again. */
export const commandResult = z.object({
  type: z.literal('command_result'),
  command_id: z.uuid(),
  device_id: z.uuid(),
  ok: z.boolean(),
  /** The reason of a failure, as text for operators; may be empty. */
  detail: z.string().max(2000),
  /** The evidence (clean, take_baseline, prepare_tenant). */
  evidence: z.array(checkResult).max(50).optional(),
  /** The result of take_baseline. */
  baseline: deviceBaseline.optional(),
  /** The Android user that prepare_tenant made. */
  tenant_user: z.number().int().min(0).max(100_000).optional(),
  /** A small PNG (screenshot), base64. */
  picture: z
    .string()
    .regex(/^[A-Za-z0-9+/]+={0,2}$/)
    .max(600_000)
    .optional(),
});
export type CommandResult = z.infer<typeof commandResult>;

/** Agent to control plane. */
export const agentMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.number().int(),
    agent_version: z.string().max(32),
    host_id: z.uuid(),
  }),
  /** Ed25519 signature over the UTF-8 text "pocketfleet-agent-link:" + host_id + ":" + nonce, base64. */
  z.object({ type: z.literal('proof'), signature: base64 }),
  /** `full`: everything the host has (first after welcome); otherwise only what changed. */
  z.object({ type: z.literal('devices'), full: z.boolean(), devices: deviceReports }),
  commandResult,
  z.object({ type: z.literal('channel_failed'), channel_id: z.uuid(), detail: z.string().max(500) }),
  /**
   * Responds to `rotate_key`: an Ed25519 key of the host, SPKI DER, and the signature that it makes over the UTF-8
   * text "pocketfleet-agent-key:" + host_id + ":" + nonce.
   */
  z.object({ type: z.literal('new_key'), public_key: base64, signature: base64 }),
]);
export type AgentMessage = z.infer<typeof agentMessage>;

export const deviceCommand = z.enum(['take_baseline', 'clean', 'prepare_tenant', 'reboot', 'screenshot']);

export const channelKind = z.enum(['stream', 'shell', 'files', 'adb', 'screen']);

/** Control plane to agent. */
export const controlPlaneMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('challenge'), nonce: z.string() }),
  z.object({
    type: z.literal('welcome'),
    node_id: z.string(),
    protocol: z.number().int(),
    /** Set when the agent is older than the one that belongs to this control plane. */
    update_to: z.string().max(32).optional(),
  }),
  /** Requests a new key; repeated at the next link until the agent has sent one. */
  z.object({ type: z.literal('rotate_key'), nonce: z.string() }),
  /** The new key counts from the next link on; the old one does not any more. */
  z.object({ type: z.literal('key_accepted'), public_key: z.string() }),
  z.object({ type: z.literal('refused'), detail: z.string(), retry: z.boolean() }),
  /** Responds to `devices`: our id for each identity. Devices not named here are not ours to serve. */
  z.object({
    type: z.literal('known_devices'),
    devices: z.array(
      z.object({
        identity: z.string(),
        device_id: z.uuid(),
        /** The Android user of the tenant that the phone is open to now; without one no channel is opened. */
        tenant_user: z.number().int().nullable().optional(),
      }),
    ),
  }),
  z.object({
    type: z.literal('open_channel'),
    channel_id: z.uuid(),
    kind: channelKind,
    device_id: z.uuid(),
    /** Websocket base of the node that asks: the agent dials node_url + /agent/channels/{channel_id}. */
    node_url: z.string(),
    secret: z.string(),
    quality: streamQuality.optional(),
    /**
     * screen: 32 bytes each in base64, of this assignment alone. The agent keeps what has to stay hidden for the assignment
     * sealed with the first, so that it lasts over a restart; all of them open it. No host stores them.
     */
    memory_keys: z.array(z.base64()).max(16).optional(),
    /** The agent ends the channel by itself at this instant. */
    expires_at: z.string().nullable(),
    /** The same instant as a span from now, counted by the monotonic clock. It wins, because a host's wall clock can be wrong. */
    expires_in_ms: z.number().int().nonnegative().nullable().optional(),
  }),
  /** The node no longer waits for this channel: an agent that has not dialled yet need not do so. */
  z.object({ type: z.literal('close_channel'), channel_id: z.uuid() }),
  /** The assignment's end has moved, and with it the instant at which the agent ends this channel by itself. */
  z.object({
    type: z.literal('move_channel_end'),
    channel_id: z.uuid(),
    expires_at: z.string().nullable(),
    /** As in `open_channel`. */
    expires_in_ms: z.number().int().nonnegative().nullable(),
  }),
  /** Sent again after each new link and each minute while the recording goes on: an agent that records it already takes the end. */
  z.object({
    type: z.literal('start_recording'),
    recording_id: z.uuid(),
    device_id: z.uuid(),
    /** Of the phone's tenant: another one is never recorded. Null while the phone is being prepared for the tenant. */
    tenant_user: z.int().nullable(),
    /** As in `open_channel`: what has to stay hidden on the screen stays out of the recording after a restart of the agent, too. */
    memory_keys: z.array(z.base64()).min(1).max(16),
    /** 32 bytes, base64. Kept in memory alone. */
    key: base64,
    /** Good for nothing but sending this recording's chunks. */
    upload_token: z.string(),
    /** How long it goes on already. */
    elapsed_ms: z.int().nonnegative(),
    /** The number of the next chunk, if the host has none of this recording. */
    next_chunk: z.int().nonnegative(),
    /** How much the host may have of it from now on, beyond what has arrived. Told again while it goes on: others share the room. */
    max_bytes: z.int().positive(),
    /** The agent ends it by itself after this time. */
    ends_in_ms: z.int().nonnegative().nullable(),
  }),
  /** `wipe`: the recording was erased, and nothing of it may be sent any more. */
  z.object({ type: z.literal('stop_recording'), recording_id: z.uuid(), wipe: z.boolean() }),
  z.object({
    type: z.literal('command'),
    command_id: z.uuid(),
    device_id: z.uuid(),
    command: deviceCommand,
    deadline_ms: z.number().int().positive(),
    /** prepare_tenant: the assignment of the Android user, which is created once for each. */
    assignment_id: z.uuid().optional(),
    /** clean: the state to which the phone is restored. */
    baseline: deviceBaseline.optional(),
  }),
]);
export type ControlPlaneMessage = z.infer<typeof controlPlaneMessage>;
export type CommandMessage = Extract<ControlPlaneMessage, { type: 'command' }>;

/** The person or program that acts on a phone. */
export const actor = z.object({
  kind: z.enum(['person', 'key', 'program', 'guest']),
  id: z.uuid(),
  name: z.string().max(200),
});

/** Relay to agent, on a stream channel (viewers' control messages go as binary, already checked). */
export const channelRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('key_packet') }),
  z.object({ type: z.literal('pause') }),
  z.object({ type: z.literal('resume') }),
  /** The generation of the phone's seat that the input after this message belongs to. Only to agents since `liveScreenSince`. */
  z.object({
    type: z.literal('seat'),
    generation: z.int().nonnegative(),
    /** The node understands the notice `typed`. Nodes of before leave it out, and close a channel for it. */
    hears_typed: z.boolean().optional(),
    /** The new holder, for recordings. Agents before `recordingSince` drop it. */
    who: actor.nullable().optional(),
  }),
]);

/** `of`: the person who typed the text. Agents of before leave it out, and tell no text. */
const typedNoticeOf = typedNotice.extend({ of: z.string().max(60).optional() });
export type TypedNoticeOf = z.infer<typeof typedNoticeOf>;

/** Agent to relay, on a stream channel. */
export const channelNotice = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('phone'),
    state: z.enum(['starting', 'streaming', 'stalled', 'offline', 'failed']),
    detail: z.string().max(500),
  }),
  typedNoticeOf,
]);
export type ChannelNotice = z.infer<typeof channelNotice>;
