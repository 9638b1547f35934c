import { HASH_MAX, percentOfRolls } from '@lisura/fairness';
import { Tooltip } from '@mantine/core';
import type { CaseWithItems } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { ItemCard } from '../../../shared/items/ItemCard.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import classes from './Contents.module.css';

export function Contents({ shown }: { shown: CaseWithItems }) {
  const { contents } = useTexts(texts);
  const { number, percent } = useFormat();
  return (
    <section className={classes.contents}>
      <header className={classes.head}>
        <h2>{contents.title}</h2>
        <div className={classes.facts}>
          {shown.flipThreshold !== null && (
            <Tooltip label={contents.flipHint} multiline w={260}>
              <span>
                <Badge tone="gold" icon="star">
                  {contents.flip(percent(percentOfRolls(HASH_MAX - shown.flipThreshold + 1), 5))}
                </Badge>
              </span>
            </Tooltip>
          )}
          <Tooltip label={contents.rtpHint} multiline w={260}>
            <span>
              <Badge icon="refresh">{contents.rtp(percent(shown.theoreticalRtpPercent, 2))}</Badge>
            </span>
          </Tooltip>
        </div>
      </header>
      <ul className={classes.grid}>
        {shown.items.map((item) => (
          <li key={`${item.itemId}:${item.hashRangeStart}`} className={classes.item}>
            <ItemCard
              item={item}
              chancePercent={item.chancePercent}
              note={
                <span title={contents.rangeHint}>
                  {contents.range(number(item.hashRangeStart), number(item.hashRangeEnd))}
                </span>
              }
            />
            {item.isFlip && <span className={classes.flip}>FLIP</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
