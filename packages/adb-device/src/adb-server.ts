import { createServer, type Server, type Socket } from 'node:net';
import type { LinkQuality } from './link.ts';
import { Transport, type TransportDeps } from './transport.ts';

const MAX_TRANSPORTS = 16;

/** adbd on a TCP port. Several hosts may be connected at the same time. */
export class AdbServer {
  private readonly deps: Omit<TransportDeps, 'quality'>;
  private readonly quality: LinkQuality;
  private readonly host: string;
  private server: Server | null = null;
  private readonly transports = new Set<Transport>();
  private nextTransport = 1;
  private boundPort = 0;

  constructor(deps: Omit<TransportDeps, 'quality'>, quality: LinkQuality, host: string) {
    this.deps = deps;
    this.quality = quality;
    this.host = host;
  }

  /** 0 before the first `listen`; afterwards the port stays the same. */
  get port(): number {
    return this.boundPort;
  }

  /** Listens on `port`, or on a free one for 0. Rejects when the port is taken. */
  async listen(port: number): Promise<void> {
    if (this.server !== null) return;
    const server = createServer((socket) => this.accept(socket));
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.boundPort === 0 ? port : this.boundPort, this.host, resolve);
    }).catch((error: unknown) => {
      this.server = null;
      throw error;
    });
    const address = server.address();
    if (typeof address === 'object' && address !== null) this.boundPort = address.port;
  }

  /** Disconnects all hosts and refuses new ones, as when the cable is unplugged. */
  async close(): Promise<void> {
    const server = this.server;
    this.server = null;
    this.dropAll();
    if (server !== null) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** Disconnects all hosts; they may reconnect at once. */
  dropAll(): void {
    for (const transport of [...this.transports]) transport.destroy();
  }

  private accept(socket: Socket): void {
    if (this.transports.size >= MAX_TRANSPORTS) {
      socket.destroy();
      return;
    }
    const transport = new Transport({ ...this.deps, quality: this.quality }, socket, this.nextTransport++);
    this.transports.add(transport);
    transport.onClose(() => this.transports.delete(transport));
  }
}
