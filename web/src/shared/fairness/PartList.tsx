import type { VerifiedPart } from '@lisura/fairness';
import { useFormat } from '../format/index.ts';
import { Icon } from '../icons/index.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';
import classes from './PartList.module.css';
import { partTexts } from './part-texts.ts';
import { StepList } from './StepList.tsx';

/** Each part of a game has a line that opens its steps. Wrong parts are open at once. */
export function PartList({ parts }: { parts: readonly VerifiedPart[] }) {
  const texts = useTexts(partTexts);
  const { verified } = useTexts(sharedTexts);
  const { plural } = useFormat();
  return parts.map(({ title, steps }) => {
    const isRight = steps.every(({ ok }) => ok);
    return (
      <details key={title} className={classes.part} open={!isRight}>
        <summary>
          <Icon name={isRight ? 'check' : 'x'} size={16} label={isRight ? verified.right : verified.wrong} />
          {titleIn(texts.titles, title)}
          <span>{plural(steps.length, texts.steps)}</span>
        </summary>
        <StepList steps={steps} />
      </details>
    );
  });
}

type Titles = Readonly<Record<string, (numbers: readonly string[]) => string>>;

/** The fairness package names parts in English, with their numbers: `round 3, seat 1` is the title `round #, seat #`. */
function titleIn(titles: Titles, title: string): string {
  return titles[title.replaceAll(/\d+/g, '#')]?.(title.match(/\d+/g) ?? []) ?? title;
}
