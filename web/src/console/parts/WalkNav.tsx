import { Button } from '@mantine/core';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { partTexts } from './texts.ts';
import classes from './WalkNav.module.css';

/**
 * Moves through a list that is too long for pages: on from its last entry, or back to its start. The address has the
 * place.
 */
export function WalkNav({
  before,
  next,
  onWalk,
}: {
  before: string | undefined;
  /** It is null where no other entry follows. */
  next: string | null;
  onWalk: (before: string | undefined) => void;
}) {
  const texts = useTexts(partTexts);
  if (before === undefined && next === null) return null;
  return (
    <div className={classes.nav}>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<Icon name="chevronLeft" size={15} />}
        disabled={before === undefined}
        onClick={() => onWalk(undefined)}
      >
        {texts.fromStart}
      </Button>
      <Button
        variant="default"
        size="compact-md"
        rightSection={<Icon name="chevronRight" size={15} />}
        disabled={next === null}
        onClick={() => next !== null && onWalk(next)}
      >
        {texts.next}
      </Button>
    </div>
  );
}
