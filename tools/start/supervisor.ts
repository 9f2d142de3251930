// Holds everything that runs, so that it can be stopped in the right order from wherever we are.
import { ChildProgram, type ProgramEvents, type ProgramSpec } from './child-program.ts';
import type { Database } from './database.ts';

/** SIGTERM to SIGKILL for our own programs. With PostgreSQL's share all is gone within 5 s. */
const programGraceMs = 2_500;

export class Supervisor {
  readonly #events: ProgramEvents;
  readonly #programs: ChildProgram[] = [];
  readonly #lastSteps: (() => void)[] = [];
  #database: Database | undefined;
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

  /** Takes care of a database that has just been opened. */
  async keep(database: Database): Promise<void> {
    this.#database = database;
    if (this.isStopping) await database.stop();
  }

  /** Runs after everything has stopped, last one first. */
  atTheEnd(step: () => void): void {
    this.#lastSteps.unshift(step);
  }

  /** Programs first, the database when nobody needs it any more. */
  stop(): Promise<void> {
    this.#stopping ??= (async () => {
      await Promise.all(this.#programs.map((program) => program.stop(programGraceMs)));
      await this.#database?.stop();
      for (const step of this.#lastSteps) step();
    })();
    return this.#stopping;
  }
}
