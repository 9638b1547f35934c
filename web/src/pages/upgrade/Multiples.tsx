import { Button } from '@mantine/core';
import { useFormat } from '../../shared/format/index.ts';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Multiples.module.css';
import { texts } from './texts.ts';

const MULTIPLES = [2, 5, 10] as const;

/** Targets worth so many times the stake, each with the chance that it would have. */
export function Multiples({
  chosen,
  edgePercent,
  isOff,
  onChoose,
}: {
  chosen: number | null;
  edgePercent: string;
  isOff: boolean;
  onChoose: (times: number) => void;
}) {
  const words = useTexts(texts).target;
  const { percent, number } = useFormat();
  return (
    <div className={classes.multiples}>
      {MULTIPLES.map((times) => (
        <Button
          key={times}
          variant="default"
          h={52}
          className={classes.multiple ?? ''}
          data-chosen={chosen === times}
          aria-pressed={chosen === times}
          disabled={isOff}
          onClick={() => onChoose(times)}
        >
          <span>
            <strong>{words.multiple(number(times))}</strong>
            <small>{percent((100 - Number(edgePercent)) / times, 1)}</small>
          </span>
        </Button>
      ))}
    </div>
  );
}
