// <pocketfleet-phone src="…">: a rented phone, live, in any page. It is a frame of our page, which holds the stream and the
// controls; no key and no secret but the embed's address is in the page around it.
import type { ComponentMessage, PhoneState } from './messages.ts';
import { readFrameMessage } from './read-frame-message.ts';

/** A frame that isn't allowed here says nothing, so silence is the only sign of it. */
const silentAfterMs = 15_000;
const notOpened =
  'The phone did not open: the address has ended, or it was made for pages of another origin than this one.';
const notAnAddress = 'The attribute src is not an address of POST /devices/{id}/embeds.';
const style = `
:host{display:block;position:relative;width:100%;aspect-ratio:var(--pocketfleet-ratio,9/19.5);background:#0b0d11}
:host([hidden]){display:none}
iframe,p{position:absolute;inset:0;width:100%;height:100%;border:0}
p{box-sizing:border-box;margin:0;padding:1rem;display:grid;place-content:center;text-align:center;color:#f4f5f7;background:#0b0d11;font:1rem/1.5 system-ui,sans-serif}
p:empty{background:none;pointer-events:none}`;

export type PhoneEventDetail = { readonly state: PhoneState; readonly detail: string };

/**
 * Attributes: `src`, the address that `POST /devices/{id}/embeds` has answered; `label`, the name for screen readers.
 * Events: `state` with each state, `ended` when the phone won't come back here, `error` when it could not be opened; their
 * `detail` is `{ state, detail }`, where `detail.detail` is a sentence for people.
 */
export class PocketfleetPhone extends HTMLElement {
  static readonly observedAttributes = ['src', 'label'];

  readonly #root = this.attachShadow({ mode: 'open' });
  #frame: HTMLIFrameElement | undefined;
  #words: HTMLElement | undefined;
  #origin = '';
  #state: PhoneState = 'connecting';
  #silence: ReturnType<typeof setTimeout> | undefined;

  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  set src(address: string) {
    this.setAttribute('src', address);
  }

  get label(): string {
    return this.getAttribute('label') ?? 'Rented phone';
  }

  set label(text: string) {
    this.setAttribute('label', text);
  }

  get state(): PhoneState {
    return this.#state;
  }

  /** Connects again, after the state `waiting` or `error`. */
  retry(): void {
    if (this.#state === 'error') this.#open();
    else this.#ask({ pocketfleet: 'retry' });
  }

  /** Takes control from the person or program that has it, where the embed allows that. */
  takeControl(): void {
    this.#ask({ pocketfleet: 'take_control' });
  }

  connectedCallback(): void {
    window.addEventListener('message', this.#onMessage);
    this.#open();
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.#onMessage);
    this.#close();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (!this.isConnected || before === after) return;
    if (name === 'src') this.#open();
    else if (this.#frame) this.#frame.title = this.label;
  }

  #open(): void {
    this.#close();
    if (this.src === '') return;
    const address = URL.canParse(this.src) ? new URL(this.src) : undefined;
    const sheet = document.createElement('style');
    sheet.textContent = style;
    // There before its words, so that screen readers announce them.
    this.#words = document.createElement('p');
    this.#words.setAttribute('role', 'status');
    this.#root.replaceChildren(sheet, this.#words);
    if (!address || !/^https?:$/.test(address.protocol) || !address.pathname.startsWith('/embed/')) {
      this.#fail(notAnAddress);
      return;
    }
    this.#origin = address.origin;
    const frame = document.createElement('iframe');
    frame.src = address.href;
    frame.title = this.label;
    frame.referrerPolicy = 'no-referrer';
    frame.allow = 'fullscreen';
    // Our own page in it keeps its origin, and can't navigate the page around it.
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    this.#words.before(frame);
    this.#frame = frame;
    this.#state = 'connecting';
    this.#silence = setTimeout(() => this.#fail(notOpened), silentAfterMs);
  }

  /** Nothing of ours is in the frame that could say it. */
  #fail(detail: string): void {
    if (this.#words) this.#words.textContent = detail;
    this.#say('error', detail);
  }

  #close(): void {
    clearTimeout(this.#silence);
    this.#frame = undefined;
    this.#root.replaceChildren();
  }

  readonly #onMessage = ({ origin, source, data }: MessageEvent<unknown>): void => {
    if (!this.#frame || origin !== this.#origin || source !== this.#frame.contentWindow) return;
    const message = readFrameMessage(data);
    if (message === undefined) return;
    clearTimeout(this.#silence);
    // It was only slow.
    if (this.#words) this.#words.textContent = '';
    if (message.pocketfleet === 'state') this.#say(message.state, message.detail);
    else this.style.setProperty('--pocketfleet-ratio', `${message.width}/${message.height}`);
  };

  #say(state: PhoneState, sentence: string): void {
    this.#state = state;
    const detail: PhoneEventDetail = { state, detail: sentence };
    this.dispatchEvent(new CustomEvent('state', { detail }));
    if (state === 'ended' || state === 'error') this.dispatchEvent(new CustomEvent(state, { detail }));
  }

  #ask(message: ComponentMessage): void {
    this.#frame?.contentWindow?.postMessage(message, this.#origin);
  }
}
