import { terms, termsDate } from './terms.ts';

/** The terms as text, for the dialog and for a page; the heading above is the caller's. */
export function Terms() {
  return (
    <div className="flex flex-col gap-5 text-public text-second">
      <p className="text-small text-third">Version of {termsDate}</p>
      {terms.map(({ title, paragraphs }, index) => (
        <section key={title}>
          <h3 className="mb-1 font-semibold text-main">
            {index + 1}. {title}
          </h3>
          <div className="space-y-2">
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
