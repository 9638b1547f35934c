import type { VerifiedPart } from '@lisura/fairness';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '../icons/index.tsx';
import { VerifiedTick } from '../parts/VerifiedTick.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';
import { LogLeaf } from './LogLeaf.tsx';
import { PartList } from './PartList.tsx';
import { StepList } from './StepList.tsx';
import type { VerifyLink } from './verify-link.ts';

/** This page has computed the game again; a press opens the steps of its parts. */
export function GameTick({
  parts,
  link,
  compact = false,
}: {
  parts: readonly VerifiedPart[];
  /** It leads to the same game in the verifier. */
  link: VerifyLink;
  compact?: boolean;
}) {
  const { verified } = useTexts(sharedTexts);
  const [only] = parts;
  return (
    <VerifiedTick compact={compact}>
      {parts.length === 1 && only !== undefined ? <StepList steps={only.steps} /> : <PartList parts={parts} />}
      <Button component={Link} {...link} variant="default" fullWidth mt={14} leftSection={<Icon name="shieldCheck" />}>
        {verified.inVerifier}
      </Button>
      <LogLeaf link={link} />
    </VerifiedTick>
  );
}
