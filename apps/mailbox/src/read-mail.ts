import PostalMime from 'postal-mime';
import type { StoredMail } from './mail-store.ts';

/** A mail as `/mail.json` shows it. */
export type ReadMail = {
  readonly id: string;
  readonly received_at: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export async function readMail({ id, received_at, raw }: StoredMail): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw);
  const to = (mail.to ?? []).flatMap(
    (each) => each.address ?? each.group?.map((member) => member.address ?? '') ?? [],
  );
  return {
    id,
    received_at,
    from: mail.from?.address ?? '',
    to,
    subject: mail.subject ?? '(no subject)',
    text: mail.text ?? '',
    html: mail.html ?? '',
  };
}
