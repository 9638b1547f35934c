const WEAPONS_BY_CATEGORY = {
  Pistols: [
    'Glock-18',
    'USP-S',
    'P2000',
    'P250',
    'Five-SeveN',
    'Tec-9',
    'CZ75-Auto',
    'Desert Eagle',
    'R8 Revolver',
    'Dual Berettas',
  ],
  SMGs: ['MAC-10', 'MP9', 'MP7', 'MP5-SD', 'UMP-45', 'P90', 'PP-Bizon'],
  Rifles: ['AK-47', 'M4A4', 'M4A1-S', 'Galil AR', 'FAMAS', 'AUG', 'SG 553'],
  'Sniper Rifles': ['AWP', 'SSG 08', 'SCAR-20', 'G3SG1'],
  Shotguns: ['Nova', 'XM1014', 'MAG-7', 'Sawed-Off'],
  'Machine Guns': ['M249', 'Negev'],
  Knives: [
    'Karambit',
    'Butterfly Knife',
    'M9 Bayonet',
    'Bayonet',
    'Flip Knife',
    'Gut Knife',
    'Huntsman Knife',
    'Falchion Knife',
    'Bowie Knife',
    'Shadow Daggers',
    'Navaja Knife',
    'Stiletto Knife',
    'Talon Knife',
    'Ursus Knife',
    'Skeleton Knife',
    'Kukri Knife',
  ],
  Gloves: [
    'Sport Gloves',
    'Specialist Gloves',
    'Driver Gloves',
    'Moto Gloves',
    'Hand Wraps',
    'Hydra Gloves',
    'Bloodhound Gloves',
    'Broken Fang Gloves',
  ],
} as const;

export type WeaponCategory = keyof typeof WEAPONS_BY_CATEGORY;
export type Weapon = (typeof WEAPONS_BY_CATEGORY)[WeaponCategory][number];
export type Category = WeaponCategory | 'Stickers' | 'Cases' | 'Agents';

export const RARITY_COLORS = {
  'Consumer Grade': '#b0c3d9',
  'Industrial Grade': '#5e98d9',
  'Mil-Spec Grade': '#4b69ff',
  Restricted: '#8847ff',
  Classified: '#d32ce6',
  Covert: '#eb4b4b',
  Contraband: '#e4ae39',
  Extraordinary: '#eb4b4b',
  'Base Grade': '#b0c3d9',
  'High Grade': '#4b69ff',
  Remarkable: '#8847ff',
  Exotic: '#d32ce6',
  Distinguished: '#4b69ff',
  Exceptional: '#8847ff',
  Superior: '#d32ce6',
  Master: '#eb4b4b',
} as const;

export type Rarity = keyof typeof RARITY_COLORS;

export const EXTERIORS = [
  { code: 'FN', name: 'Factory New' },
  { code: 'MW', name: 'Minimal Wear' },
  { code: 'FT', name: 'Field-Tested' },
  { code: 'WW', name: 'Well-Worn' },
  { code: 'BS', name: 'Battle-Scarred' },
] as const;

export type Exterior = (typeof EXTERIORS)[number];
type ExteriorCode = Exterior['code'];
export type ExteriorRange = `${ExteriorCode}-${ExteriorCode}`;

export function exteriorsBetween(range: ExteriorRange): Exterior[] {
  const [best, worst] = range.split('-').map((code) => EXTERIORS.findIndex((exterior) => exterior.code === code));
  return EXTERIORS.filter((_, index) => index >= (best ?? 0) && index <= (worst ?? 0));
}

export function categoryOf(weapon: Weapon): WeaponCategory {
  const categories = Object.keys(WEAPONS_BY_CATEGORY) as WeaponCategory[];
  const category = categories.find((name) => (WEAPONS_BY_CATEGORY[name] as readonly string[]).includes(weapon));
  if (!category) throw new Error(`No category has the weapon "${weapon}".`);
  return category;
}
