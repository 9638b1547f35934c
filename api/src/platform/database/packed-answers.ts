import { strict as assert } from 'node:assert';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * The first byte names the way of packing. zlib took a fifth of an opening's processor time, so short answers replace
 * phrases by numbers. Stored answers outlive versions: a way and its words never change.
 */
const DEFLATED = 0;
const NUMBERED = 1;

/** Longer answers repeat themselves, which suits zlib. */
const LONGEST_NUMBERED = 4_000;

export function packAnswer(body: string): Buffer {
  return body.length > LONGEST_NUMBERED
    ? Buffer.concat([Buffer.of(DEFLATED), deflateRawSync(body, { ...SIZES, dictionary: WORDS })])
    : numbered(body);
}

export function unpackAnswer(packed: Buffer): string {
  if (packed[0] === DEFLATED) return inflateRawSync(packed.subarray(1), { dictionary: WORDS }).toString();
  assert(packed[0] === NUMBERED, 'the answer was kept by a newer version');
  return partsOf(packed).join('"');
}

/** Frequent words stand last, as zlib prefers. */
const WORDS = Buffer.from(
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
);

/** A small window halves the time and costs a tenth more bytes. */
const SIZES = { level: 1, windowBits: 12, memLevel: 8 };

/** Text between two quotation marks of JSON, most frequent first: the first 126 take one byte. */
const PHRASES = (
  ':|,|id|},|:1,|:{|}],|},{|}|}}|{|[{|:[{|],|:[],|:[|:null,|:null}|:true,|:false,|:true}|:false}|openings|logLeaf|kind|CASES|' +
  'caseId|versionNumber|nonce|:2,|:3,|roll|serverSeed|serverSeedHash|clientSeed|clientSeedSource|SERVER|REQUEST|ACCOUNT|' +
  'isFlip|chancePercent|item|name|imageUrl|rarity|CONSUMER_GRADE|INDUSTRIAL_GRADE|MIL_SPEC|RESTRICTED|CLASSIFIED|COVERT|' +
  'CONTRABAND|rarityColor|#b0c3d9|#5e98d9|#4b69ff|#8847ff|#d32ce6|#eb4b4b|#e4ae39|valueCentsBrl|valueFormatted|' +
  'inventoryItemId|balanceCents|balanceFormatted|totalCostCents|totalWonCents|statusCode|:400,|:403,|:404,|:409,|message|' +
  'code|errors|field|INSUFFICIENT_BALANCE|Insufficient balance|itemsSold|totalValueCents|totalValueFormatted|itemIds|' +
  'transferId|status|createdAt|updatedAt|userId|amountCents|amountFormatted|reason|UPGRADES|upgradeId|won|targetItem|' +
  'targetValueCents|edgePercent|successThreshold|battleId|seats|seat|team|username|avatarUrl|isBot|isWinner|mode|isPrivate|' +
  'entryCents|potCents|rounds|tickets|raffleId|items|data|type|BEACON|DERIVED|publicId|expiresAt|method'
).split('|');

/** They precede literal text or hex characters, with its length. */
const LITERAL = 0;
const HEX = 1;
const FIRST_PHRASE = 2;
const NUMBERS = new Map(PHRASES.map((phrase, index) => [phrase, index + FIRST_PHRASE]));

const SEED_OR_HASH = /^[0-9a-f]{64}$/;
const MOST_BYTES_OF_CHARACTER = 3;
const MOST_BYTES_OF_NUMBER = 3;

function numbered(body: string): Buffer {
  const parts = body.split('"');
  const packed = Buffer.allocUnsafe(
    1 + MOST_BYTES_OF_CHARACTER * body.length + 2 * MOST_BYTES_OF_NUMBER * parts.length,
  );
  packed[0] = NUMBERED;
  let end = 1;
  for (const part of parts) {
    const number = NUMBERS.get(part);
    if (number !== undefined) end = writeNumber(packed, number, end);
    else if (part.length === 64 && SEED_OR_HASH.test(part)) {
      end = writeNumber(packed, part.length / 2, writeNumber(packed, HEX, end));
      end += packed.write(part, end, 'hex');
    } else {
      end = writeNumber(packed, Buffer.byteLength(part), writeNumber(packed, LITERAL, end));
      end += packed.write(part, end);
    }
  }
  return packed.subarray(0, end);
}

/** Seven bits a byte, the lowest first; the eighth says that more follow. */
function writeNumber(packed: Buffer, number: number, place: number): number {
  let [rest, end] = [number, place];
  for (; rest > 127; rest >>= 7, end += 1) packed[end] = (rest & 127) | 128;
  packed[end] = rest;
  return end + 1;
}

function partsOf(packed: Buffer): string[] {
  const parts: string[] = [];
  let place = 1;
  const readNumber = () => {
    for (let number = 0, shift = 0; ; shift += 7) {
      const byte = packed.readUInt8(place);
      place += 1;
      number |= (byte & 127) << shift;
      if (byte <= 127) return number;
    }
  };
  while (place < packed.length) {
    const number = readNumber();
    if (number >= FIRST_PHRASE) {
      const phrase = PHRASES[number - FIRST_PHRASE];
      assert(phrase !== undefined, 'the answer was kept by a newer version');
      parts.push(phrase);
    } else {
      const length = readNumber();
      parts.push(packed.toString(number === HEX ? 'hex' : 'utf8', place, place + length));
      place += length;
    }
  }
  return parts;
}
