import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '../icons/index.tsx';
import { Badge } from '../parts/Badge.tsx';
import { VerifiedTick } from '../parts/VerifiedTick.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';
import type { CheckedPlay } from './checked-play.ts';
import { LogLeaf } from './LogLeaf.tsx';
import classes from './PlayTick.module.css';
import { StepList } from './StepList.tsx';
import type { VerifyLink } from './verify-link.ts';

/** This page has computed the play again; a press opens the steps. It warns where the calculation is not right. */
export function PlayTick({
  check,
  link,
  notes = [],
  compact = false,
}: {
  check: CheckedPlay;
  /** It leads to the same play in the verifier. */
  link: VerifyLink;
  /** These sentences say what the steps do not prove. */
  notes?: readonly string[];
  compact?: boolean;
}) {
  const { verified } = useTexts(sharedTexts);
  if (!check.isValid) {
    return (
      <Badge tone="red" icon="alert">
        {verified.wrong}
      </Badge>
    );
  }
  return (
    <VerifiedTick compact={compact}>
      <StepList steps={check.steps} />
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      <Button component={Link} {...link} variant="default" fullWidth mt={14} leftSection={<Icon name="shieldCheck" />}>
        {verified.inVerifier}
      </Button>
      <LogLeaf link={link} />
    </VerifiedTick>
  );
}
