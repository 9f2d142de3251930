import type { Scene } from './scene.ts';

export interface TextLine {
  readonly text: string;
  /** Position of the line's first letter in the whole text, in letters. */
  readonly start: number;
  /** True when the paragraph runs from right to left, by its first letter. */
  readonly isRightToLeft: boolean;
}

const firstLetter = /\p{L}/u;
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The default of Android's text views (View.TEXT_DIRECTION_FIRST_STRONG). */
function runsRightToLeft(paragraph: string): boolean {
  return rightToLeft.test(firstLetter.exec(paragraph)?.[0] ?? '');
}

/**
 * Breaks a text into lines that fit a width in dp: at line feeds, between words, and within words that are too long.
 * Spaces stay at the end of a line, even if they no longer fit, so only a paragraph's first line can begin with one.
 */
export function breakLines(
  scene: Scene,
  text: string,
  size: number,
  width: number,
  weight = 400,
): TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  for (const paragraph of text.split('\n')) {
    const isRightToLeft = runsRightToLeft(paragraph);
    let line = '';
    let lineStart = start;
    const endLine = () => {
      lines.push({ text: line, start: lineStart, isRightToLeft });
      lineStart += [...line].length;
      line = '';
    };
    const isFull = (next: string) =>
      line !== '' && scene.measure((line + next).trimEnd(), size, weight) > width;
    for (const piece of paragraph.match(/\S+\s*|\s+/gu) ?? []) {
      if (isFull(piece)) endLine();
      for (const letter of pieceParts(scene, piece, size, weight, width)) {
        if (isFull(letter)) endLine();
        line += letter;
      }
    }
    endLine();
    start += [...paragraph].length + 1;
  }
  return lines;
}

/** The start of a line of a paragraph, in a column from 0 to `width`. */
export function startOf({ isRightToLeft }: TextLine, width: number) {
  return isRightToLeft
    ? ({ x: width, align: 'right', direction: 'rtl' } as const)
    : ({ x: 0, align: 'left', direction: 'ltr' } as const);
}

/** A word that is too long is split into letters. */
function pieceParts(scene: Scene, piece: string, size: number, weight: number, width: number): string[] {
  return scene.measure(piece.trimEnd(), size, weight) <= width ? [piece] : [...piece];
}
