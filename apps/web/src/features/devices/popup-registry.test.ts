import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const origin = 'https://phones.example';
const address = '/frame/4711?quality=focus';
type Place = { pathname: string; search: string; replace(url: URL): void };
type Popup = { closed: boolean; location: Place; focus(): void };
let named: Map<string, Popup>;
let panel: EventTarget;
let questions: unknown[];
let popups: typeof import('./popup-registry.ts');

function popupAt(pathname: string, search = ''): Popup {
  const location = {
    pathname,
    search,
    replace: vi.fn((url: URL) => {
      location.pathname = url.pathname;
      location.search = url.search;
    }),
  };
  return { closed: false, location, focus: vi.fn() };
}

async function loadPanel(search = '?view=mosaic'): Promise<void> {
  vi.resetModules();
  panel = Object.assign(new EventTarget(), {
    location: { origin, href: `${origin}/devices${search}`, search },
    screen: { availWidth: 1440, availHeight: 900 },
    open(_: string, name: string) {
      const popup = named.get(name) ?? popupAt('blank');
      named.set(name, popup);
      return popup;
    },
  });
  vi.stubGlobal('window', panel);
  popups = await import('./popup-registry.ts');
}

beforeEach(async () => {
  vi.useFakeTimers();
  [named, questions] = [new Map(), []];
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = (question: unknown) => void questions.push(question);
      close = () => undefined;
    },
  );
  await loadPanel();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const post = (from: { origin: string; source: unknown; data: unknown }) =>
  panel.dispatchEvent(Object.assign(new Event('message'), from));
const notice = { from: 'pocketfleet-popup', device_id: '4711' };

it('opens a phone’s popup once and focuses it from then on', () => {
  const leave = popups.listenToPopups(() => undefined);
  popups.showPopup('4711', address);
  leave();
  popups.listenToPopups(() => undefined);
  expect([...popups.getPopups().keys()]).toEqual(['4711']);
  popups.showPopup('4711', address);
  const popup = named.get('phone-4711');
  expect(popup?.location.replace).toHaveBeenCalledOnce();
  expect(popup?.focus).toHaveBeenCalledTimes(2);
});

it('after a reload it finds the popup by its name and doesn’t load it again', async () => {
  popups.showPopup('4711', address);
  await loadPanel();
  popups.showPopup('4711', address);
  expect(named.get('phone-4711')?.location.replace).toHaveBeenCalledOnce();
});

it('after a reload it asks for open popups and accepts responses of its own origin', async () => {
  const onChange = vi.fn();
  popups.listenToPopups(onChange);
  expect(questions).toEqual(['who_is_open']);
  const popup = popupAt('/frame/4711');
  post({ origin: 'https://evil.example', source: popup, data: notice });
  expect(popups.getPopups().size).toBe(0);
  post({ origin, source: popup, data: notice });
  expect(popups.getPopups().get('4711')).toBe(popup);
  expect(onChange).toHaveBeenCalledOnce();
  popup.closed = true;
  vi.advanceTimersByTime(1_000);
  expect(popups.getPopups().size).toBe(0);
});

it('shows the phone again in a popup that shows another page', () => {
  popups.showPopup('4711', address);
  const popup = named.get('phone-4711');
  if (popup) popup.location.pathname = '/devices';
  popups.showPopup('4711', address);
  expect(popup?.location.pathname).toBe('/frame/4711');
});

it('takes no popup of another team for its own', async () => {
  await loadPanel('?team=brightside');
  popups.listenToPopups(() => undefined);
  const theirs = popupAt('/frame/4711', '?team=northline');
  post({ origin, source: theirs, data: notice });
  expect(popups.getPopups().size).toBe(0);
  post({ origin, source: popupAt('/frame/4711'), data: notice });
  expect(popups.getPopups().size).toBe(0);
  const own = popupAt('/frame/4711', '?team=brightside');
  post({ origin, source: own, data: notice });
  expect(popups.getPopups().get('4711')).toBe(own);
});

it('opens the same phone for another team in a window of its own, and leaves the first as it is', async () => {
  popups.showPopup('4711', `${address}&team=northline`);
  const theirs = named.get('phone-4711-northline');
  await loadPanel('?team=brightside');
  popups.showPopup('4711', `${address}&team=brightside`);
  expect(named.get('phone-4711-brightside')?.location.search).toContain('team=brightside');
  expect(theirs?.location.replace).toHaveBeenCalledOnce();
});

it('shows the phone anew in a popup that has been led to another team', () => {
  popups.showPopup('4711', `${address}&team=brightside`);
  const popup = named.get('phone-4711-brightside');
  if (popup) popup.location.search = '?team=northline';
  popups.showPopup('4711', `${address}&team=brightside`);
  expect(popup?.location.replace).toHaveBeenCalledTimes(2);
});
