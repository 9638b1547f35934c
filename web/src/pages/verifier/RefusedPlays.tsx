import { chanceOfPercent, HASH_MAX, isUpgradeWon, rollOf } from '@lisura/fairness';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { apiQuery } from '../../data/queries.ts';
import { logIn, useSession } from '../../data/session.ts';
import {
  isSeedOf,
  type RefusedPlay,
  type RefusedRoll,
  type RefusedTerms,
  refusedPlays,
  revealRefused,
} from '../../shared/fairness/refused-plays.ts';
import { rollLink } from '../../shared/fairness/verify-link.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { HashLine } from '../../shared/parts/HashLine.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './RefusedPlays.module.css';
import { texts } from './texts.ts';

const AT_ONCE = 10;

/** This browser keeps plays that failed after their client seed was sent; the newest come first. */
export function RefusedPlays() {
  const { refused } = useTexts(texts);
  const { user } = useSession();
  const [shown, setShown] = useState(AT_ONCE);
  const [plays, setPlays] = useState<readonly RefusedPlay[]>([]);
  const userId = user?.id ?? null;
  const read = () => setPlays(userId === null ? [] : refusedPlays(userId).toReversed());
  useEffect(read, [userId]);
  if (userId === null) {
    return (
      <Panel title={refused.title}>
        <p className={classes.lead}>{refused.logInLead}</p>
        <Button variant="default" onClick={() => logIn('/verificar#game=refusals')}>
          {refused.logIn}
        </Button>
      </Panel>
    );
  }
  return (
    <Panel title={refused.title}>
      <p className={classes.lead}>{refused.lead}</p>
      {plays.length === 0 && <p className={classes.none}>{refused.none}</p>}
      <ul className={classes.list}>
        {plays.slice(0, shown).map((play) => (
          <Play key={`${play.at} ${play.clientSeed} ${play.code}`} play={play} userId={userId} onRevealed={read} />
        ))}
      </ul>
      {plays.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + AT_ONCE)}>
          {refused.more}
        </Button>
      )}
    </Panel>
  );
}

function Play({ play, userId, onRevealed }: { play: RefusedPlay; userId: string; onRevealed: () => void }) {
  const { refused } = useTexts(texts);
  const { number, dateTime } = useFormat();
  const { at, code, clientSeed, terms, rolls, times } = play;
  const [first, last] = [rolls[0], rolls.at(-1)];
  // Seeds are revealed in the order of the nonces: one line says it of all that wait.
  const firstWaiting = rolls.find(({ serverSeed }) => serverSeed === null);
  const written = useQuery(apiQuery('GET /provably-fair/refusals', { query: { serverSeedHash: first?.hash ?? '' } }))
    .data?.refusals;
  const ours = written?.find((each) => each.clientSeed === clientSeed && each.code === code);
  const revealed = written?.find(({ serverSeed }) => serverSeed !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was revealed is kept once.
  useEffect(() => {
    if (revealed?.serverSeed == null || first?.serverSeed !== null) return;
    const { serverSeedHash, serverSeed } = revealed;
    void revealRefused(userId, [{ serverSeedHash, serverSeed }]).then(onRevealed);
  }, [revealed]);
  if (first === undefined || last === undefined) return null;
  return (
    <li className={classes.play}>
      <header>
        <strong>{refused.games[terms.game]}</strong>
        <code>{code}</code>
        <time dateTime={at}>{dateTime(at)}</time>
        {times > 1 && <span>{refused.times(number(times))}</span>}
      </header>
      <dl>
        <dt>{refused.nonce}</dt>
        <dd>{first === last ? number(first.nonce) : refused.nonces(number(first.nonce), number(last.nonce))}</dd>
        <dt>{refused.clientSeed}</dt>
        <dd>
          <code>{clientSeed}</code>
        </dd>
        <dt>{refused.log}</dt>
        <dd>{ours === undefined ? refused.notLogged : `REFUSALS/${ours.id}`}</dd>
      </dl>
      <HashLine hash={first.hash} state={first.serverSeed === null ? 'before' : 'after'} />
      <ul className={classes.rolls}>
        {rolls
          .filter(({ serverSeed }) => serverSeed !== null)
          .map((roll) => (
            <Roll key={roll.nonce} roll={roll} clientSeed={clientSeed} terms={terms} />
          ))}
        {firstWaiting !== undefined && (
          <li>
            {firstWaiting === last
              ? refused.waits(number(last.nonce))
              : refused.waitAll(number(firstWaiting.nonce), number(last.nonce))}
          </li>
        )}
      </ul>
    </li>
  );
}

/** Shows what the refused play would have given, once a play with its nonce has revealed the server seed. */
function Roll({ roll, clientSeed, terms }: { roll: RefusedRoll; clientSeed: string; terms: RefusedTerms }) {
  const { refused } = useTexts(texts);
  const { number } = useFormat();
  const { nonce, serverSeed } = roll;
  const isWrong = serverSeed !== null && !isSeedOf(roll);
  const rolled = serverSeed === null ? null : rollOf({ serverSeed, clientSeed, nonce, max: HASH_MAX });
  const given = useGiven(terms, rolled);
  if (isWrong) {
    return (
      <li className={classes.wrong}>
        <Icon name="x" /> {refused.wrong(number(nonce))}
      </li>
    );
  }
  if (serverSeed === null || rolled === null) return null;
  if (terms.game === 'BATTLES' && terms.battleId !== null) return <li>{refused.ofBattle(number(nonce))}</li>;
  return (
    <li>
      {refused.rolled(number(nonce), number(rolled))} {given}{' '}
      <Link {...rollLink({ serverSeed, hash: roll.hash, clientSeed, nonce, roll: rolled })}>{refused.check}</Link>
    </li>
  );
}

function useGiven(terms: RefusedTerms, roll: number | null): string | null {
  const { refused } = useTexts(texts);
  const isOf = (game: RefusedTerms['game']) => roll !== null && terms.game === game;
  const version = useQuery({
    ...apiQuery('GET /cases/{id}/versions/{number}', {
      params: terms.game === 'CASES' ? { id: terms.caseId, number: terms.versionNumber ?? 0 } : { id: '0', number: 0 },
    }),
    enabled: isOf('CASES') && terms.game === 'CASES' && terms.versionNumber !== null,
  });
  const event = useQuery({
    ...apiQuery('GET /event/{id}', { params: { id: terms.game === 'SHOTS' ? terms.eventId : '0' } }),
    enabled: isOf('SHOTS'),
  });
  if (roll === null) return null;
  const hits = ({ hashRangeStart, hashRangeEnd }: { hashRangeStart: number; hashRangeEnd: number }) =>
    hashRangeStart <= roll && roll <= hashRangeEnd;
  switch (terms.game) {
    case 'UPGRADES':
      return isUpgradeWon(chanceOfPercent(terms.chancePercent), roll) ? refused.won : refused.lost;
    case 'CASES': {
      const item = version.data?.items.find(hits);
      return item === undefined ? null : refused.item(item.name);
    }
    case 'SHOTS': {
      const table = event.data?.shoots.find(({ ticketPrice }) => ticketPrice === terms.ticketPrice);
      const prize = table?.prizes.find(hits);
      return prize === undefined ? null : refused.item(prize.item.name);
    }
    case 'BATTLES':
      return null;
  }
}
