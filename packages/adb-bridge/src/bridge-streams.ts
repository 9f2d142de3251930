// The streams of one bridge: many adb streams over one websocket. Each stream has a credit in each direction, so one that
// isn't read holds up no other, and nothing is buffered without a limit. Knows neither adb nor the websocket.
import {
  BridgeFormatError,
  type BridgeMessage,
  decodeBridgeMessage,
  encodeBridgeMessage,
} from './bridge-message.ts';
import { type BridgeBuffers, BridgeStream } from './bridge-stream.ts';
import { type CreditShare, wideWindowBytes, windowBytes } from './credit-budget.ts';

const wideStreams = 8;

export type BridgeStreamsDeps = {
  /** Sends one message, and may release it then. The promise, if there is one, resolves when the socket can take more. */
  send: (message: Uint8Array) => Promise<void> | undefined;
  /** Streams of the customer's side have odd numbers. */
  side: 'customer' | 'phone';
  maxStreams: number;
  /** The other side asks for a stream. Call `accept` or `refuse` once. */
  onOpen: (service: string, reply: OpenReply) => void;
  onBanner?: (text: string) => void;
  /** For what is sent and read, and gets messages back that were read; new memory without it. */
  buffers?: BridgeBuffers;
  /** Of all bridges of this phone; without it, each bridge is limited by its number of streams only. */
  budget?: CreditShare;
};
const noMemory = 'too many connections are open to this phone: close some, or try again in a minute';

const newBuffers: BridgeBuffers = { take: (length) => new Uint8Array(length), release: () => undefined };

export type OpenReply = { accept: () => BridgeStream; refuse: (reason: string) => void };

/** The other side has refused a stream; the message is its reason. */
export class StreamRefusedError extends Error {
  override name = 'StreamRefusedError';
}

type Pending = {
  windowBytes: number;
  resolve: (stream: BridgeStream) => void;
  reject: (error: Error) => void;
};

export class BridgeStreams {
  readonly #deps: BridgeStreamsDeps;
  readonly #streams = new Map<number, BridgeStream>();
  readonly #pending = new Map<number, Pending>();
  /** Streams that the other side has asked for, until they are answered. */
  readonly #asked = new Set<number>();
  #nextId: number;
  #ended = false;
  readonly #buffers: BridgeBuffers;

  constructor(deps: BridgeStreamsDeps) {
    this.#deps = deps;
    this.#buffers = deps.buffers ?? newBuffers;
    this.#nextId = deps.side === 'customer' ? 1 : 2;
  }

  get size(): number {
    return this.#streams.size + this.#pending.size + this.#asked.size;
  }

  sendBanner(text: string): void {
    this.#send({ type: 'banner', text });
  }

