/** A text that binds customers and us. Paragraphs are plain text; the page and the terms dialog show the same. */
export type LegalText = {
  title: string;
  /** The day from which it holds, as shown; kept with a registration as the version that was accepted. */
  version: string;
  lead: string;
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
};
