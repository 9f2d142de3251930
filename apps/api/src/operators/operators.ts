// The door of operators: what other programs of the control plane may do with our team's accounts. Everything
// else is on the operators' port. Stands to the right of all features of the product; none of them knows it.

import type { OperatorRow } from '@pocketfleet/contract';
import { type Db, inTransaction } from '../platform/database.ts';
import { insertAudit } from './audit.sql.ts';
import { createOperator as createColleague } from './colleagues.ts';

/** On the machine itself: whoever has the database may do everything; it is in the log all the same. */
export async function createOperator(
  db: Db,
  wish: { username: string; password: string; role: string },
): Promise<OperatorRow> {
  return inTransaction(db, async (tx) => {
    const made = await createColleague(tx, wish);
    await insertAudit(tx, {
      operator_id: null,
      operator: '(on the machine)',
      role: '',
      act: 'create_operator',
      subject: 'operator',
      subject_id: made.id,
      reason: 'create-operator',
      outcome: 'done',
      refusal: null,
      details: { username: made.username, role: made.role },
      address: '',
    });
    return made;
  });
}
