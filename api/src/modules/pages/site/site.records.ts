import { BATTLE_MODES } from '@lisura/fairness';
import { type TSchema, Type } from 'typebox';
import {
  cents,
  flag,
  integer,
  listOf,
  oneOf,
  orNull,
  record,
  type Static,
  string,
  time,
} from '../../../platform/record.ts';
import { CategoryField, ExteriorField, RarityColorField, RarityField } from '../../assets/items/index.ts';

const perMinute = (description: string, example: number) =>
  orNull(integer('Requests', example), `${description} that one caller may send in a minute; null: any number`);

const Features = record('Features', 'The features that are on', {
  beacon: flag('Battles and raffles may be decided by a public beacon', true),
  pix: flag('Money can be deposited and withdrawn by Pix', true),
  marketplace: flag('Items can be withdrawn to Steam', true),
  siteSwap: flag('Items can be swapped with the site', true),
  sandbox: flag('The outside world is a sandbox: nothing here is real', false),
});

const Limits = {
  deposits: record('DepositRules', 'Rules of deposits', {
    minCents: cents('The least at once', '1000'),
    maxCents: cents('The most at once', '1000000'),
    minutes: integer('Time in which a charge can be paid', 30),
    maxOpen: integer('Charges of one user that may wait for their payment', 5),
  }),
  withdrawals: record('WithdrawalRules', 'Rules of money withdrawals', {
    minCents: cents('The least at once', '2000'),
    maxCents: cents('The most at once', '500000'),
    dailyMaxCents: cents('The most in a day of São Paulo', '1000000'),
    confirmMinutes: integer('Time in which a code may confirm it', 30),
    reviewHours: integer('Within which an administrator decides', 24),
    waitHours: integer('Time in which nothing may be withdrawn after a second factor or a Pix key is new; 0: none', 24),
  }),
  protection: record('ProtectionRules', 'Rules of limits, pauses and exclusions', {
    raiseHours: integer('After which a higher limit counts', 24),
    maxPauseDays: integer('The longest pause', 30),
    maxExclusionMonths: integer('The longest exclusion', 120),
    minAge: integer('How old a player must be', 18),
  }),
};

const Games = {
  cases: record('CaseRules', 'Rules of openings', {
    maxQuantity: integer('Openings of one request', 100),
    maxRtpPercent: string('A case whose return is above is paused', '97'),
  }),
  upgrades: record('UpgradeRules', 'Rules of upgrades', {
    maxItems: integer('Items of one upgrade', 6),
    edgePercent: string("The house's share of the chance", '10'),
    maxChancePercent: string('No chance is above', '90'),
  }),
  battles: record('BattleRules', 'Rules of battles', {
    modes: listOf(oneOf(BATTLE_MODES, 'BattleMode', 'The ways to win'), 'All modes', ['NORMAL', 'CRAZY']),
    seatCounts: listOf(Type.Integer(), 'How many may play, each for themselves', [2, 3, 4]),
    teamSeatCount: integer('How many play in teams of two', 4),
    maxRounds: integer('Cases of one battle', 50),
    waitMinutes: integer('After which one that is not full is cancelled and paid back', 30),
  }),
  raffles: record('RaffleRules', 'Rules of raffles', {
    maxTicketsAtOnce: integer('Tickets of one purchase', 10_000),
  }),
  events: record('EventRules', 'Rules of events', {
    shotPrices: listOf(Type.Integer(), 'Tickets that a shot may cost', [250, 500]),
  }),
  swaps: record('SwapRules', 'Rules of swaps', {
    maxItemsPerSide: integer('Items that one side of an offer may have', 20),
    siteCeilingPercent: integer(
      'Highest price of a target of the site, in percent of the worth of the items given',
      100,
    ),
  }),
};

const nameOf = <Value extends TSchema>(value: Value, name: string) => ({
  value,
  name: string('Name for players', name),
});
const Names = {
  rarities: listOf(
    Type.Object({ ...nameOf(RarityField, 'Covert'), color: RarityColorField }, { title: 'RarityName' }),
    'Grades of items, from the commonest on',
    [{ value: 'COVERT', name: 'Covert', color: '#eb4b4b' }],
  ),
  exteriors: listOf(
    Type.Object(nameOf(ExteriorField, 'Factory New'), { title: 'ExteriorName' }),
    'Exteriors of items, from the least worn on',
    [{ value: 'FACTORY_NEW', name: 'Factory New' }],
  ),
  categories: listOf(Type.Object(nameOf(CategoryField, 'Rifle'), { title: 'CategoryName' }), 'Categories of items', [
    { value: 'RIFLE', name: 'Rifle' },
  ]),
};

export const SiteConfig = record('SiteConfig', 'The configuration that every page needs', {
  serverTime: time('When this was answered'),
  languages: listOf(Type.String(), 'Languages of the pages, the first by default', ['pt-BR', 'en']),
  features: Features,
  sandboxPayUrl: orNull(
    string('Address', 'http://localhost:3001/pix'),
    'Page on which a charge of the sandbox is paid; null if Pix is real, or off',
    null,
  ),
  rateLimits: record('RequestLimits', 'Requests a minute', {
    global: perMinute('Requests', 100),
    auth: perMinute('Requests about logins and sessions', 10),
    caseOpen: perMinute('Openings, each of any quantity,', 5),
    market: perMinute('Withdrawals and quotes', 20),
  }),
  ...Limits,
  ...Games,
  ...Names,
});
export type SiteConfig = Static<typeof SiteConfig>;
