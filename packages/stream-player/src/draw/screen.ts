// The element that shows the phone: one canvas or video, and for a moment two. A lost worker takes its canvas with it; the
// last frame stays in front until the next worker has drawn to the element behind it.

type ScreenElement = HTMLCanvasElement | HTMLVideoElement;

export interface Screen {
  /** Adds an element for a worker to draw to. The previous element stays in front of it until `showNewest`. */
  addElement(): ScreenElement;
  /** The newest element has its first frame. */
  showNewest(): void;
  /** Adds a video behind the other elements, to be shown with `cover`. */
  addBehind(video: HTMLVideoElement): void;
  /** Shows the video in front of the other elements. */
  cover(video: HTMLVideoElement): void;
  /** The other elements have a newer frame. Calls `onHidden` when they are painted and the video may go. */
  uncover(onHidden: () => void): void;
  setDimmed(isDimmed: boolean): void;
  /** Pauses the video elements: a video that waits for frames costs the browser time. */
  setPaused(isPaused: boolean): void;
}

/** The browser needs a few refreshes to show what a worker has drawn. */
const paintedAfterMs = 200;

/** The newest element is the first child of `parent`. */
export function createScreen(parent: HTMLElement, kind: 'canvas' | 'video'): Screen {
  let front: ScreenElement | undefined;
  let behind: ScreenElement | undefined;
  let cover: HTMLVideoElement | undefined;
  let isDimmed = false;
  const dim = (element: ScreenElement | undefined) => {
    if (element === undefined) return;
    element.style.opacity = isDimmed ? '0.4' : '1';
    element.style.filter = isDimmed ? 'grayscale(0.7)' : 'none';
  };
  return {
    addElement() {
      behind?.remove();
      const element = createElement(kind);
      dim(element);
      parent.prepend(element);
      if (front === undefined) front = element;
      else behind = element;
      return element;
    },
    showNewest() {
      if (behind === undefined) return;
      const old = front;
      [front, behind] = [behind, undefined];
      setTimeout(() => old?.remove(), paintedAfterMs);
    },
    addBehind(video) {
      fill(video);
      parent.prepend(video);
    },
    cover(video) {
      cover = video;
      video.style.zIndex = '1';
      dim(video);
    },
    uncover(onHidden) {
      cover = undefined;
      setTimeout(onHidden, paintedAfterMs);
    },
    setDimmed(dimmed) {
      isDimmed = dimmed;
      dim(front);
      dim(behind);
      dim(cover);
    },
    setPaused(isPaused) {
      for (const video of [front, behind]) {
        if (!(video instanceof HTMLVideoElement) || video.paused === isPaused) continue;
        if (isPaused) video.pause();
        else video.play().catch(() => {}); // Fails when the video has been removed meanwhile.
      }
    },
  };
}

function createElement(kind: 'canvas' | 'video'): ScreenElement {
  const element = document.createElement(kind);
  // One pixel until the first frame: an empty canvas of the default size would have that size's shape.
  element.width = 1;
  element.height = 1;
  fill(element);
  return element;
}

function fill(element: ScreenElement): void {
  element.setAttribute('aria-hidden', 'true');
  Object.assign(element.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    objectFit: 'contain',
    pointerEvents: 'none',
  });
}
