// The relay's end of its link to the control plane: dials, proves the relay's key, asks and hears, and dials again when the
// link is lost. A link that is silent for 6 s is lost. Nothing here waits without a limit.
import type { KeyObject } from 'node:crypto';
import { createPublicKey, sign } from 'node:crypto';
import type { Logger } from 'pino';
import { WebSocket } from 'ws';
import type { ControlEvent, OpenChannel, OpenSocket } from '../control-plane.ts';
import {
  maxNamedAtOnce,
  maxNodeMessageBytes,
  nodeMessage,
  proofText,
  type QuestionInput,
  type QuestionName,
  type QuestionOutput,
  questions,
  type ReceivedNodeMessage,
  type RelayMessage,
  relayProtocolVersion,
  type Told,
} from './link-messages.ts';
import { relayRetryDelayMs } from './link-retry.ts';

const handshakeMs = 5_000;
const silentAfterMs = 6_000;
const answerWithinMs = 5_000;
const maxAsked = 4_000;
const maxBufferedBytes = 8 * 1024 * 1024;
/** Told when the link is back: bytes that are given back, and what people have done. */
const maxKept = 1_000;
/** With which code a socket has closed is not kept. */
const closedMeanwhile = 1006;
const keptNames: readonly Told['name'][] = ['record_use', 'release_transfer'];

/** The control plane can't be asked now, or has not answered. A viewer may read the message. */
export class ControlAway extends Error {
  override name = 'ControlAway';
  constructor() {
    super('We can’t reach this phone at the moment.');
  }
}

export type RelayLinkOptions = {
  /** Websocket base of the nodes' port for agents. */
  readonly url: string;
  /** Ed25519. */
  readonly key: KeyObject;
  readonly relayId: string;
  /** Where viewers and hosts reach this relay. */
  readonly publicUrl: string;
  readonly agentsUrl: string;
  readonly log: Logger;
  readonly onEvent: (event: ControlEvent) => void;
  /** The open sockets and channels here, to be named after a lost link. */
  readonly listOpen: () => { sockets: OpenSocket[]; channels: OpenChannel[] };
  /** The control plane knows what is open, and answers from now on. */
  readonly onUp: () => void;
  readonly onDown: () => void;
};

type Asked = { name: QuestionName; settle: (outcome: unknown) => void };

export class RelayLink {
  readonly #options: RelayLinkOptions;
  readonly #asked = new Map<number, Asked>();
  #kept: Told[] = [];
  /** Open when the link was lost: uses of those that have closed since are told, too. */
  #openAtLoss: OpenSocket[] = [];
  #nextId = 0;
  #socket: WebSocket | undefined;
  /** The key was accepted on this socket. */
  #isAccepted = false;
  #isUp = false;
  #lostAtMs = performance.now();
  #retry: NodeJS.Timeout | undefined;
  #isStopped = false;
  #lastRefusal = '';

