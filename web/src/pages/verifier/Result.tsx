import { noteNameOf, type VerifiedPart } from '@lisura/fairness';
import { LogLeaf } from '../../shared/fairness/LogLeaf.tsx';
import { PartList } from '../../shared/fairness/PartList.tsx';
import { StepList } from '../../shared/fairness/StepList.tsx';
import { Icon, type IconName } from '../../shared/icons/index.tsx';
import { CopyButton } from '../../shared/parts/CopyButton.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { texts } from './texts.ts';
import classes from './VerifierPage.module.css';
import type { Verified } from './verified.ts';

const MARKS: Readonly<Record<Verified['verdict'], { icon: IconName; tone: 'accent' | 'amber' | 'red' }>> = {
  VALID: { icon: 'shieldCheck', tone: 'accent' },
  'NOT CHECKED': { icon: 'alert', tone: 'amber' },
  'NOT VALID': { icon: 'x', tone: 'red' },
};

/** The verdict comes first, then the command that repeats it elsewhere, its limits, and the calculation. */
export function Result({ verified: { verdict, parts, notes, command, link } }: { verified: Verified }) {
  const words = useTexts(texts);
  const { icon, tone } = MARKS[verdict];
  const [heading, lead] = {
    VALID: [words.valid, words.validLead],
    'NOT CHECKED': [words.notChecked, words.notCheckedLead],
    'NOT VALID': [words.notValid, words.notValidLead],
  }[verdict];
  return (
    <div className={classes.panel} aria-live="polite">
      <Panel tone={tone}>
        <div className={classes.verdict}>
          <span className={classes.mark} data-verdict={verdict}>
            <Icon name={icon} size={24} />
          </span>
          <div>
            <h2>{heading}</h2>
            <p>{lead}</p>
          </div>
        </div>
        <div className={classes.command}>
          <h3>{words.runYourself}</h3>
          <div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls by keyboard must reach a long line */}
            <code tabIndex={0}>{command}</code>
            <CopyButton value={command} />
          </div>
        </div>
        {link !== null && <LogLeaf link={link} />}
      </Panel>
      {notes.length > 0 && (
        <Panel title={words.limits}>
          <ul className={classes.notes}>
            {notes.map((note) => {
              const name = noteNameOf(note);
              return <li key={note}>{name === null ? note : words.notes[name]}</li>;
            })}
          </ul>
        </Panel>
      )}
      <Panel title={words.steps}>
        {parts.length === 1 ? <StepList steps={parts[0]?.steps ?? []} /> : <Parts parts={parts} />}
      </Panel>
    </div>
  );
}

function Parts({ parts }: { parts: readonly VerifiedPart[] }) {
  const words = useTexts(texts);
  const steps = parts.flatMap((part) => part.steps);
  return (
    <>
      <p className={classes.offline}>{words.parts(steps.length, steps.filter(({ ok }) => !ok).length)}</p>
      <PartList parts={parts} />
    </>
  );
}
