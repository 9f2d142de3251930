// The events of a recording beside the picture. Actions, screens and gaps are written by the host, and our API checks them before
// it stores them. Files, questions and changes of control come from the activity: a host can't write these.
import { z } from 'zod';
import { screenRect } from './screen.ts';

/** Milliseconds from the beginning of the recording. */
const at_ms = z.int().nonnegative();
const who = z
  .object({ kind: z.enum(['person', 'key', 'program', 'guest']), id: z.uuid(), name: z.string().max(200) })
  .nullable();
const text = (length: number) => z.string().max(length);

const hostEvents = [
  z.object({
    type: z.literal('action'),
    at_ms,
    /** Null: not known. */
    who,
    action: z.enum(['tap', 'long_press', 'swipe', 'type', 'press', 'open_app', 'close_app']),
    /** By calls, or by hand at the picture. */
    by: z.enum(['call', 'hand']),
    /** The control that it was meant for, as the screen called it. */
    target: z
      .object({ ref: text(12), role: text(20), label: text(500), rect: screenRect.nullable() })
      .nullable(),
    /** The app, the key, or the name of the secret. Typed text is not stored here. */
    detail: text(300),
    /** Of typing: how many characters. */
    length: z.int().nonnegative().nullable(),
    is_secret: z.boolean(),
    done: z.boolean(),
    why: text(40).nullable(),
    /** Of typing: what reading it back has shown. Older agents don't send it. */
    confirmed: z.enum(['confirmed', 'different', 'unconfirmed']).nullable().optional(),
  }),
  z.object({
    type: z.literal('screen'),
    at_ms,
    app: text(255),
    display: z.object({ width: z.int(), height: z.int() }).nullable(),
    text: text(40_000),
  }),
  /** Neither picture nor screen were written in this time. */
  z.object({
    type: z.literal('gap'),
    at_ms,
    until_ms: z.int().nonnegative(),
    why: z.enum(['secret', 'phone_away', 'host_restarted', 'too_slow']),
    /** The name of the secret; empty without one. */
    detail: text(100),
  }),
] as const;

export const recordedEvent = z.discriminatedUnion('type', [
  ...hostEvents,
  z.object({
    type: z.literal('file'),
    at_ms,
    who,
    action: z.enum(['pushed', 'pulled', 'deleted', 'installed', 'removed', 'cleared']),
    name: text(500),
  }),
  /** A program asked people about the phone. Question and answer are not stored here. */
  z.object({
    type: z.literal('question'),
    at_ms,
    who,
    state: z.enum(['open', 'answered', 'expired', 'withdrawn']),
    /** How long before the recording it was asked: `at_ms` is 0 then. A node of an older version doesn't send it. */
    asked_before_ms: z.int().nonnegative().default(0),
    /** When it was closed; null while it is open. May be after the end of the recording. */
    until_ms: z.int().nonnegative().nullable(),
    /** The person who answered it; empty where nobody did. */
    answered_by: text(200),
  }),
  /** Somebody took the phone from somebody else, or gave it back. Somebody who only used it when it was free is not named here. */
  z.object({
    type: z.literal('control'),
    at_ms,
    who,
    change: z.enum(['taken', 'given_back']),
    /** From whom it was taken. */
    from: text(200),
  }),
  /** Somebody had a shell, adb, or files and apps open. The contents of a shell or adb are not stored. */
  z.object({
    type: z.literal('opened'),
    at_ms,
    who,
    what: z.enum(['shell', 'adb', 'files']),
    /** Null while it is open. May be after the end of the recording. */
    until_ms: z.int().nonnegative().nullable(),
  }),
]);
export type RecordedEvent = z.infer<typeof recordedEvent>;
export const recordedEventTypes: readonly string[] = recordedEvent.options.map(
  ({ shape }) => shape.type.value,
);
const hostEvent = z.discriminatedUnion('type', hostEvents);
/** The events that a host writes. */
export type HostEvent = z.infer<typeof hostEvent>;
export type RecordedAction = Extract<RecordedEvent, { type: 'action' }>;
/** One of the last steps on a phone as its host tells it. The action's own time means nothing. */
export const hostStep = z.object({ age_ms: z.int().nonnegative(), action: hostEvents[0] });
export type HostStep = z.infer<typeof hostStep>;
export type RecordedWho = RecordedAction['who'];

/** Of one chunk. */
export const maxRecordedEvents = 5_000;
/** The events of a chunk. Strict: a chunk with any other event is refused. */
export const hostEventList = z.array(hostEvent).max(maxRecordedEvents);

/** The agent receives this with each chunk, and at the end. */
export const uploadAnswer = z.object({
  /** Set: stop recording, and send the rest. */
  stop: z.boolean(),
});
/** The agent has sent all that it has. `chunks`: how many it made; their numbers count from 0. */
export const uploadEnd = z.object({
  chunks: z.int().min(0).max(1_000_000),
  reason: z.enum(['stopped', 'rental_ended', 'disk_full', 'quota_full', 'too_long', 'failed']),
});
