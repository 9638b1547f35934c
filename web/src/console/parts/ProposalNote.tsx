import { useSession } from '../../data/session.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { type Proposed, wordsOf } from '../proposals/proposal-words.ts';
import { proposalTexts } from '../proposals/texts.ts';
import classes from './DecisionForm.module.css';
import { partTexts } from './texts.ts';

export interface Proposal extends Proposed {
  proposedBy: string;
  /** As that administrator is called, where that is known. */
  proposerName: string;
  /** It is null where no reason was asked for. */
  reason: string | null;
  proposedAt: string;
}

/**
 * Shows the proposal with its reason, so that a second person can ask for exactly that; no field is filled in for them.
 */
export function ProposalNote({ proposal, content: shownContent }: { proposal: Proposal; content?: string }) {
  const texts = useTexts(partTexts);
  const words = useTexts(proposalTexts);
  const format = useFormat();
  const { user } = useSession();
  const { proposedBy, proposerName, reason, proposedAt } = proposal;
  const { act, content } = wordsOf(proposal, words, format);
  const isOwn = proposedBy === user?.id;
  const when = format.ago(proposedAt);
  return (
    <p className={classes.proposal}>
      <Icon name="users" />
      <span>
        <strong>{texts.twoPeople}.</strong>{' '}
        {isOwn ? texts.proposedByYou(when) : texts.proposedByOther(proposerName, when)}{' '}
        <strong>{[act, shownContent ?? content].filter((words) => words !== '').join(': ')}</strong>.{' '}
        {reason !== null && <q className={classes.proposalReason}>{reason}</q>}{' '}
        {isOwn ? texts.otherIsMissing : texts.youAreSecond}
      </span>
    </p>
  );
}
