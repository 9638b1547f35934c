import type { ReviewRisk } from '../../data/generated/api.ts';
import { useFormat } from '../../shared/format/index.ts';
import { useTexts } from '../../shared/texts/index.ts';
import type { Column } from '../parts/DataTable.tsx';
import { RiskBadge } from '../parts/RiskPanel.tsx';
import { levelOf, reasonsOf } from '../parts/risk.ts';
import { PersonCell } from './PersonCell.tsx';
import classes from './queues.module.css';
import { queueTexts } from './texts.ts';

export interface Reviewed {
  id: string;
  username: string;
  createdAt: string;
  debtCents: string;
  risk: ReviewRisk;
}

/** The columns that all queues have: whose it is, its number and its sum, how carefully to look, and since when it waits. */
export function useReviewColumns<Row extends Reviewed>({
  sumOf,
  sumForFile,
  noteOf = ({ id }) => `#${id}`,
  sinceOf = ({ createdAt }) => createdAt,
}: {
  sumOf: (row: Row) => string;
  sumForFile: (row: Row) => string;
  /** Below the name. */
  noteOf?: (row: Row) => string;
  sinceOf?: (row: Row) => string;
}): Column<Row>[] {
  const words = useTexts(queueTexts);
  const { ago } = useFormat();
  return [
    {
      id: 'user',
      header: words.user,
      cell: (row) => <PersonCell name={row.username} note={noteOf(row)} />,
      csv: ({ username }) => username,
      phone: 'title',
    },
    { id: 'id', header: words.number, cell: ({ id }) => id, csv: ({ id }) => id, isFileOnly: true },
    {
      id: 'sum',
      header: words.sum,
      align: 'right',
      cell: (row) => <span className={classes.sum}>{sumOf(row)}</span>,
      csv: sumForFile,
      phone: 'value',
    },
    {
      id: 'since',
      header: words.since,
      cell: (row) => ago(sinceOf(row)),
      csv: sinceOf,
      phone: 'meta',
    },
    {
      id: 'risk',
      header: words.risk,
      cell: ({ risk, debtCents }) => <RiskBadge level={levelOf(reasonsOf(risk, debtCents))} />,
      csv: ({ risk, debtCents }) => reasonsOf(risk, debtCents).join(' '),
      phone: 'value',
    },
  ];
}
