// Touches and keys of programs, through a scrcpy-server of its own that has no video. Without video scrcpy takes positions as
// pixels of the display. It starts at the first use and ends soon after the last.
import type { ControlMessage } from '@pocketfleet/stream-protocol';
import type { Adb, AdbSocket } from '@yume-chan/adb';
import { ControlWriter } from './control-writer.ts';
import { startControlServer } from './server-process.ts';

const lingerMs = 10_000;
const positions = 65_536;

export interface ControlPhone {
  withAdb<Result>(work: (adb: Adb) => Promise<Result>): Promise<Result>;
  ensureServer(): Promise<void>;
  onLost(listener: () => void): () => void;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface DisplaySize {
  readonly width: number;
  readonly height: number;
}

type Server = {
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly stop: () => void;
  isOpen: boolean;
};

export class ControlSession {
  readonly #phone: ControlPhone;
  readonly #writer = new ControlWriter();
  #server: Server | undefined;
  #linger: NodeJS.Timeout | undefined;

  constructor(phone: ControlPhone) {
    this.#phone = phone;
  }

  /** A touch at a point of the display. Between the messages of one gesture the caller waits. */
  async touch(action: 'down' | 'move' | 'up' | 'cancel', point: Point, display: DisplaySize): Promise<void> {
    await this.#send(
      {
        type: 'touch',
        action,
        pointer: 0,
        tool: 'finger',
        pressure: action === 'up' || action === 'cancel' ? 0 : 65_535,
        buttons: 0,
        x: toPosition(point.x, display.width),
        y: toPosition(point.y, display.height),
        pictureWidth: display.width,
        pictureHeight: display.height,
      },
      display,
    );
  }

  async key(keycode: number): Promise<void> {
    for (const action of ['down', 'up'] as const) {
      await this.#send({ type: 'key', action, keycode, repeat: 0, metaState: 0 });
    }
  }

  /** ASCII only: scrcpy drops every other character. */
  async text(text: string): Promise<void> {
    await this.#send({ type: 'text', text });
  }

  stop(): void {
    clearTimeout(this.#linger);
    this.#server?.stop();
    this.#server = undefined;
  }

  async #send(message: ControlMessage, display?: DisplaySize): Promise<void> {
    clearTimeout(this.#linger);
    const server = this.#server?.isOpen === true ? this.#server : await this.#start();
    if (display !== undefined) {
      for (const bytes of this.#writer.setSize(display.width, display.height)) await server.write(bytes);
    }
    for (const bytes of this.#writer.write(message)) await server.write(bytes);
    this.#linger = setTimeout(() => this.stop(), lingerMs).unref();
  }

  async #start(): Promise<Server> {
    this.stop();
    await this.#phone.ensureServer();
    const { control, stop } = await this.#phone.withAdb(startControlServer);
    const writer = control.writable.getWriter();
    const stopListening = this.#phone.onLost(() => this.stop());
    const server: Server = {
      isOpen: true,
      write: (bytes) => writer.write(bytes),
      stop: () => {
        server.isOpen = false;
        stopListening();
        stop();
      },
    };
    this.#server = server;
    void drain(control).finally(() => {
      server.isOpen = false;
    });
    return server;
  }
}

/** The smallest position that the writer maps to this pixel. */
function toPosition(pixel: number, size: number): number {
  return Math.min(positions - 1, Math.ceil((pixel * positions) / Math.max(1, size)));
}

/** The server's packets are of no use here, but an unread socket would block the whole connection. */
async function drain(socket: AdbSocket): Promise<void> {
  try {
    for await (const _ of socket.readable);
  } catch {
    // The phone was lost.
  }
}
