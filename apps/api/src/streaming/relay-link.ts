// One relay's link as this node serves it: hello -> challenge -> proof -> welcome, then its questions and what it tells. It is pinged
// every 2 s and dead after 6 s. Questions are answered side by side; what the relay names and tells is handled in its order.
import { createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import {
  type ControlEvent,
  isRelayIdOf,
  type NodeMessage,
  oldestRelayProtocolVersion,
  proofText,
  type QuestionInput,
  type QuestionName,
  type QuestionOutput,
  questions,
  type RelayHello,
  relayMessage,
  relayProtocolVersion,
  type Told,
} from '@pocketfleet/relay';
import { type Heartbeat, watchHeartbeat } from '@pocketfleet/websockets';
import type { WebSocket } from 'ws';
import type { Log } from '../platform/log.ts';
import type { RelaySettings } from '../platform/relay-settings.ts';
import type { ServedRelay } from './served-relay.ts';

const heartbeat: Heartbeat = { pingEveryMs: 2_000, deadAfterMs: 6_000 };
const handshakeMs = 5_000;
/** After a refusal, a relay that doesn't answer the close is disconnected. */
const terminateAfterMs = 500;
const maxOpenQuestions = 5_000;
/** Messages of the relay that came while the sockets that it named are still looked up. */
const maxWaiting = 20_000;
const maxBufferedBytes = 8 * 1024 * 1024;
/** How many sockets, and how many channels, one link may name. */
const usuallyMaxNamed = 20_000;

/** A relay that has proven its key. */
type LinkedRelay = {
  served: ServedRelay;
  /** It has named what it has open. */
  onResumed: () => Promise<void>;
  onState: (state: Extract<Told, { name: 'state' }>) => void;
  /** No viewer is sent to it any more. Returns whether another relay can take its viewers. */
  drain: () => Promise<boolean>;
  close: () => void;
};

/** Called when a relay has proven its key. */
export type OpenLink = (link: {
  link_id: string;
  hello: RelayHello;
  tell: (event: ControlEvent) => void;
  terminate: () => void;
}) => LinkedRelay;

type Deps = {
  nodeId: string;
  log: Log;
  settings: RelaySettings;
  open: OpenLink;
  /** A test gives less. */
  maxNamed?: number;
};

/** `onProven` is called once, when the relay has proven its key. */
export function serveRelayLink(deps: Deps, socket: WebSocket, onProven: () => void): void {
  const { maxNamed = usuallyMaxNamed } = deps;
  const nonce = randomBytes(32).toString('base64url');
  let hello: RelayHello | undefined;
  let isProven = false;
  let linked: LinkedRelay | undefined;
  let openQuestions = 0;
  let waiting = 0;
  let named = 0;
  /** The relay was refused, or its link has ended. Messages that came before the end are handled. */
  let isOver = false;
  let work: Promise<void> = Promise.resolve();

  const terminate = (): void => {
    isOver = true;
    socket.terminate();
  };
  const send = (message: NodeMessage): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxBufferedBytes) terminate();
    else socket.send(JSON.stringify(message));
  };
  const refuse = (detail: string): void => {
    // Anybody can dial this port: a stranger may not fill the log.
    deps.log[isProven ? 'warn' : 'debug']({ detail, relay_id: hello?.relay_id }, 'a relay was refused');
    isOver = true;
    send({ type: 'refused', detail });
    socket.close(4403, detail.slice(0, 120));
    setTimeout(() => socket.terminate(), terminateAfterMs).unref();
  };
  const inOrder = (step: () => unknown): void => {
    if (waiting >= maxWaiting) {
      terminate();
      return;
    }
    waiting += 1;
    work = work
      .then(async () => {
        if (!isOver) await step();
      })
      .catch((error) => {
        // The relay's sockets may be known in part only: it names them again on a new link.
        deps.log.error({ err: error, relay_id: hello?.relay_id }, 'a relay’s message could not be handled');
        terminate();
      })
      .finally(() => {
        waiting -= 1;
      });
  };

  const timer = setTimeout(() => linked ?? refuse('The handshake took too long.'), handshakeMs);
  watchHeartbeat(socket, heartbeat);
  socket.once('close', () => {
    isOver = true;
    clearTimeout(timer);
    linked?.close();
  });
  socket.on('message', (data: Buffer, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    const message = isBinary ? undefined : parse(data);
    if (message === undefined) return refuse('A message could not be parsed.');
    if (message.type === 'hello') onHello(message);
    else if (message.type === 'proof') inOrder(() => onProof(message.signature));
    else if (linked === undefined) refuse('The handshake comes first.');
    else if (message.type === 'tell') {
      const { told } = message;
      if (told === undefined) deps.log.debug('a relay is newer than this node: something told was ignored');
      else inOrder(() => linked && handleTold(linked, told));
    } else if (message.name === undefined) send({ type: 'failed', id: message.id });
    else onAsk(linked, message.name, message);
  });

  function onHello(message: RelayHello): void {
    const { protocol } = message;
    if (hello !== undefined) refuse('hello was sent already.');
    else if (protocol < oldestRelayProtocolVersion || protocol > relayProtocolVersion)
      refuse(
        `This node speaks versions ${oldestRelayProtocolVersion} to ${relayProtocolVersion} of the link, this relay ${protocol}.`,
      );
    else {
      hello = message;
      send({ type: 'challenge', nonce });
    }
  }

  function onProof(signature: string) {
    if (hello === undefined || isProven) return refuse('proof comes once, after hello.');
    const { public_key, public_url, relay_id } = hello;
    if (!deps.settings.keys.includes(public_key) || !isSigned(public_key, nonce, signature))
      return refuse('The key of this relay is not in RELAY_KEYS.');
    if (!isRelayIdOf(public_key, relay_id)) return refuse('The id of this relay belongs to another key.');
    if (!deps.settings.urls.includes(public_url))
      return refuse(`Viewers may not be sent to ${public_url}: it is not in RELAY_URLS.`);
    isProven = true;
    onProven();
    linked = deps.open({
      link_id: randomUUID(),
      hello,
      tell: (event) => send({ type: 'event', event }),
      terminate,
    });
    clearTimeout(timer);
    send({ type: 'welcome', node_id: deps.nodeId });
  }

  function onAsk(one: LinkedRelay, name: QuestionName, { id, input }: { id: number; input: unknown }) {
    const parsed = questions[name].input.safeParse(input);
    if (name === 'resume' && parsed.success) {
      const { sockets, channels } = parsed.data as QuestionInput<'resume'>;
      named += Math.max(1, sockets.length, channels.length);
      if (named > maxNamed) return refuse('The relay has named too much.');
    }
    if (!parsed.success || openQuestions >= maxOpenQuestions) return send({ type: 'failed', id });
    openQuestions += 1;
    const answering = answerTo(one, name, parsed.data as never).then(
      (output) => send({ type: 'answer', id, output }),
      (error: unknown) => {
        deps.log.warn({ err: error, name }, 'a question of a relay could not be answered');
        send({ type: 'failed', id });
      },
    );
    void answering.finally(() => {
      openQuestions -= 1;
    });
    // The next messages may be about the sockets and channels that this one names, so they wait until it is done.
    if (name === 'resume') inOrder(() => answering);
  }
}

