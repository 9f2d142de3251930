import type { LegalText } from '../../language/legal-text.ts';

/** The text itself. */
export function LegalArticle({ text }: { text: LegalText }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {text.sections.map(({ heading, paragraphs }) => (
        <section key={heading}>
          <h2 className="font-semibold text-lead">{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-3 text-card text-second">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}
