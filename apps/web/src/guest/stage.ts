// One of the shared phones, live. The guest's page shows the others as buttons above it.
import type { GuestPlace, SeatHolder } from '@pocketfleet/contract';
import { createPlayer, type Player, type PlayerState } from '@pocketfleet/stream-player';
import * as texts from '#language/guest';
import { stateMessage } from '../frame/state-message.ts';
import { showRecordingMark } from '../streams/recording-mark.ts';
import { createGuestStream } from './calls.ts';
import { createControlRequest } from './control-request.ts';
import { element, write } from './elements.ts';
import { postPlayerState, postSize, setPageRequests } from './embed.ts';

/** A change of a guest's rights reopens the stream, but not again and again. */
const maxReopened = 3;

export type Stage = { show(place: GuestPlace): void; close(): void };

/** `onChange`: who is there may have changed. */
export function createStage(credential: string, onChange: () => void): Stage {
  let player: Player | undefined;
  let shownId: string | undefined;
  let place: GuestPlace | undefined;
  let holder: SeatHolder | undefined;
  let reopened = 0;
  /** Control was asked for on a stream that began before the guest was given the right. */
  const request = createControlRequest();
  let removeListener = () => {};

  /** A request for control of one phone, and its holder, mean nothing for the next one. */
  const leave = () => {
    removeListener();
    removeListener = () => {};
    player?.close();
    player = undefined;
    holder = undefined;
    request.clear();
    showRole(undefined, 'watch', false);
  };

  const open = (id: string) => {
    leave();
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
      showControl();
      postPlayerState(state);
      if (state.name === 'live') {
        reopened = 0;
        if (request.take()) opened.takeControl();
      }
      if (state.name !== 'ended') return;
      onChange();
      if (state.reason !== 'not_allowed' || reopened >= maxReopened) return;
      reopened += 1;
      opened.retry();
    });
    showRecordingMark(opened, element('phone'));
    opened.on('role', (role) => {
      holder = role.holder;
      if (holder.kind === 'this_window') request.clear();
      showControl();
      onChange();
    });
    opened.on('frame_size', ({ width, height }) => postSize(width, height));
    showState(opened.state);
    const take = () => {
      // Before the picture is there, nobody knows which phone they would take.
      if (opened.state.name !== 'live') return;
      if (holder?.kind !== 'this_window') request.ask();
      opened.takeControl();
    };
    const retry = () => opened.retry();
    setPageRequests({ retry, takeControl: take });
    element('take').addEventListener('click', take);
    element('retry').addEventListener('click', retry);
    removeListener = () => {
      element('take').removeEventListener('click', take);
      element('retry').removeEventListener('click', retry);
    };
    showTabs();
  };

  const showControl = () => {
    showRole(holder, place?.permission ?? 'watch', player?.state.name === 'live');
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
      // The right to control comes with the place, perhaps after the notice of who has control.
      const isChanged = place?.permission !== next.permission;
      place = next;
      if (isChanged && holder) showControl();
      const isThere = next.phones.some(({ id }) => id === shownId);
      const first = next.phones[0];
      if (!isThere && first) open(first.id);
      else if (!first) this.close();
      showTabs();
    },
    close() {
      leave();
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

/** `holder`: undefined while it is not known. */
function showRole(
  holder: SeatHolder | undefined,
  permission: GuestPlace['permission'],
  isLive: boolean,
): void {
  const isMine = holder?.kind === 'this_window';
  element('take').hidden =
    !isLive || permission === 'watch' || holder === undefined || isMine || holder.kind === 'nobody';
  if (holder === undefined) write('role', '');
  else if (permission === 'watch') write('role', texts.watchOnly);
  else if (isMine) write('role', texts.youControl);
  else if (holder.kind === 'nobody') write('role', texts.freeToControl);
  else write('role', 'name' in holder ? texts.hasControl(holder.name) : texts.anotherWindow);
}
