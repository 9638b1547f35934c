import { useEffect, useState } from 'react';
import type { InventoryItem, UpgradeRules, UpgradeTarget } from '../../data/generated/api.ts';
import { apiQuery, queryClient } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { carriedItems, carryItems } from '../../shared/play/carried-items.ts';
import { freshItems, freshTarget } from './fresh-stake.ts';
import { offerOf } from './offer.ts';

/** Holds the stake, the target and their chance. While it is locked, the balance may change without it. */
export function useStake(rules: UpgradeRules, isLocked: boolean) {
  const { session } = useSession();
  const [items, setItems] = useState<readonly InventoryItem[]>(() => carriedItems().slice(0, rules.maxItems));
  useEffect(() => carryItems([]), []);
  const [wantedBalanceCents, setBalanceCents] = useState(0n);
  const [target, setTarget] = useState<UpgradeTarget | null>(null);
  const [multiple, setMultiple] = useState<number | null>(null);

  const itemsCents = items.reduce((sum, { itemValueCents }) => sum + BigInt(itemValueCents), 0n);
  const mostBalanceCents = mostBalanceOf(BigInt(session.balanceCents ?? 0), itemsCents, target);
  const isCovered = wantedBalanceCents < mostBalanceCents || isLocked;
  const balanceCents = isCovered ? wantedBalanceCents : mostBalanceCents;
  const totalCents = itemsCents + balanceCents;
  const targetCents = target === null ? null : BigInt(target.valueCentsBrl);

  const chooseMultiple = async (times: number) => {
    setMultiple(times);
    const query = { minValueCents: String(totalCents * BigInt(times)), limit: 1 };
    const { data } = await queryClient.fetchQuery(apiQuery('GET /upgrade/targets', { query }));
    if (data[0] !== undefined) setTarget(data[0]);
  };
  /** The chosen items may have other values by now, or be gone, so they are asked for again. */
  const renew = async () => {
    const [knownItems, knownTarget] = await Promise.all([freshItems(items), target && freshTarget(target)]);
    setItems(knownItems);
    setTarget(knownTarget);
  };
  const clear = () => {
    setItems([]);
    setBalanceCents(0n);
  };
  return {
    items,
    balanceCents,
    mostBalanceCents,
    totalCents,
    target,
    multiple,
    found: offerOf({ itemCount: items.length, totalCents, targetCents, rules }),
    setItems,
    setBalanceCents,
    setTarget,
    chooseMultiple,
    forgetMultiple: () => setMultiple(null),
    renew,
    clear,
  };
}

/** The addition is limited by the balance, and by the target, which must be worth more than the stake. */
function mostBalanceOf(ownedCents: bigint, itemsCents: bigint, target: UpgradeTarget | null): bigint {
  if (target === null) return ownedCents;
  const room = BigInt(target.valueCentsBrl) - itemsCents - 1n;
  if (room <= 0n) return 0n;
  return room < ownedCents ? room : ownedCents;
}
