import type { Exterior, InventoryRarity, WeaponCategory } from '../../data/generated/api.ts';
import { defineTexts } from '../texts/index.ts';

interface ItemWords {
  rarities: Record<InventoryRarity, string>;
  exteriors: Record<Exterior, string>;
  categories: Record<WeaponCategory, string>;
}

/** Grades, wear and kinds of items by the words that players of each language know them by. */
export const itemWords = defineTexts<ItemWords>(
  {
    rarities: {
      CONSUMER_GRADE: 'Nível consumidor',
      INDUSTRIAL_GRADE: 'Nível industrial',
      MIL_SPEC: 'Nível militar',
      RESTRICTED: 'Restrito',
      CLASSIFIED: 'Secreto',
      COVERT: 'Oculto',
      CONTRABAND: 'Contrabando',
      EXTRAORDINARY: 'Extraordinário',
      BASE_GRADE: 'Nível básico',
      HIGH_GRADE: 'Nível alto',
      REMARKABLE: 'Notável',
      EXOTIC: 'Exótico',
      UNKNOWN: 'Desconhecido',
    },
    exteriors: {
      FACTORY_NEW: 'Nova de fábrica',
      MINIMAL_WEAR: 'Pouco usada',
      FIELD_TESTED: 'Testada em campo',
      WELL_WORN: 'Bem desgastada',
      BATTLE_SCARRED: 'Veterana de guerra',
    },
    categories: {
      PISTOL: 'Pistola',
      SMG: 'Submetralhadora',
      RIFLE: 'Rifle',
      SNIPER_RIFLE: 'Rifle de precisão',
      SHOTGUN: 'Escopeta',
      MACHINE_GUN: 'Metralhadora',
      KNIFE: 'Faca',
      GLOVES: 'Luvas',
      EQUIPMENT: 'Equipamento',
      STICKER: 'Adesivo',
      CASE: 'Caixa',
      AGENT: 'Agente',
      CHARM: 'Chaveiro',
      MUSIC_KIT: 'Kit de música',
      OTHER: 'Outro',
    },
  },
  {
    rarities: {
      CONSUMER_GRADE: 'Consumer Grade',
      INDUSTRIAL_GRADE: 'Industrial Grade',
      MIL_SPEC: 'Mil-Spec',
      RESTRICTED: 'Restricted',
      CLASSIFIED: 'Classified',
      COVERT: 'Covert',
      CONTRABAND: 'Contraband',
      EXTRAORDINARY: 'Extraordinary',
      BASE_GRADE: 'Base Grade',
      HIGH_GRADE: 'High Grade',
      REMARKABLE: 'Remarkable',
      EXOTIC: 'Exotic',
      UNKNOWN: 'Unknown',
    },
    exteriors: {
      FACTORY_NEW: 'Factory New',
      MINIMAL_WEAR: 'Minimal Wear',
      FIELD_TESTED: 'Field-Tested',
      WELL_WORN: 'Well-Worn',
      BATTLE_SCARRED: 'Battle-Scarred',
    },
    categories: {
      PISTOL: 'Pistol',
      SMG: 'SMG',
      RIFLE: 'Rifle',
      SNIPER_RIFLE: 'Sniper rifle',
      SHOTGUN: 'Shotgun',
      MACHINE_GUN: 'Machine gun',
      KNIFE: 'Knife',
      GLOVES: 'Gloves',
      EQUIPMENT: 'Equipment',
      STICKER: 'Sticker',
      CASE: 'Case',
      AGENT: 'Agent',
      CHARM: 'Charm',
      MUSIC_KIT: 'Music kit',
      OTHER: 'Other',
    },
  },
);
