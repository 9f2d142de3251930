import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { Refusal } from '../bootstrap/refusal.mjs';

/** The settings of `npm start`, which all come from the environment. */
export type StartConfig = {
  readonly repoDir: string;
  readonly dataDir: string;
  readonly cacheDir: string;
  readonly host: string;
  readonly sitePort: number;
  readonly operatorPort: number;
  readonly agentPort: number;
  readonly publicUrl: string;
  /** An external PostgreSQL; undefined for the embedded one. */
  readonly databaseUrl: string | undefined;
};

type Environment = Readonly<Record<string, string | undefined>>;

const loopback = ['localhost', '127.0.0.1', '[::1]', '::1'];

/** Throws a Refusal for a setting that is not valid. */
export function readStartConfig(env: Environment, repoDir: string): StartConfig {
  const sitePort = readPort(env, 'PORT', 4000);
  const operatorPort = readPort(env, 'OPERATOR_PORT', 4001);
  const agentPort = readPort(env, 'AGENT_PORT', 4002);
  if (new Set([sitePort, operatorPort, agentPort]).size < 3) {
    throw new Refusal(
      `PORT, OPERATOR_PORT and AGENT_PORT must differ (now ${sitePort}, ${operatorPort}, ${agentPort}).`,
    );
  }
  refuseOddProxies(env);
  return {
    repoDir,
    dataDir: resolve(repoDir, readText(env, 'POCKETFLEET_DATA') ?? 'data'),
    cacheDir: readText(env, 'POCKETFLEET_CACHE') ?? resolve(repoDir, '.cache'),
    host: readText(env, 'HOST') ?? '127.0.0.1',
    sitePort,
    operatorPort,
    agentPort,
    publicUrl: readPublicUrl(env, sitePort),
    databaseUrl: readDatabaseUrl(env),
  };
}

export function isLoopback(host: string): boolean {
  return loopback.includes(host);
}

function readPort(env: Environment, name: string, fallback: number): number {
  const text = readText(env, name);
  if (text === undefined) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new Refusal(`${name} is "${text}", which is not a port. Choose a number from 1 to 65535.`);
}

function readPublicUrl(env: Environment, sitePort: number): string {
  const text = readText(env, 'PUBLIC_URL');
  if (text === undefined) return `http://localhost:${sitePort}`;
  if (!URL.canParse(text))
    throw new Refusal(`PUBLIC_URL is "${text}", which is not an address. Example: http://localhost:4000`);
  const url = new URL(text);
  if (!isLoopback(url.hostname)) {
    throw new Refusal(
      'This command runs the demo, whose passwords are public: PUBLIC_URL must be on localhost. Unset it and run this again.',
    );
  }
  return url.origin;
}

/** The API reads this setting; it is checked here so that an error is reported before anything starts. */
function refuseOddProxies(env: Environment): void {
  const parts = (readText(env, 'TRUSTED_PROXY') ?? '').split(',').map((part) => part.trim());
  const odd = parts.find((part) => part !== '' && !isNetwork(part));
  if (odd === undefined) return;
  throw new Refusal(
    `TRUSTED_PROXY holds "${odd}", which is neither an address nor a network. Example: 10.0.0.0/8, 127.0.0.1`,
  );
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function readDatabaseUrl(env: Environment): string | undefined {
  const text = readText(env, 'DATABASE_URL');
  if (text === undefined) return undefined;
  const isPostgres = URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
  if (isPostgres && isDecodable(text)) return text;
  if (isPostgres)
    throw new Refusal(
      'DATABASE_URL is malformed: a % of its own is written %25. Correct it and run this again.',
    );
  throw new Refusal(
    'DATABASE_URL is not a PostgreSQL address. Example: postgres://user:password@127.0.0.1:5432/pocketfleet',
  );
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function readText(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim();
  return text === undefined || text === '' ? undefined : text;
}
