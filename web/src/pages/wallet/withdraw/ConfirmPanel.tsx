import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { MoneyWithdrawal } from '../../../data/generated/api.ts';
import { invalidate, useAction } from '../../../data/queries.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../../shared/format/index.ts';
import { CountdownRing } from '../../../shared/parts/Countdown.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { CodeField, isWholeCode } from '../../../shared/security/CodeField.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { CancelButton } from './CancelButton.tsx';
import { maskPixKey } from './pix-keys.ts';
import { texts as allTexts } from './texts.ts';
import classes from './withdraw.module.css';

/** The held money waits for its code after a wrong one, a reload, or on another device. */
export function ConfirmPanel({ withdrawal, firstFailure }: { withdrawal: MoneyWithdrawal; firstFailure: unknown }) {
  const texts = useTexts(allTexts);
  const { money } = useFormat();
  const [code, setCode] = useState('');
  const confirm = useAction('POST /payment/withdraw/{id}/confirm', ['GET /payment/withdrawals', 'GET /payment/2fa']);
  const { id, amountCents, pixKey, pixKeyType, createdAt, expiresAt } = withdrawal;
  const key = `${texts.kinds[pixKeyType]} ${maskPixKey({ type: pixKeyType, key: pixKey ?? '' })}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate({ params: { id }, body: { code, amountCents } }, { onError: () => setCode('') });
  };
  return (
    <Panel tone="amber">
      <form className={classes.form} onSubmit={submit}>
        <div className={classes.confirmHead}>
          <div>
            <h2>{texts.confirm.title}</h2>
            <p>{texts.confirm.hint(money(amountCents), key)}</p>
          </div>
          <CountdownRing
            start={createdAt}
            end={expiresAt}
            label={texts.confirm.left}
            onEnd={() => void invalidate('GET /payment/withdrawals')}
          />
        </div>
        <CodeField value={code} onChange={setCode} />
        <ErrorLine error={confirm.error ?? (confirm.isPending ? null : firstFailure)} texts={texts.errors} />
        <Button type="submit" size="lg" disabled={!isWholeCode(code)} loading={confirm.isPending}>
          {texts.confirm.button}
        </Button>
        <CancelButton withdrawal={withdrawal} />
      </form>
    </Panel>
  );
}
