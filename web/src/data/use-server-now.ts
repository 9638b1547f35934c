import { useEffect, useState } from 'react';
import { useServerOffset } from './session.ts';

const SECOND_MS = 1_000;

/** By the server's clock, every second: shows of battles are timed by it. */
export function useServerNow(): number {
  const offsetMs = useServerOffset();
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs + offsetMs;
}
