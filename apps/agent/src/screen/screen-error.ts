import type { PhoneState } from './phone-state.ts';

/**
 * Why a screen could not be read. `busy`: other automation holds it, or is about to. `off`: there is no complete tree, as
 * with the display off. `refused`: the phone doesn't allow the reader's installation. `unavailable`: this host has no reader.
 * `failed`: the reader gave no usable answer.
 */
export type ScreenProblem = 'busy' | 'off' | 'refused' | 'unavailable' | 'failed';

export class ScreenError extends Error {
  override name = 'ScreenError';
  readonly problem: ScreenProblem;
  /** Of `off`, where the phone has told it. */
  readonly state: PhoneState | undefined;

  constructor(
    problem: ScreenProblem,
    detail: string,
    { state, ...options }: ErrorOptions & { state?: PhoneState | undefined } = {},
  ) {
    super(detail, options);
    this.problem = problem;
    this.state = state;
  }
}
