// One of the shared phones, live. The guest's page shows the others as buttons above it.
import type { GuestPlace, SeatHolder } from '@pocketfleet/contract';
import { createPlayer, type Player, type PlayerState } from '@pocketfleet/stream-player';
import * as texts from '#language/guest';
import { stateMessage } from '../frame/state-message.ts';
import { createGuestStream } from './calls.ts';
import { element, write } from './elements.ts';

/** What a guest may do has changed while the stream was open: it is opened anew, but not again and again. */
const maxReopened = 3;

export type Stage = { show(place: GuestPlace): void; close(): void };

/** `onChange`: who is there may have changed. */
export function createStage(credential: string, onChange: () => void): Stage {
  let player: Player | undefined;
  let shownId: string | undefined;
  let place: GuestPlace | undefined;
  let reopened = 0;
  let removeListener = () => {};

  const open = (id: string) => {
    removeListener();
    player?.close();
    const tag = place?.phones.find((each) => each.id === id)?.tag ?? '';
    shownId = id;
    reopened = 0;
    document.title = texts.shared(tag);
    const opened = createPlayer({
      host: element('phone'),
      startStream: createGuestStream(credential, id),
      label: texts.phone(tag),
    });
    player = opened;
    opened.on('state', (state) => {
      showState(state);
      if (state.name === 'live') reopened = 0;
      if (state.name !== 'ended') return;
      onChange();
      if (state.reason !== 'not_allowed' || reopened >= maxReopened) return;
      reopened += 1;
      opened.retry();
    });
    opened.on('role', (role) => {
      showRole(role.holder, place?.permission ?? 'watch');
      onChange();
    });
    showState(opened.state);
    const [take, retry] = [() => opened.takeControl(), () => opened.retry()];
    element('take').addEventListener('click', take);
    element('retry').addEventListener('click', retry);
    removeListener = () => {
      element('take').removeEventListener('click', take);
      element('retry').removeEventListener('click', retry);
    };
    showTabs();
  };

  const showTabs = () => {
    const phones = place?.phones ?? [];
    const tabs = element('tabs');
    tabs.hidden = phones.length < 2;
    const names = phones.map(({ id, tag, label }) => `${id} ${tag} ${label} ${id === shownId}`).join();
    if (tabs.dataset['names'] === names) return;
    tabs.dataset['names'] = names;
    tabs.replaceChildren(
      ...phones.map(({ id, tag, label }) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = label ? `${tag} ${label}` : tag;
        button.setAttribute('aria-pressed', String(id === shownId));
        button.addEventListener('click', () => open(id));
        return button;
      }),
    );
  };

  return {
    show(next) {
      place = next;
      const isThere = next.phones.some(({ id }) => id === shownId);
      const first = next.phones[0];
      if (!isThere && first) open(first.id);
      else if (!first) this.close();
      showTabs();
    },
    close() {
      removeListener();
      player?.close();
      player = undefined;
      shownId = undefined;
    },
  };
}

function showState(state: PlayerState): void {
  const { text, seconds, cause, canRetry } = stateMessage(state);
  element('notice').hidden = text === '';
  write('notice-text', text);
  write('seconds', seconds);
  // The reasons for customers, such as a refund, are none for a guest.
  write('cause', state.name === 'ended' ? '' : cause);
  element('retry').hidden = !canRetry;
}

function showRole(holder: SeatHolder, permission: GuestPlace['permission']): void {
  const isMine = holder.kind === 'this_window';
  element('take').hidden = permission === 'watch' || isMine || holder.kind === 'nobody';
  if (permission === 'watch') write('role', texts.watchOnly);
  else if (isMine) write('role', texts.youControl);
  else if (holder.kind === 'nobody') write('role', texts.freeToControl);
  else write('role', 'name' in holder ? texts.hasControl(holder.name) : texts.anotherWindow);
}
