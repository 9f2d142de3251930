// One relay: its ports for viewers and for agents, its link to the control plane, and how it ends without a lost picture.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  acceptChannels,
  createHostChannels,
  createLinkedControl,
  makeRelayId,
  publicKeyOf,
  type Relay,
  RelayLink,
  type Rtp,
  type RunningRelay,
  startRelay,
  startRtp,
} from '@pocketfleet/relay';
import { createWebsockets } from '@pocketfleet/websockets';
import type { Logger } from 'pino';
import type { RelayConfig } from './config.ts';

const maxSockets = 10_000;
/** A host proves itself with the first bytes: the channel's secret is in the request. */
const unproven = { perAddress: 64, inAll: 512, maxBytes: 4_096 };
const stateEveryMs = 1_000;
const askOthersEveryMs = 250;
const tellWithinMs = 200;

export type RelayProgram = {
  relay: Relay;
  rtp: Rtp;
  /** The ports that were opened. */
  ports: { viewers: number; agents: number };
  isLinked: () => boolean;
  isDraining: () => boolean;
  /** Sends viewers to another relay, once there is one, or when the limit for that is over; then ends everything. */
  stop: () => Promise<void>;
};

/** `onLinked` is called each time the control plane can be asked again. */
export async function runRelay(
  config: RelayConfig,
  log: Logger,
  onLinked: () => void = () => undefined,
): Promise<RelayProgram> {
  const relayId = makeRelayId(publicKeyOf(config.key));
  const [viewers, agents] = [createServer(refuseRequest), createServer(refuseRequest)];
  const { trustedProxies } = config;
  const siteSockets = createWebsockets(viewers, {
    log,
    allowedOrigins: config.origins,
    maxSockets,
    trustedProxies,
  });
  const agentSockets = createWebsockets(agents, {
    log,
    allowedOrigins: undefined,
    maxSockets,
    trustedProxies,
    unproven,
  });
  const link = new RelayLink({
    url: config.controlPlaneUrl,
    key: config.key,
    relayId,
    publicUrl: config.publicUrl,
    agentsUrl: config.agentsUrl,
    log,
    onEvent: (event) => running.receive(event),
    listOpen: () => running.listOpen(),
    onUp: () => {
      running.onControlBack();
      onLinked();
    },
    onDown: () => undefined,
  });
  const control = createLinkedControl(link);
  const channels = createHostChannels({ control, nodeUrl: config.agentsUrl });
  const rtp = startRtp(config.rtp, log);
  const running: RunningRelay = startRelay({
    relayId,
    control,
    channels,
    siteSockets,
    rtpPort: () => rtp.port,
    log,
  });
  acceptChannels(agentSockets, channels);
  await listen(viewers, config.host, config.port);
  await listen(agents, config.innerHost, config.agentPort);
  link.start();
  const timer = setInterval(() => {
    tellState(link, running);
    // Somebody may have lost their right meanwhile, and nobody could say so.
    if (link.awayMs > config.awayMs) running.closeViewers('server_error');
  }, stateEveryMs);
  let stopping: Promise<void> | undefined;

  const stop = async (): Promise<void> => {
    await awaitOther(link, running, config.drainMs);
    clearInterval(timer);
    await Promise.all([siteSockets.stop(), agentSockets.stop()]);
    // A socket that had to be terminated tells its use a moment later.
    const closedByMs = performance.now() + tellWithinMs;
    while (running.listOpen().sockets.length > 0 && performance.now() < closedByMs) await wait(10);
    running.stop();
    channels.stop();
    link.stop();
    await rtp.stop();
    await Promise.all([viewers, agents].map(close));
  };
  return {
    relay: running.relay,
    rtp,
    ports: { viewers: portOf(viewers), agents: portOf(agents) },
    isLinked: () => link.isUp,
    isDraining: () => stopping !== undefined,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Waits until another relay can take the viewers that are here, for a limited time. */
async function awaitOther(link: RelayLink, running: RunningRelay, limitMs: number): Promise<void> {
  const untilMs = performance.now() + limitMs;
  for (;;) {
    // A node that doesn't answer must not make the end later.
    const answer = await Promise.race([
      link.ask('drain', {}).catch(() => undefined),
      wait(2 * askOthersEveryMs, undefined, { ref: false }),
    ]);
    const isEmpty = running.listOpen().sockets.length === 0;
    if (isEmpty || answer?.has_other === true || performance.now() >= untilMs) return;
    await wait(askOthersEveryMs);
  }
}

function tellState(link: RelayLink, { relay }: RunningRelay): void {
  const has_viewers_elsewhere = relay.hasViewersElsewhere();
  const watched = [...new Set(relay.listWatched())];
  link.tell({ name: 'state', watched, has_viewers_elsewhere });
}

function refuseRequest(_request: unknown, response: ServerResponse): void {
  response.writeHead(404, { 'content-length': 0 }).end();
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
