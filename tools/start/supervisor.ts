// Knows everything that runs, so that it can be stopped in the right order at any moment.
import { ChildProgram, type ProgramEvents, type ProgramSpec } from './child-program.ts';
import type { Database } from './database.ts';
import { endAllRuns } from './run-to-end.ts';

/** The time between SIGTERM and SIGKILL for our programs. Together with PostgreSQL, everything stops within 5 s. */
const programGraceMs = 2_500;

export class Supervisor {
  readonly #events: ProgramEvents;
  readonly #programs: ChildProgram[] = [];
  readonly #lastSteps: (() => void)[] = [];
  #database: Promise<Database> | undefined;
  #stopping: Promise<void> | undefined;

  constructor(events: ProgramEvents) {
    this.#events = events;
  }

  get isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  /** Starts a program and resolves when it is ready. */
  async run(spec: ProgramSpec): Promise<void> {
    if (this.isStopping) return;
    const program = new ChildProgram(spec, this.#events);
    this.#programs.push(program);
    await program.start();
  }

  /** Registers the database before it is open, so that a stop in between stops it too. */
  async keep(opening: Promise<Database>): Promise<Database> {
    this.#database = opening;
    return await opening;
  }

  /** Adds a step that runs after everything has stopped. The last step added runs first. */
  atTheEnd(step: () => void): void {
    this.#lastSteps.unshift(step);
  }

  /** Stops the programs, then the database. */
  stop(): Promise<void> {
    this.#stopping ??= (async () => {
      endAllRuns();
      await Promise.all(this.#programs.map((program) => program.stop(programGraceMs)));
      const database = await this.#database?.catch(() => undefined);
      await database?.stop();
      for (const step of this.#lastSteps) step();
    })();
    return this.#stopping;
  }
}
