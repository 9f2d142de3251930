// A recording's events from the activity, which sees more than the phone's host: files' names, questions of programs, who took
// the phone, and who had a shell, adb, or files and apps open.
import type { RecordedEvent, RecordedWho } from '@pocketfleet/contract';
import type { Db } from '../platform/database.ts';
import {
  type ActivityDuringRow,
  type OpenedDuringRow,
  type QuestionDuringRow,
  type Stretch,
  selectActivityDuring,
  selectOpenedDuring,
  selectQuestionsDuring,
} from './recorded-activity.sql.ts';
import type { RecordingRow } from './recordings.sql.ts';

const fileActions = {
  'file.pushed': 'pushed',
  'file.pulled': 'pulled',
  'file.deleted': 'deleted',
  'app.installed': 'installed',
  'app.removed': 'removed',
  'app.cleared': 'cleared',
} as const;

const opened = { 'phone.shell': 'shell', 'phone.adb': 'adb', 'phone.files': 'files' } as const;
/** A recording of a setting begins a moment after the use that it is because of; a call may be over by then. */
const beforeS = 5;

/** In the order of time. */
export function activityEventsOf(
  db: Db,
  {
    started_at,
    ended_at,
    cause,
    ...of
  }: Pick<RecordingRow, 'workspace_id' | 'device_id' | 'started_at' | 'ended_at' | 'cause'>,
): Promise<RecordedEvent[]> {
  const { workspace_id, device_id } = of;
  const before_s = cause === 'asked' ? 0 : beforeS;
  return activityEventsDuring(db, { workspace_id, device_id, from: started_at, to: ended_at, before_s });
}

/** In the order of time, which counts from the beginning of the stretch. */
export async function activityEventsDuring(db: Db, during: Stretch): Promise<RecordedEvent[]> {
  const started_at = during.from;
  const sinceStart = (at: string): number => Math.max(0, Date.parse(at) - Date.parse(started_at));
  const toEvent = (row: ActivityDuringRow): RecordedEvent => {
    const common = { at_ms: sinceStart(row.at), who: whoOf(row) };
    if (row.kind === 'control.taken' || row.kind === 'control.given_back') {
      const change = row.kind === 'control.taken' ? 'taken' : 'given_back';
      return { type: 'control', ...common, change, from: row.name.slice(0, 200) };
    }
    const action = fileActions[row.kind as keyof typeof fileActions];
    return { type: 'file', ...common, action, name: row.name.slice(0, 500) };
  };
  const toQuestion = (row: QuestionDuringRow): RecordedEvent => ({
    type: 'question',
    at_ms: sinceStart(row.at),
    asked_before_ms: Math.max(0, Date.parse(started_at) - Date.parse(row.at)),
    who: whoOf(row),
    state: stateOf(row.state),
    until_ms: row.closed_at === null ? null : sinceStart(row.closed_at),
    answered_by: row.answered_by.slice(0, 200),
  });
  const toOpened = (row: OpenedDuringRow): RecordedEvent => ({
    type: 'opened',
    at_ms: sinceStart(row.at),
    who: whoOf(row),
    what: opened[row.kind as keyof typeof opened],
    until_ms: row.until === null ? null : sinceStart(row.until),
  });
  const rows = await selectActivityDuring(db, during);
  const events = [
    ...rows.map(toEvent),
    ...(await selectQuestionsDuring(db, during)).map(toQuestion),
    ...(await selectOpenedDuring(db, during)).map(toOpened),
  ];
  return events.sort((a, b) => a.at_ms - b.at_ms);
}

function whoOf({
  who_kind,
  who_id,
  who_name,
}: Pick<ActivityDuringRow, 'who_kind' | 'who_id' | 'who_name'>): RecordedWho {
  if (who_id === null || !isActor(who_kind)) return null;
  return { kind: who_kind, id: who_id, name: who_name.slice(0, 200) };
}

function isActor(kind: string): kind is NonNullable<RecordedWho>['kind'] {
  return ['person', 'key', 'program', 'guest'].includes(kind);
}

const questionEnds = ['answered', 'expired', 'withdrawn'] as const;

function stateOf(state: string): 'open' | (typeof questionEnds)[number] {
  return questionEnds.find((each) => each === state) ?? 'open';
}
