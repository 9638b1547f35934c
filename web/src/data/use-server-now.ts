import { useEffect, useState } from 'react';
import { useServerOffset } from './session.ts';

const SECOND_MS = 1_000;

/** Shows of battles follow the server's clock, which this reads every second. */
export function useServerNow(): number {
  const offsetMs = useServerOffset();
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs + offsetMs;
}
