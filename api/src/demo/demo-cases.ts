import { HASH_MAX } from '@lisura/fairness';
import type { EmblemName } from '@lisura/sandbox';
import type { WeaponCategory } from '../modules/assets/items/index.ts';
import { createCase } from '../modules/games/cases/index.ts';
import type { Db } from '../platform/database/db.ts';
import { type DemoItem, fillWheel, oddsOf, WHEELS, type WheelItem } from './demo-items.ts';

interface DemoCase {
  name: string;
  description: string;
  /** What is painted on it. */
  emblem: EmblemName;
  wheel: keyof typeof WHEELS;
  /** Its items are worth about so much. */
  aroundCents: number;
  /** What it holds where there are such at the price. */
  kinds?: readonly WeaponCategory[];
  flip?: true;
}

/** By category, in the order in which both are shown: what a newcomer can afford comes first. */
const DEMO_CASES: Readonly<Record<string, readonly DemoCase[]>> = {
  Iniciante: [
    {
      name: 'Primeira Sorte',
      description:
        'O melhor lugar para começar: custa pouco, quase sempre devolve boa parte e ensina como tudo funciona.',
      emblem: 'clover',
      wheel: 'gentle',
      aroundCents: 200,
    },
    {
      name: 'Bolso Leve',
      description: 'Por alguns trocados, uma chance em mil de levar algo vinte e cinco vezes maior.',
      emblem: 'wallet',
      wheel: 'classic',
      aroundCents: 500,
    },
    {
      name: 'Café com Skin',
      description: 'O preço de um cafezinho e um prêmio raro no fundo da xícara.',
      emblem: 'coffee',
      wheel: 'jackpot',
      aroundCents: 1_000,
    },
  ],
  Clássicas: [
    {
      name: 'Neon',
      description: 'Para quem gosta de risco: muita luz, muita skin barata e poucas que brilham de verdade.',
      emblem: 'neon',
      wheel: 'bold',
      aroundCents: 2_000,
    },
    {
      name: 'Calçadão',
      description: 'Um passeio tranquilo: os valores ficam perto do preço, com poucas surpresas ruins.',
      emblem: 'promenade',
      wheel: 'gentle',
      aroundCents: 3_500,
    },
    {
      name: 'Maré Alta',
      description: 'Quando a maré sobe, a segunda roda gira: três prêmios esperam do outro lado da onda.',
      emblem: 'wave',
      wheel: 'classic',
      aroundCents: 5_000,
      flip: true,
    },
  ],
  Armas: [
    {
      name: 'Rifle de Ouro',
      description: 'Rifles do começo ao fim, do primeiro treino à peça de coleção.',
      emblem: 'golden-rifle',
      wheel: 'classic',
      aroundCents: 8_000,
      kinds: ['RIFLE'],
    },
    {
      name: 'Mira Fina',
      description: 'Rifles de precisão para quem acerta um tiro em cem, e faz valer.',
      emblem: 'crosshair',
      wheel: 'bold',
      aroundCents: 12_000,
      kinds: ['SNIPER_RIFLE'],
    },
    {
      name: 'Arsenal',
      description: 'Um pouco de cada arma, com o menor risco entre as caixas caras.',
      emblem: 'arsenal',
      wheel: 'gentle',
      aroundCents: 20_000,
      kinds: ['RIFLE', 'SMG', 'PISTOL', 'SHOTGUN', 'MACHINE_GUN', 'SNIPER_RIFLE'],
    },
  ],
  Premium: [
    {
      name: 'Lâmina',
      description: 'Facas de todos os cortes. As mais raras não cabem em bolso nenhum.',
      emblem: 'blade',
      wheel: 'classic',
      aroundCents: 40_000,
      kinds: ['KNIFE'],
    },
    {
      name: 'Luvas & Facas',
      description: 'Risco alto e segunda roda: luvas e facas para quem não veio brincar.',
      emblem: 'gloves-and-knife',
      wheel: 'bold',
      aroundCents: 80_000,
      kinds: ['GLOVES', 'KNIFE'],
      flip: true,
    },
    {
      name: 'Coroa',
      description: 'A caixa mais cara da casa. Uma abertura em duas mil muda a coleção inteira.',
      emblem: 'crown',
      wheel: 'jackpot',
      aroundCents: 150_000,
      kinds: ['KNIFE', 'GLOVES'],
    },
  ],
};

export const DEMO_CATEGORIES = Object.keys(DEMO_CASES);

/** Peers pay back about nine tenths. */
export const RETURN_PERCENT = 90;
/** So many of the rarest are behind the second wheel of a case with a flip. */
const FLIP_ITEMS = 3;
/** Between two cases of a category, so that one can be put there without moving the others. */
const ORDER_STEP = 10;

interface CasesDeps {
  db: Db;
  stock: readonly DemoItem[];
  cratePicture(emblem: EmblemName): string;
}

export async function createDemoCases(deps: CasesDeps): Promise<void> {
  for (const [category, cases] of Object.entries(DEMO_CASES)) {
    for (const [place, demoCase] of cases.entries()) {
      await createDemoCase(deps, demoCase, { category, displayOrder: (place + 1) * ORDER_STEP });
    }
  }
}

async function createDemoCase(
  { db, stock, cratePicture }: CasesDeps,
  { name, description, emblem, wheel, aroundCents, kinds, flip }: DemoCase,
  place: { category: string; displayOrder: number },
): Promise<void> {
  const contents = fillWheel(stock, WHEELS[wheel], aroundCents, kinds);
  const imageUrl = cratePicture(emblem);
  await createCase(
    { db },
    {
      fields: { name, slug: null, description, imageUrl, ...place, priceCents: priceOf(contents) },
      given: { style: 'PROBABILITIES', normalize: false, items: oddsOf(contents) },
      flipThreshold: flip === true ? flipThresholdOf(contents) : null,
      activate: true,
    },
    { actorId: null, ip: null },
  );
}

/** What an opening gives on average decides the price, so that the return is the one meant. */
function priceOf(contents: readonly WheelItem[]): bigint {
  const averageCents = contents.reduce((sum, { valueCents, rolls }) => sum + (valueCents * rolls) / HASH_MAX, 0);
  return BigInt(Math.max(Math.round((averageCents * 100) / RETURN_PERCENT), 1));
}

function flipThresholdOf(contents: readonly WheelItem[]): number {
  const behind = contents.slice(-FLIP_ITEMS).reduce((sum, { rolls }) => sum + rolls, 0);
  return HASH_MAX - behind + 1;
}