  /** Asks the other side for a stream. Rejects with StreamRefusedError. */
  open(service: string): Promise<BridgeStream> {
    if (this.#ended) return Promise.reject(new StreamRefusedError('the line was lost'));
    if (this.size >= this.#deps.maxStreams) {
      return Promise.reject(new StreamRefusedError(`more than ${this.#deps.maxStreams} streams are open`));
    }
    const credit = this.#takeWindow();
    if (credit === 0) return Promise.reject(new StreamRefusedError(noMemory));
    const id = this.#nextId;
    this.#nextId = id + 2 > 0xffff_ffff ? (id % 2 === 1 ? 1 : 2) : id + 2;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { windowBytes: credit, resolve, reject });
      this.#send({ type: 'open', stream: id, credit, service });
    });
  }

  /** Handles one message of the other side. Throws BridgeFormatError when it breaks the protocol. */
  receive(bytes: Uint8Array): void {
    const message = decodeBridgeMessage(bytes);
    if (this.#ended) return;
    switch (message.type) {
      case 'banner':
        if (this.#deps.onBanner === undefined) throw new BridgeFormatError('a banner from the customer');
        this.#deps.onBanner(message.text);
        break;
      case 'open':
        this.#onOpen(message);
        break;
      case 'opened':
        this.#onOpened(message);
        break;
      case 'data':
        // Data for a stream that this side has closed may still be on its way.
        this.#streams.get(message.stream)?.receive(message.data);
        break;
      case 'credit':
        this.#streams.get(message.stream)?.addCredit(message.bytes);
        break;
      case 'close':
        this.#onClose(message);
        break;
    }
  }

  /** The websocket is gone: every stream ends with this reason. */
  end(reason: string): void {
    this.#ended = true;
    for (const { reject, windowBytes: unused } of this.#pending.values()) {
      this.#deps.budget?.give(unused);
      reject(new StreamRefusedError(reason));
    }
    this.#pending.clear();
    for (const stream of [...this.#streams.values()]) stream.finish(reason);
  }

  #onOpen({ stream: id, credit, service }: Extract<BridgeMessage, { type: 'open' }>): void {
    const isTheirs = id % 2 === (this.#deps.side === 'customer' ? 0 : 1);
    if (!isTheirs || this.#streams.has(id) || this.#asked.has(id)) {
      throw new BridgeFormatError(`stream ${id} can’t be opened`);
    }
    const sendRefusal = (reason: string): void => void this.#send({ type: 'close', stream: id, reason });
    if (this.size >= this.#deps.maxStreams) {
      sendRefusal(`more than ${this.#deps.maxStreams} streams are open`);
      return;
    }
    const window = this.#takeWindow();
    if (window === 0) {
      sendRefusal(noMemory);
      return;
    }
    this.#asked.add(id);
    const refuse = (reason: string): void => {
      if (this.#asked.delete(id)) sendRefusal(reason);
    };
    let isAnswered = false;
    this.#deps.onOpen(service, {
      refuse: (reason) => {
        if (!isAnswered) this.#deps.budget?.give(window);
        isAnswered = true;
        refuse(reason);
      },
      accept: () => {
        isAnswered = true;
        const stream = this.#createStream(id, credit, window);
        // The other side has closed the stream already, or the line is gone.
        if (!this.#asked.delete(id) || this.#ended) stream.finish('');
        else this.#send({ type: 'opened', stream: id, credit: window });
        return stream;
      },
    });
  }

  #onOpened({ stream: id, credit }: Extract<BridgeMessage, { type: 'opened' }>): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) throw new BridgeFormatError(`stream ${id} was not asked for`);
    this.#pending.delete(id);
    pending.resolve(this.#createStream(id, credit, pending.windowBytes));
  }

  #onClose({ stream: id, reason }: Extract<BridgeMessage, { type: 'close' }>): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    this.#asked.delete(id);
    if (pending !== undefined) this.#deps.budget?.give(pending.windowBytes);
    pending?.reject(new StreamRefusedError(reason));
    this.#streams.get(id)?.finish(reason);
  }

  /** 0 when the budget is used up. */
  #takeWindow(): number {
    const isWide = this.size < wideStreams;
    const window = isWide ? wideWindowBytes : windowBytes;
    return this.#deps.budget?.take(window) ?? window;
  }

  #createStream(id: number, credit: number, window: number): BridgeStream {
    const stream = new BridgeStream(credit, {
      windowBytes: window,
      buffers: this.#buffers,
      sendData: (data) => this.#send({ type: 'data', stream: id, data }),
      sendCredit: (bytes) => void this.#send({ type: 'credit', stream: id, bytes }),
      sendClose: (reason) => void this.#send({ type: 'close', stream: id, reason }),
      onFinished: () => this.#streams.delete(id),
      onEmptied: () => this.#deps.budget?.give(window),
    });
    this.#streams.set(id, stream);
    return stream;
  }

  #send(message: BridgeMessage): Promise<void> | undefined {
    return this.#ended ? undefined : this.#deps.send(encodeBridgeMessage(message, this.#buffers.take));
  }
}
