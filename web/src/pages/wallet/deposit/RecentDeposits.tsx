import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Deposit } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Badge, type Tone } from '../../../shared/parts/Badge.tsx';
import { Money } from '../../../shared/parts/Money.tsx';
import { Skeleton } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './recent.module.css';
import { texts as allTexts } from './texts.ts';

const SHOWN = 3;
const TONES: Readonly<Record<Deposit['status'], Tone>> = {
  PENDING: 'amber',
  CONFIRMED: 'accent',
  EXPIRED: 'plain',
  REJECTED: 'red',
};

/** A deposit that still waits can be continued. */
export function RecentDeposits({ shown }: { shown: string | null }) {
  const texts = useTexts(allTexts).recent;
  const { dateTime } = useFormat();
  const query = useQuery(apiQuery('GET /payment/deposits', { query: { limit: SHOWN } }));
  return (
    <section className={classes.strip} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <QueryState query={query} loading={<Skeleton height={44} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={classes.none}>{texts.none}</p>
          ) : (
            <ul className={classes.list}>
              {data.map(({ id, amountCents, createdAt, status }) => (
                <li key={id}>
                  <span>
                    <strong>
                      <Money cents={amountCents} />
                    </strong>
                    <small>{dateTime(createdAt)}</small>
                  </span>
                  {status === 'PENDING' && id !== shown ? (
                    <Link to="/carteira" search={{ deposito: Number(id) } as never} className={classes.open}>
                      {texts.open}
                    </Link>
                  ) : (
                    <Badge tone={TONES[status]}>{texts.status[status]}</Badge>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  );
}
