import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ItemWithdrawal } from '../../../data/generated/api.ts';
import { useAction } from '../../../data/queries.ts';
import { useErrorText } from '../../../shared/errors/use-error-text.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { itemNameOf } from '../../../shared/items/item-name.ts';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { Countdown, useTimeLeft } from '../../../shared/parts/Countdown.tsx';
import { Timeline } from '../../../shared/parts/Timeline.tsx';
import { useReason, useTexts } from '../../../shared/texts/index.ts';
import { ItemHead } from '../item/ItemHead.tsx';
import { shownItem } from '../list/shown-item.ts';
import { Side } from '../Side.tsx';
import { CancelButton } from './CancelButton.tsx';
import { isUnderWay } from './is-under-way.ts';
import { withdrawalWords } from './texts.ts';
import { toneOf } from './tones.ts';
import { UpdatedAgo } from './UpdatedAgo.tsx';
import { refreshWithdrawals } from './use-withdrawals.ts';
import classes from './WithdrawalSide.module.css';

/** Shows the present step of an item on its way, its deadline and the next step. */
export function WithdrawalSide({
  withdrawal,
  updatedAt,
  onClose,
}: {
  withdrawal: ItemWithdrawal;
  updatedAt: number;
  onClose: () => void;
}) {
  const words = useTexts(withdrawalWords);
  const { dollars } = useFormat();
  const reasonOf = useReason();
  const { status, pricePaidCents, failureReason } = withdrawal;
  return (
    <Side label={`${words.withdrawalPlain}: ${withdrawal.itemName}`} onClose={onClose}>
      <ItemHead
        item={shownItem(withdrawal)}
        rarity={withdrawal.itemRarity}
        badge={
          <Badge tone={toneOf(status)} icon={isUnderWay(status) ? 'clock' : 'check'}>
            {words.statuses[status]}
          </Badge>
        }
      />
      <div className={classes.body}>
        <Now withdrawal={withdrawal} />
        <div className={classes.head}>
          <h3>{words.withdrawal(withdrawal.id)}</h3>
          <Refresh withdrawal={withdrawal} updatedAt={updatedAt} />
        </div>
        <Steps withdrawal={withdrawal} />
        {pricePaidCents !== '0' && <p className={classes.quiet}>{words.paid(dollars(pricePaidCents))}</p>}
        {failureReason !== null && <p className={classes.quiet}>{words.why(reasonOf(failureReason))}</p>}
      </div>
      {status === 'PENDING_APPROVAL' ? (
        <footer className={classes.foot}>
          <CancelButton withdrawal={withdrawal} />
        </footer>
      ) : (
        isUnderWay(status) && <AcceptButton withdrawal={withdrawal} />
      )}
    </Side>
  );
}

const STATES = { DONE: 'done', NOW: 'now', LATER: 'later', FAILED: 'failed' } as const;

function Steps({ withdrawal }: { withdrawal: ItemWithdrawal }) {
  const { steps, by } = useTexts(withdrawalWords);
  const { dateTime, time } = useFormat();
  const shown = withdrawal.steps.map(({ name, state, at, deadline }) => {
    const words = steps[name];
    const moment = at !== null ? dateTime(at) : deadline !== null ? by(time(deadline)) : null;
    const hint = state === 'DONE' ? words.doneHint : words.hint;
    return {
      name: state === 'DONE' ? words.done : words.ahead,
      state: STATES[state],
      note: [moment, hint].filter((part) => part !== null && part !== undefined).join(' · '),
    };
  });
  return <Timeline steps={shown} />;
}

function Now({ withdrawal: { status, sendUntil } }: { withdrawal: ItemWithdrawal }) {
  const words = useTexts(withdrawalWords);
  const { time } = useFormat();
  const left = useTimeLeft(sendUntil ?? 0);
  const hasDeadline = status === 'WAITING_SELLER' && sendUntil !== null;
  return (
    <div className={classes.now} data-tone={toneOf(status)} aria-live="polite">
      <div>
        {hasDeadline && <strong>{words.until(time(sendUntil))}</strong>}
        <p>{hasDeadline && left === 0 ? words.overdue : words.sentences[status]}</p>
      </div>
      {hasDeadline && left > 0 && (
        <span className={classes.left}>
          <Countdown end={sendUntil} />
        </span>
      )}
    </div>
  );
}

/** Asks the marketplace. Until something was bought it knows nothing of the withdrawal, and what we know is read again. */
function Refresh({ withdrawal, updatedAt }: { withdrawal: ItemWithdrawal; updatedAt: number }) {
  const words = useTexts(withdrawalWords);
  const errorText = useErrorText();
  const refresh = useAction('POST /inventory/withdrawals/{id}/refresh');
  const reread = useMutation({ mutationFn: refreshWithdrawals });
  if (!isUnderWay(withdrawal.status)) return null;
  return (
    <span className={classes.refresh}>
      {refresh.isError ? <span role="alert">{errorText(refresh.error)}</span> : <UpdatedAgo at={updatedAt} />}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<Icon name="refresh" size={15} />}
        loading={refresh.isPending || reread.isPending}
        onClick={() => {
          if (withdrawal.marketId === null) return reread.mutate();
          refresh.mutate({ params: { id: withdrawal.id } }, { onSettled: refreshWithdrawals });
        }}
      >
        {words.refresh}
      </Button>
    </span>
  );
}

function AcceptButton({ withdrawal: { status, tradeId, itemName } }: { withdrawal: ItemWithdrawal }) {
  const words = useTexts(withdrawalWords);
  const isReady = status === 'TRADE_SENT' && tradeId !== null;
  return (
    <footer className={classes.foot}>
      {isReady ? (
        <Button
          component="a"
          href={`https://steamcommunity.com/tradeoffer/${encodeURIComponent(tradeId)}/`}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<Icon name="external" />}
          aria-label={`${words.accept}: ${itemNameOf(itemName).finish}`}
        >
          {words.accept}
        </Button>
      ) : (
        <>
          <Button disabled leftSection={<Icon name="external" />}>
            {words.accept}
          </Button>
          <p className={classes.quiet}>{words.acceptLater}</p>
        </>
      )}
    </footer>
  );
}
