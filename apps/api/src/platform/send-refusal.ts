// How a refusal is answered: as our own JSON or, where the caller asks for it, as a problem of RFC 9457.
import { errorCodes } from '@pocketfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from './app-error.ts';

/** A problem has the same fields, and those that the standard names. `type` is the code's place in the reference of the API. */
export function sendRefusal(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  refusal: AppError,
): FastifyReply {
  reply.status(refusal.status).header('cache-control', 'no-store');
  if (!/\bapplication\/problem\+json\b/i.test(request.headers.accept ?? '')) {
    return reply.send(refusal.toResponse());
  }
  const { detail: title, status } = errorCodes[refusal.code];
  const type = `/api-reference#error-${refusal.code}`;
  const problem = { type, title, status, ...refusal.toResponse() };
  return reply.type('application/problem+json').send(JSON.stringify(problem));
}
