/** One measured figure. Benchmarks print; they never fail on a slow machine. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 's' | 's/GB' | 'ratio' | 'count' | '%' | 'MB' | 'MB/s';
};

/** A row's result: its figures, and baseline figures from the same run on the same machine. */
export type RowResult = {
  readonly figures: readonly Figure[];
  readonly baseline: readonly Figure[];
  readonly note?: string;
};

export type Row = {
  readonly name: string;
  readonly aim: string;
  /** It measures an older version itself; of other rows both versions are run in turns. */
  readonly measuresBefore?: true;
  /**
   * `seconds` changes the length of a long row, which has a default of its own. `before` is the folder of an older version, with
   * its packages installed, for rows that measure both.
   */
  measure(options: { seconds?: number; before?: string }): Promise<RowResult>;
};
