import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../data/queries.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Money } from '../../shared/parts/Money.tsx';
import { Skeleton } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './queues.module.css';
import { queueTexts } from './texts.ts';

const SHOWN = 4;

export function RecentTransfers({ userId }: { userId: string }) {
  const texts = useTexts(queueTexts);
  const { dateTime } = useFormat();
  const transfers = useQuery(
    apiQuery('GET /admin/users/{userId}/transactions', { params: { userId }, query: { limit: SHOWN } }),
  );
  return (
    <section className={classes.history}>
      <h3>{texts.history}</h3>
      <QueryState query={transfers} loading={<Skeleton height={110} />}>
        {({ data }) => (
          <ol>
            {data.map(({ id, reason, createdAt, amountCents, direction }) => (
              <li key={id}>
                <span title={reason}>{reason}</span>
                <time dateTime={createdAt}>{dateTime(createdAt)}</time>
                <Money cents={direction === 'DEBIT' ? `-${amountCents}` : amountCents} signed />
              </li>
            ))}
          </ol>
        )}
      </QueryState>
    </section>
  );
}