type Answers = { [Name in QuestionName]: (input: QuestionInput<Name>) => Promise<QuestionOutput<Name>> };

function answerTo<Name extends QuestionName>(
  { served, onResumed, drain }: LinkedRelay,
  name: Name,
  input: QuestionInput<Name>,
): Promise<QuestionOutput<Name>> {
  const { control } = served;
  const answers: Answers = {
    admit: (request) => control.admit(request),
    open_channel: ({ dial, request }) => control.openChannel(dial, request),
    read_seat: async (place) => (await control.readSeat(place)) ?? null,
    claim_seat: ({ place, person, by }) => control.claimSeat(place, person, by),
    release_seat: ({ place, person }) => control.releaseSeat(place, person).then(() => null),
    find_recorded: (place) => control.findRecorded(place),
    judge_files: ({ socket_id, what }) => control.judgeFiles(socket_id, what),
    reserve_transfer: ({ device_id, bytes }) => control.reserveTransfer(device_id, bytes),
    resume: async (open) => {
      await served.resume(open);
      // Relays of the version before don't say which message is the last.
      if (open.is_last !== false) await onResumed();
      return null;
    },
    drain: async () => ({ has_other: await drain() }),
  };
  return answers[name](input);
}

function handleTold({ served, onState }: LinkedRelay, told: Told): void {
  const { control } = served;
  if (told.name === 'socket_closed') control.socketClosed(told.socket_id, told.code);
  else if (told.name === 'channel_arrived') control.channelArrived(told.channel_id);
  else if (told.name === 'channel_closed') control.channelClosed(told.channel_id);
  else if (told.name === 'publish_seat') control.publishSeat(told.place, told.event);
  else if (told.name === 'record_use') control.recordUse(told.socket_id, told.use);
  else if (told.name === 'release_transfer') control.releaseTransfer(told.device_id, told.bytes);
  else onState(told);
}

function isSigned(publicKey: string, nonce: string, signature: string): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(proofText(nonce)), key, Buffer.from(signature, 'base64'));
}

function parse(data: Buffer) {
  try {
    return relayMessage.safeParse(JSON.parse(data.toString())).data;
  } catch {
    return undefined;
  }
}
