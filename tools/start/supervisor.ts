// Holds everything that runs, so that it can be stopped in the right order from wherever we are.
import { ChildProgram, type ProgramEvents, type ProgramSpec } from './child-program.ts';
import type { Database } from './database.ts';
import { endAllRuns } from './run-to-end.ts';

/** SIGTERM to SIGKILL for our own programs. With PostgreSQL's share all is gone within 5 s. */
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

  /** Starts a program and resolves when it can be used. */
  async run(spec: ProgramSpec): Promise<void> {
    if (this.isStopping) return;
    const program = new ChildProgram(spec, this.#events);
    this.#programs.push(program);
    await program.start();
  }

  /** Takes care of a database from the moment it is being opened, so that a stop in between leaves nothing. */
  async keep(opening: Promise<Database>): Promise<Database> {
    this.#database = opening;
    return await opening;
  }

  /** Runs after everything has stopped, last one first. */
  atTheEnd(step: () => void): void {
    this.#lastSteps.unshift(step);
  }

  /** Programs first, the database when nobody needs it any more. */
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
