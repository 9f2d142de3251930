// The programs of `npm start` with their arguments and environments.
import { join } from 'node:path';
import type { ProgramSpec } from './child-program.ts';
import type { StartConfig } from './config.ts';
import type { InnerPorts } from './ports.ts';
import type { RelayKey } from './relay-key.ts';

export type ProgramName = 'mailbox' | 'payment-sandbox' | 'virtual-phones' | 'api' | 'relay' | 'agent';

export type ProgramFacts = {
  readonly config: StartConfig;
  readonly ports: InnerPorts;
  readonly databaseUrl: string;
  readonly scrcpyServer: string;
  /** Undefined where it couldn't be fetched. */
  readonly screenReader: string | undefined;
  readonly siteDist: string;
  readonly consoleDist: string;
  /** Signs the payment sandbox's webhooks; created at each start. */
  readonly webhookSecret: string;
  /** Encrypts operators' second factors in the database. */
  readonly operatorSecretsKey: string;
  readonly relayKey: RelayKey;
};

/** Variables of our own environment that each program gets. */
const passedOn = [
  'PATH',
  'HOME',
  'LANG',
  'TZ',
  'TMPDIR',
  'NODE_EXTRA_CA_CERTS',
  'LOG_LEVEL',
  'TRUSTED_PROXY',
  'RTP_PORT',
  'RTP_ADDRESS',
];

/** Programs whose start is mostly reading and compiling modules. The virtual phones mostly draw and encode. */
export const bundledPrograms = [
  'apps/api/src/main.ts',
  'apps/relay/src/main.ts',
  'apps/agent/src/main.ts',
  'apps/mailbox/src/main.ts',
  'packages/payment-sandbox/src/main.ts',
] as const;

/** `extraEnv` is for values that are known only at run time, such as the enrolment code. */
export function describeProgram(
  name: ProgramName,
  facts: ProgramFacts,
  extraEnv: Record<string, string> = {},
): ProgramSpec {
  const { config } = facts;
  const { entry, args, env } = definitions[name](facts);
  return {
    name,
    entry: join(config.repoDir, 'tools/bundle/run.mjs'),
    args: [join(config.repoDir, entry), ...(args ?? [])],
    env: { ...baseEnv(), ...compileCache(config), ...env, ...extraEnv },
    cwd: config.repoDir,
    logPath: join(config.dataDir, 'logs', `${name}.log`),
  };
}

/** A start finds the code that an earlier one has compiled: killed programs restart sooner, and so does the demo's one-shot one. */
export function compileCache({ cacheDir }: StartConfig): Record<string, string> {
  return { NODE_COMPILE_CACHE: join(cacheDir, 'compiled') };
}

/** The environment of the API and of the demo's one-shot program. */
export function apiEnv({
  config,
  ports,
  databaseUrl,
  siteDist,
  consoleDist,
  webhookSecret,
  operatorSecretsKey,
  relayKey,
}: ProgramFacts): Record<string, string> {
  return {
    ...baseEnv(),
    DATABASE_URL: databaseUrl,
    HOST: config.host,
    // Mail with its reset links, metrics and the agents' port stay on loopback, whatever HOST is.
    INNER_HOST: '127.0.0.1',
    PORT: String(config.sitePort),
    OPERATOR_PORT: String(config.operatorPort),
    AGENT_PORT: String(config.agentPort),
    PUBLIC_URL: config.publicUrl,
    NODE_URL: `ws://127.0.0.1:${config.agentPort}`,
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    MAILBOX_URL: `http://127.0.0.1:${ports.mailbox}`,
    PAYMENT_SANDBOX_URL: `http://127.0.0.1:${ports.sandbox}`,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    OPERATOR_SECRETS_KEY: operatorSecretsKey,
    RELAY_KEYS: relayKey.publicKey,
    RELAY_URLS: relayUrl(config, ports),
    // Programs dial the site's address, and so do pages of the version before.
    RELAY_FORWARD: `${reachableHost(config.host)}:${ports.relay}`,
    RECORDINGS_DIR: join(config.dataDir, 'recordings'),
    // A public site may not be started with it, but the demo's receivers run on this computer.
    WEBHOOK_NETWORKS: '127.0.0.0/8',
    WEB_DIST: siteDist,
    CONSOLE_DIST: consoleDist,
    DEMO: '1',
  };
}

