import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { derivedBattleSeed } from './battle-seed.ts';

interface Told {
  id: string;
  botSeats?: { serverSeedHashes: string[] }[];
  seats: { serverSeedHashes: string[]; clientSeed: string | null }[];
  rounds: { rolls: { clientSeed: string; clientSeedSource: string }[] }[];
  tieBreak: { serverSeedHash: string };
}
const { battles }: { battles: Told[] } = JSON.parse(
  readFileSync(new URL('../../vectors/games.json', import.meta.url), 'utf8'),
);

test('every client seed that was derived elsewhere is derived here', () => {
  let compared = 0;
  for (const { botSeats, seats, rounds, tieBreak } of battles) {
    if (botSeats === undefined) continue;
    const fixed = seats.map(({ serverSeedHashes, clientSeed }, index) => ({
      hashes: index === 0 ? serverSeedHashes : (botSeats[index - 1]?.serverSeedHashes ?? []),
      clientSeed,
    }));
    const derived = derivedBattleSeed(tieBreak.serverSeedHash, fixed);
    for (const { clientSeed, clientSeedSource } of rounds.flatMap(({ rolls }) => rolls)) {
      if (clientSeedSource !== 'DERIVED') continue;
      assert.equal(clientSeed, derived);
      compared += 1;
    }
  }
  assert.ok(compared > 15, String(compared));
});

test('the bytes are those of the document', () => {
  const seats = [
    { hashes: ['aa', 'bb'], clientSeed: 'São Paulo 🎲' },
    { hashes: ['cc', 'dd'], clientSeed: null },
  ];
  const text = 'tie:ee\n1:aabb\n2:ccdd\n1:São Paulo 🎲\n2:\n';
  assert.equal(derivedBattleSeed('ee', seats), createHash('sha256').update(text, 'utf8').digest('hex'));
});
