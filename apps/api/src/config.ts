// The only reader of the environment. Everything is checked at start; a wrong value ends the process with one
// line and status 78, so that a supervisor does not try again.

import { type RtpConfig, readRtp } from '@pocketfleet/relay';
import { brand } from '@pocketfleet/rules';
import { isNetwork, parseTrustedProxies } from '@pocketfleet/websockets';
import { z } from 'zod';
import { parseNatsUrl } from './platform/bus/nats-url.ts';
import type { NatsConfig } from './platform/bus/nats-wire.ts';
import { isPrintable } from './platform/pdf.ts';
import { type RelaySettings, readRelaySettings } from './platform/relay-settings.ts';

const port = z.coerce.number().int().min(0).max(65535);
const optionalText = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === '' ? undefined : value));

const environment = z.object({
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
  /** Empty: nodes talk to each other through PostgreSQL. */
  NATS_URL: optionalText,
  NATS_CREDS: optionalText,
  NATS_PREFIX: optionalText.refine(
    (text) => text === undefined || /^[\w-]{1,40}(\.[\w-]{1,40}){0,3}$/.test(text),
    'must be letters, digits, _ and -, with dots between',
  ),
  HOST: z.string().default('127.0.0.1'),
  INNER_HOST: optionalText,
  PORT: port.default(4000),
  OPERATOR_PORT: port.default(4001),
  AGENT_PORT: port.default(4002),
  PUBLIC_URL: z.url().optional(),
  /** The console's address for our team; its writes must come from there. */
  OPERATOR_URL: z.url().optional(),
  NODE_URL: z
    .string()
    .regex(/^wss?:\/\//, 'must be a ws:// or wss:// address')
    .optional(),
  AGENTS_URL: z
    .string()
    .regex(/^wss?:\/\//, 'must be a ws:// or wss:// address')
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be an smtp:// or smtps:// address')
    .optional(),
  /** The recipient of alarms while no operator has an email address. */
  TEAM_MAIL: z.email().default(brand.salesEmail),
  MAILBOX_URL: optionalText,
  WEB_DIST: optionalText,
  CONSOLE_DIST: optionalText,
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(?:test|live)_\w+$/, 'must be a secret key of Stripe')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(?:test|live)_\w+$/, 'must be a publishable key of Stripe')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'must be a webhook secret of Stripe')
    .optional(),
  PAYMENT_SANDBOX_URL: z
    .string()
    .regex(/^http:\/\/(?:127\.0\.0\.1|localhost):\d+$/, 'must be an http address on loopback')
    .optional(),
  /** For programs that still call `GET /tunnel-domains`. */
  TUNNEL_DOMAINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((name) => name.trim()))
    .transform((names) => names.filter((name) => name !== '')),
  TRUSTED_PROXY: z
    .string()
    .default('')
    .transform(parseTrustedProxies)
    .refine((proxies) => proxies.every(isNetwork), 'must be addresses or networks such as 10.0.0.0/8'),
  WEBHOOK_NETWORKS: z
    .string()
    .default('')
    .transform(parseTrustedProxies)
    .refine((networks) => networks.every(isNetwork), 'must be addresses or networks such as 127.0.0.0/8'),
  OPERATOR_SECRETS_KEY: z
    .string()
    .default('')
    .refine(
      (text) => /^([0-9a-f]{64}(,[0-9a-f]{64})*)?$/.test(text),
      'must be 64 hex digits; older keys follow after commas',
    )
    .transform((text) => (text === '' ? [] : text.split(',').map((key) => Buffer.from(key, 'hex')))),
  /** The folder of recordings, shared by all nodes. Empty: nothing is recorded. */
  RECORDINGS_DIR: optionalText,
  /** The company on receipts. The lines of its address are separated by semicolons. */
  SELLER_NAME: optionalText,
  SELLER_ADDRESS: optionalText,
  SELLER_TAX_ID: z.string().default(''),
  /** Empty: pictures go by websockets only. */
  RTP_PORT: optionalText,
  RTP_ADDRESS: optionalText,
  /** Empty: the relay runs inside this node. */
  RELAY_KEYS: z.string().default(''),
  RELAY_URLS: z.string().default(''),
  RELAY_FORWARD: z.string().default(''),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEMO: z.enum(['0', '1']).default('0'),
});

