import { useRef, useState } from 'react';
import { call } from '../../data/api.ts';
import { isApiError } from '../../data/api-error.ts';
import type { Decided, Decision } from './decision.types.ts';

interface DecisionState {
  isBusy: boolean;
  error: unknown;
  /** The API wants the second factor again before it does what was asked. */
  needsFactor: boolean;
}

const AT_REST: DecisionState = { isBusy: false, error: null, needsFactor: false };
const hasCode = (error: unknown, code: string) => isApiError(error) && error.code === code;

/** Gives the second factor where it was wanted, then decides. A proposal for a second person is an outcome, not an error. */
export function useDecision(onDone: (decided: Decided) => void) {
  const [state, setState] = useState(AT_REST);
  const [code, setCode] = useState('');
  // Known at once, where a state is known by the next drawing: two presses in between would both be sent.
  const isSending = useRef(false);

  const decide = async (decision: Decision, reason: string) => {
    if (isSending.current || decision.isBlocked === true) return;
    isSending.current = true;
    const startedAt = performance.now();
    const done = (isProposal: boolean) => {
      setState(AT_REST);
      setCode('');
      onDone({ decision, tookMs: performance.now() - startedAt, isProposal });
    };
    setState((before) => ({ ...before, isBusy: true, error: null }));
    try {
      if (state.needsFactor) await call('POST /payment/2fa/verify', { body: { code } });
      await decision.run(reason);
      done(false);
    } catch (error) {
      if (hasCode(error, 'SECOND_ADMINISTRATOR_NEEDED')) return done(true);
      setCode('');
      setState((before) => ({
        isBusy: false,
        error,
        needsFactor: hasCode(error, 'SECOND_FACTOR_NOT_FRESH') || (before.needsFactor && isAboutCode(error)),
      }));
    } finally {
      isSending.current = false;
    }
  };
  return { state, code, setCode, decide };
}

const isAboutCode = (error: unknown) =>
  isApiError(error) && (error.code.startsWith('TWO_FACTOR_') || error.code === 'RECOVERY_CODE_USED');
