// The websockets as the extension `x-websockets` of the document, which has no word for them: how each is opened, and the
// schemas of its text messages. Pure.
import {
  closeCodes,
  eventMessage,
  filesNotice,
  filesRequest,
  listenMessage,
  type RouteName,
  screenNotice,
  type TicketPurpose,
  ticketPermissions,
  viewerNotice,
  viewerRequest,
} from '@pocketfleet/contract';
import { z } from 'zod';
import type { JsonSchema } from './json-schema.ts';

type Described = {
  summary: string;
  /** The call that answers with the ticket, and the `purpose` that it is asked with. */
  ticket: { operation: RouteName; purposes?: readonly TicketPurpose[] };
  /** Text messages of the program; left out where it sends none. */
  sent?: z.ZodType;
  /** Text messages of the server. */
  received?: z.ZodType;
  /** The contents of binary messages. */
  binary?: string;
};

const framing =
  'Our own framing. The client library reads and writes it; it may change with a new version of the API.';

const sockets: Readonly<Record<string, Described>> = {
  '/ws/devices/{id}/stream': {
    summary: 'The picture of a phone, and what is done on it.',
    ticket: { operation: 'startStream', purposes: ['view', 'control'] },
    sent: viewerRequest,
    received: viewerNotice,
    binary: framing,
  },
  '/ws/devices/{id}/shell': {
    summary: 'A shell on a phone.',
    ticket: { operation: 'startStream', purposes: ['shell'] },
    binary: framing,
  },
  '/ws/devices/{id}/files': {
    summary: 'Files to and from a phone; with the permission apps also its apps.',
    ticket: { operation: 'startStream', purposes: ['files'] },
    sent: filesRequest,
    received: filesNotice,
    binary: framing,
  },
  '/ws/devices/{id}/adb': {
    summary: 'The streams of an adb on your own computer.',
    ticket: { operation: 'startStream', purposes: ['adb'] },
    binary: framing,
  },
  '/ws/devices/{id}/screen': {
    summary: 'A phone’s screen, as it changes.',
    ticket: { operation: 'startStream', purposes: ['screen'] },
    received: screenNotice,
  },
  '/ws/events': {
    summary: 'Which lists have changed, so that a page reads them again.',
    ticket: { operation: 'eventsTicket' },
    received: eventMessage,
  },
  '/ws/webhooks': {
    summary: 'The events of webhooks, for a program without an address of its own.',
    ticket: { operation: 'listenToWebhooks' },
    received: listenMessage,
  },
};

export function describeWebsockets(): Record<string, JsonSchema> {
  const close_codes = Object.fromEntries(
    Object.entries(closeCodes).map(([name, { code, detail, reconnect }]) => [
      code,
      { name, detail, reconnect },
    ]),
  );
  return Object.fromEntries(
    Object.entries(sockets).map(([path, { summary, ticket, sent, received, binary }]) => [
      path,
      {
        summary,
        subprotocols: ['pocketfleet', 'the ticket'],
        ticket: {
          operation: ticket.operation,
          ...(ticket.purposes && {
            purposes: Object.fromEntries(ticket.purposes.map((each) => [each, ticketPermissions[each]])),
          }),
        },
        ...(sent && { sent: schemaOf(sent, 'input') }),
        ...(received && { received: schemaOf(received, 'output') }),
        ...(binary !== undefined && { binary }),
        close_codes,
      },
    ]),
  );
}

/** In one piece: a reference would be read from the root of the document, where it leads nowhere. */
function schemaOf(type: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $defs = {}, $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const named = '$ref' in value ? /^#\/\$defs\/(.+)$/.exec(String(value.$ref))?.[1] : undefined;
    if (named !== undefined) return inline($defs[named]);
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) =>
        key === 'id' && typeof inner === 'string' ? [] : [[key, inline(inner)]],
      ),
    );
  };
  return inline(schema) as JsonSchema;
}
