// The programs that wait for the database: meanwhile programs die through no fault of their own. A program that waits for another program
// excuses nobody, since that one would then be tried for ever.

export type DatabaseWaits = {
  /** `what` as the program reports it (docs/develop/start.md); empty when it continues. */
  note(name: string, what: string): void;
  readonly isAnybodyWaiting: boolean;
};

export function createDatabaseWaits(): DatabaseWaits {
  /** Programs, and the database itself while it doesn't start. */
  const waiting = new Set<string>();
  return {
    note(name, what) {
      if (what === '') waiting.delete(name);
      else if (name === 'database' || what.startsWith('its database')) waiting.add(name);
    },
    get isAnybodyWaiting() {
      return waiting.size > 0;
    },
  };
}
