import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { AuditLink } from '../parts/AuditLink.tsx';
import type { AuditSubject } from '../parts/audit-link.ts';
import type { Decided } from '../parts/decision.types.ts';
import { partTexts } from '../parts/texts.ts';
import classes from './queues.module.css';

/** The line tells the time that it took, and leads to the audit log. */
export interface Result extends Decided {
  /** Such as `Saque nº 12 · R$ 90,00`. */
  what: string;
  entity: AuditSubject;
}

export function ResultLine({ result }: { result: Result | null }) {
  const texts = useTexts(partTexts);
  const { seconds } = useFormat();
  if (result === null) return null;
  const { what, decision, tookMs, isProposal, entity } = result;
  return (
    <output className={classes.result} data-proposal={isProposal || undefined}>
      <Icon name={isProposal ? 'users' : 'check'} />
      <span>
        <strong>{what}</strong>:{' '}
        {isProposal ? texts.proposed : `${decision.label}, ${texts.took(seconds(Math.ceil(tookMs / 100) / 10))}`}
      </span>
      <AuditLink entity={entity} />
    </output>
  );
}
