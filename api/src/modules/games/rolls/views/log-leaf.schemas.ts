import { RESULT_KINDS, type ResultKind } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { idOf, orNull } from '../../../../platform/schemas.ts';

/** By which everybody finds a result in the public log. */
export const LogLeafView = Type.Object(
  {
    kind: Type.Unsafe<ResultKind>({ type: 'string', enum: [...RESULT_KINDS], description: 'Game of the leaf' }),
    id: idOf('Id of the result'),
  },
  { title: 'LogLeafName', description: 'Its leaf in the public log, as `GET /log/inclusion` takes it' },
);

/** Of a game that everybody plays: it has a result only at its end. */
export const LogLeafAtTheEnd = orNull(
  LogLeafView,
  'Its leaf in the public log, as `GET /log/inclusion` takes it; null until it has a result',
);

export const logLeafOf = (kind: ResultKind, id: string): Static<typeof LogLeafView> => ({ kind, id });
