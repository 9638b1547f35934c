import assert from 'node:assert/strict';
import { marketRecord, setMarket } from '../../support/purchases.ts';
import type { World } from './world.ts';

/** These answer or break off at once, so that nobody waits. */
const MARKET_FAULTS = ['cut-off', 'server-error', 'malformed', 'refusal'];
const PIX_FAULTS = ['cut-off', 'server-error', 'malformed'];
const STRUCK_OUTSIDE = 0.3;

async function setPix({ sandbox }: World, setting: object): Promise<void> {
  const response = await fetch(`${sandbox.url}/control/pix`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(setting),
  });
  assert.ok(response.ok, `the sandbox refused: ${response.status}`);
  await response.arrayBuffer();
}

interface PixRecord {
  sends: { idEnvio: string; status: 'EM_PROCESSAMENTO' | 'REALIZADO' | 'NAO_REALIZADO' }[];
}

export async function readSends({ sandbox }: World): Promise<PixRecord['sends']> {
  const response = await fetch(`${sandbox.url}/control/pix`);
  return ((await response.json()) as PixRecord).sends;
}

export async function disturbMarket(world: World): Promise<boolean> {
  const { chance, sandbox, counts } = world;
  if (!chance.happens(STRUCK_OUTSIDE)) return false;
  counts.outside += 1;
  const moment = chance.pick(['before', 'after']);
  const fault = { path: 'buy-one-p2p-name', fault: chance.pick(MARKET_FAULTS), moment, times: 1 };
  await setMarket(sandbox, { faults: [fault] });
  return true;
}

export const calmMarket = ({ sandbox }: World) => setMarket(sandbox, { faults: [] });

export async function disturbPix(world: World, call: 'make-charge' | 'send', moments: string[]): Promise<boolean> {
  const { chance, counts } = world;
  if (!chance.happens(STRUCK_OUTSIDE)) return false;
  counts.outside += 1;
  await setPix(world, { faults: [{ call, fault: chance.pick(PIX_FAULTS), moment: chance.pick(moments), times: 1 }] });
  return true;
}

export const calmPix = (world: World) => setPix(world, { faults: [] });

interface Purchase {
  projectId: string;
  step: string;
  status: number;
}

/** Reads the marketplace's own record of a purchase; null where it has sold nothing under that name. */
export async function purchaseOf({ sandbox }: World, projectId: string): Promise<Purchase | null> {
  const { purchases } = await marketRecord(sandbox);
  return (purchases.find((each) => each.projectId === projectId) as Purchase | undefined) ?? null;
}
