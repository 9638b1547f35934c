const PLACES = [
  ['DEPOSIT_', '/admin/depositos', 'deposits'],
  ['PAYMENT_', '/admin/depositos', 'deposits'],
  ['RETURN_', '/admin/depositos', 'deposits'],
  ['PAYOUT', '/admin/saques', 'payouts'],
  ['WITHDRAWAL_', '/admin/retiradas', 'withdrawals'],
  ['MARKET_WALLET_LOW', '/admin/retiradas', 'withdrawals'],
  ['ORDER_', '/admin/ordens', 'orders'],
  ['SITE_SWAP_', '/admin/trocas', 'swaps'],
  ['RATE_', '/admin/itens?aba=cotacao', 'rate'],
  ['PRICES_', '/admin/itens?aba=retidos', 'prices'],
] as const;

export interface AlertPlace {
  to: string;
  text: (typeof PLACES)[number][2];
}

/** It is null where it is dealt with outside of the console. */
export function placeOfAlert(kind: string): AlertPlace | null {
  const found = PLACES.find(([beginning]) => kind.startsWith(beginning));
  return found === undefined ? null : { to: found[1], text: found[2] };
}
