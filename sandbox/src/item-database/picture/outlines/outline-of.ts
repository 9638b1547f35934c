import { chooserFor } from '../../../chooser.ts';
import type { Weapon } from '../../grades.ts';
import type { Item } from '../../items.ts';
import * as gloves from './gloves.ts';
import * as heavy from './heavy-weapons.ts';
import * as knives from './knives.ts';
import { AGENT, CASE, STICKERS } from './other-things.ts';
import type { Outline } from './outline.ts';
import * as pistols from './pistols.ts';
import * as rifles from './rifles.ts';
import * as submachineGuns from './submachine-guns.ts';

const BY_WEAPON: Readonly<Record<Weapon, Outline>> = {
  'Glock-18': pistols.GLOCK,
  'USP-S': pistols.USP,
  P2000: pistols.COMPACT_PISTOL,
  P250: pistols.COMPACT_PISTOL,
  'Five-SeveN': pistols.FIVE_SEVEN,
  'Tec-9': pistols.TEC_9,
  'CZ75-Auto': pistols.CZ75,
  'Desert Eagle': pistols.DESERT_EAGLE,
  'R8 Revolver': pistols.REVOLVER,
  'Dual Berettas': pistols.DUAL_BERETTAS,
  'MAC-10': submachineGuns.MAC_10,
  MP9: submachineGuns.MP9,
  MP7: submachineGuns.MP7,
  'MP5-SD': submachineGuns.MP5_SD,
  'UMP-45': submachineGuns.UMP_45,
  P90: submachineGuns.P90,
  'PP-Bizon': submachineGuns.BIZON,
  'AK-47': rifles.AK,
  M4A4: rifles.M4A4,
  'M4A1-S': rifles.M4A1_S,
  'Galil AR': rifles.GALIL,
  FAMAS: rifles.FAMAS,
  AUG: rifles.AUG,
  'SG 553': rifles.SG_553,
  AWP: rifles.AWP,
  'SSG 08': rifles.SSG_08,
  'SCAR-20': rifles.AUTO_SNIPER,
  G3SG1: rifles.AUTO_SNIPER,
  Nova: heavy.PUMP_SHOTGUN,
  XM1014: heavy.XM1014,
  'MAG-7': heavy.MAG_7,
  'Sawed-Off': heavy.SAWED_OFF,
  M249: heavy.M249,
  Negev: heavy.NEGEV,
  Karambit: knives.KARAMBIT,
  'Butterfly Knife': knives.BUTTERFLY,
  'M9 Bayonet': knives.M9_BAYONET,
  Bayonet: knives.BAYONET,
  'Flip Knife': knives.FLIP_KNIFE,
  'Gut Knife': knives.GUT_KNIFE,
  'Huntsman Knife': knives.HUNTSMAN,
  'Falchion Knife': knives.FALCHION,
  'Bowie Knife': knives.BOWIE,
  'Shadow Daggers': knives.SHADOW_DAGGERS,
  'Navaja Knife': knives.NAVAJA,
  'Stiletto Knife': knives.STILETTO,
  'Talon Knife': knives.TALON,
  'Ursus Knife': knives.URSUS,
  'Skeleton Knife': knives.SKELETON_KNIFE,
  'Kukri Knife': knives.KUKRI,
  'Sport Gloves': gloves.SPORT_GLOVES,
  'Specialist Gloves': gloves.SPECIALIST_GLOVES,
  'Driver Gloves': gloves.DRIVER_GLOVES,
  'Moto Gloves': gloves.MOTO_GLOVES,
  'Hand Wraps': gloves.HAND_WRAPS,
  'Hydra Gloves': gloves.STUDDED_GLOVES,
  'Bloodhound Gloves': gloves.STUDDED_GLOVES,
  'Broken Fang Gloves': gloves.FANGED_GLOVES,
};

export function outlineOf({ category, weapon, design }: Item): Outline {
  if (weapon) return BY_WEAPON[weapon];
  if (category === 'Stickers') return chooserFor(design, 'emblem')(STICKERS);
  return category === 'Agents' ? AGENT : CASE;
}

export const COLLECTION_OUTLINE = CASE;
