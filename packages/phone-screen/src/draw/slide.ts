import type { Scene } from './scene.ts';

/** The course of an animation. It begins with its first drawing. */
export class Slide {
  readonly #durationMs: number;
  #startedAt: number | undefined;

  constructor(durationMs: number) {
    this.#durationMs = durationMs;
  }

  /** 0 to 1. Until 1, further pictures are requested. */
  progress(scene: Scene): number {
    this.#startedAt ??= scene.since;
    const part = Math.min(1, Math.max(0, (scene.now - this.#startedAt) / this.#durationMs));
    if (part < 1) scene.animate();
    return part;
  }
}
