import { cpus, loadavg, platform, release, totalmem } from 'node:os';

/** Describes the machine; absolute times mean little without it. */
export function describeMachine(): Record<string, string | number> {
  const processors = cpus();
  return {
    processor: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memory_gb: Math.round(totalmem() / 1e9),
    system: `${platform()} ${release()}`,
    node: process.versions.node,
    load_before: Number((loadavg()[0] ?? 0).toFixed(2)),
  };
}
