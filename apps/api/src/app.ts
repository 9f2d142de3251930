// The control plane apart from listening: three HTTP servers (site and API, operators, agents), their
// websockets, and what runs as jobs. To add a feature, add one line to `features`.

import { createWebsockets, originsOf } from '@pocketfleet/websockets';
import { authenticate, recordForbidden, refuseUnlessAllowed } from './access/access.ts';
import { registerActivity } from './access/activity.routes.ts';
import { findEmbedOrigin } from './access/embeds.ts';
import { registerKeys } from './access/keys.routes.ts';
import { registerOauth } from './access/oauth/oauth.routes.ts';
import { registerShareLinks } from './access/share-links.routes.ts';
import { registerAccounts } from './accounts/accounts.routes.ts';
import { registerRegistration } from './accounts/registration.routes.ts';
import { registerSecondFactors } from './accounts/second-factors.routes.ts';
import type { AppParts, Deps } from './app-parts.ts';
import { registerAssignments } from './assignments/assignments.routes.ts';
import { listPhones } from './assignments/assignments.ts';
import { registerCleaning } from './cleaning/cleaning.register.ts';
import { registerContact } from './contact/contact.routes.ts';
import { maxUnprovenBytes } from './devices/agent-link.ts';
import { registerDevices } from './devices/devices.routes.ts';
import { createHostLinks } from './devices/host-links.ts';
import { registerHealth } from './health/health.routes.ts';
import { registerHousekeeping } from './housekeeping/housekeeping.ts';
import { registerLive } from './live/live.routes.ts';
import { registerMail } from './mail/mail.register.ts';
import { registerMcp } from './mcp/mcp.routes.ts';
import { registerOperators } from './operators/operators.routes.ts';
import { registerOrders } from './orders/orders.routes.ts';
import { registerCustomerOrders } from './payments/customer-orders.routes.ts';
import { registerCatchUp, registerPayments } from './payments/payments.routes.ts';
import { createHttpServer } from './platform/http-server.ts';
import { createImplement } from './platform/implement.ts';
import type { Log } from './platform/log.ts';
import { createMetrics, createRequestMeter, measureTasks } from './platform/metrics.ts';
import type { Reach } from './platform/principal.ts';
import { readScriptHashes } from './platform/site-facts.ts';
import { answerNotFound, serveConsole, serveSite } from './platform/site-files.ts';
import { registerQuestions } from './questions/questions.routes.ts';
import { registerRecordings } from './recordings/recordings.routes.ts';
import { registerReference } from './reference/reference.routes.ts';
import { registerScreen } from './screen/screen.routes.ts';
import { registerSecrets } from './secrets/secrets.routes.ts';
import { createChannels } from './streaming/channels.ts';
import { passToRelay } from './streaming/pass-to-relay.ts';
import { registerStreaming } from './streaming/streaming.routes.ts';
import { registerTeams } from './teams/teams.routes.ts';
import { registerWebhooks } from './webhooks/webhooks.routes.ts';

export type App = AppParts & { stop: () => Promise<void> };

const features: ((parts: AppParts) => void | Promise<void>)[] = [
  registerCatchUp,
  registerMail,
  registerAccounts,
  registerRegistration,
  registerSecondFactors,
  async (parts) => {
    const listOwnPhones = async (reach: Reach) =>
      (await listPhones(parts.deps, reach)).map(({ device_id }) => device_id);
    registerKeys(parts, listOwnPhones);
    await registerOauth(parts, listOwnPhones);
  },
  (parts) => registerShareLinks(parts, (reach) => listPhones(parts.deps, reach)),
  registerActivity,
  registerContact,
  registerDevices,
  registerCleaning,
  registerAssignments,
  registerOrders,
  registerCustomerOrders,
  registerTeams,
  registerPayments,
  registerStreaming,
  registerSecrets,
  registerQuestions,
  async (parts) => {
    const screen = registerScreen(parts);
    registerMcp(parts, screen);
    await registerRecordings(parts, screen);
  },
  registerLive,
  registerWebhooks,
  registerOperators,
  registerHealth,
  registerHousekeeping,
  registerReference,
];

/** The largest chunk of a recording over a line of 128 kbit/s. */
const uploadTimeoutMs = 15 * 60_000;

export async function createApp(deps: Deps): Promise<App> {
  const { config, log } = deps;
  const server = (
    requestsPerMinute: number,
    scriptHashes: readonly string[] = [],
    { publicUrl = config.publicUrl, uploadTimeoutMs = 0 } = {},
  ) =>
    createHttpServer({
      log,
      publicUrl,
      requestsPerMinute,
      trustedProxies: config.trustedProxies,
      scriptHashes,
      relayUrls: config.relays?.urls,
      uploadTimeoutMs,
    });
  const site = await server(3_000, await readScriptHashes(config.webDist));
  const operator = await server(3_000, [], { publicUrl: config.operatorUrl });
  const agents = await server(600, [], { uploadTimeoutMs });
  const metrics = createMetrics();
  const meter = createRequestMeter(metrics);
  for (const [name, each] of Object.entries({ site, operator, agents })) meter(name, each);
  const undo: (() => void | Promise<void>)[] = [];
  const links = createHostLinks(deps);
  const passing = config.relays?.forwardTo && passToRelay(config.relays.forwardTo);
  const parts: AppParts = {
    deps,
    site,
    siteSockets: createWebsockets(site.server, {
      log,
      allowedOrigins: originsOf(config.publicUrl, config.demo),
      maxSockets: 10_000,
      trustedProxies: config.trustedProxies,
      takeUpgrade: passing?.takeUpgrade,
    }),
    implement: createImplement(site, {
      authenticate: (asking) => authenticate(deps, asking),
      refuseUnlessAllowed,
      onForbidden: (caller, call, refusal) => recordForbidden(deps, caller, call, refusal),
    }),
    operator,
    agents,
    agentSockets: createWebsockets(agents.server, {
      log,
      allowedOrigins: undefined,
      maxSockets: 10_000,
      trustedProxies: config.trustedProxies,
      // All hosts of a rack share one address, and complete the handshake within milliseconds.
      unproven: { perAddress: 64, inAll: 512, maxBytes: maxUnprovenBytes },
    }),
    links,
    channels: createChannels({ ...deps, links, nodeUrl: config.nodeUrl }),
    metrics,
    tasks: [],
    onStop: (step) => undo.unshift(step),
  };
  await serveSite(site, config.webDist, {
    publicUrl: config.publicUrl,
    relayUrls: config.relays?.urls,
    cards: config.payments?.browser,
    findEmbedOrigin: (token) => findEmbedOrigin({ db: deps.db }, token),
  });
  await serveConsole(operator, config.consoleDist);
  answerNotFound(agents);
  for (const register of features) await register(parts);
  return {
    ...parts,
    tasks: measureTasks(metrics, parts.tasks),
    stop: async () => {
      await stopEach(log, [
        () => passing?.stop(),
        () => Promise.all([parts.siteSockets.stop(), parts.agentSockets.stop()]),
        ...undo,
        () => Promise.all([site.close(), operator.close(), agents.close()]),
      ]);
    },
  };
}

/** Runs every step, even after one has failed. */
async function stopEach(log: Log, steps: readonly (() => unknown)[]): Promise<void> {
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      log.error({ err: error }, 'a part of this node did not stop cleanly');
    }
  }
}
