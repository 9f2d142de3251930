// The mark on a picture that is recorded. All pages that show a phone live use it, with React and without.
import type { Player } from '@pocketfleet/stream-player';
import { recordedBy } from '#language/streams';

/** `host`: the positioned element with the picture. Styles are set through the CSSOM, which the content security policy allows. */
export function showRecordingMark(player: Player, host: HTMLElement): void {
  const mark = document.createElement('p');
  mark.setAttribute('role', 'status');
  mark.dataset['recordingMark'] = '';
  Object.assign(mark.style, {
    position: 'absolute',
    zIndex: '5',
    // Clear of the round corners of a phone's screen, whatever its size.
    left: '8%',
    top: '6px',
    maxWidth: '84%',
    margin: '0',
    padding: '2px 8px 2px 18px',
    borderRadius: '9px',
    background: 'rgb(10 10 12 / 0.78)',
    color: '#fff',
    font: '500 11px/14px "Geist Variable", system-ui, sans-serif',
    // A name may be longer than a small picture is wide, and who records is said in full: in lines of one length, beside the dot.
    overflowWrap: 'anywhere',
    textWrap: 'balance',
    pointerEvents: 'none',
  } satisfies Partial<CSSStyleDeclaration>);
  const dot = document.createElement('span');
  dot.setAttribute('aria-hidden', 'true');
  dot.textContent = '●';
  Object.assign(dot.style, { position: 'absolute', left: '6px', color: '#ff5d52' });
  const text = document.createElement('span');
  mark.append(dot, text);
  mark.hidden = true;
  host.append(mark);
  player.on('recording', (by) => {
    mark.hidden = by === null;
    mark.title = text.textContent = by === null ? '' : recordedBy(by);
  });
}
