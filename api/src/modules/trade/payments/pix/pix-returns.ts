import { Type } from 'typebox';
import { shaped } from '../../../../platform/outside/shaped.ts';
import type { PixReturn } from './pix.types.ts';
import { centsOfPixAmount } from './pix-amounts.rules.ts';
import { isPlausibleTime } from './pix-times.rules.ts';

const readReturn = shaped(
  Type.Object({
    id: Type.String({ pattern: '^[A-Za-z0-9]{1,35}$' }),
    valor: Type.String(),
    status: Type.Union(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO'].map((status) => Type.Literal(status))),
    horario: Type.Object({
      solicitacao: Type.String({ maxLength: 40 }),
      liquidacao: Type.Optional(Type.String({ maxLength: 40 })),
    }),
  }),
);

/**
 * What was given back of a payment, of the Central Bank's `devolucoes`: those that are done, since one that is under way may
 * still fail. What nobody can read is told apart, as it was said, and keeps the payment from nothing.
 */
export function returnsOf(said: unknown): { returns: PixReturn[]; unreadable: string[] } {
  const found: { returns: PixReturn[]; unreadable: string[] } = { returns: [], unreadable: [] };
  for (const each of Array.isArray(said) ? said : said === undefined || said === null ? [] : [said]) {
    const read = returnOf(each);
    if (read === 'UNREADABLE') found.unreadable.push(JSON.stringify(each));
    else if (read !== null) found.returns.push(read);
  }
  return found;
}

/** Null where nothing was given back, or not yet. */
function returnOf(said: unknown): PixReturn | null | 'UNREADABLE' {
  const read = readReturn(said);
  if (read === null) return 'UNREADABLE';
  if (read.status !== 'DEVOLVIDO') return null;
  const amountCents = centsOfPixAmount(read.valor);
  const returnedAt = new Date(read.horario.liquidacao ?? read.horario.solicitacao);
  if (amountCents === null || amountCents === 0n || !isPlausibleTime(returnedAt)) return 'UNREADABLE';
  return { returnId: read.id, amountCents, returnedAt };
}
