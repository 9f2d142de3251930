// Counts the statements that a piece of work sends to the database, those that begin and end transactions apart.
import type { Db } from '../src/platform/database.ts';

export function countStatements(db: Db): { db: Db; statements: (part?: string) => number } {
  const sent: string[] = [];
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      sent.push(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return {
    db: counting,
    /** How many there were, or how many of those have this text in them. */
    statements: (part = '') => sent.filter((text) => text.includes(part)).length,
  };
}
