// The control plane apart from listening: three HTTP servers (site and API, operators, agents), their
// websockets, and what runs as jobs. To add a feature, add one line to `features`.
import { registerAccounts } from './accounts/accounts.routes.ts';
import { authenticate } from './accounts/accounts.ts';
import { registerRegistration } from './accounts/registration.routes.ts';
import { registerAssignments } from './assignments/assignments.routes.ts';
import { registerCleaning } from './cleaning/cleaning.register.ts';
import type { Config } from './config.ts';
import { registerContact } from './contact/contact.routes.ts';
import { maxUnprovenBytes } from './devices/agent-link.ts';
import { registerDevices } from './devices/devices.routes.ts';
import { createHostLinks, type HostLinks } from './devices/host-links.ts';
import { registerHealth } from './health/health.routes.ts';
import { registerHousekeeping } from './housekeeping/housekeeping.ts';
import { registerLive } from './live/live.routes.ts';
import { registerMail } from './mail/mail.register.ts';
import { registerOperators } from './operators/operators.routes.ts';
import { registerOrders } from './orders/orders.routes.ts';
import { registerCustomerOrders } from './payments/customer-orders.routes.ts';
import { registerCatchUp, registerPayments } from './payments/payments.routes.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/database.ts';
import type { Events } from './platform/events.ts';
import { createHttpServer, type HttpServer } from './platform/http-server.ts';
import { createImplement, type Implement } from './platform/implement.ts';
import type { TaskHandler } from './platform/jobs.ts';
import type { Log } from './platform/log.ts';
import { createMetrics, createRequestMeter, type Metrics, measureTasks } from './platform/metrics.ts';
import type { Node } from './platform/node.ts';
import { readScriptHashes } from './platform/site-facts.ts';
import { answerNotFound, serveConsole, serveSite } from './platform/site-files.ts';
import type { Smtp } from './platform/smtp.ts';
import type { PaymentProvider } from './platform/stripe.ts';
import { createWebsockets, originsOf, type Websockets } from './platform/websockets.ts';
import { registerReference } from './reference/reference.routes.ts';
import { registerStreaming } from './streaming/streaming.routes.ts';

export type Deps = {
  config: Config;
  db: Db;
  clock: Clock;
  node: Node;
  events: Events;
  smtp: Smtp;
  /** Undefined where nothing can be paid for. */
  provider: PaymentProvider | undefined;
  log: Log;
};

/** What a feature registers itself with. */
export type AppParts = {
  deps: Deps;
  /** Customer site, API under /api, websockets under /ws. */
  site: HttpServer;
  siteSockets: Websockets;
  implement: Implement;
  operator: HttpServer;
  agents: HttpServer;
  agentSockets: Websockets;
  /** The hosts' links, on this node and beyond. */
  links: HostLinks;
  /** What this node counts of itself, shown on the operator port. */
  metrics: Metrics;
  tasks: TaskHandler[];
  /** Run in the reverse order when the process stops. */
  onStop: (undo: () => void | Promise<void>) => void;
};

export type App = AppParts & { stop: () => Promise<void> };

const features: ((parts: AppParts) => void | Promise<void>)[] = [
  registerCatchUp,
  registerMail,
  registerAccounts,
  registerRegistration,
  registerContact,
  registerDevices,
  registerCleaning,
  registerAssignments,
  registerOrders,
  registerCustomerOrders,
  registerPayments,
  registerStreaming,
  registerLive,
  registerOperators,
  registerHealth,
  registerHousekeeping,
  registerReference,
];

export async function createApp(deps: Deps): Promise<App> {
  const { config, log } = deps;
  const server = (
    requestsPerMinute: number,
    scriptHashes: readonly string[] = [],
    publicUrl = config.publicUrl,
  ) =>
    createHttpServer({
      log,
      publicUrl,
      requestsPerMinute,
      trustedProxies: config.trustedProxies,
      scriptHashes,
    });
  const site = await server(3_000, await readScriptHashes(config.webDist));
  const operator = await server(3_000, [], config.operatorUrl);
  const agents = await server(600);
  const metrics = createMetrics();
  const meter = createRequestMeter(metrics);
  for (const [name, each] of Object.entries({ site, operator, agents })) meter(name, each);
  const undo: (() => void | Promise<void>)[] = [];
  const parts: AppParts = {
    deps,
    site,
    siteSockets: createWebsockets(site.server, {
      log,
      allowedOrigins: originsOf(config.publicUrl, config.demo),
      maxSockets: 10_000,
      trustedProxies: config.trustedProxies,
    }),
    implement: createImplement(site, (accessToken) => authenticate(deps, accessToken)),
    operator,
    agents,
    agentSockets: createWebsockets(agents.server, {
      log,
      allowedOrigins: undefined,
      maxSockets: 10_000,
      trustedProxies: config.trustedProxies,
      // All hosts of a rack have one address, and prove themselves within milliseconds.
      unproven: { perAddress: 64, inAll: 512, maxBytes: maxUnprovenBytes },
    }),
    links: createHostLinks(deps),
    metrics,
    tasks: [],
    onStop: (step) => undo.unshift(step),
  };
  await serveSite(site, config.webDist, {
    publicUrl: config.publicUrl,
    cards: config.payments?.browser,
  });
  await serveConsole(operator, config.consoleDist);
  answerNotFound(agents);
  for (const register of features) await register(parts);
  return {
    ...parts,
    tasks: measureTasks(metrics, parts.tasks),
    stop: async () => {
      await stopEach(log, [
        () => Promise.all([parts.siteSockets.stop(), parts.agentSockets.stop()]),
        ...undo,
        () => Promise.all([site.close(), operator.close(), agents.close()]),
      ]);
    },
  };
}

/** One step that fails leaves those behind it their turn. */
async function stopEach(log: Log, steps: readonly (() => unknown)[]): Promise<void> {
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      log.error({ err: error }, 'a part of this node did not stop cleanly');
    }
  }
}
