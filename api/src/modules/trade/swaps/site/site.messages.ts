import type { Day } from '../../../../platform/days.ts';
import { type AppError, defineError, validationFailed } from '../../../../platform/errors.ts';
import { type Cents, formatBrl, formatBrlInEnglish } from '../../../../platform/money.ts';
import {
  inventoryItemNotFound,
  itemDetailsNotFound,
  itemIsRestricted,
  itemNotAvailable,
  itemOfAnotherUser,
} from '../../../assets/inventory/index.ts';
import type { AlertContent } from '../../../people/alerts/index.ts';
import type { NotificationContent, OwnWords } from '../../../people/notifications/index.ts';
import type { SiteSwap } from './site.records.ts';
import type { SiteSwapFault } from './site.rules.ts';

export function boughtAboveQuote(swap: SiteSwap, paidCoins: number): AlertContent {
  const { id, userId, quotedCoins, maxCoins, target } = swap;
  const isAboveCeiling = paidCoins > maxCoins;
  return {
    kind: 'SITE_SWAP_OVERPAID',
    key: id,
    level: isAboveCeiling ? 'CRITICAL' : 'WARNING',
    title: 'A site swap was bought above its quote',
    message:
      `The marketplace took ${paidCoins} coins for ${target.name}, quoted at ${quotedCoins}; at most ${maxCoins} were ` +
      `allowed.${isAboveCeiling ? ' It took more than it was allowed to: ask it why.' : ''} The user ${userId} has the item.`,
    details: { siteSwapId: id, userId, quotedCoins, maxCoins, paidCoins },
  };
}

/** The house may have got a cheaper item than it gave. */
export function boughtAnother(swap: SiteSwap, { asked, bought }: { asked: string; bought: string }): AlertContent {
  const { id, userId } = swap;
  return {
    kind: 'SITE_SWAP_OTHER_ITEM',
    key: id,
    level: 'CRITICAL',
    title: 'Another item was bought for a site swap than was asked for',
    message:
      `The marketplace was asked for ${asked} and says that it sold ${bought}. The user ${userId} has the item that ` +
      'they asked for. See what arrives at the account of the house, and ask the marketplace.',
    details: { siteSwapId: id, userId, asked, bought },
  };
}

const overCause = (day: Day) => ({ kind: 'SITE_SWAP_OVER_CATALOGUE', key: day });

export const overThreshold = (day: Day, overCents: Cents): AlertContent => ({
  ...overCause(day),
  level: 'WARNING',
  title: 'The house pays much above the catalogue for site swaps',
  message:
    `Purchases for the site swaps of ${day} may cost ${formatBrl(overCents)} more than the values of the catalogue. ` +
    'Compare its prices with those of the marketplace, and see who sells what was bought.',
  details: { day, overCents: overCents.toString() },
});

export const capReached = (day: Day, overCents: Cents, capCents: Cents): AlertContent => ({
  ...overCause(day),
  level: 'CRITICAL',
  title: 'Site swaps above the catalogue are refused for today',
  message:
    `A site swap would have gone ${formatBrl(overCents)} beyond the value of its target in the catalogue, and with it the ` +
    `day beyond ${formatBrl(capCents)} (\`siteSwapOverCapCents\`), so that it was refused. Compare the prices of the ` +
    'catalogue with those of the marketplace, and see who sells what was bought.',
  details: { day, overCents: overCents.toString(), capCents: capCents.toString() },
});

const said = ({ id }: SiteSwap, { title, message, en }: OwnWords): NotificationContent => ({
  type: 'SYSTEM',
  title,
  message,
  en,
  metadata: { siteSwapId: id },
});

export function siteSwapCompleted(swap: SiteSwap): NotificationContent {
  const { target, creditCents } = swap;
  const isCredited = creditCents > 0n;
  return said(swap, {
    title: 'Troca concluída',
    message:
      `Você recebeu ${target.name}.` +
      (isCredited ? ` A diferença de ${formatBrl(creditCents)} está no seu saldo.` : ''),
    en: {
      title: 'The swap is done',
      message:
        `You have received ${target.name}.` +
        (isCredited ? ` The difference of ${formatBrlInEnglish(creditCents)} is on your balance.` : ''),
    },
  });
}

