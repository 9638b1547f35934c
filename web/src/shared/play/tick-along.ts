import { isSoundOn, playTick } from './sound.ts';

/** Ticks at each of the `passes` of an animation, which does not depend on it. The returned function stops it. */
export function tickAlong(animation: Animation, passes: number): () => void {
  let frame = 0;
  let passed = 0;
  const listen = () => {
    const progress = animation.effect?.getComputedTiming().progress ?? 1;
    const now = Math.floor(progress * passes);
    if (now > passed) playTick();
    passed = now;
    if (progress < 1) frame = requestAnimationFrame(listen);
  };
  if (isSoundOn()) frame = requestAnimationFrame(listen);
  return () => cancelAnimationFrame(frame);
}
