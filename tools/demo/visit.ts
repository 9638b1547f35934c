import { deposit, leaveDeliveryWaiting, requestPayout, takeWinnings } from './cashier.ts';
import { happens, wholeBetween } from './chance.ts';
import { createBattle, refresh, sellItems, takeTurn } from './turns.ts';
import type { Player, World } from './world.ts';

const TURNS = { least: 4, most: 14 };
const GIVING_UP = 0.35;
const WITH_OWN_SEED = 0.2;
const WITH_LIMIT = 0.1;
const LIMIT_PRICES = 100;
const TAKING_A_PAUSE = 0.01;
const ACCEPTING = 0.6;
const LATE_DEPOSITS = 4;
const LATE_PAYOUT_CENTS = 2_000;
const ACCOUNT_BASE = 76_561_197_960_265_728n;

/** Somebody comes, plays as long as there is money and desire, and goes. */
export async function visit(world: World, player: Player): Promise<void> {
  if (!player.hasCome) await join(player);
  await refresh(player);
  if (player.isIdle) {
    if (await deposit(world, player)) await requestPayout(world, player, player.balanceCents);
    return;
  }
  await answerOffers(world, player);
  for (let left = wholeBetween(TURNS.least, TURNS.most); left > 0; left -= 1) {
    const isBroke = player.balanceCents < player.favourites[0].cents && !(await sellItems(world, player));
    if (isBroke && (happens(GIVING_UP) || !(await deposit(world, player)))) return;
    await takeTurn(world, player);
  }
  await takeWinnings(world, player);
  if (happens(TAKING_A_PAUSE)) {
    await player.person.ask('POST', '/user/self-exclusion', { kind: 'PAUSE', days: 1, confirm: true });
  }
}

/** A first visit states the age and the trade URL, and for some a seed or a limit of their own. */
export async function join(player: Player): Promise<void> {
  const { person, favourites } = player;
  player.hasCome = true;
  const partner = BigInt(person.platformId) - ACCOUNT_BASE;
  const tradeUrl = `https://steamcommunity.com/tradeoffer/new/?partner=${partner}&token=demo0001`;
  await person.ask('PUT', '/user/age-confirmation', { isAdult: true });
  await person.ask('PATCH', '/user/trade-url', { tradeUrl });
  if (happens(WITH_OWN_SEED)) await person.ask('PUT', '/user/client-seed', { clientSeed: `sorte-${partner}` });
  if (happens(WITH_LIMIT)) {
    const dayCents = String(favourites[0].cents * LIMIT_PRICES);
    await person.ask('PUT', '/user/limits', { wager: { dayCents, weekCents: null, monthCents: null } });
  }
}

async function answerOffers(world: World, player: Player): Promise<void> {
  for (const offer of world.offers.filter(({ to }) => to === player)) {
    world.offers.splice(world.offers.indexOf(offer), 1);
    await player.person.ask('PUT', `/swap/${offer.id}/${happens(ACCEPTING) ? 'accept' : 'decline'}`, {});
    await refresh(player);
  }
}

export async function leaveOpen(world: World): Promise<void> {
  const { latecomer } = world;
  await join(latecomer);
  for (let times = 0; times < LATE_DEPOSITS; times += 1) await deposit(world, latecomer, 'PAID');
  await createBattle(latecomer, 2);
  await deposit(world, latecomer, 'UNPAID');
  await deposit(world, latecomer, 'OTHER_AMOUNT');
  await leaveDeliveryWaiting(world, latecomer);
  await requestPayout(world, latecomer, LATE_PAYOUT_CENTS, 'confirm');
  await requestPayout(world, latecomer, LATE_PAYOUT_CENTS, 'forget');
  for (const player of world.unlucky) {
    if (!player.hasCome) continue;
    await deposit(world, player, 'PAID');
    await requestPayout(world, player, LATE_PAYOUT_CENTS, 'confirm');
    await deposit(world, player, 'OTHER_AMOUNT');
  }
}
