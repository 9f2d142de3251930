/** Sent by a vitest run to `npm test`: how many files it has, then each file as it ends. */
export type Progress =
  | { readonly planned: number }
  | { readonly file: string; readonly broken: readonly string[] };

/** How far a lane is. */
export type LaneState = { planned: number; done: number; red: number };

export function describeLane(name: string, { planned, done, red }: LaneState): string {
  const files = planned === 0 ? 'running' : `${done} of ${planned} files`;
  return `${name}: ${files}${red === 0 ? '' : `, ${red} red`}`;
}
