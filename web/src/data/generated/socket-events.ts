// Made by `npm run docs` from the AsyncAPI document of the sockets. Do not edit it by hand.

export type PushedNotification = { id: string; type: "DEPOSIT_CONFIRMED" | "WITHDRAWAL_COMPLETED" | "WITHDRAWAL_FAILED" | "CASE_OPENING" | "UPGRADE_SUCCESS" | "UPGRADE_FAIL" | "SYSTEM" | "PROMOTION"; title: string; message: string; metadata: unknown; createdAt: string; };
export type BroadcastNotification = { type: "SYSTEM" | "PROMOTION"; title: string; message: string; metadata: unknown; createdAt: string; };
export type NotificationRead = { id: (string | null); };
export type BalanceUpdated = { balanceCents: string; play?: { game: string; ids: string[]; }; };
export type Drops = { drops: ({ id: string; key: string; game: string; userId: string; username: string; avatarUrl: (string | null); caseId: string; caseName: string; versionNumber: number; item: { id: string; name: string; imageUrl: string; rarity: "CONSUMER_GRADE" | "INDUSTRIAL_GRADE" | "MIL_SPEC" | "RESTRICTED" | "CLASSIFIED" | "COVERT" | "CONTRABAND" | "EXTRAORDINARY" | "BASE_GRADE" | "HIGH_GRADE" | "REMARKABLE" | "EXOTIC"; rarityColor: string; valueCentsBrl: string; valueFormatted: string; }; chancePercent: string; battleId: (string | null); createdAt: string; showAt: string; })[]; };
export type BattleSummary = { id: string; logLeaf: ({ kind: "CASES" | "UPGRADES" | "SHOTS" | "BATTLES" | "RAFFLES"; id: string; } | null); mode: "NORMAL" | "CRAZY" | "TERMINAL" | "SHARED"; status: "WAITING" | "IN_PROGRESS" | "COMPLETED" | "CANCELLED"; isTeams: boolean; seatCount: number; isPrivate: boolean; isPaused: boolean; entryPriceCents: string; entryPriceFormatted: string; createdAt: string; startedAt: (string | null); endedAt: (string | null); cancelledAt: (string | null); expiresAt: string; randomness: "server" | "drand"; beaconDelaySeconds: (number | null); roundCount: number; totalEntryCents: string; cases: ({ round: number; caseId: string; caseName: string; imageUrl: string; versionNumber: number; priceCents: string; })[]; seats: ({ seat: number; team: number; isBot: boolean; user: ({ id: string; username: string; avatarUrl: (string | null); } | null); botName?: string; botAvatarUrl?: string; })[]; winningTeam: (number | null); potCents: (string | null); };
export type BattleRound = { battleId: string; round: number; roundCount: number; rolls: ({ seat: number; roll: number; itemId: string; itemName: string; imageUrl: string; rarity: "CONSUMER_GRADE" | "INDUSTRIAL_GRADE" | "MIL_SPEC" | "RESTRICTED" | "CLASSIFIED" | "COVERT" | "CONTRABAND" | "EXTRAORDINARY" | "BASE_GRADE" | "HIGH_GRADE" | "REMARKABLE" | "EXOTIC"; rarityColor: string; valueCents: string; isFlip: boolean; })[]; totals: ({ seat: number; totalCents: string; })[]; };
export type RaffleDrawn = { id: string; name: string; winners: ({ displayOrder: number; itemName: string; winningTicket: number; winner: { id: string; username: string; avatarUrl: (string | null); }; })[]; };
export type RaffleTicketsSold = { raffleId: string; ticketsSold: number; maxTickets: number; isSoldOut: boolean; };
export type Swap = { id: string; status: "PENDING" | "ACCEPTED" | "CANCELLED" | "DECLINED"; isPublic: boolean; creator: { id: string; username: string; avatarUrl: (string | null); }; acceptor: ({ id: string; username: string; avatarUrl: (string | null); } | null); offered: ({ inventoryItemId: string; itemId: string; name: string; imageUrl: string; rarity: "CONSUMER_GRADE" | "INDUSTRIAL_GRADE" | "MIL_SPEC" | "RESTRICTED" | "CLASSIFIED" | "COVERT" | "CONTRABAND" | "EXTRAORDINARY" | "BASE_GRADE" | "HIGH_GRADE" | "REMARKABLE" | "EXOTIC"; rarityColor: string; valueCentsBrl: string; valueFormatted: string; })[]; asked: ({ inventoryItemId: (string | null); itemId: string; name: string; imageUrl: string; rarity: "CONSUMER_GRADE" | "INDUSTRIAL_GRADE" | "MIL_SPEC" | "RESTRICTED" | "CLASSIFIED" | "COVERT" | "CONTRABAND" | "EXTRAORDINARY" | "BASE_GRADE" | "HIGH_GRADE" | "REMARKABLE" | "EXOTIC"; rarityColor: string; valueCentsBrl: string; valueFormatted: string; })[]; given: ({ inventoryItemId: string; itemId: string; name: string; imageUrl: string; rarity: "CONSUMER_GRADE" | "INDUSTRIAL_GRADE" | "MIL_SPEC" | "RESTRICTED" | "CLASSIFIED" | "COVERT" | "CONTRABAND" | "EXTRAORDINARY" | "BASE_GRADE" | "HIGH_GRADE" | "REMARKABLE" | "EXOTIC"; rarityColor: string; valueCentsBrl: string; valueFormatted: string; })[]; offeredValueCents: string; offeredValueFormatted: string; askedValueCents: string; askedValueFormatted: string; createdAt: string; endedAt: (string | null); };
export type DepositConfirmed = { depositId: string; creditedCents: string; };
export type DepositExpired = { depositId: string; amountCents: string; };
export type WithdrawalPendingApproval = { inventoryItemId: string; itemName: string; projectId: string; withdrawalId: string; };
export type WithdrawalWaitingSeller = { inventoryItemId: string; sellerName?: string; sendUntil?: number; };
export type WithdrawalTradeSent = { inventoryItemId: string; tradeId?: string; };
export type WithdrawalCompleted = { inventoryItemId: string; itemName: string; };
export type WithdrawalCancelled = { inventoryItemId: string; reason: string; };
export type WithdrawalFailed = { inventoryItemId: string; reason: string; };
export type Queues = { queues: ({ name: "DEPOSITS" | "MONEY_WITHDRAWALS" | "ITEM_WITHDRAWALS" | "SITE_SWAPS" | "ORDERS" | "SUSPECTS" | "PRICES" | "PROPOSALS"; waiting: number; oldestAt: (string | null); statuses: ({ status: string; count: number; })[]; })[]; };
export type AlertsChanged = { open: number; changed: ({ id: string; level: "INFO" | "WARNING" | "CRITICAL"; kind: string; title: string; })[]; resolved: string[]; };
export type FiguresChanged = { at: string; };
export type SubscriptionAnswer = ({ ok: true; } | { ok: false; error: string; code: string; });

