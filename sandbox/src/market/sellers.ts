import { createHash } from 'node:crypto';

export interface Seller {
  id: string;
  platformId: string;
  name: string;
  steamJoined: number;
  steamLevel: number;
  successTrades: number;
  failedTrades: number;
  averageSeconds: number;
}

const NAMES = [
  'turboTrade',
  'PixelPirata',
  'skinbarao',
  'Lagartixa',
  'sr.raposa',
  'KnifeKarma',
  'dust2dealer',
  'MeiaNoite',
  'vendedor_zen',
  'CapivaraCS',
  'noscope.ana',
  'Balinha',
  'smoke_mid',
  'OldSchoolEco',
  'zigzag',
  'FioDeNavalha',
];
const FIRST_PLATFORM_ID = 76561198000005001n;

export const sellers: readonly Seller[] = NAMES.map((name, index) => {
  const digest = createHash('sha256').update(`seller:${name}`).digest();
  return {
    id: uuidOf(`seller:${name}`),
    platformId: String(FIRST_PLATFORM_ID + BigInt(index)),
    name,
    steamJoined: 1_300_000_000 + (digest.readUInt32BE(0) % 400_000_000),
    steamLevel: 1 + (digest.readUInt8(4) % 80),
    successTrades: 20 + (digest.readUInt16BE(5) % 4000),
    failedTrades: digest.readUInt8(7) % 40,
    averageSeconds: 40 + (digest.readUInt16BE(8) % 500),
  };
});

/** Makes an id in the form of a UUID from the text alone. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
