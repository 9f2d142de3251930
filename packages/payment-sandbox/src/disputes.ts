// Disputes: a test card opens one (intents.ts), and the submitted evidence decides it, as in Stripe's test mode
// (docs.stripe.com/testing, disputes): `winning_evidence`, `losing_evidence`, or closed without an answer.
import { z } from 'zod';
import { type IntentDeps, parse } from './intents.ts';
import { type Dispute, invalidRequest, missing } from './objects.ts';

const answerBody = z.object({
  evidence: z.object({ uncategorized_text: z.string().max(20_000).optional() }).default({}),
  submit: z.enum(['true', 'false']).default('true'),
});

export function getDispute(deps: IntentDeps, id: string): Dispute {
  const dispute = deps.store.find('dispute', id);
  if (dispute === undefined) throw missing('dispute', id);
  return dispute;
}

/** With other evidence the dispute stays under review. */
export function answerDispute(deps: IntentDeps, id: string, body: unknown): Dispute {
  const { evidence, submit } = parse(answerBody, body);
  if (submit === 'true' && evidence.uncategorized_text === 'winning_evidence') {
    return closeDispute(deps, id, 'won');
  }
  if (submit === 'true' && evidence.uncategorized_text === 'losing_evidence') {
    return closeDispute(deps, id, 'lost');
  }
  const dispute = openOne(deps, id);
  const answered: Dispute = { ...dispute, status: submit === 'true' ? 'under_review' : dispute.status };
  deps.store.put('dispute', answered);
  deps.emit('charge.dispute.updated', answered);
  return answered;
}

export function closeDispute(deps: IntentDeps, id: string, status: 'won' | 'lost'): Dispute {
  const closed: Dispute = { ...openOne(deps, id), status };
  deps.store.put('dispute', closed);
  deps.emit('charge.dispute.closed', closed);
  return closed;
}

function openOne(deps: IntentDeps, id: string): Dispute {
  const dispute = getDispute(deps, id);
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw invalidRequest('This dispute is already closed.');
  }
  return dispute;
}
