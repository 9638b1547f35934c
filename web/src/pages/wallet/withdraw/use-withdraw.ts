import { useRef, useState } from 'react';
import { call } from '../../../data/api.ts';
import { invalidate, useAction } from '../../../data/queries.ts';
import { refreshSession } from '../../../data/session.ts';
import type { PixKey } from './pix-keys.ts';

interface WantedWithdrawal {
  amountCents: string;
  pixKey: PixKey;
  code: string;
}

export interface Withdrawing {
  /** It is true once the withdrawal was requested, confirmed or not. */
  withdraw(wanted: WantedWithdrawal): Promise<boolean>;
  isSending: boolean;
  /** Says why it was not requested; null where it was. */
  refusal: unknown;
  /** Says why the request is not confirmed; null where it is. */
  failure: unknown;
}

/**
 * One press asks for a withdrawal, confirms it and reads anew what has changed. Until all of that is done no other press
 * counts: it would ask for a second withdrawal.
 */
export function useWithdraw(): Withdrawing {
  const request = useAction('POST /payment/withdraw/request');
  const [failure, setFailure] = useState<unknown>(null);
  const [isSending, setIsSending] = useState(false);
  // The drawn state is that of the last frame, and two presses may come in one.
  const isUnderWay = useRef(false);

  const askAndConfirm = async ({ amountCents, pixKey, code }: WantedWithdrawal): Promise<boolean> => {
    const body = { amountCents, pixKeyType: pixKey.type, pixKey: pixKey.key };
    const asked = await request.mutateAsync({ body }).catch(() => null);
    if (asked === null) return false;
    setFailure(null);
    await call('POST /payment/withdraw/{id}/confirm', { params: { id: asked.id }, body: { code, amountCents } }).catch(
      setFailure,
    );
    await Promise.all([
      invalidate('GET /payment/withdrawals', 'GET /payment/transactions', 'GET /payment/2fa', 'GET /payment/allowance'),
      refreshSession(),
    ]);
    return true;
  };

  const withdraw = async (wanted: WantedWithdrawal): Promise<boolean> => {
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
    setIsSending(true);
    try {
      return await askAndConfirm(wanted);
    } finally {
      isUnderWay.current = false;
      setIsSending(false);
    }
  };

  return { withdraw, isSending, refusal: request.error, failure };
}
