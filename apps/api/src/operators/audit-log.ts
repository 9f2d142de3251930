// The audit log. `operator-calls.ts` writes the entries of operators' calls. This file writes those about others (a host with
// a false claim, a used enrolment code), and reads the log.
import type { AuditRow, AuditSubject } from '@pocketfleet/contract';
import type { Db } from '../platform/database.ts';
import { type AuditFilter, insertAudit, selectAudit } from './audit-log.sql.ts';
import { type Page, type PageQuery, readPage } from './pages.ts';

/** One page of the audit log. */
export function listAuditLog(db: Db, query: PageQuery<AuditFilter>): Promise<Page<AuditRow>> {
  return readPage(query, (filter) => selectAudit(db, filter));
}

/** An entry about a refusal to somebody who is not an operator. `who` is a description. */
export function auditRefusal(
  db: Db,
  refused: {
    who: string;
    act: string;
    subject: AuditSubject;
    subject_id: string | null;
    refusal: string;
    details: Record<string, unknown>;
    address: string;
  },
): Promise<void> {
  const { who, ...entry } = refused;
  return insertAudit(db, {
    ...entry,
    operator_id: null,
    operator: who,
    role: '',
    reason: '',
    outcome: 'refused',
  });
}

/** An entry about an action that was started and logged, and has failed later. */
export function auditFailure(
  db: Db,
  operator: { operator_id: string; username: string; role: string },
  failed: {
    act: string;
    subject: AuditSubject;
    subject_id: string;
    reason: string;
    refusal: string;
    address: string;
  },
): Promise<void> {
  const { operator_id, username, role } = operator;
  return insertAudit(db, {
    ...failed,
    operator_id,
    operator: username,
    role,
    outcome: 'failed',
    details: {},
  });
}
