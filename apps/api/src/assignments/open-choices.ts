// The open choices of customers whose phone of a chosen model has failed (decision 095). Orders adds the refund, and
// carries out what they choose.
import type { ReplacementChoice } from '@pocketfleet/contract';
import type { Db } from '../platform/database.ts';
import type { Reach } from '../platform/principal.ts';
import { type ChoiceOutcome, type ChoiceRow, closeChoice, selectChoices } from './open-choices.sql.ts';
import { selectFreeByModel } from './stock.sql.ts';

type OpenChoice = ChoiceRow & { models: ReplacementChoice['models'] };

/** With the other models that are free for the rest of each rental. `assignmentId` null: all of them. */
export async function findReplacementChoices(
  db: Db,
  reach: Reach,
  assignmentId: string | null,
): Promise<OpenChoice[]> {
  const rows = await selectChoices(db, reach, assignmentId);
  return Promise.all(rows.map(async (row) => ({ ...row, models: await listOtherModels(db, row) })));
}

async function listOtherModels(db: Db, row: ChoiceRow): Promise<ReplacementChoice['models']> {
  const starts_at = row.state === 'active' ? row.now : row.starts_at;
  const all = await selectFreeByModel(db, { starts_at, expires_at: row.expires_at });
  return all
    .filter(({ model, free }) => free > 0 && model !== row.model)
    .map(({ model, android_versions, free }) => ({ model, android_versions, free }));
}

/** False when none is open. */
export function closeReplacementChoice(
  tx: Db,
  assignmentId: string,
  outcome: ChoiceOutcome,
): Promise<boolean> {
  return closeChoice(tx, assignmentId, outcome);
}
