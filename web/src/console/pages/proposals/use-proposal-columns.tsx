import { Link } from '@tanstack/react-router';
import type { Proposal } from '../../../data/generated/api.ts';
import { useSession } from '../../../data/session.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import type { Column } from '../../parts/DataTable.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { placeOf } from '../../proposals/proposal-place.ts';
import { useProposalWords } from '../../proposals/use-proposal-words.ts';
import classes from './proposals.module.css';
import { texts as ownTexts } from './texts.ts';

export function useProposalColumns(): Column<Proposal>[] {
  const texts = useTexts(ownTexts);
  const wordsOf = useProposalWords();
  return [
    {
      id: 'what',
      header: texts.what,
      cell: (proposal) => <strong>{wordsOf(proposal).act}</strong>,
      csv: (proposal) => wordsOf(proposal).act,
      wraps: true,
      phone: 'title',
    },
    {
      id: 'content',
      header: texts.content,
      cell: (proposal) => wordsOf(proposal).content,
      csv: (proposal) => wordsOf(proposal).content,
      wraps: true,
    },
    {
      id: 'owner',
      header: texts.owner,
      cell: ({ ownerName }) => ownerName ?? texts.nobody,
      csv: ({ ownerName }) => ownerName,
    },
    {
      id: 'record',
      header: texts.record,
      cell: (proposal) => <RecordLink proposal={proposal} />,
      csv: ({ entityType, entityId }) => `${entityType} ${entityId}`,
    },
    ...usePeopleColumns(),
  ];
}

function usePeopleColumns(): Column<Proposal>[] {
  const texts = useTexts(ownTexts);
  const { ago } = useFormat();
  const { user } = useSession();
  const isForOthers = ({ proposedBy, ownerId }: Proposal) => user?.id === proposedBy || user?.id === ownerId;
  return [
    {
      id: 'by',
      header: texts.by,
      cell: ({ proposerName }) => proposerName,
      csv: ({ proposerName }) => proposerName,
    },
    {
      id: 'when',
      header: texts.when,
      cell: ({ proposedAt }) => ago(proposedAt),
      csv: ({ proposedAt }) => proposedAt,
    },
    {
      id: 'until',
      header: texts.until,
      cell: ({ expiresAt }) => ago(expiresAt),
      csv: ({ expiresAt }) => expiresAt,
      isForWide: true,
    },
    {
      id: 'state',
      header: texts.state,
      cell: (proposal) => (
        <StatusBadge tone={isForOthers(proposal) ? 'plain' : 'blue'}>
          {isForOthers(proposal) ? texts.other : texts.you}
        </StatusBadge>
      ),
    },
  ];
}

function RecordLink({ proposal }: { proposal: Proposal }) {
  const { records } = useTexts(ownTexts);
  const { entityType, entityId } = proposal;
  const nameOf = records[entityType as keyof typeof records];
  const name = nameOf === undefined ? `${entityType} ${entityId}` : nameOf(entityId);
  const place = placeOf(proposal);
  if (place === null) return name;
  return (
    <Link {...(place as object as { to: '/admin' })} className={classes.record}>
      {name} <Icon name="chevronRight" size={14} />
    </Link>
  );
}