type Definition = (facts: ProgramFacts) => { entry: string; args?: string[]; env: Record<string, string> };

const definitions: Record<ProgramName, Definition> = {
  mailbox: ({ config, ports }) => ({
    entry: 'apps/mailbox/src/main.ts',
    env: {
      MAILBOX_SMTP_PORT: String(ports.smtp),
      MAILBOX_HTTP_PORT: String(ports.mailbox),
      MAILBOX_DATA: join(config.dataDir, 'mailbox'),
    },
  }),
  'payment-sandbox': ({ config, ports, webhookSecret }) => ({
    entry: 'packages/payment-sandbox/src/main.ts',
    env: {
      SANDBOX_PORT: String(ports.sandbox),
      SANDBOX_DATA: join(config.dataDir, 'payments'),
      SANDBOX_WEBHOOK_URL: `http://${reachableHost(config.host)}:${config.sitePort}/webhooks/stripe`,
      SANDBOX_WEBHOOK_SECRET: webhookSecret,
    },
  }),
  'virtual-phones': ({ config, ports }) => ({
    entry: 'packages/virtual-phone/src/main.ts',
    args: [
      '--data',
      config.dataDir,
      '--count',
      String(ports.phones.length),
      '--ports',
      ports.phones.join(','),
    ],
    env: {},
  }),
  api: (facts) => ({ entry: 'apps/api/src/main.ts', env: apiEnv(facts) }),
  relay: ({ config, ports, relayKey }) => ({
    entry: 'apps/relay/src/main.ts',
    env: {
      CONTROL_PLANE_URL: `ws://127.0.0.1:${config.agentPort}`,
      RELAY_KEY: relayKey.privateKey,
      PUBLIC_URL: config.publicUrl,
      RELAY_URL: relayUrl(config, ports),
      RELAY_AGENTS_URL: `ws://127.0.0.1:${ports.relayAgents}`,
      HOST: config.host,
      INNER_HOST: '127.0.0.1',
      RELAY_PORT: String(ports.relay),
      RELAY_AGENT_PORT: String(ports.relayAgents),
      RELAY_STATUS_PORT: String(ports.relayStatus),
      // There is no other relay that could take the viewers.
      RELAY_DRAIN_S: '0',
      // The API passes sockets on that came to the site's address.
      TRUSTED_PROXY: ['127.0.0.1', process.env['TRUSTED_PROXY'] ?? ''].join(),
      DEMO: '1',
    },
  }),
  agent: ({ config, ports, scrcpyServer, screenReader }) => ({
    entry: 'apps/agent/src/main.ts',
    env: {
      CONTROL_PLANE_URL: `ws://127.0.0.1:${config.agentPort}`,
      AGENT_DATA: join(config.dataDir, 'agent'),
      AGENT_NAME: 'host-01',
      ADB_ADDRESSES: ports.phones.map((port) => `127.0.0.1:${port}`).join(','),
      // No adb server: the demo must not clean a private phone on this computer's USB.
      ADB_PROGRAM: '',
      SCRCPY_SERVER: scrcpyServer,
      SCREEN_READER: screenReader ?? '',
    },
  }),
};

/** Pages dial the relay itself. Where something stands before the site, they dial the site, and the API passes it on. */
function relayUrl({ publicUrl, sitePort }: StartConfig, ports: InnerPorts): string {
  const url = new URL(publicUrl);
  if (url.protocol === 'http:' && url.port === String(sitePort)) url.port = String(ports.relay);
  return url.origin.replace(/^http/, 'ws');
}

/** The address by which programs on this machine reach a server that listens on `host`. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function baseEnv(): Record<string, string> {
  const env: Record<string, string> = { NODE_ENV: 'production' };
  for (const name of passedOn) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}
