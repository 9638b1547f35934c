import { Button, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { isApiError } from '../../../data/api-error.ts';
import type { GuardedExchangeRate } from '../../../data/generated/api.ts';
import { apiQuery, invalidate, useAction } from '../../../data/queries.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../../shared/format/index.ts';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { ConfirmDialog } from '../../../shared/parts/ConfirmDialog.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { DecisionForm } from '../../parts/DecisionForm.tsx';
import { StatRow, StatTile } from '../../parts/StatTile.tsx';
import classes from './items.module.css';
import { RateHistory } from './RateHistory.tsx';
import { itemPageTexts } from './texts.ts';
import { useRateWords } from './use-rate-words.ts';

const RATE_LISTS = ['GET /admin/items/exchange-rate', 'GET /admin/items/exchange-rate/history'] as const;

/** The exchange rate in force, one that waits, one's own, and all that ever were. */
export function RatePanel() {
  const rate = useQuery(apiQuery('GET /admin/items/exchange-rate'));
  return (
    <QueryState query={rate} loading={<Skeletons count={3} height={120} />}>
      {(shown) => (
        <>
          <RateInForce rate={shown} />
          <HeldBackRate rate={shown} />
          <div className={classes.byHand}>
            <RateByHand usdToBrl={shown.usdToBrl} />
          </div>
          <RateHistory />
        </>
      )}
    </QueryState>
  );
}

function RateInForce({ rate }: { rate: GuardedExchangeRate }) {
  const texts = useTexts(itemPageTexts);
  const { dateTime } = useFormat();
  const words = useRateWords();
  return (
    <StatRow>
      <StatTile
        label={texts.rateNow}
        value={words(rate.usdToBrl)}
        aside={
          rate.isFallback ? (
            <Badge tone="red">{texts.fallback}</Badge>
          ) : rate.isStale ? (
            <Badge tone="amber">{texts.stale}</Badge>
          ) : undefined
        }
      />
      <StatTile label={texts.source} value={rate.source} />
      <StatTile label={texts.since} value={dateTime(rate.updatedAt)} />
      <StatTile label={texts.heldUntil} value={rate.heldUntil === null ? texts.unknown : dateTime(rate.heldUntil)} />
    </StatRow>
  );
}

function HeldBackRate({ rate: { heldBack } }: { rate: GuardedExchangeRate }) {
  const texts = useTexts(itemPageTexts);
  const { percent } = useFormat();
  const words = useRateWords();
  const [isAsking, setIsAsking] = useState(false);
  const confirm = useAction('POST /admin/items/exchange-rate/confirm', RATE_LISTS);
  if (heldBack === null) return null;
  return (
    <Panel title={texts.heldRate} tone="amber">
      <p>{texts.heldRateHint(words(heldBack.usdToBrl), percent(heldBack.stepPercent))}</p>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {texts.confirmRate}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.confirmRateTitle}
        isBusy={confirm.isPending}
        onConfirm={() =>
          confirm.mutate({ body: { usdToBrl: heldBack.usdToBrl } }, { onSuccess: () => setIsAsking(false) })
        }
        onClose={() => setIsAsking(false)}
      >
        <p>{texts.confirmRateHint(words(heldBack.usdToBrl))}</p>
        <ErrorLine error={confirm.error} />
      </ConfirmDialog>
    </Panel>
  );
}

/** Whoever sets it says why; a jump is asked for twice. */
function RateByHand({ usdToBrl }: { usdToBrl: number }) {
  const texts = useTexts(itemPageTexts);
  const words = useRateWords();
  const [typed, setTyped] = useState(() => words(usdToBrl));
  const [holdHours, setHoldHours] = useState(0);
  const [isLarge, setIsLarge] = useState(false);
  const [isSet, setIsSet] = useState(false);
  const rate = Number(typed.replace(',', '.'));
  const isRate = rate > 0 && Number.isFinite(rate);
  const run = async (reason: string) => {
    const body = { usdToBrl: rate, reason, ...(holdHours > 0 && { holdHours }), ...(isLarge && { confirm: true }) };
    try {
      await call('PUT /admin/items/exchange-rate', { body });
    } catch (error) {
      if (isApiError(error) && error.code === 'RATE_NOT_CONFIRMED') setIsLarge(true);
      throw error;
    }
  };
  return (
    <Panel title={texts.byHand}>
      <DecisionForm
        decisions={[
          {
            id: 'set',
            label: texts.setRate,
            tone: 'go',
            effect: isLarge ? texts.setRateAnyway : texts.setRateEffect(typed),
            isBlocked: !isRate,
            run,
          },
        ]}
        onDone={() => {
          setIsLarge(false);
          setIsSet(true);
          void invalidate(...RATE_LISTS, 'GET /admin/dashboard/alerts');
        }}
      >
        <div className={classes.rate}>
          <TextInput
            label={texts.rate}
            inputMode="decimal"
            value={typed}
            error={isRate ? undefined : texts.noRate}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setIsLarge(false);
              setIsSet(false);
            }}
          />
          <NumberInput
            label={texts.holdHours}
            min={0}
            allowDecimal={false}
            value={holdHours}
            onChange={(value) => setHoldHours(Math.trunc(Number(value)) || 0)}
          />
        </div>
      </DecisionForm>
      {isSet && <p aria-live="polite">{texts.rateSet}</p>}
    </Panel>
  );
}
