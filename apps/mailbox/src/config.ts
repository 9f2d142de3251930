/** The mailbox's configuration; only this file reads the environment. */
export type MailboxConfig = {
  readonly smtpPort: number;
  readonly httpPort: number;
  readonly dataDir: string;
};

/** Throws with one line when a value is missing or not valid. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): MailboxConfig {
  const dataDir = env['MAILBOX_DATA'] ?? '';
  if (dataDir === '') throw new Error('MAILBOX_DATA must name the folder in which mails are kept');
  return {
    smtpPort: readPort(env, 'MAILBOX_SMTP_PORT'),
    httpPort: readPort(env, 'MAILBOX_HTTP_PORT'),
    dataDir,
  };
}

function readPort(env: Readonly<Record<string, string | undefined>>, name: string): number {
  const port = Number(env[name]);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`${name} must be a port from 1 to 65535`);
}
