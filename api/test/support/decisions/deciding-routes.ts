import type { Call, Method } from '../calls.ts';
import type { Person } from '../people.ts';
import type { DecidingApp } from './deciding-app.ts';
import * as records from './records.ts';

/** Administrators decide by this route about the money, the items or the account of a person. */
export interface DecidingRoute {
  route: string;
  kind?: string;
  begin(world: DecidingApp, owner: Person): Promise<string>;
  body?: object;
  /** It asks for something else about the same record. */
  otherBody?: object;
  cents?: number;
  /** A fresh second factor is asked for; so it is wherever there is a sum. */
  asksFactor?: boolean;
  /** Some routes refuse one's own record in their own words. */
  ownRefusal?: [status: number, code: string];
  isManual?: boolean;
}

const REASON = { reason: 'A test' };
const NOT_BOUGHT = { outcome: 'NOT_BOUGHT', ...REASON };
const bought = (reference: string) => ({ outcome: 'BOUGHT', reference, priceCoins: 900, ...REASON });
const OWN_STATUS: [number, string] = [400, 'OWN_STATUS'];

export const DECIDING_ROUTES: readonly DecidingRoute[] = [
  {
    route: 'POST /api/admin/users/{id}/balance',
    begin: records.person,
    body: { amountCents: records.AMOUNT_CENTS, ...REASON },
    otherBody: { amountCents: records.AMOUNT_CENTS + 1, ...REASON },
    cents: records.AMOUNT_CENTS,
  },
  {
    route: 'POST /api/admin/deposits/{id}/confirm',
    begin: records.deposit,
    body: REASON,
    cents: records.AMOUNT_CENTS,
  },
  { route: 'POST /api/admin/deposits/{id}/reject', begin: records.deposit, body: REASON },
  { route: 'POST /api/admin/withdrawals/{id}/approve', begin: records.payout, cents: records.AMOUNT_CENTS },
  { route: 'POST /api/admin/withdrawals/{id}/reject', begin: records.payout, body: REASON },
  {
    route: 'POST /api/admin/withdrawals/{id}/reject',
    kind: 'of one that is approved',
    begin: records.approvedPayout,
    body: { ...REASON, notPaid: true },
    cents: records.AMOUNT_CENTS,
    isManual: true,
  },
  {
    route: 'POST /api/admin/withdrawals/{id}/complete',
    begin: records.approvedPayout,
    otherBody: { endToEndId: 'E1234567820261115130000000000001' },
    cents: records.AMOUNT_CENTS,
    isManual: true,
  },
  {
    route: 'POST /api/admin/skin-withdrawals/{id}/approve',
    begin: records.itemWithdrawal,
    cents: records.ITEM_CENTS,
  },
  { route: 'POST /api/admin/skin-withdrawals/{id}/reject', begin: records.itemWithdrawal, body: REASON },
  {
    route: 'POST /api/admin/orders/{id}/end',
    kind: 'of an item',
    begin: records.orderOfItem,
    body: NOT_BOUGHT,
    otherBody: bought('4711'),
    cents: records.ITEM_CENTS,
  },
  {
    route: 'POST /api/admin/orders/{id}/end',
    kind: 'of a site swap',
    begin: records.orderOfSwap,
    body: NOT_BOUGHT,
    otherBody: bought('4712'),
    cents: records.ITEM_CENTS,
  },
  {
    route: 'POST /api/admin/orders/{id}/end',
    kind: 'of a payout',
    begin: records.orderOfPayout,
    body: NOT_BOUGHT,
    otherBody: bought('E1234567820261115130000000000002'),
    cents: records.AMOUNT_CENTS,
  },
  {
    route: 'POST /api/admin/site-swaps/{id}/decide',
    begin: records.undeliveredSwap,
    body: { resolution: 'TAKEN_BACK', ...REASON },
    otherBody: { resolution: 'LEFT', ...REASON },
    cents: records.ITEM_CENTS,
  },
  {
    route: 'POST /api/admin/users/{id}/reset-second-factor',
    begin: records.person,
    body: REASON,
    asksFactor: true,
  },
  { route: 'POST /api/admin/fraud/suspects/{id}/review', begin: records.suspicion, body: { note: 'Looked at' } },
  { route: 'POST /api/admin/skin-withdrawals/suspensions/{userId}/lift', begin: records.suspension, body: REASON },
  { route: 'PUT /api/admin/inventory/{id}/restricted', begin: records.heldItem, body: { restricted: true } },
  {
    route: 'PUT /api/admin/users/{id}/status',
    begin: records.person,
    body: { status: 'SUSPENDED', ...REASON },
    ownRefusal: OWN_STATUS,
  },
  { route: 'POST /api/admin/users/{id}/ban', begin: records.person, body: REASON, ownRefusal: OWN_STATUS },
  {
    route: 'POST /api/admin/users/{id}/sessions/end',
    begin: records.person,
    body: REASON,
    ownRefusal: [403, 'OWN_SESSIONS'],
  },
  { route: 'POST /api/admin/users/{id}/unban', begin: records.person, body: REASON, ownRefusal: OWN_STATUS },
];

export const nameOf = ({ route, kind }: DecidingRoute) => (kind === undefined ? route : `${route} ${kind}`);

export function decisionOn(world: DecidingApp, row: DecidingRoute, id: string) {
  const [method, path] = row.route.replace('/api', '').split(' ') as [Method, string];
  const call: Call = row.isManual ? world.callManually : world.call;
  return async (who: Person, body = row.body) => {
    const { status, body: answer, text } = await call(who, method, path.replace(/\{\w+\}/, id), body);
    return { status, code: answer.code as string | undefined, text };
  };
}
