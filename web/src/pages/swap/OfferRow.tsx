import { Button } from '@mantine/core';
import { useAction } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { ErrorLine } from '../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { Avatar } from '../../shared/parts/Avatar.tsx';
import { Badge } from '../../shared/parts/Badge.tsx';
import { PlayerLink } from '../../shared/parts/PlayerLink.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { compareFor } from './compare.ts';
import classes from './OfferRow.module.css';
import { SwapSide } from './SwapSide.tsx';
import type { Swap } from './swap.types.ts';
import { swapErrors, texts } from './texts.ts';

export function OfferRow({ swap, onAccept }: { swap: Swap; onAccept: () => void }) {
  const { offers } = useTexts(texts);
  const errors = useTexts(swapErrors);
  const { ago } = useFormat();
  const { user } = useSession();
  const changed = ['GET /swap/my-swaps', 'GET /swap/public', 'GET /inventory'] as const;
  const cancel = useAction('PUT /swap/{id}/cancel', changed);
  const decline = useAction('PUT /swap/{id}/decline', changed);
  const { isOwn } = compareFor(user?.id ?? null, swap);
  const params = { id: swap.id };
  return (
    <article className={classes.row}>
      <div className={classes.who}>
        <Avatar name={swap.creator.username} url={swap.creator.avatarUrl} size={38} />
        <span>
          <strong>{isOwn ? offers.own : <PlayerLink id={swap.creator.id}>{swap.creator.username}</PlayerLink>}</strong>
          <small>
            {swap.acceptor === null ? offers.toAll : offers.to(swap.acceptor.username)} · {ago(swap.createdAt)}
          </small>
        </span>
      </div>
      <SwapSide label={offers.offers} items={swap.offered} cents={swap.offeredValueCents} />
      <Icon name="swap" />
      <SwapSide label={offers.asks} items={swap.asked} cents={swap.askedValueCents} />
      <Compared swap={swap} />
      <div className={classes.actions}>
        {swap.status !== 'PENDING' && (
          <Badge tone={swap.status === 'ACCEPTED' ? 'accent' : 'plain'}>{offers.status[swap.status]}</Badge>
        )}
        {swap.status === 'PENDING' && isOwn && (
          <Button variant="default" size="sm" loading={cancel.isPending} onClick={() => cancel.mutate({ params })}>
            {offers.cancel}
          </Button>
        )}
        {swap.status === 'PENDING' && !isOwn && (
          <>
            {!swap.isPublic && (
              <Button
                variant="default"
                size="sm"
                loading={decline.isPending}
                onClick={() => decline.mutate({ params })}
              >
                {offers.decline}
              </Button>
            )}
            <Button size="sm" onClick={onAccept}>
              {offers.accept}
            </Button>
          </>
        )}
      </div>
      <ErrorLine error={cancel.error ?? decline.error} texts={errors} />
    </article>
  );
}

/** Both sides' values beside each other: blue is given, green is received. */
export function Compared({ swap }: { swap: Swap }) {
  const { offers } = useTexts(texts);
  const { money } = useFormat();
  const { user } = useSession();
  const { differenceCents, givenShare } = compareFor(user?.id ?? null, swap);
  const text =
    differenceCents === 0n
      ? offers.even
      : differenceCents > 0n
        ? offers.gain(money(differenceCents))
        : offers.lose(money(-differenceCents));
  return (
    <div className={classes.compared} data-gain={differenceCents >= 0n}>
      <span>{text}</span>
      <span className={classes.bar} aria-hidden="true">
        <span style={{ width: `${givenShare * 100}%` }} />
      </span>
    </div>
  );
}
