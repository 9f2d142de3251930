// Pure: usage as CSV (RFC 4180), one line for each phone and week.
import type { FileResponse, WeeklyUsage } from '@pocketfleet/contract';
import { csvLine } from '../platform/csv.ts';

export function usageCsv(usage: readonly WeeklyUsage[]): FileResponse {
  const lines = usage.map(({ week_start, tag, model, hours, streamed_hours }) => [
    week_start,
    tag,
    model,
    hours.toFixed(1),
    streamed_hours.toFixed(1),
  ]);
  const text = [['week_start', 'tag', 'model', 'hours', 'streamed_hours'], ...lines].map(csvLine).join('');
  return {
    file_name: 'phone-usage.csv',
    content_type: 'text/csv; charset=utf-8',
    bytes: new TextEncoder().encode(text),
  };
}
