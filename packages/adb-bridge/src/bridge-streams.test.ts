import { expect, it } from 'vitest';
import { decodeBridgeMessage, encodeBridgeMessage } from './bridge-message.ts';
import type { BridgeStream } from './bridge-stream.ts';
import { BridgeStreams, type OpenReply } from './bridge-streams.ts';
import { CreditBudget, wideWindowBytes, windowBytes } from './credit-budget.ts';

/** Two ends whose messages arrive at once. */
function pair(onOpen: (service: string, reply: OpenReply) => void = (_, reply) => void reply.accept()) {
  const opened: BridgeStream[] = [];
  const customer: BridgeStreams = new BridgeStreams({
    side: 'customer',
    maxStreams: 3,
    send: (bytes) => void phone.receive(bytes),
    onOpen: (service, reply) =>
      service === 'tcp:22' ? reply.refuse('no') : void opened.push(reply.accept()),
  });
  const phone: BridgeStreams = new BridgeStreams({
    side: 'phone',
    maxStreams: 3,
    send: (bytes) => void customer.receive(bytes),
    onOpen: (service, reply) => onOpen(service, { ...reply, accept: () => remember(reply.accept(), opened) }),
  });
  return { customer, phone, opened };
}

function remember(stream: BridgeStream, list: BridgeStream[]): BridgeStream {
  list.push(stream);
  return stream;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it('passes bytes both ways, and the end after what was written', async () => {
  const { customer, opened } = pair();
  const stream = await customer.open('shell:');
  const [other] = opened;
  await stream.write(bytes('ls'));
  expect(await other?.read()).toEqual(bytes('ls'));
  void other?.write(bytes('a\n'));
  void other?.end();
  expect(await stream.read()).toEqual(bytes('a\n'));
  expect(await stream.read()).toBeNull();
  expect(stream.reason).toBe('');
  expect(await stream.write(bytes('late'))).toBe(false);
});

it('a stream that is not read stops its writer at the window, and holds up no other', async () => {
  const { customer, opened } = pair();
  const stuck = await customer.open('exec:cat');
  const lively = await customer.open('shell:');
  let isWritten = false;
  const writing = stuck.write(new Uint8Array(wideWindowBytes + 1)).then((sent) => {
    isWritten = true;
    return sent;
  });
  await lively.write(bytes('x'));
  expect(await opened[1]?.read()).toEqual(bytes('x'));
  await expect.poll(() => opened[0]?.waitingBytes).toBe(wideWindowBytes);
  expect(isWritten).toBe(false);
  let read = 0;
  while (read <= wideWindowBytes) read += (await opened[0]?.read())?.length ?? 0;
  expect(await writing).toBe(true);
});

it('waiting bytes are read in one piece, as far as they fit', async () => {
  const { customer, opened } = pair();
  const stream = await customer.open('exec:cat');
  for (const text of ['ab', 'cd', 'ef']) await stream.write(bytes(text));
  expect(await opened[0]?.read(4)).toEqual(bytes('abcd'));
  expect(await opened[0]?.read(1)).toEqual(bytes('ef'));
});

it('many streams get a smaller window than the first ones, and a freed place gives the large one again', () => {
  const credits: number[] = [];
  const streams: BridgeStream[] = [];
  const phone = new BridgeStreams({
    side: 'phone',
    maxStreams: 128,
    send: (message) => {
      const sent = decodeBridgeMessage(message);
      if (sent.type === 'opened') credits.push(sent.credit);
      return undefined;
    },
    onOpen: (_, reply) => void streams.push(reply.accept()),
  });
  const open = (stream: number): void =>
    phone.receive(encodeBridgeMessage({ type: 'open', stream, credit: 10, service: 'shell:' }));
  for (let id = 1; id <= 19; id += 2) open(id);
  expect(credits).toEqual([...Array(8).fill(wideWindowBytes), windowBytes, windowBytes]);
  for (const stream of streams) stream.close();
  open(21);
  expect(credits.at(-1)).toBe(wideWindowBytes);
});

it('the phone’s side is refused what the customer’s side has not asked for', async () => {
  const { phone, customer } = pair();
  await expect(phone.open('tcp:22')).rejects.toMatchObject({ name: 'StreamRefusedError', message: 'no' });
  expect(customer.size).toBe(0);
});

it('refuses more streams than it may hold, and takes one again after an end', async () => {
  const { customer } = pair();
  const streams = await Promise.all([1, 2, 3].map(() => customer.open('shell:')));
  await expect(customer.open('shell:')).rejects.toThrow('more than 3 streams');
  streams[0]?.close();
  await expect(customer.open('shell:')).resolves.toBeDefined();
});

it('ends every stream, asked for or open, when the line is lost', async () => {
  const { customer } = pair((service, reply) => {
    if (service !== 'wait') reply.accept();
  });
  const open = await customer.open('shell:');
  const waiting = customer.open('wait');
  customer.end('the line was lost');
  await expect(waiting).rejects.toThrow('the line was lost');
  expect(await open.read()).toBeNull();
  expect(open.reason).toBe('the line was lost');
  await expect(customer.open('shell:')).rejects.toThrow('the line was lost');
});

it('an answer that comes after the other side has closed opens nothing', async () => {
  const replies: OpenReply[] = [];
  const phone = new BridgeStreams({
    side: 'phone',
    maxStreams: 3,
    send: () => undefined,
    onOpen: (_, reply) => void replies.push(reply),
  });
  phone.receive(encodeBridgeMessage({ type: 'open', stream: 1, credit: 10, service: 'shell:' }));
  phone.receive(encodeBridgeMessage({ type: 'close', stream: 1, reason: '' }));
  expect(replies[0]?.accept().ended).toBe(true);
  expect(phone.size).toBe(0);
});

it.each([
  ['a stream of the wrong side', [{ type: 'open', stream: 2, credit: 10, service: 'a' }]],
  [
    'a stream twice',
    [
      { type: 'open', stream: 1, credit: 10, service: 'a' },
      { type: 'open', stream: 1, credit: 10, service: 'a' },
    ],
  ],
  ['an answer that nobody asked for', [{ type: 'opened', stream: 2, credit: 10 }]],
  ['a banner from the customer', [{ type: 'banner', text: 'device::' }]],
] as const)('throws for %s', (_, messages) => {
  const phone = new BridgeStreams({
    side: 'phone',
    maxStreams: 3,
    send: () => undefined,
    onOpen: (_service, reply) => void reply.accept(),
  });
  expect(() => {
    for (const message of messages) phone.receive(encodeBridgeMessage(message));
  }).toThrow(expect.objectContaining({ name: 'BridgeFormatError' }));
});

it('throws for more bytes than the credit allows', () => {
  const phone = new BridgeStreams({
    side: 'phone',
    maxStreams: 3,
    send: () => undefined,
    onOpen: (_, reply) => void reply.accept(),
  });
  phone.receive(encodeBridgeMessage({ type: 'open', stream: 1, credit: 10, service: 'a' }));
  const data = new Uint8Array(64 * 1024);
  expect(() => {
    for (let sent = 0; sent <= wideWindowBytes; sent += data.length) {
      phone.receive(encodeBridgeMessage({ type: 'data', stream: 1, data }));
    }
  }).toThrow('more bytes than the credit');
});

it('of ten thousand streams at once, only so many as allowed are held, and nothing is left of the others', () => {
  let sent = 0;
  const phone = new BridgeStreams({
    side: 'phone',
    maxStreams: 128,
    send: () => {
      sent += 1;
      return undefined;
    },
    onOpen: (_, reply) => void reply.accept(),
  });
  for (let id = 1; id < 20_000; id += 2) {
    phone.receive(encodeBridgeMessage({ type: 'open', stream: id, credit: 10, service: 'shell:' }));
  }
  expect(phone.size).toBe(128);
  // Each got its answer: opened or refused.
  expect(sent).toBe(10_000);
  for (let id = 1; id < 20_000; id += 2) {
    phone.receive(encodeBridgeMessage({ type: 'close', stream: id, reason: '' }));
  }
  expect(phone.size).toBe(0);
});

it('all bridges of a phone together get no more than its share, and give back what is no longer in memory', async () => {
  const budget = new CreditBudget(512 * 1024 * 1024);
  const share = budget.openShare();
  const answers: string[] = [];
  let granted = 0;
  const accepted: BridgeStream[] = [];
  const addBridge = (): BridgeStreams =>
    new BridgeStreams({
      side: 'phone',
      maxStreams: 128,
      budget: share,
      send: (message) => {
        const sent = decodeBridgeMessage(message);
        if (sent.type === 'opened') granted += sent.credit;
        if (sent.type === 'close') answers.push(sent.reason);
        return undefined;
      },
      onOpen: (service, reply) =>
        service === 'no' ? reply.refuse('no') : void accepted.push(reply.accept()),
    });
  const bridges = Array.from({ length: 40 }, addBridge);
  for (const bridge of bridges) {
    for (let stream = 1; stream < 256; stream += 2) {
      bridge.receive(encodeBridgeMessage({ type: 'open', stream, credit: 10, service: 'shell:' }));
    }
  }
  expect(granted).toBe(budget.usedBytes);
  // A quarter of what stays free.
  expect(granted).toBeGreaterThan(100 * 1024 * 1024);
  expect(granted).toBeLessThan(103 * 1024 * 1024);
  // The first bridge takes the large windows, and yet three have all their streams.
  expect(accepted.length).toBeGreaterThan(3 * 128);
  expect(new Set(answers)).toEqual(
    new Set([expect.stringContaining('too many connections are open to this phone')]),
  );

  const [full] = accepted;
  bridges[0]?.receive(encodeBridgeMessage({ type: 'data', stream: 1, data: new Uint8Array(1_000) }));
  for (const bridge of bridges) bridge.end('the line was lost');
  // Arrived bytes are in memory until they are read.
  expect(budget.usedBytes).toBe(wideWindowBytes);
  await full?.read();
  expect(budget.usedBytes).toBe(0);

  const next = addBridge();
  next.receive(encodeBridgeMessage({ type: 'open', stream: 1, credit: 10, service: 'no' }));
  next.receive(encodeBridgeMessage({ type: 'open', stream: 3, credit: 10, service: 'shell:' }));
  next.receive(encodeBridgeMessage({ type: 'data', stream: 3, data: new Uint8Array(1_000) }));
  accepted.at(-1)?.close();
  expect(budget.usedBytes).toBe(0);
  const asked = next.open('tcp:1').catch(() => undefined);
  next.receive(encodeBridgeMessage({ type: 'close', stream: 2, reason: '' }));
  await asked;
  expect(budget.usedBytes).toBe(0);
  void next.open('tcp:1').catch(() => undefined);
  next.end('the line was lost');
  expect(budget.usedBytes).toBe(0);
});

it('phones whose bridges are filled leave windows for the others', () => {
  const budget = new CreditBudget(512 * 1024 * 1024);
  const fill = (count: number): number => {
    const share = budget.openShare();
    const windows = Array.from({ length: count }, () => share.take(wideWindowBytes));
    return windows.filter((bytes) => bytes > 0).length;
  };
  // Eight bridges of 128 streams for each phone.
  for (let phone = 0; phone < 6; phone += 1) fill(8 * 128);
  expect(fill(128)).toBe(128);
  for (let phone = 0; phone < 34; phone += 1) fill(8 * 128);
  expect(fill(16)).toBe(16);
  // Forty phones, each with its first sixteen streams.
  expect(budget.usedBytes).toBeLessThan((512 + 40) * 1024 * 1024);
});
