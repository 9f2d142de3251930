// Which use of a phone the settings of its workspace record.
import { makersOf } from '../access/policy.sql.ts';
import { sql } from '../platform/database.ts';

type Column = ReturnType<typeof sql>;

/** To watch the picture is none: tiles show it of each phone all the time. */
export const uses = sql`('phone.opened', 'phone.shell', 'phone.files', 'phone.adb', 'screen.watched', 'screen.used')`;

/** By settings `s`: a chosen key, a key or a link's guest that it has made, or a connected program. */
const isOfChosenKey = (credential: Column) => sql`(s.keys <> '{}' and s.keys && ${makersOf(credential)})`;

/** Whether use `u` is recorded by settings `s`. */
export const isSetFor = sql`(s.records_all or u.device_id = any(s.phones) or ${isOfChosenKey(sql`u.credential_id`)})`;

/** Whether a setting covers the phone of recording `r`, or a use of it that goes on. */
export const isCoveredNow = sql`exists (
  select 1 from recording_settings s where s.workspace_id = r.workspace_id
    and (s.records_all or r.device_id = any(s.phones) or (s.keys <> '{}' and exists (
      select 1 from activity_sessions u where u.workspace_id = r.workspace_id and u.device_id = r.device_id
        and u.kind in ${uses} and u.began_at <= coalesce(r.ended_at, app_now()) and ${isOfChosenKey(sql`u.credential_id`)}))))`;

/** Whether a chosen key has used the phone of recording `r` while it went on. The row of a use's end has the use's length. */
const holdsChosenUse = sql`exists (
  select 1 from recording_settings s join activity began on began.workspace_id = s.workspace_id
    join activity over on over.ends_id = began.id
  where s.workspace_id = r.workspace_id and s.keys <> '{}' and began.device_id = r.device_id and began.kind in ${uses}
    and began.ends_id is null and began.at <= coalesce(r.ended_at, app_now()) and over.at >= r.started_at
    and ${isOfChosenKey(sql`began.who_id`)})`;

/** Whether a setting covers what recording `r` shows. */
export const isCovered = sql`(${isCoveredNow} or ${holdsChosenUse})`;
