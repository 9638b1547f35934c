import type { PlayerLimit, PlayerProtection } from '../../../../data/generated/api.ts';
import { useFormat } from '../../../../shared/format/index.ts';
import { Panel } from '../../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../../shared/texts/index.ts';
import { Facts } from '../../../queues/RecordHead.tsx';
import { texts as ownTexts } from '../texts.ts';

const KINDS = ['deposit', 'loss', 'wager'] as const;
const PERIODS = ['day', 'week', 'month'] as const;

/** Administrators see the player's own limits and cannot change them. */
export function LimitsPanel({ protection }: { protection: PlayerProtection }) {
  const texts = useTexts(ownTexts).limits;
  const { money, dateTime, date } = useFormat();
  const { exclusion, ageConfirmedAt } = protection;
  const amountOf = ({ limitCents, usedCents }: PlayerLimit) =>
    limitCents === null ? texts.none : `${money(usedCents ?? '0')} / ${money(limitCents)}`;
  return (
    <Panel title={texts.title} aside={texts.own}>
      <Facts
        facts={[
          ...KINDS.flatMap((kind) =>
            PERIODS.map(
              (period) =>
                [`${texts.names[kind]} ${texts.periods[period]}`, amountOf(protection[kind][period])] as const,
            ),
          ),
          [texts.exclusion, exclusion === null ? texts.noExclusion : texts.until(dateTime(exclusion.until))],
          [texts.age, ageConfirmedAt === null ? texts.no : date(ageConfirmedAt)],
        ]}
      />
    </Panel>
  );
}
