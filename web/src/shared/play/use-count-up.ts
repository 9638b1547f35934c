import { useEffect, useState } from 'react';
import { prefersReducedMotion } from './reduced-motion.ts';

const COUNT_MS = 400;

/** Counts up to `cents` whenever that grows. */
export function useCountUp(cents: string | number | bigint): number {
  const target = Number(cents);
  const [shown, setShown] = useState(target);
  useEffect(() => {
    if (prefersReducedMotion()) {
      setShown(target);
      return;
    }
    const startedMs = performance.now();
    let from: number | null = null;
    let frame = requestAnimationFrame(function step(nowMs) {
      const part = Math.min(1, (nowMs - startedMs) / COUNT_MS);
      setShown((before) => {
        from ??= before;
        return Math.round(from + (target - from) * part);
      });
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
}
