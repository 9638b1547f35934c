import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Opening } from '../../../data/generated/api.ts';
import { StepList } from '../../../shared/fairness/StepList.tsx';
import { playLink } from '../../../shared/fairness/verify-link.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { VerifiedTick } from '../../../shared/parts/VerifiedTick.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import type { Check } from '../opening/check.ts';
import { texts } from '../texts.ts';
import classes from './CheckTick.module.css';

/** The tick of what this page has computed anew, which opens the steps; a warning where the calculation is not right. */
export function CheckTick({
  opening,
  check,
  hash,
  compact = false,
}: {
  opening: Opening;
  check: Check;
  /** That was shown before; null where none was. */
  hash: string | null;
  compact?: boolean;
}) {
  const { result } = useTexts(texts);
  if (!check.valid) {
    return (
      <Badge tone="red" icon="alert">
        {result.wrong}
      </Badge>
    );
  }
  return (
    <VerifiedTick compact={compact}>
      <StepList steps={check.steps} />
      {!check.wasShownBefore && <p className={classes.note}>{result.notShown}</p>}
      {opening.clientSeedSource === 'ACCOUNT' && <p className={classes.note}>{result.accountSeed}</p>}
      <Button
        component={Link}
        {...playLink('opening', opening, hash)}
        variant="default"
        fullWidth
        mt={14}
        leftSection={<Icon name="shieldCheck" />}
      >
        {result.verify}
      </Button>
    </VerifiedTick>
  );
}
