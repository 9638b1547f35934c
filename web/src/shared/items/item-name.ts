/** Splits a name such as `StatTrak™ AWP | Mortis (Field-Tested)`. */
export interface ItemName {
  /** It is empty where the name has one part. */
  weapon: string;
  finish: string;
  /** It is FN, MW, FT, WW or BS, and null where there is none. */
  exterior: string | null;
  isStar: boolean;
  isStatTrak: boolean;
  isSouvenir: boolean;
}

const EXTERIORS: Readonly<Record<string, string>> = {
  'Factory New': 'FN',
  'Minimal Wear': 'MW',
  'Field-Tested': 'FT',
  'Well-Worn': 'WW',
  'Battle-Scarred': 'BS',
};

export function itemNameOf(name: string): ItemName {
  const [, body = name, wear = ''] = /^(.*) \(([^()]+)\)$/.exec(name) ?? [];
  const exterior = EXTERIORS[wear] ?? null;
  const full = exterior === null ? name : body;
  const plain = full.replace(/^★ ?/, '').replace(/^(StatTrak™|Souvenir) /, '');
  const [weapon = '', ...rest] = plain.split(' | ');
  return {
    weapon: rest.length === 0 ? '' : weapon,
    finish: rest.length === 0 ? weapon : rest.join(' | '),
    exterior,
    isStar: full.startsWith('★'),
    isStatTrak: full.includes('StatTrak™'),
    isSouvenir: full.includes('Souvenir '),
  };
}
