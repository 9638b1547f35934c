import { useSession } from '../../data/session.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './DecisionForm.module.css';
import { partTexts } from './texts.ts';

/** What one administrator has asked for already, and another has to ask for too. */
export interface Proposal {
  proposedBy: string;
  proposedAt: string;
}

export function ProposalNote({ proposal }: { proposal: Proposal }) {
  const texts = useTexts(partTexts);
  const { ago } = useFormat();
  const { user } = useSession();
  const when = ago(proposal.proposedAt);
  return (
    <p className={classes.proposal}>
      <Icon name="users" />
      <span>
        <strong>{texts.twoPeople}.</strong>{' '}
        {proposal.proposedBy === user?.id
          ? texts.proposedByYou(when)
          : texts.proposedByOther(texts.administrator(proposal.proposedBy), when)}
      </span>
    </p>
  );
}
