import { Button, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { isApiError } from '../../../data/api-error.ts';
import type { GuardedExchangeRate } from '../../../data/generated/api.ts';
import { apiQuery, invalidate } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { DecisionForm } from '../../parts/DecisionForm.tsx';
import type { Decision } from '../../parts/decision.types.ts';
import { ProposalNote } from '../../parts/ProposalNote.tsx';
import { ReasonDialog } from '../../parts/ReasonDialog.tsx';
import { StatRow, StatTile } from '../../parts/StatTile.tsx';
import { useProposal } from '../../proposals/use-proposal.ts';
import { type Result, ResultLine } from '../../queues/ResultLine.tsx';
import classes from './items.module.css';
import { RateHistory } from './RateHistory.tsx';
import { itemPageTexts } from './texts.ts';
import { useRateWords } from './use-rate-words.ts';

const CHANGES = [
  'GET /admin/items/exchange-rate',
  'GET /admin/items/exchange-rate/history',
  'GET /admin/dashboard/alerts',
  'GET /admin/proposals',
] as const;
const RATE = { type: 'exchange-rate', id: 'USD-BRL' };

export function RatePanel() {
  const rate = useQuery(apiQuery('GET /admin/items/exchange-rate'));
  const proposal = useProposal(RATE);
  const [result, setResult] = useState<Result | null>(null);
  return (
    <QueryState query={rate} loading={<Skeletons count={3} height={120} />}>
      {(shown) => (
        <>
          <RateInForce rate={shown} />
          <ResultLine result={result} />
          {proposal !== null && <ProposalNote proposal={proposal} />}
          <HeldBackRate rate={shown} onDone={setResult} />
          <div className={classes.byHand}>
            <RateByHand usdToBrl={shown.usdToBrl} onDone={setResult} />
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

function HeldBackRate({ rate: { heldBack }, onDone }: { rate: GuardedExchangeRate; onDone: (result: Result) => void }) {
  const texts = useTexts(itemPageTexts);
  const { percent } = useFormat();
  const words = useRateWords();
  const [isAsking, setIsAsking] = useState(false);
  if (heldBack === null) return null;
  const { usdToBrl, stepPercent } = heldBack;
  const decision: Decision = {
    id: 'confirm',
    label: texts.confirm,
    tone: 'go',
    effect: texts.confirmRateHint(words(usdToBrl)),
    run: (reason) => call('POST /admin/items/exchange-rate/confirm', { body: { usdToBrl, reason } }),
  };
  return (
    <Panel title={texts.heldRate} tone="amber">
      <p>{texts.heldRateHint(words(usdToBrl), percent(stepPercent))}</p>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {texts.confirmRate}
      </Button>
      <ReasonDialog
        title={texts.confirmRateTitle}
        decision={isAsking ? decision : null}
        onDone={(decided) => {
          onDone({ ...decided, what: texts.confirmedRate(words(usdToBrl)), entity: RATE });
          void invalidate(...CHANGES);
        }}
        onClose={() => setIsAsking(false)}
      />
    </Panel>
  );
}

function RateByHand({ usdToBrl, onDone }: { usdToBrl: number; onDone: (result: Result) => void }) {
  const texts = useTexts(itemPageTexts);
  const words = useRateWords();
  const [typed, setTyped] = useState(() => words(usdToBrl));
  const [holdHours, setHoldHours] = useState(0);
  const [isLarge, setIsLarge] = useState(false);
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
        onDone={(decided) => {
          setIsLarge(false);
          onDone({ ...decided, what: texts.confirmedRate(typed), entity: RATE });
          void invalidate(...CHANGES);
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
    </Panel>
  );
}
