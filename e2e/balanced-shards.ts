import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** How long the longest journeys take on a busy machine, in seconds; only their proportion matters. */
const secondsOf: Readonly<Record<string, number>> = {
  operators: 55,
  'payment-errors': 47,
  payment: 46,
  devices: 25,
  'large-files': 36,
  mosaic: 18,
  'input-methods': 29,
  colleagues: 28,
  accounts: 27,
  'pay-later': 26,
  session: 25,
  'control-kinds': 25,
  'account-access': 24,
  reconnect: 22,
  house: 22,
  'many-phones': 22,
  'host-away': 40,
};
const otherwise = 12;

/** Gives each shard about the same work: assigns the longest journeys first, each to the shard with the least work so far. */
export default class BalancedShards extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    const sorted = files.toSorted(
      (a, b) => weigh(b) - weigh(a) || a.moduleId.localeCompare(b.moduleId, 'en'),
    );
    const shards = Array.from({ length: count }, () => ({ weight: 0, files: [] as TestSpecification[] }));
    for (const file of sorted) {
      const lightest = shards.reduce((best, each) => (each.weight < best.weight ? each : best));
      lightest.weight += weigh(file);
      lightest.files.push(file);
    }
    return shards[index - 1]?.files ?? [];
  }
}

function weigh({ moduleId }: TestSpecification): number {
  return secondsOf[moduleId.split('/').at(-1)?.replace('.e2e.ts', '') ?? ''] ?? otherwise;
}
