import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import type { Column } from '../../parts/DataTable.tsx';
import { analyticsTexts } from './texts.ts';

type NumberKey<Row> = { [Key in keyof Row]: Row[Key] extends number | null ? Key : never }[keyof Row] & string;

/** Columns of figures, which stand at the right and go into files as they are. */
export function useFigureColumns() {
  const { number, money, percent } = useFormat();
  const texts = useTexts(analyticsTexts);
  const figure =
    (words: (value: number) => string) =>
    <Row,>(id: NumberKey<Row>, header: string): Column<Row> => ({
      id,
      header,
      align: 'right',
      cell: (row) => {
        const value = row[id] as number | null;
        return value === null ? texts.unknown : words(value);
      },
      csv: (row) => row[id] as number | null,
    });
  return { count: figure(number), cents: figure(money), ratio: figure((value) => percent(value)) };
}
