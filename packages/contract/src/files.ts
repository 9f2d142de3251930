// Text messages on /ws/devices/{id}/files and on the agents' channels of kind `files`, beside the binary blocks
// of `stream-protocol`. Subprotocols offered: "pocketfleet" and a ticket of purpose `files`. One socket does
// one thing: the first message says what, the phone's side responds and closes.
//
//   list, delete, list_apps, start_app, uninstall_app, stop_app, clear_app -> listing | apps | done, or failed
//   pull -> pull_start, blocks, done
//   push -> push_ready (offset and chain of the part that is already there); push_from (that offset, or 0);
//           blocks, each piece acknowledged by `received`, at most `fileWindowBytes` ahead of it;
//           push_end with the chain of all; working; done
import { z } from 'zod';

export const maxFileBytes: number = 2 * 1024 * 1024 * 1024;
export const maxDayFileBytes: number = 20 * 1024 * 1024 * 1024;
export const fileWindowBytes: number = 4 * 1024 * 1024;
export const sharedFolder = '/sdcard';
export const downloadFolder = '/sdcard/Download';
const maxNameBytes = 255;
const maxPathLength = 1_000;

/** The sentence that says why a file can't have this name on a phone; null when it can. */
export function fileNameError(name: string): string | null {
  if (name.trim() === '') return 'The file has no name.';
  if (name === '.' || name === '..' || name.includes('/')) return 'A file name can’t be “..” or contain “/”.';
  if (/\p{Cc}|\p{Cs}/u.test(name)) return 'The file name contains characters that can’t be shown.';
  if (utf8Length(name) > maxNameBytes) return 'The file name is too long: Android allows 255 bytes.';
  return null;
}

/** True when a path is below the storage that the phone's user sees, without detours. */
export function isSharedPath(path: string): boolean {
  if (path === sharedFolder) return true;
  if (!path.startsWith(`${sharedFolder}/`) || path.length > maxPathLength) return false;
  return path
    .slice(sharedFolder.length + 1)
    .split('/')
    .every((part) => fileNameError(part) === null);
}

const path = z.string().refine(isSharedPath, 'Only files below /sdcard can be reached.');
const chain = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.number().int().nonnegative();
export const packageName = z
  .string()
  .max(255)
  .regex(
    /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$/,
    'Name an app by its package, such as com.android.settings',
  );

/** Browser or API to the phone's side. */
export const filesRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('list'), path }),
  z.object({ type: z.literal('delete'), path: path.refine((value) => value !== sharedFolder) }),
  /** `chain` is that of the bytes before `offset`. A file with another beginning is not continued. */
  z.object({ type: z.literal('pull'), path, offset: bytes, chain: chain.optional() }),
  z.object({
    type: z.literal('push'),
    folder: path,
    name: z.string().refine((value) => fileNameError(value) === null),
    size: bytes.max(maxFileBytes),
    /** Identifies the file, with name, folder and size, when a transfer continues. */
    modified_ms: z.number().int(),
    /** An APK: installed, not stored. */
    install: z.boolean(),
  }),
  z.object({ type: z.literal('push_from'), offset: bytes }),
  z.object({ type: z.literal('push_end'), chain }),
  z.object({ type: z.literal('list_apps') }),
  z.object({ type: z.literal('start_app'), package: packageName }),
  z.object({ type: z.literal('uninstall_app'), package: packageName }),
  z.object({ type: z.literal('stop_app'), package: packageName }),
  z.object({ type: z.literal('clear_app'), package: packageName }),
]);
export type FilesRequest = z.infer<typeof filesRequest>;

export const fileEntry = z.object({
  name: z.string().max(maxNameBytes),
  kind: z.enum(['folder', 'file', 'other']),
  size: bytes,
  modified_ms: z.number(),
});
export type FileEntry = z.infer<typeof fileEntry>;

export const installedApp = z.object({
  package: z.string().max(255),
  /** The label that Android shows, or the package's name without one. */
  label: z.string().max(200),
  version: z.string().max(100),
  /** Apps of the phone's maker can be started, not removed. */
  is_system: z.boolean(),
});
export type InstalledApp = z.infer<typeof installedApp>;

/** Phone's side to browser or API. */
export const filesNotice = z.discriminatedUnion('type', [
  /** `is_cut`: there are more entries than are listed. */
  z.object({ type: z.literal('listing'), entries: z.array(fileEntry).max(2_000), is_cut: z.boolean() }),
  z.object({ type: z.literal('apps'), apps: z.array(installedApp).max(1_000) }),
  z.object({ type: z.literal('push_ready'), offset: bytes, chain }),
  z.object({ type: z.literal('received'), bytes }),
  z.object({ type: z.literal('working'), what: z.enum(['storing', 'installing']) }),
  z.object({ type: z.literal('pull_start'), size: bytes }),
  z.object({ type: z.literal('done') }),
  /** `detail` is for the customer. `retry`: the same request may succeed later. */
  z.object({ type: z.literal('failed'), detail: z.string().max(500), retry: z.boolean() }),
]);
export type FilesNotice = z.infer<typeof filesNotice>;

/** The longest text message of either kind: a full listing. */
export const maxFilesTextLength: number = 1024 * 1024;

function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}
