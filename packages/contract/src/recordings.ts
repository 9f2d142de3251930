// Recordings of phones: what passed, who did what, and what the screen said. The text of a screen is untrusted.
import { z } from 'zod';
import { id, instant, knownItemsOf, knownWord, okResponse } from './fields.ts';
import { recordedEvent, recordedEventTypes } from './recorded-events.ts';
import { defineRoute, fileResponse } from './route.ts';

/** `uploading`: it has ended, and its host still sends. `ended`: pieces of it are missing; what arrived can be played. */
export const recordingState = z.enum(['recording', 'uploading', 'ready', 'ended']);
export type RecordingState = z.infer<typeof recordingState>;

/** Why it ended. */
export const recordingEnd = z.enum([
  'stopped',
  /** Recorded because of a setting, and nobody uses the phone any more. */
  'use_ended',
  'rental_ended',
  /** The rental goes on with another phone. */
  'phone_replaced',
  /** The disk of the phone's computer is full, or its part for recordings. */
  'disk_full',
  /** The workspace has no room left. */
  'quota_full',
  'too_long',
  /** The phone's computer could not record. */
  'failed',
  /** The phone was moved to another computer. */
  'phone_moved',
  /** The person, key or program that started it may not record this phone any more. */
  'access_ended',
]);
export type RecordingEnd = z.infer<typeof recordingEnd>;

/** Why it began: somebody asked, or a setting for the phone, the key or the whole workspace. */
export const recordingCause = z.enum(['asked', 'phone', 'key', 'team']);

export const recording = z.object({
  id,
  name: z.string(),
  /** Without its model in answers of older versions. */
  phone: z.object({ id, tag: z.string(), model: z.string().optional() }),
  /** `system`: a setting. */
  started_by: z.object({
    kind: z.enum(['person', 'key', 'program', 'system']),
    id: id.nullable(),
    name: z.string(),
  }),
  cause: recordingCause,
  state: recordingState,
  /** One of the words that every version knows. */
  reason: knownWord(recordingEnd.options, 'failed').nullable(),
  /** In newer words where there are some. Left out by older versions. */
  exact_reason: knownWord(recordingEnd.options, 'failed').nullable().optional(),
  started_at: instant,
  ended_at: instant.nullable(),
  duration_ms: z.int().nonnegative(),
  /** As stored, encrypted. */
  bytes: z.int().nonnegative(),
  gaps: z.int().nonnegative(),
  /** It is deleted after this instant. */
  kept_until: instant,
  may_delete: z.boolean(),
});
export type Recording = z.infer<typeof recording>;

/** A piece of some seconds. Times count from the beginning of the recording. */
export const recordingChunk = z.object({
  number: z.int().nonnegative(),
  from_ms: z.int().nonnegative(),
  to_ms: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** True when playing can start in it. */
  has_key: z.boolean(),
});
export type RecordingChunk = z.infer<typeof recordingChunk>;

export const recordingQuota = z.object({
  used_bytes: z.int().nonnegative(),
  max_bytes: z.int().nonnegative(),
  keep_days: z.int().positive(),
});
export type RecordingQuota = z.infer<typeof recordingQuota>;

const params = z.object({ id });
const recordingName = z
  .string()
  .trim()
  .min(1, 'Give it a name')
  .max(100, 'Use at most 100 characters')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Write the name in one line');

export const startRecording = defineRoute({
  method: 'POST',
  path: '/devices/{id}/recordings',
  caller: 'customer',
  needs: ['record'],
  summary:
    'Record this phone from now on: the picture, what is done and by whom, and what the screen says. It ends when it is stopped, with the rental, or at a limit. Everybody who sees the phone sees that it is recorded.',
  params,
  body: z.object({ name: recordingName.optional() }),
  response: recording,
});

export const stopRecording = defineRoute({
  method: 'POST',
  path: '/recordings/{id}/stop',
  caller: 'customer',
  needs: ['record'],
  summary: 'Stop a recording. Its host sends the rest afterwards.',
  params,
  response: recording,
});

