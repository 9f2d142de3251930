import type { Figure, Row, RowResult } from './row.ts';

/** The lines that a finished row prints. */
export function describeRow(row: Row, result: RowResult): string[] {
  const figures = result.figures.map((figure) => `  ${figure.what.padEnd(44)}${show(figure)}`);
  const baseline = result.baseline.map(
    (figure) => `  ${`baseline: ${figure.what}`.padEnd(44)}${show(figure)}`,
  );
  const note = result.note === undefined ? [] : [`  ${result.note}`];
  return [`${row.name.padEnd(18)}aim: ${row.aim}`, ...figures, ...baseline, ...note];
}

function show({ value, unit }: Figure): string {
  const digits = unit === 'count' ? 0 : value < 10 ? 2 : value < 100 ? 1 : 0;
  const suffix = unit === 'ratio' ? ' times' : unit === 'count' ? '' : ` ${unit}`;
  return `${value.toFixed(digits).padStart(8)}${suffix}`;
}
