// Deletes rows that are no longer needed, a limited number at a time.
import { type Db, sql } from '../platform/database.ts';

export async function deleteOldRows(db: Db): Promise<void> {
  await sql`delete from credentials where id in
    (select id from credentials where expires_at < app_now() - interval '30 days' limit 5000)`.execute(db);
  // Access tokens of connected programs: they live for an hour.
  await sql`delete from credentials where id in
    (select id from credentials where kind = 'grant' and parent_id is not null
       and expires_at < app_now() - interval '1 day' limit 5000)`.execute(db);
  await sql`delete from oauth_records where (model, id_hash) in
    (select model, id_hash from oauth_records where expires_at < app_now() - interval '1 day' limit 5000)`.execute(
    db,
  );
  await sql`delete from sign_in_challenges where id in
    (select id from sign_in_challenges where expires_at < app_now() - interval '1 day' limit 5000)`.execute(
    db,
  );
  await sql`delete from second_factors where id in
    (select id from second_factors where confirmed_at is null and created_at < app_now() - interval '1 day' limit 5000)`.execute(
    db,
  );
  await sql`delete from payment_keys where (user_id, key) in
    (select user_id, key from payment_keys where created_at < app_now() - interval '30 days' limit 5000)`.execute(
    db,
  );
  await sql`delete from mailed_links where id in
    (select id from mailed_links where expires_at < app_now() - interval '30 days' limit 5000)`.execute(db);
  await sql`delete from mails where id in
    (select id from mails where done_at < app_now() - interval '90 days' limit 5000)`.execute(db);
  // Jobs that were replaced while they ran (platform/jobs.ts) will never run again.
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where key is null and last_error is null and attempts >= max_attempts
      and locked_at is null and updated_at < now() - interval '30 days' limit 5000))`.execute(db);
  // Too old for the limit of unpaid holds.
  await sql`delete from holds_taken where id in
    (select id from holds_taken where taken_at < app_now() - interval '2 days' limit 5000)`.execute(db);
  // As the privacy policy says.
  await sql`delete from contact_messages where id in
    (select id from contact_messages
     where answered_at < app_now() - interval '2 years'
        or (is_suspect and created_at < app_now() - interval '90 days') limit 5000)`.execute(db);
}
