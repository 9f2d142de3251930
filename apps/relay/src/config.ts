// The only reader of the environment. Everything is checked at start; a wrong value ends the process with one line and status
// 78, so that a supervisor does not try again.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { type RtpConfig, readRtp } from '@pocketfleet/relay';
import { isNetwork, originsOf, parseTrustedProxies } from '@pocketfleet/websockets';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65535);
const origin = z.string().regex(/^wss?:\/\/[^/\s]+\/?$/, 'must be a ws:// or wss:// address without a path');
const optionalText = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === '' ? undefined : value));

const environment = z.object({
  /** Where nodes of the control plane take agents, and relays. */
  CONTROL_PLANE_URL: origin,
  RELAY_KEY: z.string().min(1, 'is needed (docs/operate/deploy.md)'),
  /** The customers' site: only its pages may open sockets. */
  PUBLIC_URL: z.url(),
  RELAY_URL: origin.optional(),
  RELAY_AGENTS_URL: origin,
  HOST: z.string().default('127.0.0.1'),
  INNER_HOST: optionalText,
  RELAY_PORT: port.default(4010),
  RELAY_AGENT_PORT: port.default(4011),
  RELAY_STATUS_PORT: port.default(4012),
  RELAY_DRAIN_S: z.coerce.number().min(0).max(600).default(20),
  RELAY_AWAY_S: z.coerce.number().min(1).max(86_400).default(60),
  TRUSTED_PROXY: z
    .string()
    .default('')
    .transform(parseTrustedProxies)
    .refine((proxies) => proxies.every(isNetwork), 'must be addresses or networks such as 10.0.0.0/8'),
  RTP_PORT: optionalText,
  RTP_ADDRESS: optionalText,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEMO: z.enum(['0', '1']).default('0'),
});

export type RelayConfig = {
  /** Websocket base of the nodes' port for agents. */
  controlPlaneUrl: string;
  /** Ed25519. Its public half is in RELAY_KEYS of the nodes. */
  key: KeyObject;
  /** Pages of these origins may open sockets. */
  origins: string[];
  /** Websocket bases: where viewers, and hosts, reach this relay. */
  publicUrl: string;
  agentsUrl: string;
  host: string;
  /** Where the ports for agents and for the status listen. */
  innerHost: string;
  port: number;
  agentPort: number;
  statusPort: number;
  /** How long viewers are kept, after SIGTERM, while no other relay can take them. */
  drainMs: number;
  /** How long viewers are kept while the control plane is away. */
  awayMs: number;
  trustedProxies: string[];
  /** Undefined: pictures go by websockets only. */
  rtp: RtpConfig | undefined;
  logLevel: string;
};

export class ConfigError extends Error {}

/** Throws `ConfigError` with one line that names the variable. */
export function readConfig(env: Record<string, string | undefined>): RelayConfig {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'not valid'}`);
  }
  const values = parsed.data;
  const site = new URL(values.PUBLIC_URL).origin;
  const rtp = readRtp({ host: values.HOST, port: values.RTP_PORT, address: values.RTP_ADDRESS });
  if (typeof rtp === 'string') throw new ConfigError(rtp);
  return {
    controlPlaneUrl: withoutSlash(values.CONTROL_PLANE_URL),
    key: readKey(values.RELAY_KEY),
    origins: originsOf(site, values.DEMO === '1'),
    publicUrl: withoutSlash(values.RELAY_URL ?? site.replace(/^http/, 'ws')),
    agentsUrl: withoutSlash(values.RELAY_AGENTS_URL),
    host: values.HOST,
    innerHost: values.INNER_HOST ?? values.HOST,
    port: values.RELAY_PORT,
    agentPort: values.RELAY_AGENT_PORT,
    statusPort: values.RELAY_STATUS_PORT,
    drainMs: values.RELAY_DRAIN_S * 1_000,
    awayMs: values.RELAY_AWAY_S * 1_000,
    trustedProxies: values.TRUSTED_PROXY,
    rtp,
    logLevel: values.LOG_LEVEL,
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '');
}

/** PKCS8 DER in base64. */
function readKey(text: string): KeyObject {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Its text is a secret, so it is not in the message.
  }
  throw new ConfigError('RELAY_KEY: must be an Ed25519 key, PKCS8 in base64 (docs/operate/deploy.md)');
}
