// Prints the CPU time of each test file, most first, with all programs that it starts, the database's and the browser's:
// npx vitest run --maxWorkers=1 --reporter=./tools/test-run/cpu-reporter.ts [PATH…]. One worker, because only then does all
// work between two files' ends belong to one of them; a file that first imports something pays for it. Linux only.
import type { Reporter, TestModule } from 'vitest/node';
import { measureTreeCpu } from '../../bench/process-tree.ts';

type File = { readonly name: string; readonly cpuSeconds: number; readonly seconds: number };

export default class CpuReporter implements Reporter {
  readonly #files: File[] = [];
  #cpuSeconds = 0;
  #startedMs = 0;

  onTestRunStart(): void {
    this.#cpuSeconds = measureTreeCpu(process.pid);
    this.#startedMs = performance.now();
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    const [cpuSeconds, nowMs] = [measureTreeCpu(process.pid), performance.now()];
    this.#files.push({
      name: relativeModuleId,
      cpuSeconds: cpuSeconds - this.#cpuSeconds,
      seconds: (nowMs - this.#startedMs) / 1_000,
    });
    this.#cpuSeconds = cpuSeconds;
    this.#startedMs = nowMs;
  }

  onTestRunEnd(): void {
    console.log('  CPU s  wall s');
    for (const { name, cpuSeconds, seconds } of this.#files.toSorted((a, b) => b.cpuSeconds - a.cpuSeconds))
      console.log(`${cpuSeconds.toFixed(1).padStart(7)}${seconds.toFixed(1).padStart(8)}  ${name}`);
  }
}
