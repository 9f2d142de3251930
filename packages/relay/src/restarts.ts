// Phones that are being restarted because somebody asked for it: their viewers read that instead of "connection lost".

export type RestartedBy = 'team' | 'tenant';

/** A phone that is away for longer has another reason. */
const longestMs = 3 * 60_000;

const sentences: Record<RestartedBy, string> = {
  team: 'Our team is restarting this phone.',
  tenant: 'The phone is restarting.',
};

export class Restarts {
  readonly #nowMs: () => number;
  readonly #restarts = new Map<string, { by: RestartedBy; untilMs: number }>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  add(deviceId: string, by: RestartedBy): void {
    const nowMs = this.#nowMs();
    for (const [id, { untilMs }] of this.#restarts) if (untilMs <= nowMs) this.#restarts.delete(id);
    this.#restarts.set(deviceId, { by, untilMs: nowMs + longestMs });
  }

  /** The phone sends its picture again. */
  end(deviceId: string): void {
    this.#restarts.delete(deviceId);
  }

  /** The sentence for the viewers; undefined for a phone that nobody restarts. */
  reasonOf(deviceId: string): string | undefined {
    const restart = this.#restarts.get(deviceId);
    return restart !== undefined && restart.untilMs > this.#nowMs() ? sentences[restart.by] : undefined;
  }
}
