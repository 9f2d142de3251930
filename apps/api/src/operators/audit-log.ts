// The log of what our team did. `operator-calls.ts` writes what operators do; this is for what is found out
// about others (a host that lies, an enrolment code used twice), and for reading.
import type { AuditRow, AuditSubject } from '@pocketfleet/contract';
import type { Db } from '../platform/database.ts';
import { type AuditFilter, insertAudit, selectAudit } from './audit-log.sql.ts';
import { type Page, type PageQuery, readPage } from './pages.ts';

/** One page of the audit log. */
export function listAuditLog(db: Db, query: PageQuery<AuditFilter>): Promise<Page<AuditRow>> {
  return readPage(query, (filter) => selectAudit(db, filter));
}

/** Something that was refused to one who is no operator; `who` in words. */
export function noteRefused(
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

/** An act that was begun and logged, and came to nothing later. */
export function noteFailed(
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
