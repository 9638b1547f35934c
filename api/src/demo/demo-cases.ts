import { HASH_MAX } from '@lisura/fairness';
import type { EmblemName } from '@lisura/sandbox';
import type { WeaponCategory } from '../modules/assets/items/index.ts';
import { createCase } from '../modules/games/cases/index.ts';
import { byPlatform } from '../modules/people/decisions/index.ts';
import type { Db } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import { type DemoItem, fillWheel, oddsOf, type WheelItem, WORTHS, wheelOf } from './demo-items.ts';

interface DemoCase {
  name: string;
  description: string;
  emblem: EmblemName;
  /** The relative values of its places decide its risk. */
  worths: readonly number[];
  /** Each place gets so many of ten million rolls. */
  rolls: readonly number[];
  aroundCents: number;
  /** Kinds that are preferred if the price allows. */
  kinds?: readonly WeaponCategory[];
  flip?: true;
}

const DEMO_CASES: Readonly<Record<string, readonly DemoCase[]>> = {
  Iniciante: [
    {
      name: 'Primeira Sorte',
      description:
        'O melhor lugar para começar: custa pouco, quase sempre devolve boa parte e ensina como tudo funciona.',
      emblem: 'clover',
      worths: WORTHS.gentle,
      rolls: [3_000_000, 2_500_000, 1_900_000, 1_300_000, 800_000, 350_000, 110_000, 35_000, 5_000],
      aroundCents: 200,
    },
    {
      name: 'Bolso Leve',
      description: 'Por alguns trocados, uma chance em mil de levar algo vinte e cinco vezes maior.',
      emblem: 'wallet',
      worths: WORTHS.classic,
      rolls: [3_000_000, 2_400_000, 1_800_000, 1_200_000, 800_000, 500_000, 200_000, 90_000, 10_000],
      aroundCents: 500,
    },
    {
      name: 'Café com Skin',
      description: 'O preço de um cafezinho e um prêmio raro no fundo da xícara.',
      emblem: 'coffee',
      worths: WORTHS.jackpot,
      rolls: [5_200_000, 2_800_000, 1_150_000, 520_000, 220_000, 90_000, 16_000, 4_000],
      aroundCents: 1_000,
    },
  ],
  Clássicas: [
    {
      name: 'Neon',
      description: 'Para quem gosta de risco: muita luz, muita skin barata e poucas que brilham de verdade.',
      emblem: 'neon',
      worths: WORTHS.bold,
      rolls: [4_200_000, 2_600_000, 1_500_000, 800_000, 450_000, 250_000, 130_000, 60_000, 10_000],
      aroundCents: 2_000,
    },
    {
      name: 'Calçadão',
      description: 'Um passeio tranquilo: os valores ficam perto do preço, com poucas surpresas ruins.',
      emblem: 'promenade',
      worths: WORTHS.gentle,
      rolls: [3_200_000, 2_400_000, 1_800_000, 1_200_000, 800_000, 400_000, 150_000, 45_000, 5_000],
      aroundCents: 3_500,
    },
    {
      name: 'Maré Alta',
      description: 'Quando a maré sobe, a segunda roda gira: três prêmios esperam do outro lado da onda.',
      emblem: 'wave',
      worths: WORTHS.classic,
      rolls: [2_800_000, 2_500_000, 1_900_000, 1_250_000, 800_000, 440_000, 190_000, 105_000, 15_000],
      aroundCents: 5_000,
      flip: true,
    },
  ],
  Armas: [
    {
      name: 'Rifle de Ouro',
      description: 'Rifles do começo ao fim, do primeiro treino à peça de coleção.',
      emblem: 'golden-rifle',
      worths: WORTHS.classic,
      rolls: [3_100_000, 2_300_000, 1_700_000, 1_300_000, 850_000, 480_000, 180_000, 80_000, 10_000],
      aroundCents: 8_000,
      kinds: ['RIFLE'],
    },
    {
      name: 'Mira Fina',
      description: 'Rifles de precisão para quem acerta um tiro em cem, e faz valer.',
      emblem: 'crosshair',
      worths: WORTHS.bold,
      rolls: [4_000_000, 2_700_000, 1_550_000, 850_000, 460_000, 240_000, 120_000, 70_000, 10_000],
      aroundCents: 12_000,
      kinds: ['SNIPER_RIFLE'],
    },
    {
      name: 'Arsenal',
      description: 'Um pouco de cada arma, com o menor risco entre as caixas caras.',
      emblem: 'arsenal',
      worths: WORTHS.gentle,
      rolls: [2_800_000, 2_600_000, 2_000_000, 1_300_000, 750_000, 380_000, 130_000, 36_000, 4_000],
      aroundCents: 20_000,
      kinds: ['RIFLE', 'SMG', 'PISTOL', 'SHOTGUN', 'MACHINE_GUN', 'SNIPER_RIFLE'],
    },
  ],
  Premium: [
    {
      name: 'Lâmina',
      description: 'Facas de todos os cortes. As mais raras não cabem em bolso nenhum.',
      emblem: 'blade',
      worths: WORTHS.classic,
      rolls: [2_600_000, 2_600_000, 2_000_000, 1_300_000, 760_000, 450_000, 195_000, 85_000, 10_000],
      aroundCents: 40_000,
      kinds: ['KNIFE'],
    },
    {
      name: 'Luvas & Facas',
      description: 'Risco alto e segunda roda: luvas e facas para quem não veio brincar.',
      emblem: 'gloves-and-knife',
      worths: WORTHS.bold,
      rolls: [4_400_000, 2_400_000, 1_400_000, 850_000, 480_000, 260_000, 135_000, 65_000, 10_000],
      aroundCents: 80_000,
      kinds: ['GLOVES', 'KNIFE'],
      flip: true,
    },
    {
      name: 'Coroa',
      description: 'A caixa mais cara da casa. Uma abertura em duas mil muda a coleção inteira.',
      emblem: 'crown',
      worths: WORTHS.jackpot,
      rolls: [5_000_000, 3_000_000, 1_200_000, 500_000, 200_000, 80_000, 15_000, 5_000],
      aroundCents: 150_000,
      kinds: ['KNIFE', 'GLOVES'],
    },
  ],
};

