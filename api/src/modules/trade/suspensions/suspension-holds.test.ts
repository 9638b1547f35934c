import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Reply, refusal } from '../../../../test/support/calls.ts';
import { createItem } from '../../../../test/support/items.ts';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { use } from '../../../../test/support/use-app.ts';
import type { Id } from '../../../platform/ids.ts';
import { findViolations } from '../../../verify/find-violations.ts';
import { insertHeld, statusesOf } from '../../assets/inventory/test-support.ts';
import { CENTS, createPayoutsApp } from '../payments/payouts/test-support.ts';
import { lift, suspend, whileSuspending } from './test-support.ts';

const SUSPENDED = [
  403,
  'Seus saques e trocas estão suspensos porque uma troca sua foi revertida no Steam. Fale com o suporte.',
];

const app = use(createPayoutsApp, async ({ db, close }) => {
  try {
    // Prices of test items are written straight into the catalogue.
    const violations = await findViolations(db, { byOwnWays: true });
    assert.deepEqual(
      violations.filter(({ invariant }) => invariant !== 'prices follow from margin and rate'),
      [],
    );
  } finally {
    await close();
  }
});

interface Trader {
  person: Person;
  ids: Id<'inventoryItem'>[];
}

async function trader(): Promise<Trader> {
  const person = await createPerson(app.db);
  return { person, ids: await insertHeld(app.db, person.userId, await createItem(app.db, 1_000), { count: 1 }) };
}
const offer = ({ person, ids }: Trader, acceptor: Person | null = null) =>
  app.call(person, 'POST', '/swap', {
    inventoryItemIds: ids,
    ...(acceptor === null ? {} : { acceptorId: acceptor.userId }),
  });
const accept = (person: Person, { body }: Reply) => app.call(person, 'PUT', `/swap/${body.id}/accept`, {});

const duringReversal = (userId: Id<'user'>, act: () => Promise<Reply>) => whileSuspending(app.db, userId, act);

test('a suspended user offers nothing, is offered nothing, and accepts nothing', async () => {
  const [ana, bia] = [await trader(), await trader()];
  const toAna = await offer(bia, ana.person);
  await suspend(app.db, ana.person.userId);
  assert.deepEqual(refusal(await offer(ana, bia.person)), SUSPENDED);
  assert.deepEqual(refusal(await offer(ana)), SUSPENDED);
  assert.deepEqual(refusal(await accept(ana.person, toAna)), SUSPENDED);
  const caio = await trader();
  assert.deepEqual(refusal(await offer(caio, ana.person)), [409, 'Esta pessoa não pode trocar itens no momento.']);
  assert.deepEqual(await statusesOf(app.db, [...ana.ids, ...caio.ids]), ['AVAILABLE', 'AVAILABLE']);
  await lift(app.db, ana.person.userId);
  assert.equal((await accept(ana.person, toAna)).status, 200);
  assert.equal((await offer(ana, bia.person)).status, 201);
});

test('an offer that a suspended user made before cannot be accepted, but can be cancelled', async () => {
  const [ana, bia] = [await trader(), await trader()];
  const [gift, open] = [await offer(ana, bia.person), await offer(await trader())];
  const creatorId = open.body.creator.id;
  await suspend(app.db, ana.person.userId);
  await suspend(app.db, creatorId);
  for (const made of [gift, open]) {
    const { status, body } = await accept(bia.person, made);
    assert.deepEqual([status, body.code], [409, 'SWAP_CREATOR_NOT_ACTIVE']);
  }
  assert.equal((await app.call(ana.person, 'PUT', `/swap/${gift.body.id}/cancel`)).status, 200);
  assert.deepEqual(await statusesOf(app.db, ana.ids), ['AVAILABLE']);
});

test('an offer accepted while either side is being suspended hands nothing on', async () => {
  const [ana, bia, caio] = [await trader(), await trader(), await trader()];
  const ofAna = await offer(ana, bia.person);
  const byCreator = await duringReversal(ana.person.userId, () => accept(bia.person, ofAna));
  assert.deepEqual([byCreator.status, byCreator.body.code], [409, 'SWAP_CREATOR_NOT_ACTIVE']);
  const ofBia = await offer(bia, caio.person);
  const byAcceptor = await duringReversal(caio.person.userId, () => accept(caio.person, ofBia));
  assert.deepEqual(refusal(byAcceptor), SUSPENDED);
  assert.deepEqual(await statusesOf(app.db, [...ana.ids, ...bia.ids]), ['IN_SWAP', 'IN_SWAP']);
});

test('an offer made while its user is being suspended is refused', async () => {
  const ana = await trader();
  assert.deepEqual(refusal(await duringReversal(ana.person.userId, () => offer(ana))), SUSPENDED);
  assert.deepEqual(await statusesOf(app.db, ana.ids), ['AVAILABLE']);
});

test('a suspended user neither requests, confirms nor is paid a money withdrawal, and can cancel it', async () => {
  const ana = await app.saver(CENTS * 3);
  const [waiting, pending] = [await app.payout(ana), await app.payout(ana, 'PENDING')];
  await suspend(app.db, ana.person.userId);
  assert.deepEqual(refusal(await app.request(ana.person)), SUSPENDED);
  assert.deepEqual(refusal(await app.confirm(ana, waiting)), SUSPENDED);
  const approved = await app.decide(pending, 'approve');
  assert.deepEqual([approved.status, approved.body.code], [409, 'WITHDRAWER_SUSPENDED']);
  assert.equal((await app.decide(pending, 'reject', { reason: 'x' })).status, 200);
  assert.equal((await app.cancel(ana.person, waiting)).status, 200);
  assert.equal(await app.balanceOf(ana), CENTS * 3);
  await lift(app.db, ana.person.userId);
  await app.payout(ana, 'APPROVED');
});

test('each step of a money withdrawal is refused while its user is being suspended', async () => {
  const asking = await app.saver(CENTS);
  assert.deepEqual(refusal(await duringReversal(asking.person.userId, () => app.request(asking.person))), SUSPENDED);
  const confirming = await app.saver(CENTS);
  const waiting = await app.payout(confirming);
  const confirmed = await duringReversal(confirming.person.userId, () => app.confirm(confirming, waiting));
  assert.deepEqual(refusal(confirmed), SUSPENDED);
  const approving = await app.saver(CENTS);
  const pending = await app.payout(approving, 'PENDING');
  const approved = await duringReversal(approving.person.userId, () => app.decide(pending, 'approve'));
  assert.deepEqual([approved.status, approved.body.code], [409, 'WITHDRAWER_SUSPENDED']);
});
