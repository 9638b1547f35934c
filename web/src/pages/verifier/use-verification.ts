import { UnreadableJson } from '@lisura/fairness';
import { useEffect, useState } from 'react';
import { isApiError } from '../../data/api-error.ts';
import { useTexts } from '../../shared/texts/index.ts';
import { texts } from './texts.ts';
import type { Verified } from './verified.ts';

/** Verifies when it is asked to, and at once where a link brought everything along. */
export function useVerification(verify: () => Promise<Verified>, isGiven: boolean) {
  const words = useTexts(texts);
  const [verified, setVerified] = useState<Verified | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);

  const run = async () => {
    setIsBusy(true);
    setError(null);
    try {
      setVerified(await verify());
    } catch (thrown) {
      setVerified(null);
      setError(thrown);
    }
    setIsBusy(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a link brought along is checked once, when it arrives.
  useEffect(() => {
    if (isGiven) void run();
  }, []);

  const problemOf = (thrown: unknown): string => {
    if (thrown instanceof SyntaxError || thrown instanceof UnreadableJson) return words.unreadable(thrown.message);
    return isApiError(thrown) && thrown.status === 404 ? words.notFound : words.failed;
  };
  return { verified, problem: error === null ? undefined : problemOf(error), isBusy, check: () => void run() };
}
