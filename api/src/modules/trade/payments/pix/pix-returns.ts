import { Type } from 'typebox';
import { shaped } from '../../../../platform/outbound/shaped.ts';
import type { PixReturn } from './pix.types.ts';
import { centsOfPixAmount } from './pix-amounts.rules.ts';
import { isPlausibleTime } from './pix-times.rules.ts';

const STATUSES = { EM_PROCESSAMENTO: 'OPEN', DEVOLVIDO: 'DONE', NAO_REALIZADO: 'FAILED' } as const;

const readReturn = shaped(
  Type.Object({
    id: Type.String({ pattern: '^[A-Za-z0-9]{1,35}$' }),
    valor: Type.String(),
    status: Type.Unsafe<keyof typeof STATUSES>({ type: 'string', enum: Object.keys(STATUSES) }),
    horario: Type.Object({
      solicitacao: Type.String({ maxLength: 40 }),
      liquidacao: Type.Optional(Type.String({ maxLength: 40 })),
    }),
  }),
);

/**
 * What was given back of a payment, of the Central Bank's `devolucoes`, or is under way and may still fail, or has failed.
 * What nobody can read is returned apart, word for word, and keeps the payment from nothing.
 */
export function returnsOf(said: unknown): { returns: PixReturn[]; unreadable: string[] } {
  const found: { returns: PixReturn[]; unreadable: string[] } = { returns: [], unreadable: [] };
  for (const each of Array.isArray(said) ? said : said === undefined || said === null ? [] : [said]) {
    const read = returnOf(each);
    if (read === null) found.unreadable.push(JSON.stringify(each));
    else found.returns.push(read);
  }
  return found;
}

/** Null where nobody can read it. */
function returnOf(said: unknown): PixReturn | null {
  const read = readReturn(said);
  if (read === null) return null;
  const amountCents = centsOfPixAmount(read.valor);
  const returnedAt = new Date(read.horario.liquidacao ?? read.horario.solicitacao);
  if (amountCents === null || amountCents === 0n || !isPlausibleTime(returnedAt)) return null;
  return { returnId: read.id, status: STATUSES[read.status], amountCents, returnedAt };
}