export const siteSwapFailed = (swap: SiteSwap): NotificationContent =>
  said(swap, {
    title: 'Troca não concluída',
    message: `Não foi possível obter ${swap.target.name}. Os seus itens estão disponíveis de novo.`,
    en: {
      title: 'The swap was not done',
      message: `${swap.target.name} could not be bought. Your items are available again.`,
    },
  });

export const targetNotFound = defineError(
  'SWAP_TARGET_NOT_FOUND',
  404,
  'O item desejado não foi encontrado.',
  'The catalogue has no item of this market name, or the marketplace has none for sale now: read `GET ' +
    '/api/swap/targets`.',
);
const itemHeld = defineError(
  'ITEM_HELD',
  409,
  {
    say: (id: string, status: string) => `O item ${id} está preso em outra operação (status: ${status}).`,
    params: (inventoryItemId, status) => ({ inventoryItemId, status }),
    examples: [['90210', 'LOCKED']],
  },
  'The item is used in a swap, a withdrawal or an upgrade; when that ends it may be AVAILABLE again.',
);
const targetTooDear = defineError(
  'SWAP_TARGET_TOO_DEAR',
  400,
  {
    say: (target: Cents, given: Cents) =>
      `O item custa ${formatBrl(target)}, mais do que os ${formatBrl(given)} que os seus itens valem.`,
    params: (target, given) => ({ targetCents: target.toString(), givenCents: given.toString() }),
    examples: [[6_605n, 6_000n]],
  },
  'Give more items, or choose a cheaper target.',
);
const targetPriceOdd = defineError(
  'SWAP_TARGET_PRICE_ODD',
  400,
  'O preço do item desejado no mercado está muito diferente do catálogo. Escolha outro item ou tente mais tarde.',
  'The price of the marketplace is more than a tenth above that of the catalogue, or more than a fifth below it: ' +
    'choose another target, or come back when the prices have been synced.',
);
export const dayExhausted = defineError(
  'SITE_SWAP_DAY_EXHAUSTED',
  400,
  'O mercado pede por este item mais do que o valor do catálogo, e o limite de hoje para essas trocas foi atingido. Escolha outro item ou tente amanhã.',
  'The house has paid its limit of the day above the values of the catalogue: choose a target whose `valueCentsBrl` ' +
    'is its value in the catalogue, or come back tomorrow.',
);
const siteSwapsSuspended = defineError(
  'SITE_SWAPS_SUSPENDED',
  403,
  'Seus saques de itens e suas trocas com o site estão suspensos. Fale com o suporte.',
  'A trade of the user was reversed: the site buys nothing for them until an administrator has decided.',
);
export const siteSwapUnavailable = defineError(
  'SITE_SWAP_UNAVAILABLE',
  503,
  'A troca com o site não está disponível no momento.',
  'The platform cannot buy on the marketplace: no access is configured, or its wallet there does not cover the target.',
);
export const marketSilent = defineError(
  'MARKET_SILENT',
  503,
  'O mercado não está respondendo no momento. Tente de novo em instantes.',
  'The marketplace does not answer, and nothing was done: try again after `Retry-After`.',
  (cause?: unknown) => ({ headers: { 'retry-after': '30' }, cause }),
);

export const itemGivenTwice = () =>
  validationFailed([{ field: 'inventoryItemIds', message: 'must not contain the same entry twice' }]);

export function siteSwapRefused(fault: SiteSwapFault): AppError {
  switch (fault.kind) {
    case 'ITEM_ABSENT':
      return inventoryItemNotFound();
    case 'ITEM_FOREIGN':
      return itemOfAnotherUser();
    case 'ITEM_UNAVAILABLE':
      return itemNotAvailable(fault.id, fault.status, true);
    case 'ITEM_HELD':
      return itemHeld(fault.id, fault.status);
    case 'ITEM_RESTRICTED':
      return itemIsRestricted();
    case 'ITEM_WITHOUT_DETAILS':
      return itemDetailsNotFound();
    case 'TARGET_ABSENT':
      return targetNotFound();
    case 'TARGET_TOO_DEAR':
      return targetTooDear(fault.targetCents, fault.givenCents);
    case 'TARGET_PRICE_ODD':
      return targetPriceOdd();
    case 'SUSPENDED':
      return siteSwapsSuspended();
    case 'DAY_EXHAUSTED':
      return dayExhausted();
  }
}
