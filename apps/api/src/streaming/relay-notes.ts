// The notes that a relay keeps, unread, about each socket and channel, and names after a lost link. A node that has never
// heard of them learns all of it from here, and then asks the database whether it still holds.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ticketPurpose } from '@pocketfleet/contract';
import { z } from 'zod';
import type { SealKeys } from '../platform/sealed.ts';
import type { Admission } from './tickets.sql.ts';

/** `address`: where the socket comes from. */
export type AdmittedSocket = Admission & { socket_id: string; address: string };

/** As PostgreSQL writes a timestamptz. */
const ticketAt = z
  .string()
  .regex(/^[12]\d{3}-\d\d-\d\d ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d){0,2}$/)
  .refine((text) => z.iso.date().safeParse(text.slice(0, 10)).success);
const instant = z.iso.datetime();

const socketNote = z.object({
  user_id: z.uuid(),
  workspace_id: z.uuid(),
  credential_id: z.uuid(),
  device_id: z.uuid(),
  assignment_id: z.uuid(),
  purpose: ticketPurpose,
  session_id: z.uuid(),
  ticket_at: ticketAt,
  kind: z.enum(['person', 'key', 'program', 'guest']),
  name: z.string().max(200),
  address: z.string().max(100),
  assignment_expires_at: instant.nullable(),
  token_expires_at: instant,
});

const channelNote = z.object({
  device_id: z.uuid(),
  assignment_id: z.uuid(),
  host_id: z.uuid(),
  expires_at: instant.nullable(),
});
export type ChannelNote = z.infer<typeof channelNote>;

/**
 * Notes are signed with keys of the server, which a relay doesn't have. A server without such keys uses a fixed key, which
 * protects nothing.
 */
type NoteConfig = { operatorSecretsKeys: SealKeys };

export function writeSocketNote(config: NoteConfig, { socket_id, ...note }: AdmittedSocket): string {
  return sign(config, `socket ${socket_id}`, note);
}

/** Undefined for a text that is no note of this socket. */
export function readSocketNote(
  config: NoteConfig,
  socket_id: string,
  text: string,
): AdmittedSocket | undefined {
  const note = parse(socketNote, readSigned(config, `socket ${socket_id}`, text));
  return note && { ...note, socket_id };
}

export function writeChannelNote(config: NoteConfig, channelId: string, note: ChannelNote): string {
  return sign(config, `channel ${channelId}`, note);
}

export function readChannelNote(
  config: NoteConfig,
  channelId: string,
  text: string,
): ChannelNote | undefined {
  return parse(channelNote, readSigned(config, `channel ${channelId}`, text));
}

/** `owner`: a note of one socket or channel is none of another. */
function sign(config: NoteConfig, owner: string, note: object): string {
  const json = JSON.stringify(note);
  const [first = Buffer.alloc(0)] = signaturesOf(config, owner, json);
  return `${first.toString('base64url')}${json}`;
}

function readSigned(config: NoteConfig, owner: string, text: string): string | undefined {
  const start = text.indexOf('{');
  if (start < 0) return undefined;
  const signature = Buffer.from(text.slice(0, start), 'base64url');
  const json = text.slice(start);
  const isOurs = signaturesOf(config, owner, json).some(
    (ours) => ours.length === signature.length && timingSafeEqual(ours, signature),
  );
  return isOurs ? json : undefined;
}

/** The first is of the key that signs; notes of the others are older. */
function signaturesOf({ operatorSecretsKeys }: NoteConfig, owner: string, json: string): Buffer[] {
  const keys = operatorSecretsKeys.length > 0 ? operatorSecretsKeys : [Buffer.alloc(32)];
  return keys.map((key) => createHmac('sha256', key).update(`relay-note:${owner} ${json}`).digest());
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  text: string | undefined,
): z.output<Schema> | undefined {
  try {
    return text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
