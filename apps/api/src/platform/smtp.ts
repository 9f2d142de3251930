// Sends mail over SMTP. Errors of the SDK end here: a refusal that no later try can heal is `permanent`.

export type OutgoingMail = {
  /** The same for every try, so that a receiver can tell a repetition. */
  messageId: string;
  from: string;
  to: string;
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
  // Loaded with the first mail, so that a node starts sooner.
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
 * Only a refusal of this recipient or of this message can't be healed by a later try. A 5xx to our greeting,
 * credentials or sender (530, 535, 550 at MAIL FROM) is our mistake, and is mended by whoever runs us.
 */
function isPermanent(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  return responseCode >= 500 && responseCode < 600 && (command === 'RCPT TO' || command === 'DATA');
}
