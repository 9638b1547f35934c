import { GameTick } from '../../../shared/fairness/GameTick.tsx';
import { gameLink } from '../../../shared/fairness/verify-link.ts';
import type { Raffle } from '../raffle.types.ts';
import type { CheckedRaffle } from './check-raffle.ts';
import type { Prize } from './use-draw-show.ts';

/** The tick of one prize, where this page has computed its draw anew and found it right. */
export function PrizeTick({ raffle, prize, checked }: { raffle: Raffle; prize: Prize; checked: CheckedRaffle | null }) {
  const part = checked?.verification.parts.find(({ title }) => title === `prize ${prize.displayOrder}`);
  if (part === undefined || !part.steps.every(({ ok }) => ok)) return null;
  return <GameTick parts={[part]} link={gameLink('raffle', raffle.id)} compact />;
}
