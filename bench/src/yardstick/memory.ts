import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onDatabase } from '../people.ts';
import { databaseUrlOf, type ProductServer, residentKib, startInProduction } from '../servers.ts';
import { startYardstick } from './nest-server.ts';

const IDLE_SECONDS = Number(process.env.BENCH_IDLE_SECONDS ?? 60);

/** MiB of both, started as in production and left alone. */
export async function idleMemory(ground: ProductServer): Promise<{ product: number; yardstick: number }> {
  await onDatabase(ground.dataDir, (client) => client.query('create database production'));
  const folder = await mkdtemp(path.join(tmpdir(), 'lisura-bench-production-'));
  // The first start migrates, which production does once.
  const first = await startInProduction(databaseUrlOf(ground.dataDir, 'production'), folder);
  await first.stop();
  const product = await startInProduction(databaseUrlOf(ground.dataDir, 'production'), folder);
  const yardstick = await startYardstick(ground);
  await sleep(IDLE_SECONDS * 1_000);
  const memory = {
    product: (await residentKib(product)) / 1_024,
    yardstick: (await residentKib(yardstick)) / 1_024,
  };
  await Promise.all([product.stop(), yardstick.stop()]);
  await rm(folder, { recursive: true, force: true });
  return memory;
}
