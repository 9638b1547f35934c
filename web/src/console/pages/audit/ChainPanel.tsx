import { Button } from '@mantine/core';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { Refusal } from '../../parts/Refusal.tsx';
import classes from './audit.module.css';
import { texts as ownTexts } from './texts.ts';
import { type ChainCheck, PARTS, useChainCheck } from './use-chain-check.ts';

const BAR = Array.from({ length: PARTS }, (_, part) => part);

/** The verification of the whole trail, shown as it goes. */
export function ChainPanel() {
  const { chain: texts } = useTexts(ownTexts);
  const { number, percent } = useFormat();
  const { check, start, stop } = useChainCheck();
  const { state, done, total, anchors, perSecond, last } = check;
  const share = shareOf(done, total);
  const isRunning = state === 'running';
  return (
    <section className={classes.chain} data-state={state} aria-label={texts.idle}>
      <div className={classes.chainHead}>
        <span className={classes.chainIcon}>
          <Icon name={state === 'broken' ? 'alert' : 'shieldCheck'} size={20} />
        </span>
        <div className={classes.chainWords} aria-live="polite">
          <h2>{titleOf(check, texts)}</h2>
          <p>
            <Explanation check={check} />
          </p>
        </div>
        {state !== 'idle' && (
          <dl className={classes.chainFigures}>
            <Figure label={texts.anchors} value={number(anchors)} />
            <Figure label={texts.perSecond} value={number(perSecond)} />
            <Figure label={texts.pending} value={number(last?.pending ?? 0)} />
          </dl>
        )}
        {state !== 'idle' && <strong className={classes.share}>{percent(Math.floor(share * 100), 0)}</strong>}
        <Button
          variant={state === 'idle' ? 'filled' : 'default'}
          leftSection={<Icon name={isRunning ? 'pause' : 'refresh'} size={15} />}
          onClick={isRunning ? stop : start}
        >
          {isRunning ? texts.stop : state === 'idle' ? texts.start : texts.again}
        </Button>
      </div>
      {state !== 'idle' && <ChainBar check={check} />}
      <Refusal error={check.error} />
    </section>
  );
}

function ChainBar({ check: { state, done, total } }: { check: ChainCheck }) {
  const { chain: texts } = useTexts(ownTexts);
  const { number } = useFormat();
  const share = shareOf(done, total);
  return (
    <>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={texts.bar}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
      >
        {BAR.map((part) => (
          <span key={part} data-part={partState(part, share, state)} />
        ))}
      </div>
      <p className={classes.scale}>
        <span>{texts.first}</span>
        <code>{texts.formula}</code>
        <span>{number(total)}</span>
      </p>
    </>
  );
}

const shareOf = (done: number, total: number) => (total === 0 ? 0 : done / total);

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

type ChainTexts = (typeof ownTexts)['en']['chain'];

function titleOf({ state }: ChainCheck, texts: ChainTexts): string {
  if (state === 'running') return texts.running;
  if (state === 'whole') return texts.whole;
  if (state === 'broken') return texts.broken;
  return state === 'idle' ? texts.idle : texts.stopped;
}

function Explanation({ check: { state, done, total, waitSeconds, last } }: { check: ChainCheck }) {
  const { chain: texts } = useTexts(ownTexts);
  const { number, seconds } = useFormat();
  if (state === 'idle') return texts.idleHint;
  if (state === 'whole') return texts.wholeHint(number(done));
  if (state === 'broken' && last?.brokenAt) {
    const { position, reason } = last.brokenAt;
    return (
      <>
        {position !== null && `${texts.brokenAt(number(position))}: `}
        <span lang="en">{reason}</span>
      </>
    );
  }
  if (waitSeconds > 0) return texts.waits(seconds(waitSeconds));
  return texts.progress(number(done), number(total));
}

function partState(part: number, share: number, state: ChainCheck['state']): 'done' | 'now' | 'broken' | undefined {
  const reached = Math.floor(share * PARTS);
  if (part < reached || state === 'whole') return 'done';
  if (part > reached) return undefined;
  return state === 'broken' ? 'broken' : 'now';
}
