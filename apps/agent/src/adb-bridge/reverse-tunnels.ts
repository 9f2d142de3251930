// The reverse tunnels of one bridge: a port of the phone that leads to the customer's computer, never to this host. The
// phone's connections become streams to the customer's side, which opens only what is in its own table.
import type { Adb, AdbSocket } from '@yume-chan/adb';

const maxTunnels = 64;

/** `localName`: what the phone's adbd knows as the target; a connection to it reaches this agent. */
type Tunnel = { target: string; localName: string };

/** Which bridge owns an address of a phone. All bridges of a phone share one `Adb`, and only one can get its connections. */
const owners = new WeakMap<Adb, Map<string, ReverseTunnels>>();

export class ReverseTunnels {
  readonly #adb: Adb;
  readonly #onConnection: (socket: AdbSocket, target: string) => void;
  readonly #tunnels = new Map<string, Tunnel>();
  /** How many addresses the phone is binding now. */
  #opening = 0;
  /** Grows when all tunnels are closed. */
  #round = 0;

  constructor(adb: Adb, onConnection: (socket: AdbSocket, target: string) => void) {
    this.#adb = adb;
    this.#onConnection = onConnection;
  }

  /**
   * Serves what follows `reverse:` and returns adbd's answer: "OKAY" or "FAIL", perhaps with a text (SERVICES.TXT in
   * AOSP's packages/modules/adb).
   */
  async serve(command: string): Promise<string> {
    if (command === 'list-forward') return hexText(this.#list());
    if (command === 'killforward-all') {
      await this.closeAll();
      return 'OKAY';
    }
    const kill = /^killforward:([\s\S]+)$/.exec(command)?.[1];
    if (kill !== undefined) {
      if (!(await this.#remove(kill))) return fail(`listener '${kill}' not found`);
      return 'OKAY';
    }
    const forward = /^forward:(norebind:)?([^;]+);([\s\S]+)$/.exec(command);
    if (forward === null) return fail('bad reverse forward');
    return this.#forward(forward[2] ?? '', forward[3] ?? '', forward[1] !== undefined);
  }

  /** Ends all tunnels, and those that are being opened now as soon as the phone has answered. */
  async closeAll(): Promise<void> {
    this.#round += 1;
    await Promise.all([...this.#tunnels.keys()].map((address) => this.#remove(address)));
  }

  #list(): string {
    return [...this.#tunnels].map(([address, { target }]) => `host-1 ${address} ${target}\n`).join('');
  }

  async #forward(address: string, target: string, norebind: boolean): Promise<string> {
    const known = this.#tunnels.get(address);
    if (known !== undefined) {
      if (norebind) return fail('cannot rebind existing socket');
      known.target = target;
      return okay(address, address);
    }
    if (this.#tunnels.size + this.#opening >= maxTunnels)
      return fail('cannot bind listener: Too many open files');
    // The phone gives each `tcp:0` a port of its own.
    const claimed = address === 'tcp:0' ? undefined : address;
    const taken = ownersOf(this.#adb);
    if (claimed !== undefined && taken.has(claimed))
      return fail('cannot bind listener: another connection to this phone uses it');
    if (claimed !== undefined) taken.set(claimed, this);
    this.#opening += 1;
    try {
      return await this.#open(address, target);
    } catch (error) {
      if (claimed !== undefined) taken.delete(claimed);
      return fail(error instanceof Error ? error.message : String(error));
    } finally {
      this.#opening -= 1;
    }
  }

  async #open(address: string, target: string): Promise<string> {
    const round = this.#round;
    const tunnel: Tunnel = { target, localName: '' };
    tunnel.localName = await this.#adb.transport.addReverseTunnel((socket) =>
      this.#onConnection(socket, tunnel.target),
    );
    let bound: string;
    try {
      bound = await this.#adb.reverse.addExternal(address, tunnel.localName);
    } catch (error) {
      this.#adb.transport.removeReverseTunnel(tunnel.localName);
      throw error;
    }
    ownersOf(this.#adb).set(bound, this);
    this.#tunnels.set(bound, tunnel);
    if (round === this.#round) return okay(address, bound);
    await this.#remove(bound);
    return fail('cannot bind listener: the connection was closed');
  }

  async #remove(address: string): Promise<boolean> {
    const tunnel = this.#tunnels.get(address);
    if (tunnel === undefined) return false;
    this.#tunnels.delete(address);
    ownersOf(this.#adb).delete(address);
    this.#adb.transport.removeReverseTunnel(tunnel.localName);
    // The phone may be gone already, and its tunnels with it.
    await this.#adb.reverse.remove(address).catch(() => undefined);
    return true;
  }
}

function ownersOf(adb: Adb): Map<string, ReverseTunnels> {
  const known = owners.get(adb) ?? new Map<string, ReverseTunnels>();
  owners.set(adb, known);
  return known;
}

/** The port is reported for every `tcp:` address. */
function okay(asked: string, bound: string): string {
  return asked.startsWith('tcp:') ? `OKAY${hexText(bound.slice('tcp:'.length))}` : 'OKAY';
}

function fail(text: string): string {
  return `FAIL${hexText(text)}`;
}

/** adb's length-prefixed text: four hexadecimal digits, then the bytes. */
function hexText(text: string): string {
  return Buffer.byteLength(text).toString(16).padStart(4, '0') + text;
}
