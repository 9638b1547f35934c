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

/** Gives the second factor where the API wanted it, then sends again what was asked for. */
export function useFreshFactor() {
  const [state, setState] = useState(AT_REST);
  const [code, setCode] = useState('');
  // Known at once, where a state is known by the next drawing: two presses in between would both be sent.
  const isSending = useRef(false);

  /** Without `onProposal` it is shown as an error that a second person has to ask for the same. */
  const send = async <Answer>(
    work: () => Promise<Answer>,
    onDone: (answer: Answer) => void,
    onProposal?: () => void,
  ) => {
    if (isSending.current || (state.needsFactor && code === '')) return;
    isSending.current = true;
    const rest = () => {
      setState(AT_REST);
      setCode('');
    };
    setState((before) => ({ ...before, isBusy: true, error: null }));
    try {
      if (state.needsFactor) await call('POST /payment/2fa/verify', { body: { code } });
      const answer = await work();
      rest();
      onDone(answer);
    } catch (error) {
      if (onProposal !== undefined && hasCode(error, 'SECOND_ADMINISTRATOR_NEEDED')) {
        rest();
        return onProposal();
      }
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
  return { state, code, setCode, send };
}

/** Decides with a fresh second factor. A proposal for a second person is an outcome, not an error. */
export function useDecision(onDone: (decided: Decided) => void) {
  const { send, ...factor } = useFreshFactor();
  const decide = async (decision: Decision, reason: string) => {
    if (decision.isBlocked === true) return;
    const startedAt = performance.now();
    const done = (isProposal: boolean) => onDone({ decision, tookMs: performance.now() - startedAt, isProposal });
    await send(
      () => decision.run(reason),
      () => done(false),
      () => done(true),
    );
  };
  return { ...factor, decide };
}

const isAboutCode = (error: unknown) =>
  isApiError(error) && (error.code.startsWith('TWO_FACTOR_') || error.code === 'RECOVERY_CODE_USED');
