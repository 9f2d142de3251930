/** A legal text. Paragraphs are plain text. The page and the terms dialog show the same text. */
export type LegalText = {
  title: string;
  /** The day from which it is valid, as shown. A registration stores it as the accepted version. */
  version: string;
  lead: string;
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
};
