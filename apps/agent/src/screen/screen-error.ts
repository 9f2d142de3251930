/**
 * Why a screen could not be read. `busy`: other automation holds it, or is about to. `off`: there is no complete tree, as
 * with the display off. `refused`: the phone doesn't allow the reader's installation. `unavailable`: this host has no reader.
 * `failed`: the reader gave no usable answer.
 */
export type ScreenProblem = 'busy' | 'off' | 'refused' | 'unavailable' | 'failed';

export class ScreenError extends Error {
  override name = 'ScreenError';
  readonly problem: ScreenProblem;

  constructor(problem: ScreenProblem, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.problem = problem;
  }
}
