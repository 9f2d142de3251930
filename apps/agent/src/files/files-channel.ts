import type { FilesNotice } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import type { WebSocket } from 'ws';
import type { Inbox } from './inbox.ts';

/** The parts that serving a request needs: the phone, the socket to the customer's page, and the host's folder. */
export type FilesChannel = {
  readonly adb: Adb;
  readonly socket: WebSocket;
  readonly inbox: Inbox;
  /** Folder on the host for files that have not arrived completely. */
  readonly spoolDir: string;
  /** The phone's identity (adb/device-facts.ts). */
  readonly identity: string;
  /** The tenant's Android user. */
  readonly user: number;
  /** Writes the pinned scrcpy server to the phone unless it is there. */
  ensureServer(): Promise<void>;
  notify(notice: FilesNotice): void;
  /** Call it with the content of a block that is no longer read; its memory is reused. */
  releaseBlock(content: Uint8Array): void;
};
