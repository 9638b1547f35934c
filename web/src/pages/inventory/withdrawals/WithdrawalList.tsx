import type { UseQueryResult } from '@tanstack/react-query';
import type { ItemWithdrawals } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { ItemTile } from '../../../shared/items/ItemTile.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { shownItem } from '../list/shown-item.ts';
import { withdrawalWords } from './texts.ts';
import { toneOf } from './tones.ts';
import classes from './WithdrawalList.module.css';

/** All withdrawals, the newest first; a press opens one. */
export function WithdrawalList({
  query,
  chosenId,
  onChoose,
}: {
  query: UseQueryResult<ItemWithdrawals>;
  chosenId: string | null;
  onChoose: (id: string) => void;
}) {
  const words = useTexts(withdrawalWords);
  const { dateTime } = useFormat();
  return (
    <QueryState query={query} loading={<Skeletons count={4} height={72} />}>
      {({ withdrawals }) =>
        withdrawals.length === 0 ? (
          <EmptyState icon="external" title={words.none}>
            {words.noneHint}
          </EmptyState>
        ) : (
          <ul className={classes.list}>
            {withdrawals.map((each) => (
              <li key={each.id}>
                <button
                  type="button"
                  className={classes.entry}
                  aria-haspopup="dialog"
                  data-chosen={each.id === chosenId}
                  onClick={() => onChoose(each.id)}
                >
                  <ItemTile item={shownItem(each)} />
                  <span className={classes.sentence}>{words.sentences[each.status]}</span>
                  <time dateTime={each.createdAt}>{dateTime(each.createdAt)}</time>
                  <Badge tone={toneOf(each.status)}>{words.statuses[each.status]}</Badge>
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </QueryState>
  );
}
