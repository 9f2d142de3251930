// Sends mail over SMTP. A refusal that no retry can change is `permanent`. Only this file knows nodemailer.

export type OutgoingMail = {
  /** The same for each attempt, so that the receiver can recognize a duplicate. */
  messageId: string;
  from: string;
  to: string;
  /** An address that people read: `from` takes no answers. */
  replyTo: string;
  subject: string;
  html: string;
  text: string;
};

export class SmtpError extends Error {
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean, cause: unknown) {
    super(message, { cause });
    this.permanent = permanent;
  }
}

export type Smtp = { send: (mail: OutgoingMail) => Promise<void>; stop: () => void };

export function createSmtp(url: string | undefined): Smtp {
  if (url === undefined) {
    return {
      send: () => Promise.reject(new SmtpError('SMTP_URL is not set', false, undefined)),
      stop: () => undefined,
    };
  }
  const { protocol, hostname, port, username, password } = new URL(url);
  const options = {
    host: hostname,
    port: Number(port || (protocol === 'smtps:' ? 465 : 587)),
    secure: protocol === 'smtps:',
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  // Loaded with the first mail, so that a node starts faster.
  const open = async () => (await import('nodemailer')).createTransport(options);
  let transport: ReturnType<typeof open> | undefined;
  return {
    send: async (mail) => {
      transport ??= open();
      try {
        await (await transport).sendMail(mail);
      } catch (error) {
        throw new SmtpError((error as Error).message, isPermanent(error), error);
      }
    },
    stop: () => void transport?.then((opened) => opened.close()),
  };
}

/**
 * Only a refusal of this recipient or this message is permanent. A 5xx to our greeting, credentials or sender (530, 535,
 * 550 at MAIL FROM) is a mistake of our configuration, and a retry succeeds once it is corrected.
 */
function isPermanent(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  return responseCode >= 500 && responseCode < 600 && (command === 'RCPT TO' || command === 'DATA');
}