  constructor(options: RelayLinkOptions) {
    this.#options = options;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** How long nothing could be asked, in milliseconds. */
  get awayMs(): number {
    return this.#isUp ? 0 : performance.now() - this.#lostAtMs;
  }

  start(): void {
    this.#dial();
  }

  /** Rejects with `ControlAway`. */
  async ask<Name extends QuestionName>(
    name: Name,
    input: QuestionInput<Name>,
  ): Promise<QuestionOutput<Name>> {
    if (!this.#isUp) throw new ControlAway();
    return this.#ask(name, input);
  }

  /** A message that can't be sent now is kept for later, or is part of what the relay names when the link is back. */
  tell(told: Told): void {
    if (this.#isUp) this.#send({ type: 'tell', told });
    else if (keptNames.includes(told.name)) {
      if (this.#kept.length < maxKept) this.#kept.push(told);
    } else if (this.#isAccepted && told.name !== 'socket_closed') this.#send({ type: 'tell', told });
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    this.#socket?.close(1000);
    this.#down();
  }

  #dial(): void {
    const { url, log, relayId, publicUrl, agentsUrl, key } = this.#options;
    const socket = new WebSocket(`${url}/relay/link`, {
      perMessageDeflate: false,
      handshakeTimeout: handshakeMs,
      maxPayload: maxNodeMessageBytes,
    });
    this.#socket = socket;
    const silence = setTimeout(() => socket.terminate(), silentAfterMs);
    socket.on('error', (error) => log.debug({ err: error }, 'link error'));
    socket.on('ping', () => silence.refresh());
    socket.on('upgrade', (response) => response.socket.setNoDelay(true));
    socket.once('close', () => {
      clearTimeout(silence);
      if (this.#socket !== socket || this.#isStopped) return;
      this.#down();
      const sinceLossMs = performance.now() - this.#lostAtMs;
      this.#retry = setTimeout(() => this.#dial(), relayRetryDelayMs(sinceLossMs, Math.random()));
    });
    socket.once('open', () =>
      this.#send({
        type: 'hello',
        protocol: relayProtocolVersion,
        relay_id: relayId,
        public_key: publicKeyOf(key),
        public_url: publicUrl,
        agents_url: agentsUrl,
      }),
    );
    socket.on('message', (data: Buffer) => {
      silence.refresh();
      const message = parse(data);
      if (message === undefined) {
        log.error('the control plane has sent a message that is not valid');
        socket.terminate();
      } else if (this.#socket === socket) this.#receive(message);
    });
  }

  #receive(message: ReceivedNodeMessage): void {
    const { log, key, onEvent } = this.#options;
    if (message.type === 'challenge') {
      const signature = sign(null, Buffer.from(proofText(message.nonce)), key).toString('base64');
      this.#send({ type: 'proof', signature });
    } else if (message.type === 'refused') {
      // It may be allowed later, so it goes on trying; the reason is logged once.
      if (this.#lastRefusal !== message.detail)
        log.error({ detail: message.detail }, 'this relay was refused');
      this.#lastRefusal = message.detail;
    } else if (message.type === 'welcome') {
      this.#isAccepted = true;
      this.#resume(message.node_id).catch(() => this.#socket?.terminate());
    } else if (message.type === 'answer') this.#asked.get(message.id)?.settle(message.output);
    else if (message.type === 'failed') this.#asked.get(message.id)?.settle(new ControlAway());
    else if (message.event !== undefined) onEvent(message.event);
    else log.warn('the control plane is newer than this relay: an event was ignored');
  }

  /** Sockets and channels may come to an end meanwhile, so each message names what is open when it is sent. */
  async #resume(node_id: string): Promise<void> {
    const named = { sockets: new Set<string>(), channels: new Set<string>() };
    let left = this.#listUnnamed(named);
    // Also when nothing is open: the answer says that the control plane is ready.
    do {
      const { sockets, channels } = left;
      const batch = {
        sockets: sockets.slice(0, maxNamedAtOnce),
        channels: channels.slice(0, maxNamedAtOnce),
        is_last: Math.max(sockets.length, channels.length) <= maxNamedAtOnce,
      };
      for (const { socket_id } of batch.sockets) named.sockets.add(socket_id);
      for (const { channel_id } of batch.channels) named.channels.add(channel_id);
      await this.#ask('resume', batch);
      // An agent may have answered a request that was sent before the loss.
      left = this.#listUnnamed(named);
    } while (left.sockets.length > 0 || left.channels.length > 0);
    this.#isUp = true;
    this.#lastRefusal = '';
    const counts = { sockets: named.sockets.size, channels: named.channels.size };
    this.#options.log.info({ node_id, ...counts }, 'linked');
    for (const told of this.#kept.splice(0)) this.tell(told);
    this.#openAtLoss = [];
    const open = new Set(this.#options.listOpen().sockets.map(({ socket_id }) => socket_id));
    for (const socket_id of named.sockets)
      if (!open.has(socket_id)) this.tell({ name: 'socket_closed', socket_id, code: closedMeanwhile });
    this.#options.onUp();
  }

  /** Open sockets that are not named yet, and closed ones about which a message is kept. */
  #listUnnamed(named: { sockets: Set<string>; channels: Set<string> }) {
    const { sockets, channels } = this.#options.listOpen();
    const used = new Set(this.#kept.map((told) => (told.name === 'record_use' ? told.socket_id : undefined)));
    const open = new Set(sockets.map(({ socket_id }) => socket_id));
    const closed = this.#openAtLoss.filter(({ socket_id }) => used.has(socket_id) && !open.has(socket_id));
    return {
      sockets: [...sockets, ...closed].filter(({ socket_id }) => !named.sockets.has(socket_id)),
      channels: channels.filter(({ channel_id }) => !named.channels.has(channel_id)),
    };
  }

  #ask<Name extends QuestionName>(name: Name, input: QuestionInput<Name>): Promise<QuestionOutput<Name>> {
    if (this.#asked.size >= maxAsked) return Promise.reject(new ControlAway());
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle(new ControlAway()), answerWithinMs);
      const settle = (outcome: unknown): void => {
        clearTimeout(timer);
        this.#asked.delete(id);
        const output = outcome instanceof Error ? undefined : questions[name].output.safeParse(outcome);
        if (output?.success === true) resolve(output.data as QuestionOutput<Name>);
        else reject(outcome instanceof Error ? outcome : new ControlAway());
      };
      this.#asked.set(id, { name, settle });
      this.#send({ type: 'ask', id, name, input });
    });
  }

  #send(message: RelayMessage): void {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    // A node that reads nothing must not fill the relay's memory.
    if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
    else socket.send(JSON.stringify(message));
  }

  #down(): void {
    this.#isAccepted = false;
    for (const { settle } of [...this.#asked.values()]) settle(new ControlAway());
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#openAtLoss = this.#options.listOpen().sockets;
    this.#lostAtMs = performance.now();
    this.#options.log.warn('the link to the control plane is lost');
    this.#options.onDown();
  }
}

/** SPKI DER in base64. */
export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
}

function parse(data: Buffer): ReceivedNodeMessage | undefined {
  try {
    return nodeMessage.safeParse(JSON.parse(data.toString())).data;
  } catch {
    return undefined;
  }
}
