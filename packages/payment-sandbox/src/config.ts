// The sandbox's configuration; only this file reads the environment.

export type SandboxConfig = {
  port: number;
  dataDir: string;
  webhook: { url: string; secret: string };
};

/** Throws with one line when a value is missing or not valid. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): SandboxConfig {
  const port = Number(env['SANDBOX_PORT']);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error('SANDBOX_PORT must be a port');
  const dataDir = env['SANDBOX_DATA'] ?? '';
  if (dataDir === '') throw new Error('SANDBOX_DATA must name the folder in which payments are kept');
  const url = env['SANDBOX_WEBHOOK_URL'] ?? '';
  if (!/^http:\/\/(?:127\.0\.0\.1|localhost):\d+\//.test(url)) {
    throw new Error('SANDBOX_WEBHOOK_URL must be an http address on loopback');
  }
  const secret = env['SANDBOX_WEBHOOK_SECRET'] ?? '';
  if (!/^whsec_\w{16,}$/.test(secret)) throw new Error('SANDBOX_WEBHOOK_SECRET must be a whsec_ secret');
  return { port, dataDir, webhook: { url, secret } };
}
