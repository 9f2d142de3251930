// A websocket to the product, the same in browsers and in Node. `#open-socket` is the one of the platform.

type SocketRequest = {
  /** With ws: or wss:. */
  address: string;
  /** The single-use ticket, offered as the second subprotocol. */
  ticket: string;
  maxMessageBytes: number;
  /**
   * A socket that hears nothing for so long is closed. In Node pings of the server count too. Browsers hide pings, so there
   * this is only for sockets on which the server sends messages regularly: `hasHeartbeats`.
   */
  silentAfterMs: number;
  hasHeartbeats: boolean;
};

type SocketEvents = {
  onOpen(): void;
  onMessage(data: string | Uint8Array<ArrayBuffer>): void;
  /** Called once. `code` is 1006 where the connection was lost. */
  onClose(code: number, reason: string): void;
};

export type Socket = {
  /** A promise, where there is one, resolves when the socket can take more. Nothing is sent on a closed socket. */
  send(data: string | Uint8Array): Promise<void> | undefined;
  close(code: number): void;
  /** Closes at once, without a handshake where the platform allows it. */
  cut(): void;
  /** Stops reading for a while; browsers can't. */
  pause(): void;
  resume(): void;
  /** True when an open socket keeps the program running; without effect in browsers. */
  keepAlive(isWanted: boolean): void;
};

export type OpenSocket = (request: SocketRequest, events: SocketEvents) => Socket;

export const subprotocol = 'pocketfleet';
/** Opening takes at most so long. */
export const handshakeTimeoutMs = 10_000;
