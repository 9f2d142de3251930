/** Confetti from this element, unless the visitor wants less motion. The library is loaded at the first use. */
export async function throwConfetti(from: Element): Promise<void> {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const box = from.getBoundingClientRect();
  const { default: confetti } = await import('canvas-confetti');
  await confetti({
    particleCount: 70,
    spread: 70,
    startVelocity: 32,
    ticks: 110,
    origin: {
      x: (box.left + box.width / 2) / window.innerWidth,
      y: (box.top + box.height / 2) / window.innerHeight,
    },
    colors: ['#c8f560', '#0b0d11', '#8e8b82', '#ffffff'],
    disableForReducedMotion: true,
  });
}
