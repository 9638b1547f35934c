import { strict as assert } from 'node:assert';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * What kept answers are made of, for compression: it refers to these words instead of repeating them, so that a short answer
 * gets shorter too. What is frequent stands last. Kept answers name theirs by its number, so that one is never changed: better
 * words are another one at the end.
 */
const WORDS = [
  '{"id":"","status":"REQUESTED","createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"","userId":"","amountCents":"100",' +
    '"amountFormatted":"R$ 100,00","method":"PIX","expiresAt":"","brCode":"","txid":"","transferId":"","reason":null,' +
    '"battleId":"","seats":[{"seat":1,"team":1,"username":"","avatarUrl":"https://avatars.steamstatic.com/","isBot":false,' +
    '"isWinner":true}],"mode":"NORMAL","isPrivate":false,"entryCents":"","potCents":"","rounds":[],"tickets":1,"raffleId":"",' +
    '"statusCode":400,"message":"","code":"INSUFFICIENT_BALANCE","errors":[{"field":"","message":""}],' +
    '"soldCount":1,"totalCents":"","itemIds":[],"upgradeId":"","totalValueCents":"","targetValueCents":"","edgePercent":"",' +
    '"successThreshold":,"won":true,"targetItem":{"openings":[{"id":"1","caseId":"1","versionNumber":1,"nonce":1,"roll":1,' +
    '"serverSeed":"","serverSeedHash":"","clientSeed":"","clientSeedSource":"CLIENT","clientSeedSource":"SERVER",' +
    '"isFlip":false,"chancePercent":"","item":{"id":"","name":" (Field-Tested)","imageUrl":' +
    '"https://community.akamai.steamstatic.com/economy/image/","rarity":"CONSUMER_GRADE","rarityColor":"#b0c3d9",' +
    '"valueCentsBrl":"","valueFormatted":"R$ 0,00"},"inventoryItemId":""}],"balanceCents":"","balanceFormatted":"R$ ",' +
    '"totalCostCents":"","totalWonCents":""}',
].map((words) => Buffer.from(words));

/** Small windows: these answers are short, and what zlib needs for itself is made anew for each. */
const SIZES = { windowBits: 14, memLevel: 6 };

/** The number of its words, then what is left of the text. */
export function packAnswer(body: string): Buffer {
  const number = WORDS.length - 1;
  const dictionary = WORDS[number] as Buffer;
  return Buffer.concat([Buffer.of(number), deflateRawSync(body, { ...SIZES, dictionary })]);
}

/** Byte for byte what was packed. */
export function unpackAnswer(packed: Buffer): string {
  const dictionary = WORDS[packed[0] ?? -1];
  assert(dictionary !== undefined, 'the answer was kept by a newer version');
  return inflateRawSync(packed.subarray(1), { dictionary }).toString();
}
