declare module 'canvas-confetti' {
  export default function confetti(options: {
    particleCount: number;
    spread: number;
    startVelocity: number;
    ticks: number;
    origin: { x: number; y: number };
    colors: string[];
    disableForReducedMotion: boolean;
  }): Promise<null> | null;
}
