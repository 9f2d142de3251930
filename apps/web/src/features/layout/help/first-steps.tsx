import { Link } from 'react-router';
import * as texts from '#language/help';
import { paths } from '../../../paths.ts';

type Step = {
  title: string;
  words: string;
  links?: readonly { to: string; label: string; isOutside?: true }[];
};

const steps: readonly Step[] = [
  { title: texts.rentTitle, words: texts.rentWords, links: [{ to: paths.rentNow, label: texts.rentLink }] },
  {
    title: texts.streamTitle,
    words: texts.streamWords,
    links: [{ to: paths.devices, label: texts.streamLink }],
  },
  { title: texts.filesTitle, words: texts.filesWords },
  { title: texts.manyTitle, words: texts.manyWords },
  {
    title: texts.programsTitle,
    words: texts.programsWords,
    links: [
      { to: paths.keys, label: texts.keysLink },
      { to: paths.apiReference, label: texts.referenceLink, isOutside: true },
    ],
  },
];

const linkClass =
  'inline-flex min-h-6 items-center rounded-key font-medium text-small underline underline-offset-4';

/** From the first rental to a script. `onLeave`: a link was followed. */
export function FirstSteps({ onLeave }: { onLeave(): void }) {
  return (
    <ol className="divide-y divide-hairline border-hairline border-y">
      {steps.map(({ title, words, links }, index) => (
        <li key={title} className="flex gap-3 py-3">
          <span aria-hidden="true" className="mt-0.5 font-mono text-caption text-third tabular-nums">
            {index + 1}
          </span>
          <div className="min-w-0">
            <p className="font-medium">{title}</p>
            <p className="mt-0.5 text-second text-small">{words}</p>
            {links ? (
              <p className="mt-1 flex flex-wrap gap-x-4">
                {links.map(({ to, label, isOutside }) =>
                  isOutside ? (
                    <a key={to} href={to} target="_blank" rel="noreferrer" className={linkClass}>
                      {label}
                    </a>
                  ) : (
                    <Link key={to} to={to} onClick={onLeave} className={linkClass}>
                      {label}
                    </Link>
                  ),
                )}
              </p>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  );
}
