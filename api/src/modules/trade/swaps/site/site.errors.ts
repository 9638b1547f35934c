import { type AppError, defineError, validationFailed } from '../../../../platform/errors.ts';
import { type Cents, formatBrl } from '../../../../platform/money.ts';
import {
  inventoryItemNotFound,
  itemDetailsNotFound,
  itemIsRestricted,
  itemNotAvailable,
  itemOfAnotherUser,
} from '../../../assets/inventory/index.ts';
import type { SiteSwapFault } from './site.rules.ts';

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
