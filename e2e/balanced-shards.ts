import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** How long the longest journeys take on a busy machine, in seconds; only their proportion matters. */
const secondsOf: Readonly<Record<string, number>> = {
  'payment-troubles': 77,
  operators: 70,
  rent: 52,
  payment: 51,
  'npm-start': 50,
  'account-troubles': 49,
  'account-access': 47,
  landing: 46,
  reconnect: 42,
  house: 41,
  devices: 36,
  'account-settings': 34,
  mosaic: 34,
  history: 32,
  'public-pages': 31,
  'pay-later': 30,
  colleagues: 29,
};
const otherwise = 18;

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
