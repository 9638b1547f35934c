import { BATTLE_MODES, type BattleMode } from '@lisura/fairness';
import { Type } from 'typebox';
import { centsOf, orNull, timeOf } from '../../../platform/schemas.ts';
import { CategoryField, ExteriorField, RarityColorField, RarityField } from '../../assets/items/index.ts';

const count = (description: string) => Type.Integer({ description });
const percent = (description: string) => Type.String({ description, examples: ['10'] });
const yes = (description: string) => Type.Boolean({ description });
const Name = Type.String({ description: 'Name for players' });

const perMinute = (description: string) =>
  orNull(Type.Integer({ minimum: 1 }), `${description} that one caller may send in a minute; null: any number`);

const Features = Type.Object(
  {
    beacon: yes('Battles and raffles may be decided by a public beacon'),
    pix: yes('Money can be deposited and withdrawn by Pix'),
    marketplace: yes('Items can be withdrawn to Steam'),
    siteSwap: yes('Items can be swapped with the site'),
    sandbox: yes('The outside world is a sandbox: nothing here is real'),
  },
  { title: 'Features', description: 'The features that are on' },
);

const Limits = {
  deposits: Type.Object(
    {
      minCents: centsOf('The least at once'),
      maxCents: centsOf('The most at once'),
      minutes: count('Time in which a charge can be paid'),
      maxOpen: count('Charges of one user that may wait for their payment'),
    },
    { title: 'DepositRules', description: 'Rules of deposits' },
  ),
  withdrawals: Type.Object(
    {
      minCents: centsOf('The least at once'),
      maxCents: centsOf('The most at once'),
      dailyMaxCents: centsOf('The most in a day of São Paulo'),
      confirmMinutes: count('Time in which a code may confirm it'),
      reviewHours: count('Within which an administrator decides'),
      waitHours: count('Time in which nothing may be withdrawn after a second factor or a Pix key is new; 0: none'),
    },
    { title: 'WithdrawalRules', description: 'Rules of money withdrawals' },
  ),
  protection: Type.Object(
    {
      raiseHours: count('After which a higher limit counts'),
      maxPauseDays: count('The longest pause'),
      maxExclusionMonths: count('The longest exclusion'),
      minAge: count('How old a player must be'),
    },
    { title: 'ProtectionRules', description: 'Rules of limits, pauses and exclusions' },
  ),
};

const Games = {
  cases: Type.Object(
    {
      maxQuantity: count('Openings of one request'),
      maxRtpPercent: percent('A case whose return is above is paused'),
    },
    { title: 'CaseRules', description: 'Rules of openings' },
  ),
  upgrades: Type.Object(
    {
      maxItems: count('Items of one upgrade'),
      edgePercent: percent("The house's share of the chance"),
      maxChancePercent: percent('No chance is above'),
    },
    { title: 'UpgradeRules', description: 'Rules of upgrades' },
  ),
  battles: Type.Object(
    {
      modes: Type.Array(
        Type.Unsafe<BattleMode>({ type: 'string', enum: [...BATTLE_MODES], description: 'The ways to win' }),
        { description: 'All modes' },
      ),
      seatCounts: Type.Array(Type.Integer(), { description: 'How many may play, each for themselves' }),
      teamSeatCount: count('How many play in teams of two'),
      maxRounds: count('Cases of one battle'),
      waitMinutes: count('After which one that is not full is cancelled and paid back'),
    },
    { title: 'BattleRules', description: 'Rules of battles' },
  ),
  raffles: Type.Object(
    { maxTicketsAtOnce: count('Tickets of one purchase') },
    { title: 'RaffleRules', description: 'Rules of raffles' },
  ),
  events: Type.Object(
    { shotPrices: Type.Array(Type.Integer(), { description: 'Tickets that a shot may cost' }) },
    { title: 'EventRules', description: 'Rules of events' },
  ),
  swaps: Type.Object(
    {
      maxItemsPerSide: count('Items that one side of an offer may have'),
      siteCeilingPercent: count('Highest price of a target of the site, in percent of the worth of the items given'),
    },
    { title: 'SwapRules', description: 'Rules of swaps' },
  ),
};

const Names = {
  rarities: Type.Array(
    Type.Object({ value: RarityField, name: Name, color: RarityColorField }, { title: 'RarityName' }),
    { description: 'Grades of items, from the commonest on' },
  ),
  exteriors: Type.Array(Type.Object({ value: ExteriorField, name: Name }, { title: 'ExteriorName' }), {
    description: 'Exteriors of items, from the least worn on',
  }),
  categories: Type.Array(Type.Object({ value: CategoryField, name: Name }, { title: 'CategoryName' }), {
    description: 'Categories of items',
  }),
};

const exampleConfig = {
  serverTime: '2026-11-15T12:00:00.000Z',
  languages: ['pt-BR', 'en'],
  features: { beacon: true, pix: true, marketplace: true, siteSwap: true, sandbox: false },
  sandboxPayUrl: null,
  rateLimits: { global: 100, auth: 10, caseOpen: 5, market: 20 },
  deposits: { minCents: '1000', maxCents: '1000000', minutes: 30, maxOpen: 5 },
  withdrawals: {
    minCents: '2000',
    maxCents: '500000',
    dailyMaxCents: '1000000',
    confirmMinutes: 30,
    reviewHours: 24,
    waitHours: 24,
  },
  protection: { raiseHours: 24, maxPauseDays: 30, maxExclusionMonths: 120, minAge: 18 },
  cases: { maxQuantity: 100, maxRtpPercent: '97' },
  upgrades: { maxItems: 6, edgePercent: '10', maxChancePercent: '90' },
  battles: { modes: ['NORMAL', 'CRAZY'], seatCounts: [2, 3, 4], teamSeatCount: 4, maxRounds: 50, waitMinutes: 30 },
  raffles: { maxTicketsAtOnce: 10_000 },
  events: { shotPrices: [250, 500] },
  swaps: { maxItemsPerSide: 20, siteCeilingPercent: 100 },
  rarities: [{ value: 'COVERT', name: 'Covert', color: '#eb4b4b' }],
  exteriors: [{ value: 'FACTORY_NEW', name: 'Factory New' }],
  categories: [{ value: 'RIFLE', name: 'Rifle' }],
};

export const SiteConfigView = Type.Object(
  {
    serverTime: timeOf('When this was answered'),
    languages: Type.Array(Type.String(), {
      description: 'Languages of the pages, the first by default',
      examples: [['pt-BR', 'en']],
    }),
    features: Features,
    sandboxPayUrl: orNull(Type.String(), 'Page on which a charge of the sandbox is paid; null if Pix is real, or off'),
    rateLimits: Type.Object(
      {
        global: perMinute('Requests'),
        auth: perMinute('Requests about logins and sessions'),
        caseOpen: perMinute('Openings, each of any quantity,'),
        market: perMinute('Withdrawals and quotes'),
      },
      { title: 'RequestLimits', description: 'Requests a minute' },
    ),
    ...Limits,
    ...Games,
    ...Names,
  },
  { title: 'SiteConfig', description: 'The configuration that every page needs', examples: [exampleConfig] },
);
