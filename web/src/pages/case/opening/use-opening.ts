import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { isSessionEnded } from '../../../data/api-error.ts';
import { invalidate } from '../../../data/queries.ts';
import { refreshSession, updateSession } from '../../../data/session.ts';
import { afterTheShow, beginShow } from '../../../data/spoilers.ts';
import { keepRefusal, revealRefused, USER_STREAM } from '../../../shared/fairness/refused-plays.ts';
import { askUntilAnswered, isRefusal, playedVersion } from './ask.ts';
import { forgetPending, keepPending, pendingOf } from './pending.ts';
import type { Opened, OpenRequest, ShownVersion } from './types.ts';

/** Leads from the press to the result. In doubt (`inDoubt`) whether the case was opened, it asks again. */
export type Phase =
  | { name: 'idle' }
  | { name: 'asking'; request: OpenRequest; isInDoubt: boolean }
  | { name: 'spinning'; opened: Opened }
  | { name: 'shown'; opened: Opened }
  /** The case was opened (`isOpened`), but the played version is missing, so the result cannot be shown. */
  | { name: 'failed'; request: OpenRequest; error: unknown; isOpened: boolean };

type Event =
  | { type: 'pressed'; request: OpenRequest }
  | { type: 'doubted' }
  | { type: 'answered'; opened: Opened }
  | { type: 'stopped' }
  | { type: 'failed'; request: OpenRequest; error: unknown; isOpened: boolean }
  | { type: 'dismissed' };

function nextPhase(phase: Phase, event: Event): Phase {
  switch (event.type) {
    case 'pressed':
      return { name: 'asking', request: event.request, isInDoubt: false };
    case 'doubted':
      return phase.name === 'asking' ? { ...phase, isInDoubt: true } : phase;
    case 'answered':
      return { name: 'spinning', opened: event.opened };
    case 'stopped':
      return phase.name === 'spinning' ? { name: 'shown', opened: phase.opened } : phase;
    case 'failed':
      return { name: 'failed', request: event.request, error: event.error, isOpened: event.isOpened };
    case 'dismissed':
      return { name: 'idle' };
  }
}

/** Opens cases, one press at a time: the same press asks with the same key until it has its one answer. */
export function useOpening({ userId, version }: { userId: string | null; version: ShownVersion | null }) {
  const [phase, dispatch] = useReducer(nextPhase, { name: 'idle' });
  const endShow = useRef<() => void>(() => undefined);

  /** A repeated press (`isRepeat`) may have opened the case already. */
  const open = async (request: OpenRequest, isRepeat = false) => {
    if (version === null) return;
    keepPending(request);
    // The socket may be faster than the answer, so this comes first.
    endShow.current = beginShow();
    dispatch({ type: 'pressed', request });
    let isOpened = false;
    try {
      const answer = await askUntilAnswered(request, isRepeat, () => dispatch({ type: 'doubted' }));
      isOpened = true;
      await revealRefused(request.userId, answer.openings);
      afterTheShow(() => updateSession({ balanceCents: answer.balanceCents }));
      const opened = { request, answer, version: await playedVersion(answer, version) };
      forgetPending();
      dispatch({ type: 'answered', opened });
    } catch (error) {
      if (!isOpened) await keepRefusal(failedOpening(request), error);
      if (!isOpened && isRefusal(error)) forgetPending();
      endShow.current();
      dispatch({ type: 'failed', request, error, isOpened });
      await afterFailure(error);
    }
  };

  const resume = useEffectEvent(() => {
    const pending = userId === null || version === null ? null : pendingOf(userId, version.caseId);
    if (pending !== null && phase.name === 'idle') void open(pending, true);
  });
  const isReady = userId !== null && version !== null;
  useEffect(() => {
    if (isReady) resume();
  }, [isReady]);
  useEffect(() => () => endShow.current(), []);

  return {
    phase,
    open,
    stopped: () => {
      endShow.current();
      dispatch({ type: 'stopped' });
      void invalidate('GET /provably-fair/commitments', 'GET /inventory', 'GET /cases/openings');
    },
    dismiss: () => dispatch({ type: 'dismissed' }),
  };
}

const failedOpening = ({ userId, caseId, body, clientSeed, hashes }: OpenRequest) => ({
  userId,
  stream: USER_STREAM,
  terms: { game: 'CASES', caseId, versionNumber: body.expectedVersion ?? null } as const,
  clientSeed,
  rolls: hashes.slice(0, body.quantity).map(([nonce, hash]) => ({ nonce, hash })),
});

/** The page may have shown an old price, pause or session. */
async function afterFailure(error: unknown): Promise<void> {
  if (isSessionEnded(error)) await refreshSession();
  await invalidate('GET /cases/{id}', 'GET /provably-fair/commitments');
}
