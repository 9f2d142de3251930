import { PhoneBody } from '@pocketfleet/ui';
import { useEffect, useRef, useState } from 'react';

type Family = 'pixel' | 'galaxy' | 'moto';

export type Clip = { video: string; poster: string; label: string };

/**
 * A phone with a recording of one of our phones. The picture is shown first. The video is fetched once the page has loaded,
 * and plays only while it is in the window, never under reduced motion.
 */
export function MovingPhone(props: { family: Family; scale: number; clip: Clip; isPaused: boolean }) {
  const { family, scale, clip, isPaused } = props;
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);

  useEffect(() => {
    const element = video.current;
    if (!element || isPaused) return;
    const motion = window.matchMedia('(prefers-reduced-motion: reduce)');
    let isSeen = false;
    const decide = () => {
      // The picture stays where the browser refuses to play, to save power or without a decoder.
      if (isSeen && !motion.matches && !document.hidden) void element.play().catch(() => undefined);
      else element.pause();
    };
    const observer = new IntersectionObserver(([entry]) => {
      isSeen = entry?.isIntersecting ?? false;
      decide();
    });
    const begin = () => observer.observe(element);
    if (document.readyState === 'complete') begin();
    else window.addEventListener('load', begin, { once: true });
    motion.addEventListener('change', decide);
    document.addEventListener('visibilitychange', decide);
    return () => {
      window.removeEventListener('load', begin);
      observer.disconnect();
      motion.removeEventListener('change', decide);
      document.removeEventListener('visibilitychange', decide);
      element.pause();
    };
  }, [isPaused]);

  return (
    <PhoneBody family={family} scale={scale}>
      <img
        src={clip.poster}
        alt={clip.label}
        width={322}
        height={715}
        fetchPriority="low"
        data-arrive
        className={`absolute inset-0 size-full object-cover ${isPlaying ? 'invisible' : ''}`}
      />
      <video
        ref={video}
        src={clip.video}
        muted
        loop
        playsInline
        preload="none"
        tabIndex={-1}
        aria-hidden="true"
        onPlaying={() => setPlaying(true)}
        className={`absolute inset-0 size-full object-cover ${isPlaying ? '' : 'opacity-0'}`}
      />
    </PhoneBody>
  );
}
