// An MCP server on standard input and output, for programs that start their servers themselves: each message, a line of JSON, is
// passed on to the site's endpoint, and each answer comes back as a line. Signing in and the choice of the server stay with the
// command line.
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

type Message = {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly name?: unknown;
    readonly uri?: unknown;
    readonly requestId?: string | number;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
};

export type McpBridge = {
  readonly url: string;
  /** Asked before each message, because a token may have to be renewed. */
  readonly readToken: () => Promise<string>;
  readonly input: Readable;
  readonly write: (line: string) => void;
};

const versionKey = 'io.modelcontextprotocol/protocolVersion';
const maxRunning = 64;

/** Resolves when the input has ended. Requests that still run are dropped then. */
export async function bridgeMcp({ url, readToken, input, write }: McpBridge): Promise<void> {
  const running = new Map<string | number, AbortController>();
  const ended = new AbortController();
  /** Revisions of 2025 agree on a version at the beginning, and name it from then on. */
  let agreedVersion: string | undefined;

  const send = async (message: Message, signal: AbortSignal): Promise<void> => {
    const { id, method = '', params } = message;
    const version = params?._meta?.[versionKey] ?? agreedVersion;
    const name = params?.name ?? params?.uri;
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal,
      headers: {
        authorization: `Bearer ${await readToken()}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
        ...(params?._meta?.[versionKey] !== undefined && {
          'mcp-method': method,
          ...(typeof name === 'string' && { 'mcp-name': name }),
        }),
      },
      body: JSON.stringify(message),
    });
    for await (const text of messagesOf(response)) {
      const answer = JSON.parse(text) as {
        jsonrpc?: string;
        result?: { protocolVersion?: string };
        detail?: string;
      };
      if (answer.jsonrpc === undefined)
        throw new Error(answer.detail ?? `The server answered ${response.status}.`);
      if (method === 'initialize') agreedVersion = answer.result?.protocolVersion;
      write(`${JSON.stringify(answer)}\n`);
    }
    if (!response.ok && id === undefined) throw new Error(`The server answered ${response.status}.`);
  };

  const handle = async (line: string): Promise<void> => {
    const message = parse(line);
    if (message === undefined) return write(errorLine(null, -32_700, 'This line is not a JSON-RPC message.'));
    const { id, method, params } = message;
    if (method === 'notifications/cancelled') return running.get(params?.requestId ?? '')?.abort();
    if (running.size >= maxRunning && id !== undefined)
      return write(errorLine(id, -32_000, 'Too many requests at once.'));
    const cancel = new AbortController();
    if (id !== undefined) running.set(id, cancel);
    try {
      await send(message, AbortSignal.any([cancel.signal, ended.signal]));
    } catch (error) {
      if (cancel.signal.aborted || ended.signal.aborted || id === undefined) return;
      write(errorLine(id, -32_000, error instanceof Error ? error.message : String(error)));
    } finally {
      if (id !== undefined) running.delete(id);
    }
  };

  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== '') void handle(line);
  }
  ended.abort();
}

function parse(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

function errorLine(id: string | number | null, code: number, message: string): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`;
}

/** The messages of an answer: one as JSON, or several as a stream of events (server-sent events). */
async function* messagesOf(response: Response): AsyncGenerator<string> {
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/event-stream')) {
    const text = await response.text();
    if (text.trim() !== '') yield text;
    return;
  }
  let data: string[] = [];
  let rest = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = `${rest}${piece}`.split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
      if (line !== '' || data.length === 0) continue;
      yield data.join('\n');
      data = [];
    }
  }
}
