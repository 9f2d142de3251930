// The use cases of operators for other programs of the control plane. Everything else is reached through the operators' port.
// This feature is to the right of all features of the product, and none of them knows it.
import type { OperatorRow } from '@pocketfleet/contract';
import { type Db, inTransaction } from '../platform/database.ts';
import { insertAudit } from './audit-log.sql.ts';
import { createOperator } from './operator-accounts.ts';

/** Creates an operator without another operator's permission, and writes that to the audit log. */
export async function createOperatorOnMachine(
  db: Db,
  input: { username: string; password: string; role: string },
): Promise<OperatorRow> {
  return inTransaction(db, async (tx) => {
    const created = await createOperator(tx, input);
    await insertAudit(tx, {
      operator_id: null,
      operator: '(on the machine)',
      role: '',
      act: 'create_operator',
      subject: 'operator',
      subject_id: created.id,
      reason: 'create-operator',
      outcome: 'done',
      refusal: null,
      details: { username: created.username, role: created.role },
      address: '',
    });
    return created;
  });
}
