import { SIZE_NAMES, type SizeName, seatCountOf } from '../../shared/battles/battle.ts';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './NewBattlePage.module.css';
import { texts as pageTexts } from './texts.ts';

export function SizeChooser({ chosen, onChoose }: { chosen: SizeName; onChoose: (size: SizeName) => void }) {
  const texts = useTexts(pageTexts);
  return (
    <div className={classes.sizes}>
      {SIZE_NAMES.map((size) => {
        const [name = '', hint = ''] = texts.sizes[size];
        return (
          <button
            key={size}
            type="button"
            className={classes.size}
            aria-pressed={chosen === size}
            onClick={() => onChoose(size)}
          >
            <span className={classes.bars} data-teams={size === '2x2'} aria-hidden="true">
              {Array.from({ length: seatCountOf(size) }, (_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: They are all the same.
                <i key={place} />
              ))}
            </span>
            <span className={classes.sizeWords}>
              <strong>{name}</strong>
              <span>{hint}</span>
            </span>
          </button>
        );
      })}
    </div>
  );
}
