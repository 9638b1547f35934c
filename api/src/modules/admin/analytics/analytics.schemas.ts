import { type TObject, type TProperties, Type } from 'typebox';
import type { Day } from '../../../platform/days.ts';

/** Without `from` and `to` it is the last 30 days, today included. */
export const DEFAULT_DAYS = 30;

export const Count = (description: string) => Type.Integer({ description });
/** Figures are JSON numbers, also of cents. */
export const CentsNumber = (description: string) => Type.Integer({ description: `${description}, in BRL cents` });
export const Percent = (description: string) =>
  Type.Union([Type.Number(), Type.Null()], {
    description: `${description}, in percent with 4 decimals; null where nothing was played`,
  });

export const stakesFields = {
  wageredCents: CentsNumber('Stakes'),
  wonCents: CentsNumber('Winnings, at their worth then'),
  rtpPercent: Percent('Won of staked'),
  ggrCents: CentsNumber('Stakes less winnings: the share of the house'),
};

const daysFields = {
  from: Type.String({ description: 'First day, of São Paulo' }),
  to: Type.String({ description: 'Last day, included; never after today' }),
};
export const exampleDays = { from: '2026-11-01', to: '2026-11-15' };

/** The envelope of figures over days: the days that they are of, and the rows, which are also the rows of the table. */
export const reportOf = <Row extends TObject, More extends TProperties>(
  title: string,
  row: Row,
  more: More,
  examples: readonly object[],
) =>
  Type.Object(
    { ...daysFields, data: Type.Array(row, { description: 'The rows' }), ...more },
    { title, examples: examples.map((example) => ({ ...exampleDays, ...example })) },
  );

export const totalOf = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { description: 'All rows together' });

export const daysView = ({ from, to }: { from: Day; to: Day }) => ({ from, to });
