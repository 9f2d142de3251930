// Runs scenarios of the official conformance suite and reads what it found.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installInto, runProgram } from './serve-with-key.ts';

const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12';

export type Finding = { scenario: string; check: string; error: string };

export class ConformanceSuite {
  readonly #place = mkdtempSync(join(tmpdir(), 'pocketfleet-conformance-'));
  readonly passed: Record<string, string> = {};
  readonly leftOut: Finding[] = [];

  async install(): Promise<void> {
    await installInto(this.#place, [suite]);
  }

  remove(): void {
    rmSync(this.#place, { recursive: true, force: true });
  }

  /** Returns what failed, but for what `isLeftOut` says, which is kept apart. Throws where the suite did not run. */
  async run(
    url: string,
    scenario: string,
    isLeftOut: (finding: Finding) => boolean = () => false,
  ): Promise<Finding[]> {
    const program = join(this.#place, 'node_modules/.bin/conformance');
    const args = ['server', '--url', url, '--scenario', scenario, '--force'];
    const { output } = await runProgram(program, args, this.#place);
    const passed = /Passed: (.*)/.exec(output)?.[1];
    if (passed === undefined) throw new Error(`${scenario} did not run: ${output.slice(0, 2_000)}`);
    this.passed[scenario] = passed;
    const found = [...output.matchAll(/^ {2}- ([\w-]+): .*\n {4}Error: (.*)$/gm)];
    const findings = found.map(([, check = '', error = '']) => ({ scenario, check, error }));
    this.leftOut.push(...findings.filter(isLeftOut));
    return findings.filter((finding) => !isLeftOut(finding));
  }
}
