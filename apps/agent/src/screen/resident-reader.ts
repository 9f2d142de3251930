// The genuine snapshot helper in its resident mode. It listens on a port of the phone without a token, which every app there
// can reach; so the port is random and the program runs only while somebody reads the screen (docs/operate/security.md).
import { randomInt } from 'node:crypto';
import type { Adb, AdbSocket } from '@yume-chan/adb';
import { runCommands } from '../adb/run-commands.ts';
import { withTimeout } from '../timeout.ts';
import { ensureApk } from './install-apk.ts';
import { snapshotHelper } from './reader-files.ts';
import type { ReaderProgram, RunningReader, ScreenCapture } from './reader-program.ts';
import { ScreenError } from './screen-error.ts';
import { AnswerReader, type HelperAnswer, problemOf } from './snapshot-answer.ts';

export interface HelperLimits {
  readonly readyTimeoutMs: number;
  readonly requestTimeoutMs: number;
}
const defaultLimits: HelperLimits = { readyTimeoutMs: 5_000, requestTimeoutMs: 5_000 };
const quitTimeoutMs = 1_000;
const commandTimeoutMs = 5_000;
const goneTries = 20;
const goneIntervalMs = 100;
const { packageName } = snapshotHelper;
/** The owner's user: it sees the windows of the user in front, and the tenant's user doesn't get the package. */
const readerUser = 0;

export function createHelperProgram(apk: Uint8Array, limits: HelperLimits = defaultLimits): ReaderProgram {
  return {
    async prepare(adb) {
      // A run that an earlier agent has left would hold the slot against us.
      await endReader(adb);
      if (await isTaken(adb)) throw new ScreenError('busy', 'another automation holds the screen');
      await ensureApk(adb, snapshotHelper, apk, readerUser);
    },
    start: (adb) => ResidentHelper.start(adb, limits),
    isTaken,
    isOwnSocket: (adb, name) => ownPorts.get(adb)?.has(name) ?? false,
  };
}

async function isTaken(adb: Adb): Promise<boolean> {
  const [accessibility = ''] = await runCommands(adb, ['dumpsys accessibility'], commandTimeoutMs);
  return accessibility.includes('Ui Automation[eventTypes=');
}

/** For a run that an earlier agent has left. */
export async function endReader(adb: Adb): Promise<void> {
  await runCommands(adb, [`am force-stop ${packageName}`], commandTimeoutMs);
}

/** The ports of our own helpers, which no customer's bridge may open. */
const ownPorts = new WeakMap<Adb, Set<string>>();

class ResidentHelper implements RunningReader {
  readonly #adb: Adb;
  readonly #shell: AdbSocket;
  readonly #service: string;
  readonly #limits: HelperLimits;
  #requests = 0;
  #ended = false;

  private constructor(adb: Adb, shell: AdbSocket, service: string, limits: HelperLimits) {
    this.#adb = adb;
    this.#shell = shell;
    this.#service = service;
    this.#limits = limits;
    ownPorts.set(adb, (ownPorts.get(adb) ?? new Set()).add(service));
  }

  static async start(adb: Adb, limits: HelperLimits): Promise<ResidentHelper> {
    const port = randomInt(20_000, 60_000);
    const settings = [
      ['waitForIdleTimeoutMs', 0],
      ['timeoutMs', 2_000],
      ['maxDepth', 128],
      ['maxNodes', 5_000],
      ['emitChunks', false],
      ['sessionPort', port],
    ];
    const shell = await open(
      adb,
      `shell:am instrument --user ${readerUser} -w ${settings.map(([key, value]) => `-e ${key} ${value}`).join(' ')} ${packageName}/.SnapshotInstrumentation`,
      limits.readyTimeoutMs,
    );
    const helper = new ResidentHelper(adb, shell, `tcp:${port}`, limits);
    try {
      await helper.#untilReady();
      return helper;
    } catch (error) {
      await helper.close().catch(() => undefined);
      throw error;
    }
  }

  async capture(): Promise<ScreenCapture> {
    const startedAtMs = performance.now();
    const { values, body } = await this.#ask('snapshot', this.#limits.requestTimeoutMs);
    if (values.get('ok') !== 'true') throw problemOf(values);
    return {
      xml: body,
      isTruncated: values.get('truncated') === 'true',
      helperMs: Number(values.get('elapsedMs')) || 0,
      tookMs: performance.now() - startedAtMs,
    };
  }

  /** Resolves when the program is gone and the screen is free. */
  async close(): Promise<void> {
    if (!this.#ended) {
      this.#ended = true;
      await this.#ask('quit', quitTimeoutMs).catch(() => undefined);
    }
    closeQuietly(this.#shell);
    try {
      for (let tries = 0; tries < goneTries; tries++) {
        const [, pid = ''] = await runCommands(
          this.#adb,
          [`am force-stop ${packageName}`, `pidof ${packageName}`],
          commandTimeoutMs,
        );
        if (pid === '') return;
        await new Promise((resolve) => setTimeout(resolve, goneIntervalMs));
      }
      throw new ScreenError('failed', 'the reader does not stop');
    } finally {
      ownPorts.get(this.#adb)?.delete(this.#service);
    }
  }

  async #untilReady(): Promise<void> {
    const ready = Promise.withResolvers<void>();
    void (async () => {
      let text = '';
      const decoder = new TextDecoder();
      for await (const chunk of this.#shell.readable) {
        // Everything has to be read until the program ends; what comes after the start is of no use.
        if (text.length < 8_192) text += decoder.decode(chunk, { stream: true });
        if (/^INSTRUMENTATION_STATUS: sessionReady=true\r?$/m.test(text)) ready.resolve();
      }
      const cause = new Error(text.trim().slice(-200));
      ready.reject(new ScreenError('failed', 'the reader ended at its start', { cause }));
    })().catch((error: unknown) => ready.reject(error));
    await withTimeout(ready.promise, this.#limits.readyTimeoutMs, {
      onTimeout: () => new ScreenError('failed', 'the reader did not start in time'),
    });
    ready.promise.catch(() => undefined);
  }

  async #ask(command: string, timeoutMs: number): Promise<HelperAnswer> {
    const requestId = `r${++this.#requests}`;
    const socket = await open(this.#adb, this.#service, timeoutMs);
    try {
      const answering = (async () => {
        await socket.writable.getWriter().write(Buffer.from(`${command} ${requestId}\n`));
        const answer = new AnswerReader();
        for await (const piece of socket.readable) if (answer.push(piece)) break;
        return answer.finish(requestId);
      })();
      return await withTimeout(answering, timeoutMs, {
        onTimeout: () => new ScreenError('failed', 'the reader does not answer'),
      });
    } finally {
      closeQuietly(socket);
    }
  }
}

/** adbd may never answer a request to open a socket. A socket that opens too late is closed. */
async function open(adb: Adb, service: string, timeoutMs: number): Promise<AdbSocket> {
  const opening = Promise.resolve(adb.createSocket(service));
  try {
    return await withTimeout(opening, timeoutMs);
  } catch (cause) {
    opening.then(closeQuietly, () => undefined);
    throw new ScreenError('failed', 'the reader can’t be reached', { cause });
  }
}

function closeQuietly(socket: AdbSocket): void {
  Promise.resolve(socket.close()).catch(() => undefined);
}
