import type { Rarity } from './grades.ts';

/** These items are not painted and have no exterior. Prices are in US cents. */
export type PlainRow = [name: string, rarity: Rarity, cents: number];

interface PlainCollection {
  name: string;
  rows: PlainRow[];
}

/** A team's sticker comes on paper and in three better prints. */
const TEAM_PRINTS: { suffix: string; rarity: Rarity; factor: number }[] = [
  { suffix: '', rarity: 'High Grade', factor: 1 },
  { suffix: ' (Glitter)', rarity: 'Remarkable', factor: 2.6 },
  { suffix: ' (Holo)', rarity: 'Exotic', factor: 11 },
  { suffix: ' (Gold)', rarity: 'Extraordinary', factor: 64 },
];

const RIO_2022_TEAMS: [name: string, paperCents: number][] = [
  ['FURIA', 24],
  ['Imperial Esports', 38],
  ['Fluxo', 21],
  ['00 Nation', 15],
  ['Natus Vincere', 22],
  ['FaZe Clan', 19],
  ['Team Liquid', 14],
  ['G2 Esports', 17],
  ['Heroic', 12],
  ['Outsiders', 13],
  ['Cloud9', 16],
  ['MOUZ', 11],
];

export const stickerCollections: PlainCollection[] = [
  {
    name: 'Rio 2022',
    rows: RIO_2022_TEAMS.flatMap(([team, cents]) =>
      TEAM_PRINTS.map(
        ({ suffix, rarity, factor }): PlainRow => [`${team}${suffix} | Rio 2022`, rarity, Math.round(cents * factor)],
      ),
    ),
  },
  {
    name: 'Community Sticker Capsule 1',
    rows: [
      ['Howling Dawn', 'Contraband', 24500],
      ['Crown (Foil)', 'Exotic', 61000],
      ['Headhunter (Foil)', 'Exotic', 14800],
      ['Swag (Foil)', 'Exotic', 3900],
      ['Nice Shot', 'High Grade', 290],
      ['Chicken Lover', 'High Grade', 340],
      ['Welcome to the Clutch', 'High Grade', 420],
    ],
  },
  {
    name: 'Half-Life: Alyx Sticker Capsule',
    rows: [
      ['Lambda (Holo)', 'Remarkable', 260],
      ['Vortigaunt (Holo)', 'Remarkable', 115],
      ['Combine Helmet (Holo)', 'Remarkable', 140],
      ['Big Hug', 'High Grade', 34],
      ['Greetings', 'High Grade', 27],
      ['Last Vance', 'High Grade', 19],
      ['Health', 'High Grade', 22],
    ],
  },
];

export const agentCollections: PlainCollection[] = [
  {
    name: 'Shattered Web Agents',
    rows: [
      ['Special Agent Ava | FBI', 'Master', 3100],
      ['Lt. Commander Ricksaw | NSWC SEAL', 'Master', 2700],
      ['The Elite Mr. Muhlik | Elite Crew', 'Master', 4400],
      ['Michael Syfers | FBI Sniper', 'Superior', 1450],
      ["'Two Times' McCoy | USAF TACP", 'Superior', 1250],
      ['Prof. Shahmat | Elite Crew', 'Superior', 1350],
      ["'The Doctor' Romanov | Sabre", 'Superior', 1400],
      ['Markus Delrow | FBI HRT', 'Exceptional', 540],
      ['Buckshot | NSWC SEAL', 'Exceptional', 510],
      ['Osiris | Elite Crew', 'Exceptional', 560],
      ['Maximus | Sabre', 'Exceptional', 620],
      ['Operator | FBI SWAT', 'Distinguished', 260],
      ['B Squadron Officer | SAS', 'Distinguished', 245],
      ['Ground Rebel | Elite Crew', 'Distinguished', 235],
      ['Enforcer | Phoenix', 'Distinguished', 255],
    ],
  },
  {
    name: 'Operation Broken Fang Agents',
    rows: [
      ['Sir Bloody Miami Darryl | The Professionals', 'Master', 7800],
      ["Cmdr. Mae 'Dead Cold' Jamison | SWAT", 'Master', 2900],
      ['Number K | The Professionals', 'Master', 4200],
      ['Getaway Sally | The Professionals', 'Exceptional', 980],
      ['Little Kev | The Professionals', 'Exceptional', 890],
      ['Safecracker Voltzmann | The Professionals', 'Superior', 2100],
    ],
  },
  {
    name: 'Operation Riptide Agents',
    rows: [
      ['Crasswater The Forgotten | Guerrilla Warfare', 'Master', 3300],
      ["Cmdr. Davida 'Goggles' Fernandez | SEAL Frogman", 'Master', 3500],
      ['Vypa Sista of the Revolution | Guerrilla Warfare', 'Superior', 1900],
      ["Chef d'Escadron Rouchard | Gendarmerie Nationale", 'Superior', 1500],
      ['Elite Trapper Solman | Guerrilla Warfare', 'Exceptional', 720],
    ],
  },
];
