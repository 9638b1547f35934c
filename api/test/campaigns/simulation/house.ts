import type { Step } from './plays.ts';
import { ask, isDone } from './world.ts';

/** An administrator gives or takes money. */
export const adjustBalance: Step = async (world, actor) => {
  const { chance, admin } = world;
  const { model } = actor;
  const cents = chance.happens(0.8) ? chance.between(5_000, 60_000) : -chance.between(1, 5_000);
  const reply = await ask(world, admin, [
    'POST',
    `/admin/users/${model.id}/balance`,
    { amountCents: String(cents), reason: 'Simulated' },
  ]);
  const faults = model.balance + cents < 0 ? ['INSUFFICIENT_BALANCE'] : [];
  if (isDone(reply, faults, 'an adjustment')) model.balance += cents;
  return [actor];
};
