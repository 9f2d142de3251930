/** One measured figure. Benchmarks print; they never fail on a slow machine. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 's' | 's/GB' | 'ratio' | 'count' | '%' | 'MB' | 'MB/s';
};

/** What a row found out: its figures, and the same by other means in the same run on the same machine. */
export type RowResult = {
  readonly figures: readonly Figure[];
  readonly baseline: readonly Figure[];
  readonly note?: string;
};

export type Row = {
  readonly name: string;
  readonly aim: string;
  /** `seconds`: how long, for a row that lasts; each has a length of its own without it. */
  measure(wish: { seconds?: number }): Promise<RowResult>;
};
