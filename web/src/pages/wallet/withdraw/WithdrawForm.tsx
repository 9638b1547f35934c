import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useConfig } from '../../../data/config.ts';
import type { MoneyWithdrawal } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import { useSession } from '../../../data/session.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../../shared/format/index.ts';
import { parseMoney } from '../../../shared/format/parse-money.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Money } from '../../../shared/parts/Money.tsx';
import { MoneyInput } from '../../../shared/parts/MoneyInput.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { CodeField, isWholeCode } from '../../../shared/security/CodeField.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { KeyField } from './KeyField.tsx';
import { knownKeys, type PixKey } from './pix-keys.ts';
import { Summary } from './Summary.tsx';
import { texts as allTexts } from './texts.ts';
import type { Withdrawing } from './use-withdraw.ts';
import classes from './withdraw.module.css';

const NO_KEY: PixKey = { type: 'CPF', key: '' };

/** Amount, key and code in one form. */
export function WithdrawForm({
  withdrawals,
  waitUntil,
  withdrawing: { withdraw, isSending, refusal },
}: {
  withdrawals: readonly MoneyWithdrawal[];
  waitUntil: string | null;
  withdrawing: Withdrawing;
}) {
  const texts = useTexts(allTexts);
  const { money, decimal } = useFormat();
  const { session } = useSession();
  const rules = useConfig()?.withdrawals ?? null;
  const leftToday = useQuery(apiQuery('GET /payment/allowance')).data?.withdrawal.leftTodayCents;
  const known = knownKeys(withdrawals);
  const [amount, setAmount] = useState('');
  const [pixKey, setPixKey] = useState<PixKey>(known[0] ?? NO_KEY);
  const [code, setCode] = useState('');
  const balance = BigInt(session.balanceCents ?? '0');
  const cents = parseMoney(amount);
  const isNew = !known.some(({ key }) => key === pixKey.key);
  const fits =
    cents !== null &&
    rules !== null &&
    cents >= BigInt(rules.minCents) &&
    cents <= BigInt(rules.maxCents) &&
    cents <= BigInt(leftToday ?? rules.dailyMaxCents) &&
    cents <= balance;
  const canSend = fits && pixKey.key.trim() !== '' && isWholeCode(code);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!canSend) return;
    // A code is good for one withdrawal.
    if (await withdraw({ amountCents: String(cents), pixKey, code })) setCode('');
  };
  const aside = (
    <span>
      {texts.free}{' '}
      <strong>
        <Money cents={balance} />
      </strong>
    </span>
  );
  return (
    <Panel title={texts.title} aside={aside}>
      <form className={classes.form} onSubmit={submit}>
        <MoneyInput
          label={texts.amount}
          value={amount}
          onChange={setAmount}
          hint={
            rules && texts.range(money(rules.minCents), money(rules.maxCents), money(leftToday ?? rules.dailyMaxCents))
          }
          aside={
            <span className={classes.fills}>
              <button type="button" onClick={() => setAmount(decimal(balance / 2n))}>
                {texts.half}
              </button>
              <button type="button" onClick={() => setAmount(decimal(balance))}>
                {texts.all}
              </button>
            </span>
          }
        />
        <KeyField known={known} value={pixKey} onChange={setPixKey} />
        <CodeField value={code} onChange={setCode} />
        <Summary cents={fits ? cents : null} balance={balance} isNewKey={isNew} waitUntil={waitUntil} />
        <ErrorLine error={refusal} texts={texts.errors} />
        <Button type="submit" size="lg" leftSection={<Icon name="lock" />} disabled={!canSend} loading={isSending}>
          {fits ? texts.submit(money(cents)) : texts.submitPlain}
        </Button>
        <p className={classes.note}>{texts.codeOnly}</p>
      </form>
    </Panel>
  );
}
