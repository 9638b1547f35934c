import type { SkinCollection } from './skin-rows.ts';

/** Collections of maps are in no case and have no StatTrak™. */
export const mapSkins: readonly SkinCollection[] = [
  {
    name: 'The Cobblestone Collection',
    skins: [
      ['AWP', 'Dragon Lore', 'Covert', 215000],
      ['M4A1-S', 'Knight', 'Classified', 118000, 'FN-MW'],
      ['MAG-7', 'Silver', 'Industrial Grade', 240, 'FN-MW'],
      ['UMP-45', 'Indigo', 'Consumer Grade', 95],
    ],
  },
  {
    name: 'The Gods and Monsters Collection',
    skins: [
      ['AWP', 'Medusa', 'Covert', 168000],
      ['M4A4', 'Poseidon', 'Classified', 84000, 'FN-FT'],
      ['AWP', 'Sun in Leo', 'Mil-Spec Grade', 5900],
    ],
  },
  {
    name: 'The Chop Shop Collection',
    skins: [
      ['Glock-18', 'Twilight Galaxy', 'Classified', 8800, 'FN-FT'],
      ['M4A1-S', 'Hot Rod', 'Classified', 39000, 'FN-MW'],
      ['CZ75-Auto', 'Emerald', 'Mil-Spec Grade', 980, 'FN-MW'],
    ],
  },
  {
    name: 'The Assault Collection',
    skins: [
      ['Glock-18', 'Fade', 'Restricted', 142000, 'FN-MW'],
      ['MP9', 'Hot Rod', 'Mil-Spec Grade', 9800, 'FN-MW'],
      ['Five-SeveN', 'Candy Apple', 'Industrial Grade', 720, 'FN-FT'],
    ],
  },
  {
    name: 'The Dust 2 Collection',
    skins: [
      ['P2000', 'Amber Fade', 'Classified', 2100],
      ['SG 553', 'Damascus Steel', 'Restricted', 390, 'FN-FT'],
      ['M4A1-S', 'VariCamo', 'Mil-Spec Grade', 240],
      ['AK-47', 'Safari Mesh', 'Industrial Grade', 42, 'MW-BS'],
      ['Five-SeveN', 'Orange Peel', 'Industrial Grade', 28, 'MW-BS'],
      ['PP-Bizon', 'Sand Dashed', 'Consumer Grade', 7, 'MW-BS'],
      ['Nova', 'Predator', 'Consumer Grade', 5, 'MW-BS'],
      ['P250', 'Sand Dune', 'Consumer Grade', 6, 'MW-BS'],
      ['G3SG1', 'Desert Storm', 'Consumer Grade', 5, 'MW-BS'],
    ],
  },
  {
    name: 'The Lake Collection',
    skins: [
      ['Dual Berettas', 'Cobalt Quartz', 'Restricted', 520, 'FN-FT'],
      ['USP-S', 'Night Ops', 'Mil-Spec Grade', 260, 'MW-BS'],
      ['P90', 'Teardown', 'Mil-Spec Grade', 170],
      ['AWP', 'Safari Mesh', 'Industrial Grade', 78, 'MW-BS'],
      ['FAMAS', 'Cyanospatter', 'Industrial Grade', 24, 'MW-BS'],
      ['AUG', 'Storm', 'Consumer Grade', 8, 'MW-BS'],
      ['Galil AR', 'Sage Spray', 'Consumer Grade', 4, 'MW-BS'],
      ['G3SG1', 'Jungle Dashed', 'Consumer Grade', 4, 'MW-BS'],
    ],
  },
  {
    name: 'The Bank Collection',
    skins: [
      ['P250', 'Franklin', 'Classified', 880, 'FN-FT'],
      ['AK-47', 'Emerald Pinstripe', 'Restricted', 640],
      ['Desert Eagle', 'Meteorite', 'Mil-Spec Grade', 190, 'FN-FT'],
      ['Galil AR', 'Tuxedo', 'Mil-Spec Grade', 62],
      ['Glock-18', 'Death Rattle', 'Industrial Grade', 18, 'MW-BS'],
      ['UMP-45', 'Carbon Fiber', 'Industrial Grade', 15, 'FN-FT'],
      ['MP7', 'Forest DDPAT', 'Consumer Grade', 3, 'MW-BS'],
      ['Negev', 'Army Sheen', 'Consumer Grade', 3, 'FN-FT'],
      ['Sawed-Off', 'Forest DDPAT', 'Consumer Grade', 3, 'MW-BS'],
    ],
  },
];