/** By the name of the event. */
export interface ServerToClientEvents {
  /** You have a new notification. It is stored: `GET /api/notifications` lists it too, as UNREAD. Sent while the setting `liveNotifications` is on. */
  'notification': (payload: PushedNotification) => void;
  /** A message of the platform to all users. It is stored for each of them by then: `GET /api/notifications` lists it, as UNREAD. `metadata.en` has the words in English. */
  'notification:global': (payload: BroadcastNotification) => void;
  /** You have read one of your notifications, or all of them, perhaps in another tab: what is unread is what `GET /api/notifications/unread-count` says. */
  'notification:read': (payload: NotificationRead) => void;
  /** Your balance has changed by a sale of one item or of all of them, by what a game took, paid or gave back, by a reward of an event, by a swap with the site, by money that you deposit or withdraw or that comes back of it, or by an administrator. What a play has changed names the play: a page that still shows its reel holds the balance back. It is not sent for a sale of several chosen items: read `GET /api/user/balance` after it. */
  'balance:updated': (payload: BalanceUpdated) => void;
  /** Somebody has won something in a case or a battle. The first drop is sent at once and what follows at most four times a second, as a list with the newest first; of a burst only the newest 50 are sent. `GET /api/live-drops/recent` has what came before. */
  'drop:live': (payload: Drops) => void;
  /** A battle waits for players. It is not sent for private ones. */
  'battle:created': (payload: BattleSummary) => void;
  /** Somebody, or a bot, has taken a seat. Of the last one, too, it says nothing of the outcome: `battle:finished` does. Events of a private battle are sent to its room alone, which is `battle:<id>:<invitationCode>`. `GET /api/battles/<id>` has the rest. */
  'battle:joined': (payload: BattleSummary) => void;
  /** The last seat is filled: nobody can join any more. Who has won is in `battle:finished`. Events of a private battle are sent to its room alone, which is `battle:<id>:<invitationCode>`. `GET /api/battles/<id>` has the rest. */
  'battle:started': (payload: BattleSummary) => void;
  /** What every seat has drawn in a round: one event a round, in their order, all after the battle is decided. The room of a private battle is `battle:<id>:<invitationCode>`. The seeds are in `GET /api/battles/<id>`. */
  'battle:round': (payload: BattleRound) => void;
  /** Everything is decided. It follows the rounds. Events of a private battle are sent to its room alone, which is `battle:<id>:<invitationCode>`. `GET /api/battles/<id>` has the rest. */
  'battle:finished': (payload: BattleSummary) => void;
  /** It is not played, and every entry was given back. Events of a private battle are sent to its room alone, which is `battle:<id>:<invitationCode>`. `GET /api/battles/<id>` has the rest. */
  'battle:cancelled': (payload: BattleSummary) => void;
  /** A raffle was drawn. `GET /api/raffle/:id` has everything that is needed to compute its winners anew, and the items are in the inventories of the winners. */
  'raffle:drawn': (payload: RaffleDrawn) => void;
  /** Somebody has bought tickets of a raffle. Several may overtake each other: the greatest `ticketsSold` is the newest. */
  'raffle:tickets_sold': (payload: RaffleTicketsSold) => void;
  /** Somebody offers you a swap: accept it or decline it. `GET /api/swap/my-swaps` has it too. */
  'swap:created': (payload: Swap) => void;
  /** A swap that you offered was accepted: what you offered is gone, and `GET /api/inventory` has what was given for it. */
  'swap:accepted': (payload: Swap) => void;
  /** A swap that was offered to you was withdrawn by its creator. */
  'swap:cancelled': (payload: Swap) => void;
  /** A swap that you offered was declined: its items are AVAILABLE to you again. */
  'swap:declined': (payload: Swap) => void;
  /** A deposit of yours was paid and is in your balance, also one that had expired. `balance:updated` has the balance. */
  'deposit:confirmed': (payload: DepositConfirmed) => void;
  /** The charge of a deposit can be paid no more, since its time is over or you have lowered a limit, paused or excluded yourself. Money that was sent before arrives all the same. */
  'deposit:expired': (payload: DepositExpired) => void;
  /** The withdrawal waits for an administrator; the item is LOCKED. */
  'withdrawal:pending_approval': (payload: WithdrawalPendingApproval) => void;
  /** The item is bought, and its seller is to send you a trade offer. */
  'withdrawal:waiting_seller': (payload: WithdrawalWaitingSeller) => void;
  /** The seller has sent you the trade offer: accept it. */
  'withdrawal:trade_sent': (payload: WithdrawalTradeSent) => void;
  /** The item has arrived; it is WITHDRAWN here. */
  'withdrawal:completed': (payload: WithdrawalCompleted) => void;
  /** The withdrawal was called off; the item is AVAILABLE again. */
  'withdrawal:cancelled': (payload: WithdrawalCancelled) => void;
  /** The item could not be bought or delivered; it is AVAILABLE again. */
  'withdrawal:failed': (payload: WithdrawalFailed) => void;
  /** What waits for administrators has changed, and is now as `GET /api/admin/queues` gives it. */
  'admin:queues': (payload: Queues) => void;
  /** Alerts were raised, raised again, acknowledged or resolved: `GET /api/admin/dashboard/alerts` lists what is open. */
  'admin:alerts': (payload: AlertsChanged) => void;
  /** Something was booked since the last one of these, at most once a second: figures of today have changed. */
  'admin:figures': (payload: FiguresChanged) => void;
}

/** All that is listened to. */
export interface ClientToServerEvents {
  /** Watch a room. */
  subscribe: (payload: string, acknowledge: (answer: SubscriptionAnswer) => void) => void;
  /** Watch it no more. */
  unsubscribe: (payload: string, acknowledge: (answer: SubscriptionAnswer) => void) => void;
}