export const DEMO_CATEGORIES = Object.keys(DEMO_CASES);

export const DEMO_CATEGORY_SCENES = {
  Iniciante: 'starter',
  Clássicas: 'classics',
  Armas: 'weapons',
  Premium: 'premium',
} as const satisfies Record<keyof typeof DEMO_CASES, string>;

/** Other platforms pay back about nine tenths. */
export const RETURN_PERCENT = 90;
const FLIP_ITEMS = 3;
/** Administrators can insert a case into a gap. */
const ORDER_STEP = 10;

interface CasesDeps {
  db: Db;
  stock: readonly DemoItem[];
  cratePicture(emblem: EmblemName): string;
}

/** An interrupted start may have created some. */
export async function createDemoCases(deps: CasesDeps): Promise<void> {
  const there = await deps.db.query<{ name: string }>(sql`select name from cases`);
  const names = new Set(there.map(({ name }) => name));
  for (const [category, cases] of Object.entries(DEMO_CASES)) {
    for (const [place, demoCase] of cases.entries()) {
      if (names.has(demoCase.name)) continue;
      await createDemoCase(deps, demoCase, { category, displayOrder: (place + 1) * ORDER_STEP });
    }
  }
}

async function createDemoCase(
  { db, stock, cratePicture }: CasesDeps,
  { name, description, emblem, worths, rolls, aroundCents, kinds, flip }: DemoCase,
  place: { category: string; displayOrder: number },
): Promise<void> {
  const contents = fillWheel(stock, wheelOf(worths, rolls), aroundCents, kinds);
  const imageUrl = cratePicture(emblem);
  await createCase(
    { db },
    {
      fields: { name, slug: null, description, imageUrl, ...place, priceCents: priceOf(contents) },
      given: { style: 'PROBABILITIES', normalize: false, items: oddsOf(contents) },
      flipThreshold: flip === true ? flipThresholdOf(contents) : null,
      activate: true,
    },
    byPlatform,
  );
}

/** The average value of an opening gives the intended return. */
function priceOf(contents: readonly WheelItem[]): bigint {
  const averageCents = contents.reduce((sum, { valueCents, rolls }) => sum + (valueCents * rolls) / HASH_MAX, 0);
  return BigInt(Math.max(Math.round((averageCents * 100) / RETURN_PERCENT), 1));
}

function flipThresholdOf(contents: readonly WheelItem[]): number {
  const behind = contents.slice(-FLIP_ITEMS).reduce((sum, { rolls }) => sum + rolls, 0);
  return HASH_MAX - behind + 1;
}
