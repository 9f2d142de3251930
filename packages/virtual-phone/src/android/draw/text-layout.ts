import type { Scene } from './scene.ts';

export interface TextLine {
  readonly text: string;
  /** Position of the line's first letter in the whole text, in letters. */
  readonly start: number;
}

/**
 * Breaks a text into lines that fit a width in dp: at line ends, between words, within words that are too long. Spaces
 * stay behind the word before them, also where they no longer fit: no line of a paragraph but its first begins with one.
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
    let line = '';
    let lineStart = start;
    for (const piece of paragraph.match(/\S+\s*|\s+/gu) ?? []) {
      if (line !== '' && scene.measure(line + piece.trimEnd(), size, weight) > width) {
        lines.push({ text: line, start: lineStart });
        lineStart += [...line].length;
        line = '';
      }
      for (const letter of pieceParts(scene, piece, size, weight, width)) {
        if (line !== '' && scene.measure((line + letter).trimEnd(), size, weight) > width) {
          lines.push({ text: line, start: lineStart });
          lineStart += [...line].length;
          line = '';
        }
        line += letter;
      }
    }
    lines.push({ text: line, start: lineStart });
    start += [...paragraph].length + 1;
  }
  return lines;
}

/** A word that fits stays whole; one that doesn't is taken letter by letter. */
function pieceParts(scene: Scene, piece: string, size: number, weight: number, width: number): string[] {
  return scene.measure(piece.trimEnd(), size, weight) <= width ? [piece] : [...piece];
}
