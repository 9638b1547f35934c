import { createHash } from 'node:crypto';
import { chooserFor } from '../chooser.ts';

/** Every well-formed id is an account; the page offers the listed ones. */
export interface Account {
  platformId: string;
  name: string;
  role: 'administrator' | 'player' | 'robot';
}

export const PLATFORM_ID_PATTERN = '7656119[0-9]{10}';

/** A 64-bit id is this number plus the 32-bit number of the account. */
const PARTNER_BASE = 76561197960265728n;
const MAX_PARTNER = 0xffffffffn;

const PLATFORM_ID = new RegExp(`^${PLATFORM_ID_PATTERN}$`);

export const listedAccounts: readonly Account[] = [
  { platformId: '76561198000000001', name: 'Helena Prado', role: 'administrator' },
  { platformId: '76561198000000002', name: 'Thiago Moreira', role: 'player' },
  { platformId: '76561198000000003', name: 'Ana Beatriz Lopes', role: 'player' },
  { platformId: '76561198000000004', name: 'João Pedro Nogueira', role: 'player' },
  { platformId: '76561198000000005', name: 'Larissa Camargo', role: 'player' },
  { platformId: '76561198000000006', name: 'Zé do Pixel', role: 'player' },
  { platformId: '76561198000000007', name: 'Mariana Vasconcelos', role: 'player' },
  { platformId: '76561198000000008', name: 'Caio Sant’Anna', role: 'player' },
  { platformId: '76561198000000009', name: 'Iara Ribeiro', role: 'player' },
  { platformId: '76561198000000010', name: 'Wesley Conceição', role: 'player' },
  { platformId: '76561198000000011', name: 'Duda Figueiredo', role: 'player' },
];

/** The page does not offer these accounts of nobody, and names and portraits say that they are robots. */
export const robotAccounts: readonly Account[] = [
  { platformId: '76561198000000901', name: 'Robô Pipoca (demo)', role: 'robot' },
  { platformId: '76561198000000902', name: 'Robô Jabuti (demo)', role: 'robot' },
  { platformId: '76561198000000903', name: 'Robô Paçoca (demo)', role: 'robot' },
  { platformId: '76561198000000904', name: 'Robô Tucano (demo)', role: 'robot' },
  { platformId: '76561198000000905', name: 'Robô Caju (demo)', role: 'robot' },
];

const FIRST_NAMES = [
  'Alice',
  'André',
  'Bianca',
  'Bruno',
  'Camila',
  'Davi',
  'Elisa',
  'Fábio',
  'Gabriela',
  'Gustavo',
  'Heitor',
  'Igor',
  'Jéssica',
  'Juliana',
  'Kauã',
  'Letícia',
  'Lucas',
  'Luíza',
  'Matheus',
  'Nathália',
  'Otávio',
  'Paula',
  'Rafael',
  'Raquel',
  'Renan',
  'Sofia',
  'Tainá',
  'Vinícius',
  'Vitória',
  'Yasmin',
];
const LAST_NAMES = [
  'Almeida',
  'Araújo',
  'Barbosa',
  'Brandão',
  'Cardoso',
  'Cavalcanti',
  'Correia',
  'Duarte',
  'Fernandes',
  'Freitas',
  'Gonçalves',
  'Guimarães',
  'Leite',
  'Macedo',
  'Magalhães',
  'Melo',
  'Mendonça',
  'Monteiro',
  'Peixoto',
  'Queiroz',
  'Rezende',
  'Rocha',
  'Sales',
  'Siqueira',
  'Tavares',
  'Teixeira',
  'Valente',
  'Xavier',
];

export function findAccount(platformId: string): Account | undefined {
  if (!PLATFORM_ID.test(platformId)) return undefined;
  const listed = [...listedAccounts, ...robotAccounts].find((account) => account.platformId === platformId);
  if (listed) return listed;
  const choose = chooserFor(platformId, 'name');
  return { platformId, name: `${choose(FIRST_NAMES)} ${choose(LAST_NAMES)}`, role: 'player' };
}

/** Trade offers reach the account by its 32-bit number and a token. Ids below the base have no number. */
export function tradeUrlOf({ platformId }: Account): string | undefined {
  const partner = BigInt(platformId) - PARTNER_BASE;
  if (partner < 0n || partner > MAX_PARTNER) return undefined;
  const token = createHash('sha256').update(`trade:${platformId}`).digest('base64url').slice(0, 8);
  return `https://steamcommunity.com/tradeoffer/new/?partner=${partner}&token=${token}`;
}
