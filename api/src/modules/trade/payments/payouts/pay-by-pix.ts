import { OutsideError } from '../../../../platform/outbound/outside-error.ts';
import { NotSent, type OrderAnswer, type OrderTaken } from '../../orders/index.ts';
import type { NewPixSend, Pix, PixSend } from '../pix/pix.types.ts';
import { wordsOfProvider } from '../pix/provider-words.rules.ts';
import { withoutPixKey } from './pix-keys.rules.ts';

/** A payment that was made. */
export interface SentPix {
  /** Under which the banks know it. */
  endToEndId: string;
}

/** A payment that may have been sent: also of somebody who has left since, and whose key nobody knows any more. */
export type OrderedPix = Omit<NewPixSend, 'toKey'> & { toKey: string | null };

/** That the request itself was wrong. Others, such as a token that is too old, say nothing of the payment; nor does a 404. */
const REFUSALS = [400, 422];

/**
 * Asks the provider to pay, once. A payment is under way first: it is looked at again at once, and by a job where it takes
 * longer. A refusal is believed when it is in the provider's own words, and the provider, asked for the payment, knows of
 * none. Throws where nothing is known, and `NotSent` where the provider cannot have heard of it.
 */
export async function payByPix(pix: Pix, payment: NewPixSend): Promise<OrderAnswer<SentPix> | OrderTaken> {
  let sent: PixSend;
  try {
    sent = await pix.send(payment);
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    // Of this question alone: where the provider cannot be asked for a payment afterwards, the payment has left.
    if (error.fault === 'NOT_SENT') throw new NotSent('The provider could not be asked to pay', { cause: error });
    if (!REFUSALS.includes(error.status ?? 0)) throw error;
    const words = wordsOfProvider(error.body);
    if (words === null) throw error;
    return (await findPaidByPix(pix, payment)) ?? refusedWith(words, payment);
  }
  if (sent.status !== 'PROCESSING') return answerOf(sent, payment);
  // It is taken, whatever is heard of it at once or not at all.
  const found = await pix.findSend(payment.sendId).catch(() => null);
  return found === null ? 'TAKEN' : answerOf(found, payment);
}

/** Null: the provider knows of no such payment. */
export async function findPaidByPix(pix: Pix, payment: OrderedPix): Promise<OrderAnswer<SentPix> | OrderTaken | null> {
  const found = await pix.findSend(payment.sendId);
  return found && answerOf(found, payment);
}

function answerOf(sent: PixSend, payment: OrderedPix): OrderAnswer<SentPix> | OrderTaken {
  if (sent.status === 'DONE') {
    // Of another amount it is nothing to settle by itself: a person must look at what was paid.
    return sent.amountCents === payment.amountCents ? { bought: { endToEndId: sent.endToEndId } } : 'TAKEN';
  }
  if (sent.status === 'PROCESSING') return 'TAKEN';
  return refusedWith(sent.reason ?? 'The provider says no more than that it failed', payment);
}

/** In the provider's words, but for the key, should it be among them: they are on the trail, which is never erased. */
const refusedWith = (words: string, { toKey }: OrderedPix) => ({
  refused: toKey === null ? words : withoutPixKey(words, toKey),
});
