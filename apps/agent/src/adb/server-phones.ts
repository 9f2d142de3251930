// Tracks the phones of an adb server and connects to them. A phone is identified by its USB port and serial together
// (its "place"), because its transport id changes each time it is plugged in.
import type { Logger } from 'pino';
import { type AdbLink, UnauthorizedError } from './adb-link.ts';
import { connectThroughServer } from './server-connection.ts';
import { openRequest, queryServer } from './server-socket.ts';

const maxPhones = 500;
const connectIntervalMs = 2_000;

type Transport = {
  state: string;
  transportId: number;
  serial: string;
  gone: Promise<void>;
  lose: () => void;
};

export interface ServerPhonesOptions {
  /** Network phones that the server is to connect to, "host:port". */
  readonly addresses: readonly string[];
  readonly log: Logger;
  /** Called once for each place, when a phone is first seen there. */
  readonly onPhone: (place: string) => void;
}

export class ServerPhones {
  readonly #options: ServerPhonesOptions;
  readonly #transports = new Map<string, Transport>();
  readonly #places = new Set<string>();
  #port: number | undefined;
  #connectTimer: NodeJS.Timeout | undefined;
  #closeTracking: (() => void) | undefined;

  constructor(options: ServerPhonesOptions) {
    this.#options = options;
  }

  /** Call it when the server listens. */
  up(port: number): void {
    this.#port = port;
    this.#connectTimer = setInterval(() => this.#connectMissing(port), connectIntervalMs);
    this.#connectMissing(port);
    this.#track(port).catch((error: unknown) => {
      if (this.#port === port) this.#options.log.warn({ err: error }, 'the list of phones was lost');
    });
  }

  /** Call it when the server has ended: all phones are gone with it. */
  down(): void {
    this.#port = undefined;
    clearInterval(this.#connectTimer);
    this.#closeTracking?.();
    this.#take([]);
  }

  /** Rejects while no phone is there, with UnauthorizedError where a person has to confirm the key. */
  async connect(place: string, timeoutMs: number): Promise<AdbLink> {
    const transport = this.#transports.get(place);
    if (this.#port === undefined || !transport) throw new Error('no phone is on this cable');
    if (transport.state === 'unauthorized') {
      throw new UnauthorizedError('the phone does not trust this host’s key yet');
    }
    if (transport.state !== 'device') {
      // A phone that went offline on its cable comes back by nothing else (scrcpy issue 4627).
      if (transport.state === 'offline') {
        queryServer(this.#port, 'host:reconnect-offline').catch(() => undefined);
      }
      throw new Error(`adb says that the phone is ${transport.state}`);
    }
    return connectThroughServer(this.#port, transport, timeoutMs);
  }

  async #track(port: number): Promise<void> {
    const { socket, reader } = await openRequest(port, 'host:track-devices-l');
    if (this.#port !== port) {
      socket.destroy();
      return;
    }
    this.#closeTracking = () => socket.destroy();
    try {
      for (;;) this.#take(parseDevices(await reader.readText()));
    } finally {
      socket.destroy();
      if (this.#port === port) this.#take([]);
    }
  }

  #take(devices: readonly ListedDevice[]): void {
    const listed = new Map(devices.map((device) => [device.place, device]));
    for (const [place, transport] of this.#transports) {
      const now = listed.get(place);
      if (now?.transportId === transport.transportId && now.state === transport.state) continue;
      this.#transports.delete(place);
      transport.lose();
    }
    for (const [place, device] of listed) {
      if (this.#transports.has(place) || (!this.#places.has(place) && this.#places.size >= maxPhones))
        continue;
      let lose = (): void => undefined;
      const gone = new Promise<void>((resolve) => {
        lose = resolve;
      });
      this.#transports.set(place, { ...device, gone, lose });
      if (this.#places.has(place)) continue;
      this.#places.add(place);
      this.#options.onPhone(place);
    }
  }

  #connectMissing(port: number): void {
    for (const address of this.#options.addresses) {
      const state = this.#transports.get(address)?.state;
      if (state === 'device' || state === 'unauthorized') continue;
      // The server makes no new connection while it has an offline one.
      const first =
        state === 'offline' ? queryServer(port, `host:disconnect:${address}`) : Promise.resolve('');
      first.then(() => queryServer(port, `host:connect:${address}`)).catch(() => undefined);
    }
  }
}

type ListedDevice = { place: string; serial: string; state: string; transportId: number };

/** Parses lines such as "SERIAL  state usb:1-4.2 product:x model:y transport_id:3"; other lines are skipped. */
export function parseDevices(text: string): ListedDevice[] {
  return text.split('\n').flatMap((line) => {
    const [, serial, rest] =
      /^(.+?)\s+((?:device|offline|unauthorized|authorizing|connecting|recovery|sideload|bootloader|no permissions)\b.*)$/.exec(
        line,
      ) ?? [];
    const transportId = Number(/\btransport_id:(\d+)/.exec(line)?.[1]);
    if (serial === undefined || rest === undefined || !Number.isInteger(transportId)) return [];
    const cable = /\b(usb:\S+)/.exec(rest)?.[1];
    const state = rest.startsWith('no permissions') ? 'no permissions' : (rest.split(/\s/)[0] ?? '');
    return [{ place: cable === undefined ? serial : `${serial} ${cable}`, serial, state, transportId }];
  });
}
