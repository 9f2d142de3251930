// Where the pictures are seen: one canvas or video, and for a moment two. A worker that dies takes its canvas with it;
// the last picture stays in front until the next worker has drawn in the place behind it.

type PictureElement = HTMLCanvasElement | HTMLVideoElement;

export interface PicturePlace {
  /** A place for a worker to draw in. One from before stays in front of it until `showNew`. */
  openPicture(): PictureElement;
  /** There is a picture in the place that was opened last. */
  showNew(): void;
  setDimmed(isDimmed: boolean): void;
  /** No pictures come: a video that waits for them costs the browser something all the same. */
  setPaused(isPaused: boolean): void;
}

/** What is drawn in a worker is on the screen a few refreshes later. */
const paintedAfterMs = 200;

/** The first child of `parent` is the newest place. */
export function createPicturePlace(parent: HTMLElement, kind: 'canvas' | 'video'): PicturePlace {
  let front: PictureElement | undefined;
  let behind: PictureElement | undefined;
  let isDimmed = false;
  const dim = (picture: PictureElement | undefined) => {
    if (picture === undefined) return;
    picture.style.opacity = isDimmed ? '0.4' : '1';
    picture.style.filter = isDimmed ? 'grayscale(0.7)' : 'none';
  };
  return {
    openPicture() {
      behind?.remove();
      const picture = createPicture(kind);
      dim(picture);
      parent.prepend(picture);
      if (front === undefined) front = picture;
      else behind = picture;
      return picture;
    },
    showNew() {
      if (behind === undefined) return;
      const old = front;
      [front, behind] = [behind, undefined];
      setTimeout(() => old?.remove(), paintedAfterMs);
    },
    setDimmed(dimmed) {
      isDimmed = dimmed;
      dim(front);
      dim(behind);
    },
    setPaused(isPaused) {
      for (const video of [front, behind]) {
        if (!(video instanceof HTMLVideoElement) || video.paused === isPaused) continue;
        if (isPaused) video.pause();
        else video.play().catch(() => {}); // taken out of the page meanwhile
      }
    },
  };
}

function createPicture(kind: 'canvas' | 'video'): PictureElement {
  const picture = document.createElement(kind);
  picture.setAttribute('aria-hidden', 'true');
  // One pixel until the first picture: an empty canvas of the default size would have a shape of its own.
  picture.width = 1;
  picture.height = 1;
  Object.assign(picture.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    objectFit: 'contain',
    pointerEvents: 'none',
  });
  return picture;
}
