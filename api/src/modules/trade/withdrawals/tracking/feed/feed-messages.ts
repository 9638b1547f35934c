import { Type } from 'typebox';
import { shaped } from '../../../../../platform/outbound/outside-client.ts';
import { feedReports } from '../status-reports.ts';
import type { StatusReport } from '../tracking.types.ts';

const MAX_ITEMS = 1_000;
const MAX_TEXT = 1_000;
const Scalar = Type.Union([Type.Number(), Type.String({ maxLength: MAX_TEXT }), Type.Null()]);
const Flag = Type.Union([Type.Boolean(), Type.Null()]);

/** What is read of a message; whatever else is in it may be anything. */
const readMessage = shaped(
  Type.Object({
    type: Type.Union([Type.Literal('create'), Type.Literal('update')]),
    data: Type.Object({
      stage: Type.Optional(Scalar),
      done: Type.Optional(Flag),
      is_released: Type.Optional(Flag),
      release_date: Type.Optional(Scalar),
      send_until: Type.Optional(Scalar),
      seller: Type.Optional(Type.Union([Type.Object({ name: Type.Optional(Scalar) }), Type.Null()])),
      items: Type.Array(
        Type.Object({
          id: Type.Union([Type.Integer(), Type.String({ minLength: 1, maxLength: 100 })]),
          status: Type.Optional(Scalar),
          trade_id: Type.Optional(Scalar),
        }),
        { maxItems: MAX_ITEMS },
      ),
    }),
  }),
);

/** Null where it is not the message that was agreed on. */
export function reportsOf(message: unknown): StatusReport[] | null {
  const read = readMessage(message);
  return read === null ? null : feedReports(read.data);
}
