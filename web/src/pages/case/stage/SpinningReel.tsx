import { useState } from 'react';
import type { CaseItem, Opening } from '../../../data/generated/api.ts';
import { Reel, type ReelSpeed } from '../../../shared/play/Reel.tsx';
import { ReelFlip, ReelItem } from '../../../shared/play/ReelItem.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import { drawEntries, type Seen, SIDE, type Spin, type StripEntry, seenAfter, spinTo } from './strip.ts';

export interface ReelLook {
  cell: number;
  direction: 'horizontal' | 'vertical';
  passes: number;
  /** The part of an entry that it may stop at, around its middle. */
  nudges: number;
}

interface ReelProps {
  items: readonly CaseItem[];
  look: ReelLook;
  speed: ReelSpeed;
  lateMs: number;
  isSkipped: boolean;
}

/** The reel rests or spins to an opening, and continues from where it stopped the last time. */
export function SpinningReel({
  opening,
  hasFlip,
  onStop,
  ...reel
}: ReelProps & {
  /** Null: it rests. */
  opening: Opening | null;
  hasFlip: boolean;
  onStop: () => void;
}) {
  const [seen, setSeen] = useState<Seen>(() => ({
    entries: drawEntries({ items: reel.items, prefix: 'rest', hidesFlip: hasFlip }, 2 * SIDE + 1),
    nudge: 0,
  }));
  const stopped = (spin: Spin) => {
    setSeen(seenAfter(spin));
    onStop();
  };
  if (opening !== null) return <Wheels key={opening.id} {...reel} opening={opening} from={seen} onStop={stopped} />;
  return <Strip spin={null} seen={seen} {...reel} onStop={() => undefined} />;
}

/** The second wheel follows where the roll says so, and stops at the item of the same roll. */
function Wheels({
  opening,
  from,
  onStop,
  ...reel
}: ReelProps & { opening: Opening; from: Seen; onStop: (spin: Spin) => void }) {
  const { items, look } = reel;
  const [spins] = useState<Spin[]>(() => {
    const won = items.find(({ itemId }) => itemId === opening.item.id) ?? null;
    const first = { items, prefix: `${opening.id}:1`, hidesFlip: true };
    if (!opening.isFlip) return [spinTo(won, from, first, look)];
    const second = { items: items.filter(({ isFlip }) => isFlip), prefix: `${opening.id}:2`, hidesFlip: false };
    const toFlip = spinTo(null, from, first, look);
    const rest = { entries: drawEntries(second, 2 * SIDE + 1), nudge: 0 };
    return [toFlip, spinTo(won, rest, second, look)];
  });
  const [round, setRound] = useState(0);
  const spin = spins[round] as Spin;
  const stopped = () => (round + 1 < spins.length ? setRound(round + 1) : onStop(spin));
  return <Strip key={round} spin={spin} seen={spin.from} {...reel} onStop={stopped} />;
}

function Strip({
  spin,
  seen,
  look,
  speed,
  lateMs,
  isSkipped,
  onStop,
}: ReelProps & { spin: Spin | null; seen: Seen; onStop: () => void }) {
  const { flip } = useTexts(texts);
  const entries = (spin?.entries ?? seen.entries).map(({ key, item }: StripEntry) => ({
    key,
    content: item === null ? <ReelFlip label={flip.secondWheel} /> : <ReelItem item={item} />,
  }));
  return (
    <Reel
      entries={entries}
      cell={look.cell}
      direction={look.direction}
      startAt={SIDE}
      startNudge={seen.nudge}
      stopAt={spin?.stopAt ?? null}
      nudge={spin?.nudge ?? 0}
      speed={speed}
      lateMs={lateMs}
      isSkipped={isSkipped}
      onStop={onStop}
    />
  );
}
