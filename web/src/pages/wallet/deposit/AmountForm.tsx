import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { DepositAllowance, DepositRules } from '../../../data/generated/api.ts';
import { apiQuery, useAction } from '../../../data/queries.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../../shared/format/index.ts';
import { parseMoney } from '../../../shared/format/parse-money.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { MoneyInput } from '../../../shared/parts/MoneyInput.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './deposit.module.css';
import { texts as allTexts } from './texts.ts';

const PRESETS = [2_000, 5_000, 10_000, 20_000, 50_000, 100_000];
const FIRST = 5_000;

/** Takes a suggested or typed amount within the limits and makes a payment code. */
export function AmountForm({
  rules,
  lead,
  compact = false,
  onMade,
}: {
  rules: DepositRules;
  lead?: string;
  compact?: boolean;
  onMade: (id: string) => void;
}) {
  const texts = useTexts(allTexts);
  const { money, wholeMoney, number, decimal } = useFormat();
  const [text, setText] = useState(decimal(FIRST));
  const initiate = useAction('POST /payment/deposit/initiate', [
    'GET /payment/deposits',
    'GET /payment/allowance',
    'GET /user/limits',
  ]);
  const allowance = useQuery(apiQuery('GET /payment/allowance')).data?.deposit;
  const cents = parseMoney(text);
  const [least, most] = [BigInt(rules.minCents), BigInt(allowance?.mostCents ?? rules.maxCents)];
  const fits = cents !== null && cents >= least && cents <= most;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fits) initiate.mutate({ body: { amountCents: String(cents) } }, { onSuccess: ({ id }) => onMade(id) });
  };
  return (
    <form className={classes.form} data-compact={compact || undefined} onSubmit={submit}>
      {lead !== undefined && <p className={classes.lead}>{lead}</p>}
      <fieldset className={classes.presets}>
        <legend className="visually-hidden">{texts.amount.presets}</legend>
        {PRESETS.filter((preset) => preset >= least && preset <= most).map((preset) => (
          <button
            key={preset}
            type="button"
            className={classes.preset}
            aria-pressed={cents === BigInt(preset)}
            onClick={() => setText(decimal(preset))}
          >
            {wholeMoney(preset)}
          </button>
        ))}
      </fieldset>
      <MoneyInput
        label={texts.amount.label}
        value={text}
        onChange={setText}
        hint={[
          texts.amount.range(money(rules.minCents), money(rules.maxCents)),
          allowance !== undefined && allowance.leftCents !== null
            ? texts.amount.left(money(allowance.leftCents))
            : texts.amount.open(number(rules.maxOpen)),
        ].join(' · ')}
      />
      <Hindrance allowance={allowance} />
      <ErrorLine error={initiate.error} texts={texts.errors} />
      <Button
        type="submit"
        size={compact ? 'md' : 'lg'}
        variant={compact ? 'default' : 'filled'}
        leftSection={<Icon name="bolt" />}
        disabled={!fits}
        loading={initiate.isPending}
      >
        {fits ? texts.amount.make(money(cents)) : texts.amount.makePlain}
      </Button>
    </form>
  );
}

/** Says in advance why no code can be made now. */
function Hindrance({ allowance }: { allowance: DepositAllowance | undefined }) {
  const texts = useTexts(allTexts).hindrances;
  const { number, money } = useFormat();
  if (allowance?.hindrance === 'OPEN_CHARGES') {
    return <p className={classes.hindrance}>{texts.openCharges(number(allowance.openCharges))}</p>;
  }
  if (allowance?.hindrance !== 'LIMIT') return null;
  return <p className={classes.hindrance}>{texts.limit(money(allowance.leftCents ?? '0'))}</p>;
}
