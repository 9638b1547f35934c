import { useMediaQuery } from '@mantine/hooks';
import { useRef } from 'react';
import type { ReelSpeed } from '../../../shared/play/Reel.tsx';
import type { ShownVersion } from '../opening/types.ts';
import type { Phase } from '../opening/use-opening.ts';
import { RevealGrid } from './RevealGrid.tsx';
import { type ReelLook, SpinningReel } from './SpinningReel.tsx';
import classes from './Stage.module.css';

/** Reels for as many, a grid for more. */
const MOST_REELS = 10;
/** Reels side by side stop within this time of each other. */
const SPREAD_MS = 250;

export function Stage({
  version,
  quantity,
  phase,
  speed,
  isSkipped,
  onStop,
}: {
  version: ShownVersion;
  quantity: number;
  phase: Phase;
  speed: ReelSpeed;
  isSkipped: boolean;
  onStop: () => void;
}) {
  const isPhone = useMediaQuery('(max-width: 760px)', undefined, { getInitialValueInEffect: false });
  const stopped = useRef(0);
  const openings = phase.name === 'spinning' || phase.name === 'shown' ? phase.opened.answer.openings : [];
  const count = openings.length > 0 ? openings.length : quantity;
  if (count > MOST_REELS) {
    return <RevealGrid key={openings[0]?.id} count={count} openings={openings} isSkipped={isSkipped} onStop={onStop} />;
  }
  const look: ReelLook =
    count === 1
      ? { cell: isPhone ? 148 : 192, direction: 'horizontal', passes: 36, nudges: 0.7 }
      : { cell: isPhone ? 124 : 160, direction: 'vertical', passes: 26, nudges: 0.12 };
  const oneStopped = () => {
    stopped.current += 1;
    if (stopped.current < count) return;
    stopped.current = 0;
    onStop();
  };
  return (
    <div className={classes.stage} data-count={count} data-wide={count > 5}>
      {Array.from({ length: count }, (_, place) => (
        <SpinningReel
          // biome-ignore lint/suspicious/noArrayIndexKey: A reel is its place.
          key={place}
          items={version.items}
          hasFlip={version.flipThreshold !== null}
          opening={openings[place] ?? null}
          look={look}
          speed={speed}
          lateMs={count === 1 ? 0 : (SPREAD_MS * place) / (count - 1)}
          isSkipped={isSkipped}
          onStop={oneStopped}
        />
      ))}
    </div>
  );
}
