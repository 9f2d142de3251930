// The types that app.ts hands to each feature. They are in a file of their own, so that a feature imports
// nothing that imports it.

import type { Websockets } from '@pocketfleet/websockets';
import type { OutsideFetch } from './access/oauth/outside-fetch.ts';
import type { Config } from './config.ts';
import type { HostLinks } from './devices/host-links.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/database.ts';
import type { Events } from './platform/events.ts';
import type { HttpServer } from './platform/http-server.ts';
import type { Implement } from './platform/implement.ts';
import type { TaskHandler } from './platform/jobs.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Node } from './platform/node.ts';
import type { Smtp } from './platform/smtp.ts';
import type { PaymentProvider } from './platform/stripe.ts';
import type { Channels } from './streaming/channels.ts';

export type Deps = {
  config: Config;
  db: Db;
  clock: Clock;
  node: Node;
  events: Events;
  smtp: Smtp;
  /** Undefined when no payment provider is configured. */
  provider: PaymentProvider | undefined;
  log: Log;
  /** Fetches the documents of programs that connect; a test gives its own. */
  fetchOutside?: OutsideFetch;
  /**
   * How often open sockets are compared with the database, besides at events. Left out: about once a second. A test that is
   * about the events gives a long time.
   */
  socketChecksMs?: number;
  /** How long an open socket lives without such a check. Left out: a minute. A test gives less. */
  socketLeaseMs?: number;
};

/** Everything that a feature needs to register its routes, sockets and jobs. */
export type AppParts = {
  deps: Deps;
  /** Customer site, API under /api, websockets under /ws. */
  site: HttpServer;
  siteSockets: Websockets;
  implement: Implement;
  operator: HttpServer;
  agents: HttpServer;
  agentSockets: Websockets;
  /** Connections to the hosts' agents, on this node and on others. */
  links: HostLinks;
  /** Channels of agents to this node. */
  channels: Channels;
  /** Metrics of this node, served on the operator port. */
  metrics: Metrics;
  tasks: TaskHandler[];
  /** Run in the reverse order when the process stops. */
  onStop: (undo: () => void | Promise<void>) => void;
};
