import { ActionIcon, Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useConfig } from '../../data/config.ts';
import { useAction } from '../../data/queries.ts';
import { logIn, updateSession, useSession } from '../../data/session.ts';
import { ErrorLine } from '../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './BuyPanel.module.css';
import type { Raffle } from './raffle.types.ts';
import { raffleErrors, texts } from './texts.ts';

const QUICK = [1, 5, 10, 25] as const;

/** How many, what they cost, and what chance one would have then. */
export function BuyPanel({ raffle, owned }: { raffle: Raffle; owned: number }) {
  const { buy, each, ticketWords } = useTexts(texts);
  const errors = useTexts(raffleErrors);
  const { money, number, percent, plural } = useFormat();
  const { user, isLoading } = useSession();
  const config = useConfig();
  const [wanted, setWanted] = useState(1);
  const action = useAction('POST /raffle/{id}/buy', [
    'GET /raffle/{id}',
    'GET /raffle/{id}/tickets/mine',
    'GET /raffle/{id}/buyers',
    'GET /raffle/active',
  ]);
  const left = raffle.maxTickets - raffle.ticketsSold;
  const mayHave = raffle.maxTicketsPerUser === null ? left : raffle.maxTicketsPerUser - owned;
  const most = Math.max(0, Math.min(left, mayHave, config?.raffles.maxTicketsAtOnce ?? left));
  const quantity = Math.max(1, Math.min(wanted, most));
  const [own, sold] = [owned + quantity, raffle.ticketsSold + quantity];
  const press = () =>
    action.mutate(
      { params: { id: raffle.id }, body: { quantity, expectedPriceCents: raffle.ticketPriceCents } },
      { onSuccess: ({ balanceCents }) => updateSession({ balanceCents }) },
    );
  return (
    <Panel title={buy.title} aside={each(money(raffle.ticketPriceCents))}>
      <div className={classes.buy}>
        <div className={classes.count}>
          <ActionIcon variant="default" size={44} aria-label={buy.less} onClick={() => setWanted(quantity - 1)}>
            <Icon name="minus" />
          </ActionIcon>
          <NumberInput
            aria-label={buy.quantity}
            value={quantity}
            min={1}
            max={Math.max(1, most)}
            allowDecimal={false}
            hideControls
            onChange={(value) => setWanted(Number(value) || 1)}
          />
          <ActionIcon variant="default" size={44} aria-label={buy.more} onClick={() => setWanted(quantity + 1)}>
            <Icon name="plus" />
          </ActionIcon>
        </div>
        <div className={classes.quick}>
          {QUICK.map((count) => (
            <Button
              key={count}
              variant="default"
              px={0}
              disabled={count > most}
              data-chosen={count === quantity}
              onClick={() => setWanted(count)}
            >
              {number(count)}
            </Button>
          ))}
          <Button variant="default" px={0} disabled={most === 0} onClick={() => setWanted(most)}>
            {buy.most}
          </Button>
        </div>
        <dl className={classes.facts}>
          <dt>{buy.wouldHave}</dt>
          <dd>{buy.wouldHaveOf(plural(own, ticketWords), number(sold))}</dd>
          <dt>{buy.chance}</dt>
          <dd>{percent((own / sold) * 100)}</dd>
        </dl>
        {user === null && !isLoading ? (
          <Button size="lg" fullWidth leftSection={<Icon name="user" />} onClick={() => logIn()}>
            {buy.logIn}
          </Button>
        ) : (
          <Button
            size="lg"
            fullWidth
            leftSection={<Icon name="ticket" />}
            loading={action.isPending}
            disabled={most === 0}
            onClick={press}
          >
            {buy.button(number(quantity), money(BigInt(raffle.ticketPriceCents) * BigInt(quantity)))}
          </Button>
        )}
        <p className={classes.done} aria-live="polite">
          {action.data !== undefined && buy.bought(number(action.data.firstTicket), number(action.data.lastTicket))}
          {most === 0 && buy.none}
        </p>
        <ErrorLine error={action.error} texts={errors} />
      </div>
    </Panel>
  );
}
