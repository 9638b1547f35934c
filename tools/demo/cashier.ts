import { setTimeout as sleep } from 'node:timers/promises';
import { happens, pickWeighted, wholeBetween } from './chance.ts';
import { codeAt } from './person.ts';
import type { Player, World } from './world.ts';

type Payment = 'PAID' | 'UNPAID' | 'OTHER_AMOUNT' | 'GIVEN_BACK';
const PAYMENTS: readonly (readonly [Payment, number])[] = [
  ['PAID', 88],
  ['UNPAID', 9],
  ['OTHER_AMOUNT', 2],
  ['GIVEN_BACK', 1],
];
const DEPOSIT_CENTS = { least: 2_000, most: 500_000 };
const PAYOUT_CENTS = { least: 2_000, most: 300_000 };
const WON_PRICES = 12;
const PAYING_OUT = 0.4;
const WORTH_DELIVERING_CENTS = 1_500;
const DELIVERING = 0.2;
const LATE_OPENINGS = 4;
const MOST_LATE_TRIES = 10;
const CODE_STEP_MS = 30_000;
const LOOK_EVERY_MS = 3;
const MOST_LOOKS = 10_000;
const PAID = 303;

/** Tells whether money has come in. */
export async function deposit(
  world: World,
  player: Player,
  payment: Payment = pickWeighted(PAYMENTS),
): Promise<boolean> {
  const txid = await beginDeposit(player);
  if (txid === null) return false;
  if (payment === 'UNPAID') return false;
  if (payment === 'OTHER_AMOUNT') {
    await setBank(world, { pay: { txid, amount: '7.00', force: true } });
    return false;
  }
  await pay(world, txid);
  await untilCredited(player);
  if (payment === 'GIVEN_BACK') await setBank(world, { giveBack: { txid } });
  const balance = await player.person.ask<{ balanceCents: string }>('GET', '/user/balance');
  player.balanceCents = Number(balance?.balanceCents ?? 0);
  return payment === 'PAID';
}

/** Gives what the bank calls its charge; null where it is refused. */
async function beginDeposit({ person, favourites: [cheapest] }: Player): Promise<string | null> {
  const wantedCents = Math.round((cheapest.cents * wholeBetween(8, 30)) / 500) * 500;
  const amountCents = String(Math.min(Math.max(wantedCents, DEPOSIT_CENTS.least), DEPOSIT_CENTS.most));
  const begun = await person.ask<{ pixCode: string }>('POST', '/payment/deposit/initiate', { amountCents });
  return /\/qr\/v2\/([0-9a-f]{32})/.exec(begun?.pixCode ?? '')?.[1] ?? null;
}

async function pay({ sandbox }: World, txid: string): Promise<void> {
  const paid = await fetch(sandbox.pixUrl, {
    method: 'POST',
    body: new URLSearchParams({ code: txid }),
    redirect: 'manual',
  });
  await paid.arrayBuffer();
  if (paid.status !== PAID) throw new Error(`the sandbox's bank takes no payment: ${paid.status}`);
}

/** The bank reports a payment to the product, which credits it then: to the balance, or to what the player owes. */
async function untilCredited({ person }: Player): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const newest = await person.ask<{ data: { status: string }[] }>('GET', '/payment/deposits?limit=1');
    if (newest?.data[0]?.status !== 'PENDING') return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error('a deposit was paid and is not credited');
}

/** Tells whether a stand-in of the sandbox does what is asked. */
export async function setStandIn({ sandbox }: World, name: 'pix' | 'market', setting: object): Promise<boolean> {
  const answer = await fetch(`${sandbox.url}/control/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(setting),
  });
  await answer.arrayBuffer();
  return answer.ok;
}

export const setBank = (world: World, setting: object): Promise<boolean> => setStandIn(world, 'pix', setting);

/** A winner leaves with a part of the winnings as money, or with an item. */
export async function takeWinnings(world: World, player: Player): Promise<void> {
  const wonCents = Math.max(player.favourites[0].cents * WON_PRICES, 2 * PAYOUT_CENTS.least);
  if (player.balanceCents >= wonCents && happens(PAYING_OUT)) {
    await requestPayout(world, player, Math.floor(player.balanceCents / 2));
  }
  const dearest = player.items.at(-1);
  if (dearest !== undefined && dearest.cents >= WORTH_DELIVERING_CENTS && happens(DELIVERING)) {
    await requestDelivery(world, player, dearest.id);
  }
}

type PayoutStep = 'confirm' | 'cancel' | 'forget';
const PAYOUT_STEPS: readonly (readonly [PayoutStep, number])[] = [
  ['confirm', 86],
  ['cancel', 6],
  ['forget', 8],
];

export async function requestPayout(
  world: World,
  player: Player,
  cents: number,
  step: PayoutStep = pickWeighted(PAYOUT_STEPS),
): Promise<void> {
  const { person } = player;
  if (cents < PAYOUT_CENTS.least) return;
  player.secret ??= await enableSecondFactor(world, player);
  const amountCents = String(Math.min(cents, PAYOUT_CENTS.most));
  const asked = { amountCents, pixKeyType: 'EMAIL', pixKey: `${person.platformId}@example.com` };
  const requested = await person.ask<{ id: string }>('POST', '/payment/withdraw/request', asked);
  if (requested === null) return;
  player.balanceCents -= Number(amountCents);
  if (step === 'forget') return;
  const confirmation = { code: codeAt(player.secret ?? '', world.clock.now()), amountCents };
  await person.ask('POST', `/payment/withdraw/${requested.id}/${step}`, step === 'confirm' ? confirmation : undefined);
}

/** The code of the step before leaves the present one for later. */
async function enableSecondFactor({ clock }: World, { person }: Player): Promise<string | null> {
  const made = await person.ask<{ secret: string }>('POST', '/payment/2fa/setup');
  if (made === null) return null;
  const code = codeAt(made.secret, new Date(clock.now().getTime() - CODE_STEP_MS));
  const enabled = await person.ask('POST', '/payment/2fa/enable', { code });
  return enabled === null ? null : made.secret;
}

async function requestDelivery(world: World, player: Player, itemId: string): Promise<void> {
  if (world.isEnding) return;
  const requested = await player.person.ask<{ withdrawalId?: string }>('POST', `/inventory/${itemId}/withdraw`);
  if (requested?.withdrawalId === undefined) return;
  player.items.pop();
  world.deliveries.push({ id: requested.withdrawalId, owner: player });
}

/**
 * A new player asks for their dearest item that the marketplace has at its price, and a person reviews the request.
 * Without such an item they open more; where the marketplace has nothing, nothing waits.
 */
export async function leaveDeliveryWaiting(world: World, player: Player): Promise<void> {
  const { person, favourites } = player;
  for (let tries = 0; tries < MOST_LATE_TRIES; tries += 1) {
    await person.ask('POST', `/cases/${favourites[0].id}/open`, { quantity: LATE_OPENINGS });
    const owned = await person.ask<{ items: { id: string }[] }>('GET', '/inventory?sortBy=value&status=AVAILABLE');
    for (const { id } of owned?.items ?? []) {
      const asked = await person.ask<{ withdrawalId?: string }>('POST', `/inventory/${id}/withdraw`);
      if (asked?.withdrawalId !== undefined) return;
    }
    await deposit(world, player, 'PAID');
  }
}