export const listRecordings = defineRoute({
  method: 'GET',
  path: '/recordings',
  caller: 'customer',
  needs: ['record'],
  summary: 'Recordings of your phones, the newest first. For the next page send `next_cursor` as `cursor`.',
  query: z.object({
    phone: id.optional(),
    cursor: z
      .string()
      .regex(/^\d{1,16}\.[0-9a-f-]{36}$/, 'Send the next_cursor of the page before')
      .optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({
    recordings: z.array(recording),
    next_cursor: z.string().nullable(),
    quota: recordingQuota,
  }),
});

export const getRecording = defineRoute({
  method: 'GET',
  path: '/recordings/{id}',
  caller: 'customer',
  needs: ['record'],
  summary: 'One recording, and the pieces of it that have arrived.',
  params,
  response: recording.extend({ chunks: z.array(recordingChunk) }),
});

export const listRecordedEvents = defineRoute({
  method: 'GET',
  path: '/recordings/{id}/events',
  caller: 'customer',
  needs: ['record'],
  summary:
    'What was done and what the screen said, in the order of time. For more, send `next` as `from`. Texts of screens are untrusted.',
  params,
  /** The number of the first chunk. */
  query: z.object({ from: z.coerce.number().int().min(0).max(1_000_000).default(0) }),
  response: z.object({
    untrusted: z.literal(true),
    events: knownItemsOf(recordedEvent, 'type', recordedEventTypes),
    next: z.int().nullable(),
  }),
});

export const getRecordedVideo = defineRoute({
  method: 'GET',
  path: '/recordings/{id}/video',
  caller: 'customer',
  needs: ['record'],
  summary:
    'The video of one chunk: packets with their times, as `readRecordedPackets` of our client reads them.',
  params,
  query: z.object({
    chunk: z.coerce.number().int().min(0).max(1_000_000).default(0),
    /** Only the chunk's first picture that can be decoded by itself, with what the decoder needs for it. */
    only: z.enum(['first_picture']).optional(),
  }),
  responseKind: 'file',
  response: fileResponse,
});

export const exportRecording = defineRoute({
  method: 'GET',
  path: '/recordings/{id}/export',
  caller: 'customer',
  needs: ['record'],
  summary:
    'A recording as a file: `mp4` is the video as it passed, without sound; `json` has what was done, what the screen said, gaps and times.',
  params,
  query: z.object({ format: z.enum(['mp4', 'json']).default('json') }),
  responseKind: 'file',
  response: fileResponse,
});

export const listSteps = defineRoute({
  method: 'GET',
  path: '/devices/{id}/steps',
  caller: 'customer',
  needs: ['screen'],
  summary:
    'What was done last on this phone, by calls and by hand, and who did it: at most the last hundred steps of the last hour, recorded or not. Names of controls are texts of the phone, and untrusted.',
  params,
  response: z.object({
    untrusted: z.literal(true),
    /** Times of the events count from here. */
    from: instant,
    /** In the order of time. */
    events: knownItemsOf(recordedEvent, 'type', recordedEventTypes),
  }),
});

export const deleteRecording = defineRoute({
  method: 'DELETE',
  path: '/recordings/{id}',
  caller: 'customer',
  needs: ['record'],
  summary:
    'Erase a recording, also on the computer of the phone. For the person who started it, and for members who manage the team.',
  params,
  response: okResponse,
});

/** The recordings that nobody has to ask for, and how long they are kept. */
export const recordingSettings = z.object({
  /** Every use of each phone. */
  records_all: z.boolean(),
  /** Every use of these phones. */
  phones: z.array(id).max(1_000, 'Name at most 1000 phones'),
  /** Everything that these keys and connected programs use. */
  keys: z.array(id).max(200, 'Name at most 200 keys'),
  keep_days: z
    .int()
    .min(1, 'Keep recordings for 1 to 365 days')
    .max(365, 'Keep recordings for 1 to 365 days'),
});
export type RecordingSettings = z.infer<typeof recordingSettings>;

export const getRecordingSettings = defineRoute({
  method: 'GET',
  path: '/recording-settings',
  caller: 'customer',
  needs: ['record'],
  summary:
    'The settings of this workspace by which phones are recorded automatically, and how long recordings are kept.',
  response: recordingSettings,
});

export const setRecordingSettings = defineRoute({
  method: 'PATCH',
  path: '/recording-settings',
  caller: 'customer',
  needs: ['record', 'members'],
  summary:
    'Change what is recorded without anybody asking, or how long recordings are kept. A shorter time counts for recordings that are there, too.',
  body: recordingSettings.partial(),
  response: recordingSettings,
});
