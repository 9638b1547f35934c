import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import type { Column } from '../../parts/DataTable.tsx';
import { analyticsTexts } from './texts.ts';

type NumberKey<Row> = { [Key in keyof Row]: Row[Key] extends number | null ? Key : never }[keyof Row] & string;

/** Columns of figures, which stand at the right. Files have sums in reais, and all else as it is. */
export function useFigureColumns() {
  const { number, money, decimal, percent } = useFormat();
  const texts = useTexts(analyticsTexts);
  const figure =
    (words: (value: number) => string, inFile: (value: number) => string | number = (value) => value) =>
    <Row,>(id: NumberKey<Row>, header: string): Column<Row> => ({
      id,
      header,
      align: 'right',
      cell: (row) => {
        const value = row[id] as number | null;
        return value === null ? texts.unknown : words(value);
      },
      csv: (row) => {
        const value = row[id] as number | null;
        return value === null ? null : inFile(value);
      },
    });
  return { count: figure(number), cents: figure(money, decimal), ratio: figure((value) => percent(value)) };
}
