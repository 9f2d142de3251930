// The agent's link to the control plane: enrols once, then connects, authenticates with its key and reports devices,
// and reconnects when the link is lost. A link that is silent for 6 s counts as lost.
import {
  type AgentMessage,
  agentProtocolVersion,
  agentVersion,
  type ControlPlaneMessage,
  controlPlaneMessage,
  enrolmentResponse,
} from '@pocketfleet/contract';
import type { Logger } from 'pino';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { readHostId, writeHostId } from '../agent-files.ts';
import type { HostKeys } from '../host-keys.ts';
import { linkAttemptTimeoutMs, linkRetryDelayMs } from './link-retry.ts';

const silenceTimeoutMs = 6_000;
const enrolmentTimeoutMs = 5_000;

/** The control plane refuses this host, so a retry can't help. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

export interface LinkOptions {
  readonly url: string;
  readonly dataDir: string;
  readonly name: string;
  readonly enrolmentCode: string | undefined;
  readonly keys: HostKeys;
  readonly log: Logger;
  readonly onAccepted: () => void;
  readonly onMessage: (message: ControlPlaneMessage) => void;
  readonly onRefused: (error: RefusedError) => void;
}

export class ControlPlaneLink {
  readonly #options: LinkOptions;
  #socket: WebSocket | undefined;
  #isAccepted = false;
  /** On the monotonic clock; undefined while connected and before the first attempt. */
  #lostAtMs: number | undefined;
  #isStopped = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  start(): void {
    this.#dial().catch((error: unknown) => {
      if (error instanceof RefusedError) return this.#options.onRefused(error);
      this.#options.log.warn({ err: error }, 'the control plane could not be reached');
      this.#scheduleRetry();
    });
  }

  /** Returns false while there is no link. Nothing is queued: the agent reports everything at its next connection. */
  send(message: AgentMessage): boolean {
    if (!this.#isAccepted || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    this.#socket?.close(1000);
    this.#socket?.terminate();
  }

  #scheduleRetry(): void {
    if (this.#isStopped) return;
    this.#lostAtMs ??= performance.now();
    this.#retry = setTimeout(() => this.start(), linkRetryDelayMs(this.#sinceLossMs(), Math.random()));
  }

  #sinceLossMs(): number {
    return this.#lostAtMs === undefined ? 0 : performance.now() - this.#lostAtMs;
  }

  async #dial(): Promise<void> {
    const { url, dataDir, keys, log } = this.#options;
    const hostId = readHostId(dataDir) ?? (await this.#enrol());
    if (this.#isStopped) return;
    const socket = new WebSocket(`${url}/agent/link`, {
      perMessageDeflate: false,
      handshakeTimeout: linkAttemptTimeoutMs(this.#sinceLossMs()),
      maxPayload: 1024 * 1024,
    });
    this.#socket = socket;
    const silence = setTimeout(() => socket.terminate(), silenceTimeoutMs);
    socket.on('error', (error) => log.debug({ err: error }, 'link error'));
    socket.on('ping', () => silence.refresh());
    socket.once('close', () => {
      clearTimeout(silence);
      if (this.#socket !== socket) return;
      this.#isAccepted = false;
      this.#scheduleRetry();
    });
    socket.on('upgrade', (response) => response.socket.setNoDelay(true));
    socket.once('open', () =>
      socket.send(
        JSON.stringify({
          type: 'hello',
          protocol: agentProtocolVersion,
          agent_version: agentVersion,
          host_id: hostId,
        } satisfies AgentMessage),
      ),
    );
    socket.on('message', (data: Buffer) => {
      silence.refresh();
      const message = parse(data);
      if (message === undefined) return log.warn('the control plane sent a message that is not valid');
      if (message.type === 'challenge') {
        const signature = keys.currentKey().sign(`pocketfleet-agent-link:${hostId}:${message.nonce}`);
        socket.send(JSON.stringify({ type: 'proof', signature } satisfies AgentMessage));
      } else if (message.type === 'refused') {
        // The control plane closes the link; the next attempt uses the other key if there is one.
        if (!message.retry && !keys.useOtherKey()) this.#options.onRefused(new RefusedError(message.detail));
      } else if (message.type === 'rotate_key') {
        const next = keys.next();
        const signature = next.sign(`pocketfleet-agent-key:${hostId}:${message.nonce}`);
        this.send({ type: 'new_key', public_key: next.publicKey, signature });
      } else if (message.type === 'key_accepted') {
        if (message.public_key !== keys.next().publicKey) return;
        keys.promoteNextKey();
        log.info('this host has a new key');
      } else if (message.type === 'welcome') {
        this.#isAccepted = true;
        this.#lostAtMs = undefined;
        keys.keyWasAccepted();
        if (message.update_to !== undefined) {
          log.warn(
            { have: agentVersion, newest: message.update_to },
            'this agent is older than the control plane: update it',
          );
        }
        this.#options.onAccepted();
      } else this.#options.onMessage(message);
    });
  }

  async #enrol(): Promise<string> {
    const { url, enrolmentCode, name, keys, dataDir } = this.#options;
    if (enrolmentCode === undefined) throw new RefusedError('not enrolled: ENROLMENT_CODE is missing');
    const response = await fetch(`${url.replace(/^ws/, 'http')}/agent/enrol`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        code: enrolmentCode,
        name,
        public_key: keys.currentKey().publicKey,
        agent_version: agentVersion,
      }),
      signal: AbortSignal.timeout(enrolmentTimeoutMs),
    });
    if (response.status >= 400 && response.status < 500 && response.status !== 429) {
      throw new RefusedError(`enrolment was refused: ${await readDetail(response)}`);
    }
    if (!response.ok) throw new Error(`enrolment answered ${response.status}`);
    const { host_id } = enrolmentResponse.parse(await response.json());
    writeHostId(dataDir, host_id);
    return host_id;
  }
}

const errorBody = z.object({ detail: z.string().max(500) });

async function readDetail(response: Response): Promise<string> {
  const parsed = errorBody.safeParse(await response.json().catch(() => undefined));
  return parsed.success ? parsed.data.detail : `status ${response.status}`;
}

function parse(data: Buffer): ControlPlaneMessage | undefined {
  try {
    return controlPlaneMessage.parse(JSON.parse(data.toString()));
  } catch {
    return undefined;
  }
}