export type Config = {
  databaseUrl: string;
  databasePoolSize: number;
  /** Undefined: nodes talk to each other through PostgreSQL. */
  nats: NatsConfig | undefined;
  host: string;
  /** The host that the operators' and the agents' port listen on: loopback in the demo. */
  innerHost: string;
  port: number;
  operatorPort: number;
  agentPort: number;
  /** Origin of the customer site, without a slash at the end. */
  publicUrl: string;
  /** Origin of the operators' console, without a slash at the end. */
  operatorUrl: string;
  /** Websocket base where agents reach this node. */
  nodeUrl: string;
  /** Websocket base where hosts join: with several nodes, a name in front of all of them. */
  agentsUrl: string;
  smtpUrl: string | undefined;
  /** The recipient of alarms while no operator has an email address. */
  teamMail: string;
  mailboxUrl: string | undefined;
  webDist: string | undefined;
  /** Folder with the built operators' console. */
  consoleDist: string | undefined;
  /** Undefined: nothing can be paid for here. */
  payments: PaymentConfig | undefined;
  tunnelDomains: string[];
  /** Addresses and networks whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** Private networks that webhooks may be sent to: for the demo and tests. */
  webhookNetworks: string[];
  /** Keys of operators' second factors and of webhooks' secrets. The first encrypts; the others only decrypt. */
  operatorSecretsKeys: Buffer[];
  /** Undefined: nothing is recorded. */
  recordingsDir: string | undefined;
  /** Undefined: pictures go by websockets only. */
  rtp: RtpConfig | undefined;
  /** Undefined: the relay runs inside this node. */
  relays: RelaySettings | undefined;
  /** The company on receipts; a marked sample where none is configured. */
  seller: Seller;
  logLevel: string;
  demo: boolean;
};

export type PaymentConfig = {
  secretKey: string;
  webhookSecret: string;
  /** Stripe's own elements in the browser, or the sandbox's form. */
  browser: { kind: 'stripe'; publishable_key: string } | { kind: 'sandbox'; url: string };
};

/** `taxId` is empty where there is none. */
export type Seller = { name: string; address: readonly string[]; taxId: string };

/** Nothing that looks like a company: a receipt of the demo is no document. */
const sampleSeller: Seller = {
  name: 'Sample seller',
  address: ['For demonstration only:', 'not a valid receipt'],
  taxId: '',
};

export class ConfigError extends Error {}

