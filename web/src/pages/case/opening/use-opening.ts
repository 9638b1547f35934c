import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { isSessionEnded } from '../../../data/api-error.ts';
import { invalidate } from '../../../data/queries.ts';
import { refreshSession, updateSession } from '../../../data/session.ts';
import { afterTheShow, beginShow } from '../../../data/spoilers.ts';
import { keepRefusal, revealRefused, USER_STREAM } from '../../../shared/fairness/refused-plays.ts';
import { askUntilAnswered, isRefusal, playedVersion } from './ask.ts';
import { forgetPending, keepPending, pendingOf } from './pending.ts';
import type { Opened, OpenRequest, ShownVersion } from './types.ts';

/** From the press to the result. `inDoubt`: nobody knows whether it was opened, and it is asked again. */
export type Phase =
  | { name: 'idle' }
  | { name: 'asking'; request: OpenRequest; isInDoubt: boolean }
  | { name: 'spinning'; opened: Opened }
  | { name: 'shown'; opened: Opened }
  /** `isOpened`: what the server has opened cannot be shown, for want of the version that was played. */
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

  /** `isRepeat`: it was asked for before, so that it may be open already. */
  const open = async (request: OpenRequest, isRepeat = false) => {
    if (version === null) return;
    keepPending(request);
    // Before it is asked: what the socket tells may be faster than the answer.
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

/** What the page showed may be of the past: a price, a pause, a session. */
async function afterFailure(error: unknown): Promise<void> {
  if (isSessionEnded(error)) await refreshSession();
  await invalidate('GET /cases/{id}', 'GET /provably-fair/commitments');
}
