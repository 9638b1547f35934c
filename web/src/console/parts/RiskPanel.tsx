import { useQuery } from '@tanstack/react-query';
import type { UserRisk } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Money } from '../../shared/parts/Money.tsx';
import { Skeleton } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './RiskPanel.module.css';
import { levelOf, type RiskLevel, type RiskReason, reasonsOfUser } from './risk.ts';
import { riskTexts } from './risk-texts.ts';
import { StatusBadge } from './StatusBadge.tsx';

const TONES = { low: 'accent', medium: 'amber', high: 'red' } as const;

export function RiskBadge({ level }: { level: RiskLevel }) {
  const { levels } = useTexts(riskTexts);
  return <StatusBadge tone={TONES[level]}>{levels[level]}</StatusBadge>;
}

/**
 * The risk of a user stands beside every decision about them. A record that waits for a decision has its own `reasons`.
 */
export function RiskPanel({ userId, reasons }: { userId: string; reasons?: readonly RiskReason[] }) {
  const risk = useQuery(apiQuery('GET /admin/users/{id}/risk', { params: { id: userId } }));
  return (
    <QueryState query={risk} loading={<Skeleton height={208} />}>
      {(found) => (
        <>
          <Reasons risk={found} reasons={reasons ?? reasonsOfUser(found, Date.now())} />
          <Figures risk={found} />
        </>
      )}
    </QueryState>
  );
}

function Reasons({ risk, reasons }: { risk: UserRisk; reasons: readonly RiskReason[] }) {
  const texts = useTexts(riskTexts);
  const level = levelOf(reasons);
  return (
    <section className={classes.reasons} data-level={level}>
      <h3>{texts.title[level]}</h3>
      {reasons.length === 0 && <p>{texts.none}</p>}
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>
            <strong>{texts.reasons[reason]}</strong> <ReasonFigure reason={reason} risk={risk} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReasonFigure({ reason, risk }: { reason: RiskReason; risk: UserRisk }) {
  const texts = useTexts(riskTexts);
  const { money, percent, list, number } = useFormat();
  const { depositedCents, debtCents, returnedCents } = risk.money;
  if (reason === 'DEPOSIT_WITHDRAW_WITHOUT_PLAY' && Number(depositedCents) > 0) {
    return texts.played(percent((Number(risk.plays.wageredCents) / Number(depositedCents)) * 100, 0));
  }
  if (reason === 'SHARED_ADDRESS') {
    const { total, users } = risk.sharedAddresses;
    return texts.shared(number(total), list(users.slice(0, 3).map(({ username }) => username)));
  }
  if (reason === 'OWES') return texts.owes(money(debtCents));
  if (reason === 'RETURNED_DEPOSITS') return texts.returned(money(returnedCents));
  if (reason === 'WINS_BEYOND_ODDS' && risk.odds !== null) return texts.luck(String(risk.odds.cautiousScore));
  return null;
}

function Figures({ risk: { money, plays, odds } }: { risk: UserRisk }) {
  const { figures, noPlays, noDay } = useTexts(riskTexts);
  // Odds are added up when a day is over.
  const noLuck = plays.games.length === 0 ? noPlays : noDay;
  const lines = [
    [figures.deposited, <Money key="deposited" cents={money.depositedCents} />],
    [figures.wagered, <Money key="wagered" cents={plays.wageredCents} />],
    [figures.withdrawn, <Money key="withdrawn" cents={money.withdrawnCents} />],
    [figures.items, <Money key="items" cents={money.itemsWithdrawnCents} />],
    [figures.balance, <Money key="balance" cents={money.balanceCents} />],
    [figures.held, <Money key="held" cents={money.heldCents} />],
    [figures.inventory, <Money key="inventory" cents={money.inventoryCents} />],
    [figures.luck, odds === null ? noLuck : odds.cautiousScore],
  ] as const;
  return (
    <dl className={classes.figures}>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