/** Throws `ConfigError` with one line that names the variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'not valid'}`);
  }
  const values = parsed.data;
  const nodeUrl = (values.NODE_URL ?? `ws://127.0.0.1:${values.AGENT_PORT}`).replace(/\/$/, '');
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin;
  const config: Config = {
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    nats: readNats(values),
    host: values.HOST,
    innerHost: values.INNER_HOST ?? values.HOST,
    port: values.PORT,
    operatorPort: values.OPERATOR_PORT,
    agentPort: values.AGENT_PORT,
    publicUrl,
    operatorUrl: new URL(values.OPERATOR_URL ?? `http://localhost:${values.OPERATOR_PORT}`).origin,
    nodeUrl,
    agentsUrl: values.AGENTS_URL?.replace(/\/$/, '') ?? nodeUrl,
    smtpUrl: values.SMTP_URL,
    teamMail: values.TEAM_MAIL,
    mailboxUrl: values.MAILBOX_URL?.replace(/\/$/, ''),
    webDist: values.WEB_DIST,
    consoleDist: values.CONSOLE_DIST,
    payments: readPayments(values),
    tunnelDomains: values.TUNNEL_DOMAINS,
    trustedProxies: values.TRUSTED_PROXY,
    webhookNetworks: values.WEBHOOK_NETWORKS,
    operatorSecretsKeys: values.OPERATOR_SECRETS_KEY,
    recordingsDir: values.RECORDINGS_DIR,
    rtp: orRefuse(readRtp({ host: values.HOST, port: values.RTP_PORT, address: values.RTP_ADDRESS })),
    relays: orRefuse(readRelaySettings(values, publicUrl)),
    seller: readSeller(values),
    logLevel: values.LOG_LEVEL,
    demo: values.DEMO === '1',
  };
  refuseUnsafe(config);
  return config;
}

function readNats(values: z.output<typeof environment>): NatsConfig | undefined {
  const { NATS_URL: url, NATS_CREDS: credsFile, NATS_PREFIX: prefix } = values;
  if (url === undefined) {
    if (credsFile !== undefined) throw new ConfigError('NATS_URL: is needed with NATS_CREDS');
    return undefined;
  }
  const parsed = parseNatsUrl(url);
  if (typeof parsed === 'string') throw new ConfigError(`NATS_URL: ${parsed}`);
  if (credsFile !== undefined && parsed.login !== undefined)
    throw new ConfigError('NATS_CREDS: NATS_URL has a user already; set one of them');
  return { ...parsed, credsFile, prefix };
}

function orRefuse<Value>(read: Value | string): Value {
  if (typeof read === 'string') throw new ConfigError(read);
  return read;
}

/** Keys of Stripe, or the sandbox, never both. */
function readPayments(values: z.output<typeof environment>): PaymentConfig | undefined {
  const { STRIPE_SECRET_KEY: secretKey, PAYMENT_SANDBOX_URL: sandboxUrl } = values;
  if (secretKey === undefined && sandboxUrl === undefined) return undefined;
  const webhookSecret = values.STRIPE_WEBHOOK_SECRET;
  if (webhookSecret === undefined) throw new ConfigError('STRIPE_WEBHOOK_SECRET: is needed for payments');
  if (secretKey === undefined) {
    return {
      secretKey: 'sk_test_sandbox',
      webhookSecret,
      browser: { kind: 'sandbox', url: sandboxUrl ?? '' },
    };
  }
  if (sandboxUrl !== undefined) {
    throw new ConfigError('PAYMENT_SANDBOX_URL: keys of Stripe are set; the sandbox takes none');
  }
  const publishable_key = values.STRIPE_PUBLISHABLE_KEY;
  if (publishable_key === undefined) throw new ConfigError('STRIPE_PUBLISHABLE_KEY: is needed for payments');
  return { secretKey, webhookSecret, browser: { kind: 'stripe', publishable_key } };
}

function readSeller(values: z.output<typeof environment>): Seller {
  const { SELLER_NAME: name, SELLER_ADDRESS: address } = values;
  if (name === undefined && address === undefined) return sampleSeller;
  if (name === undefined) throw new ConfigError('SELLER_NAME: is needed with SELLER_ADDRESS');
  if (address === undefined) throw new ConfigError('SELLER_ADDRESS: is needed with SELLER_NAME');
  if (!isPrintable(`${name}${address}${values.SELLER_TAX_ID}`)) {
    throw new ConfigError(
      'SELLER_NAME, SELLER_ADDRESS, SELLER_TAX_ID: must be in Latin letters, as receipts are printed',
    );
  }
  const lines = address.split(';').map((line) => line.trim());
  return { name, address: lines.filter((line) => line !== ''), taxId: values.SELLER_TAX_ID };
}

/** Spec-decisions 37: a public address means production, and production has no demo accounts. */
function refuseUnsafe(config: Config): void {
  const operatorUrl = new URL(config.operatorUrl);
  if (operatorUrl.protocol !== 'https:' && !isLoopbackName(operatorUrl.hostname)) {
    throw new ConfigError('OPERATOR_URL: an address that is not loopback must be https');
  }
  const url = new URL(config.publicUrl);
  if (isLoopbackName(url.hostname)) return;
  if (config.webhookNetworks.length > 0) {
    throw new ConfigError('WEBHOOK_NETWORKS: private networks are not allowed with a public PUBLIC_URL');
  }
  if (config.demo) throw new ConfigError('DEMO: demo accounts are not allowed with a public PUBLIC_URL');
  if (config.payments?.browser.kind === 'sandbox') {
    throw new ConfigError('PAYMENT_SANDBOX_URL: the payment sandbox is not allowed with a public PUBLIC_URL');
  }
  if (config.operatorSecretsKeys.length === 0) {
    throw new ConfigError('OPERATOR_SECRETS_KEY: is needed with a public PUBLIC_URL (openssl rand -hex 32)');
  }
  if (config.payments !== undefined && config.seller === sampleSeller) {
    throw new ConfigError('SELLER_NAME: is needed for receipts with a public PUBLIC_URL');
  }
  if (url.protocol !== 'https:') throw new ConfigError('PUBLIC_URL: a public address must be https');
}

function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
