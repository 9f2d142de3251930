import * as texts from '#language/team';
import type { TeamPhone } from './use-team.ts';

const shownTags = 3;

/** The names of a member's phones, or that they have all. */
export function PhoneTags({
  phones,
  known,
}: {
  phones: 'all' | readonly string[];
  known: readonly TeamPhone[];
}) {
  if (phones === 'all') return <span>{texts.allPhones}</span>;
  // A phone that was named for later, or that the reader doesn't have, has no name here.
  const tags = phones
    .map((id) => known.find((each) => each.id === id)?.tag)
    .filter((tag) => tag !== undefined)
    .toSorted();
  if (phones.length === 0) return <span className="text-second">{texts.noPhones}</span>;
  const more = phones.length - Math.min(tags.length, shownTags);
  return (
    <span className="flex flex-wrap gap-1" title={tags.join(', ')}>
      {tags.slice(0, shownTags).map((tag) => (
        <span key={tag} className="rounded-small border border-hairline bg-page px-1.5 font-mono text-small">
          {tag}
        </span>
      ))}
      {more > 0 ? (
        <span className="rounded-small border border-hairline bg-page px-1.5 font-mono text-small">
          {texts.andMore(more)}
        </span>
      ) : null}
    </span>
  );
}
