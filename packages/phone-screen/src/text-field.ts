/** An editable text with a cursor. Positions count code points. */
export class TextField {
  #letters: string[] = [];
  #cursor = 0;
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get value(): string {
    return this.#letters.join('');
  }

  /** Text left of the cursor. */
  get beforeCursor(): string {
    return this.#letters.slice(0, this.#cursor).join('');
  }

  /** Replaces the text without a notification; the cursor moves to the end. */
  load(text: string): void {
    this.#letters = [...text];
    this.#cursor = this.#letters.length;
  }

  clear(): void {
    this.load('');
    this.#onChange();
  }

  insert(text: string): void {
    const letters = [...text.replaceAll('\r\n', '\n')];
    this.#letters.splice(this.#cursor, 0, ...letters);
    this.#cursor += letters.length;
    this.#onChange();
  }

  backspace(): void {
    if (this.#cursor === 0) return;
    this.#letters.splice(--this.#cursor, 1);
    this.#onChange();
  }

  deleteForward(): void {
    if (this.#letters.splice(this.#cursor, 1).length > 0) this.#onChange();
  }

  moveBy(letters: number): void {
    this.#cursor = Math.min(this.#letters.length, Math.max(0, this.#cursor + letters));
    this.#onChange();
  }

  moveTo(position: 'start' | 'end'): void {
    this.#cursor = position === 'start' ? 0 : this.#letters.length;
    this.#onChange();
  }
}
