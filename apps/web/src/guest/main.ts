// Entry of /s/{link}: what a guest sees. A name lets them in (and a password, where the link has one); then the page shows
// the shared phones alone, with the time left and who else is there. At /embed/{link} it is in a frame of a customer's page and
// lets itself in. No React and no router, as in the frame.
import { ApiError } from '@pocketfleet/client';
import type { GuestPlace } from '@pocketfleet/contract';
import { timeRemaining } from '@pocketfleet/rules';
import * as texts from '#language/guest';
import { isOut, join, leave, openLink, readPlace, storeCredential, storedCredential } from './calls.ts';
import { element, field, write } from './elements.ts';
import { isEmbed, meetPage, postState } from './embed.ts';
import { createStage } from './stage.ts';

/** Also keeps the guest's place: it is free after ten minutes without a call. */
const pollEveryMs = 10_000;

type View = 'join' | 'message' | 'stage';

function showView(view: View): void {
  for (const each of ['join', 'message', 'stage'] as const) element(each).hidden = each !== view;
  element('bar').hidden = view !== 'stage' || isEmbed;
}

function showMessage(text: string, canJoin = false): void {
  postState('ended', text);
  write('message-text', text);
  element('again').hidden = !canJoin;
  showView('message');
}

async function start(): Promise<void> {
  const stored = storedCredential();
  if (stored !== null && !isEmbed) return enter(stored);
  try {
    const link = await openLink();
    if (isEmbed) return await enterFrame(link.embed_origin ?? null, stored);
    if (link.embed_origin) return showMessage(texts.onlyInItsPage);
    const time = timeRemaining(Date.parse(link.ends_at), Date.now());
    write('lead', link.permission === 'control' ? texts.leadToControl(time) : texts.leadToWatch(time));
    write('join-error', link.is_full ? texts.full : '');
    element('password-row').hidden = !link.has_password;
    showView('join');
    field('name').focus();
  } catch (error) {
    if (isOut(error)) showMessage(texts.linkEnded);
    else showMessage(error instanceof ApiError && error.detail ? error.detail : texts.notOpened);
  }
}

async function enterFrame(origin: string | null, stored: string | null): Promise<void> {
  if (origin === null || window.parent === window) return showMessage(texts.onlyInItsPage);
  meetPage(origin);
  const credential = stored ?? (await join(new URL(origin).host.slice(0, 40), ''));
  storeCredential(credential);
  enter(credential);
}

async function submit(): Promise<void> {
  const [name, password] = [field('name').value.trim(), field('password').value];
  const needsPassword = !element('password-row').hidden;
  write('join-error', '');
  showFieldErrors({
    ...(name === '' && { name: texts.enterYourName }),
    ...(needsPassword && password === '' && { password: texts.enterThePassword }),
  });
  if (name === '' || (needsPassword && password === '')) return;
  const button = element('enter') as HTMLButtonElement;
  button.disabled = true;
  try {
    const credential = await join(name, password);
    storeCredential(credential);
    enter(credential);
  } catch (error) {
    const fields = error instanceof ApiError ? (error.fields ?? {}) : {};
    showFieldErrors(fields);
    if (isOut(error)) showMessage(texts.linkEnded);
    else if (Object.keys(fields).length === 0) {
      write('join-error', error instanceof ApiError && error.detail ? error.detail : texts.notJoined);
    }
  } finally {
    button.disabled = false;
  }
}

/** The first field with an error gets the focus. */
function showFieldErrors(errors: Readonly<Partial<Record<string, string>>>): void {
  const names = ['name', 'password'] as const;
  for (const name of names) {
    const text = errors[name] ?? '';
    write(`${name}-error`, text);
    field(name).setAttribute('aria-invalid', String(text !== ''));
  }
  const first = names.find((name) => errors[name]);
  if (first !== undefined) field(first).focus();
}

function enter(credential: string): void {
  let isOver = false;
  let isAsking = false;
  const end = (text: string) => {
    isOver = true;
    clearInterval(timer);
    stage.close();
    storeCredential(null);
    showMessage(text, true);
  };
  const refresh = async () => {
    if (isOver || isAsking) return;
    isAsking = true;
    try {
      const place = await readPlace(credential);
      if (isOver) return;
      showPlace(place);
      stage.show(place);
    } catch (error) {
      // Every other failure passes: the player says that it reconnects.
      if (isOut(error)) end(texts.youAreOut);
    } finally {
      isAsking = false;
    }
  };
  const stage = createStage(credential, () => void refresh());
  const timer = setInterval(() => void refresh(), pollEveryMs);
  element('leave').onclick = () => {
    leave(credential).catch(() => undefined);
    end(texts.youLeft);
  };
  void refresh();
}

function showPlace(place: GuestPlace): void {
  const ends = place.phones.flatMap(({ ends_at }) => (ends_at === null ? [] : [Date.parse(ends_at)]));
  const endsAtMs = Math.min(Date.parse(place.ends_at), ...(place.phones.length === 1 ? ends : []));
  write('who', texts.youAre(place.name));
  write('time', texts.timeLeft(timeRemaining(endsAtMs, Date.parse(place.server_time))));
  const names = place.others.map(({ name }) => name);
  write('others', names.length === 0 ? texts.onlyYou : texts.others(names));
  if (place.phones.length > 0) showView('stage');
  else {
    showView('message');
    write('message-text', texts.noPhones);
    postState('waiting', texts.noPhones);
    element('again').hidden = true;
    element('bar').hidden = isEmbed;
  }
}

element('join').addEventListener('submit', (event) => {
  event.preventDefault();
  void submit();
});
element('again').addEventListener('click', () => window.location.reload());
// A page of the customer's own carries their name, not ours.
if (isEmbed) for (const each of document.querySelectorAll('.brand')) each.remove();
void start();
