// Reads the metrics of a node as Prometheus does.
import type { TestApp } from './test-app.ts';

export type Scrape = {
  /** Every series by its name with labels, as it is written: pocketfleet_hosts{state="away"}. */
  series: ReadonlyMap<string, number>;
  /** Undefined for a series that isn't there. */
  read: (series: string) => number | undefined;
};

export async function scrape(site: TestApp): Promise<Scrape> {
  const answer = await site.app.operator.inject({ method: 'GET', url: '/metrics' });
  if (answer.statusCode !== 200) throw new Error(`/metrics answered ${answer.statusCode}: ${answer.body}`);
  const lines = answer.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const series = new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
  return { series, read: (name) => series.get(name) };
}
