import { useSession } from '../../data/session.ts';
import type { Battle } from '../../shared/battles/battle.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Badge } from '../../shared/parts/Badge.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { ArenaHead } from './ArenaHead.tsx';
import { RecreateButton } from './RecreateButton.tsx';
import { texts as pageTexts } from './texts.ts';

/** It was not filled in time, or was called off: what was paid is back. */
export function Cancelled({ battle }: { battle: Battle }) {
  const texts = useTexts(pageTexts);
  const { money } = useFormat();
  const { user } = useSession();
  const isOverdue = battle.cancelledAt !== null && battle.cancelledAt >= battle.expiresAt;
  // A battle that had started is only cancelled where the public draw was silent for a day.
  const isSilent = battle.startedAt !== null;
  const why = battle.cancelReason && texts.cancelledWhy(battle.cancelReason);
  const reason = isSilent ? texts.drawSilent : isOverdue ? texts.notFilled : why;
  const hasPaid = user !== null && battle.seats.some((seat) => seat.user?.id === user.id);
  return (
    <>
      <ArenaHead battle={battle} state={<Badge tone="amber">{texts.cancelled}</Badge>} />
      <EmptyState icon="swords" title={texts.cancelledTitle} action={<RecreateButton battle={battle} />}>
        {reason} {hasPaid ? texts.cancelledBack(money(battle.entryPriceCents)) : texts.cancelledHint}
      </EmptyState>
    </>
  );
}
