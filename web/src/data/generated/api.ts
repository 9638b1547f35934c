// Made by `npm run docs` from the OpenAPI document of the API. Do not edit it by hand.

/** Every code that an error can have. */
export type ErrorCode = AdminErrorCode | PlayerErrorCode;

/** Of what is answered to administrators alone, in English. */
export type AdminErrorCode =
  | 'ACCOUNT_IS_CLOSED'
  | 'ALERT_IS_OVER'
  | 'ALERT_NOT_FOUND'
  | 'ANOTHER_EVENT_RUNS'
  | 'ANOTHER_RATE_HELD_BACK'
  | 'BATTLE_HAS_STARTED'
  | 'BATTLE_IS_CANCELLED'
  | 'CASE_CONTENTS_UNSOUND'
  | 'CASE_NAME_TAKEN'
  | 'CASE_SLUG_TAKEN'
  | 'CASE_VERSION_MOVED'
  | 'CASE_WITHOUT_ITEMS'
  | 'DEPOSIT_GIVEN_BACK'
  | 'DEPOSIT_IN_OTHER_CURRENCY'
  | 'DEPOSIT_NOT_CONFIRMABLE'
  | 'DEPOSIT_NOT_REJECTABLE'
  | 'DEPOSIT_OF_CLOSED_ACCOUNT'
  | 'EVENT_ALREADY_PUBLISHED'
  | 'EVENT_ARCHIVED'
  | 'EVENT_BUDGET_NOT_RAISED'
  | 'EVENT_HAS_STARTED'
  | 'EVENT_UNSOUND'
  | 'HOLD_ENDED'
  | 'HOLD_NOT_FOUND'
  | 'ITEM_DATABASE_UNAVAILABLE'
  | 'ITEM_NOT_IN_CASE'
  | 'LAST_ITEM_OF_CASE'
  | 'LOG_NOT_INTERRUPTED'
  | 'MARGIN_NOT_CONFIRMED'
  | 'MARKET_HASH_NAME_TAKEN'
  | 'NO_ITEM_DATABASE'
  | 'NO_RATE_HELD_BACK'
  | 'NO_RUN_TO_END'
  | 'NO_SECOND_FACTOR_TO_RESET'
  | 'ORDER_NOT_FOUND'
  | 'ORDER_NOT_SENT'
  | 'ORDER_OF_UNKNOWN_KIND'
  | 'ORDER_PURCHASE_TAKEN'
  | 'ORDER_SETTLED'
  | 'ORDER_TOO_YOUNG'
  | 'OWN_RECORD'
  | 'OWN_SESSIONS'
  | 'OWN_STATUS'
  | 'PAYMENT_ALREADY_RECORDED'
  | 'PERSON_FORGOTTEN'
  | 'PRICES_NOT_HELD_BACK'
  | 'PRICE_NOT_CONFIRMED'
  | 'RAFFLE_NOT_ON_SALE'
  | 'RAFFLE_NOT_SOUND'
  | 'RAFFLE_NOT_TO_BE_DRAWN'
  | 'RAFFLE_RANDOMNESS_MISSING'
  | 'RAFFLE_SALES_RUN_ON'
  | 'RAFFLE_TICKETS_SOLD'
  | 'RANDOMNESS_NOT_PUBLISHED'
  | 'RANDOMNESS_UNAVAILABLE'
  | 'RATE_NOT_CONFIRMED'
  | 'SECOND_ADMINISTRATOR_NEEDED'
  | 'SECOND_FACTOR_NOT_FRESH'
  | 'SECOND_FACTOR_TOO_NEW'
  | 'SETTING_WOULD_PAUSE'
  | 'SITE_SWAP_DECIDED'
  | 'SITE_SWAP_ITEM_GONE'
  | 'SITE_SWAP_NOT_FOUND'
  | 'SITE_SWAP_NOT_UNDELIVERED'
  | 'SUSPICION_IS_OVER'
  | 'SUSPICION_NOT_FOUND'
  | 'SYNC_ENDED'
  | 'SYNC_NOT_FOUND'
  | 'SYNC_UNDER_WAY'
  | 'WITHDRAWALS_WAIT'
  | 'WITHDRAWAL_CANNOT_BE_BOUGHT'
  | 'WITHDRAWAL_GIVEN_BACK'
  | 'WITHDRAWAL_MAY_BE_PAID'
  | 'WITHDRAWAL_NOT_PENDING_APPROVAL'
  | 'WITHDRAWAL_PAYMENT_UNDER_WAY'
  | 'WITHDRAWAL_SUSPENSION_NOT_FOUND'
  | 'WITHDRAWER_NOT_ACTIVE'
  | 'WITHDRAWER_OWES'
  | 'WITHDRAWER_SUSPENDED';

/** Of what is answered in Portuguese. */
export type PlayerErrorCode =
  | 'ACCOUNT_CLOSED'
  | 'ACCOUNT_NOT_SETTLED'
  | 'ADMINISTRATORS_ONLY'
  | 'AGE_NOT_CONFIRMED'
  | 'ALREADY_IN_BATTLE'
  | 'ASKED_ITEMS_GONE'
  | 'ASKED_ITEM_OF_ANOTHER'
  | 'BAD_REQUEST'
  | 'BALANCE_TOO_LARGE'
  | 'BATTLE_CREATOR_ONLY'
  | 'BATTLE_ENTRY_CHANGED'
  | 'BATTLE_EXPIRED'
  | 'BATTLE_NOT_FOUND'
  | 'BATTLE_NOT_OPEN'
  | 'BATTLE_PAUSED'
  | 'BODY_COMPRESSED'
  | 'BODY_NOT_UTF8'
  | 'BODY_TOO_LARGE'
  | 'CASE_IS_CHANGING'
  | 'CASE_NOT_AS_EXPECTED'
  | 'CASE_NOT_FOUND'
  | 'CASE_PAUSED'
  | 'CASE_VERSION_NOT_FOUND'
  | 'CHANCE_HAS_FALLEN'
  | 'CHANCE_TOO_LOW'
  | 'DATA_EXPORT_UNDER_WAY'
  | 'DEPOSIT_LIMIT_REACHED'
  | 'DEPOSIT_NOT_FOUND'
  | 'DEPOSIT_OUT_OF_LIMITS'
  | 'DEVICE_MISMATCH'
  | 'EVENT_BUDGET_SPENT'
  | 'EVENT_NOT_FOUND'
  | 'EVENT_NOT_RUNNING'
  | 'EXCLUSION_ONLY_LENGTHENS'
  | 'EXPECTATION_FAILED'
  | 'HEADERS_TOO_LARGE'
  | 'IDEMPOTENCY_KEY_IN_USE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_BALANCE'
  | 'INTERNAL_ERROR'
  | 'INVENTORY_ITEM_NOT_FOUND'
  | 'INVITATION_CODE_NEEDED'
  | 'ITEM_BEING_PROCESSED'
  | 'ITEM_DETAILS_NOT_FOUND'
  | 'ITEM_HELD'
  | 'ITEM_NOT_AVAILABLE'
  | 'ITEM_NOT_AVAILABLE_FOR_WITHDRAWAL'
  | 'ITEM_NOT_FOUND'
  | 'ITEM_NOT_IN_INVENTORY'
  | 'ITEM_OF_ANOTHER_USER'
  | 'ITEM_OF_SOMEBODY_ELSE'
  | 'ITEM_RESTRICTED_TO_GAMES'
  | 'LEAF_NOT_FOUND'
  | 'LOGIN_NOT_CONFIRMED'
  | 'LOGIN_PROVIDER_UNAVAILABLE'
  | 'LOGIN_REFUSED'
  | 'LOGIN_STATE_MISSING'
  | 'LOGIN_USED_BEFORE'
  | 'LOG_HEAD_NOT_FOUND'
  | 'LOG_INTERRUPTED'
  | 'LOG_IS_EMPTY'
  | 'LOG_SIZES_REVERSED'
  | 'LOSS_LIMIT_REACHED'
  | 'MALFORMED_JSON'
  | 'MALFORMED_REQUEST'
  | 'MALFORMED_URL'
  | 'MARKET_SILENT'
  | 'MONEY_WITHDRAWAL_NOT_FOUND'
  | 'NOTHING_STAKED'
  | 'NOTHING_TO_SELL'
  | 'NOTIFICATION_NOT_FOUND'
  | 'NOTIFICATION_OF_ANOTHER_USER'
  | 'NOT_ENOUGH_POINTS'
  | 'NOT_ENOUGH_TICKETS'
  | 'NOT_YOUR_SESSION'
  | 'NO_EVENT_RUNS'
  | 'NO_ITEMS_SELECTED'
  | 'NO_PUBLIC_RANDOMNESS'
  | 'NO_SHOTS_AT_THAT_PRICE'
  | 'OPENING_NOT_FOUND'
  | 'ORIGIN_NOT_ALLOWED'
  | 'OWES_FOR_RETURNED_DEPOSIT'
  | 'OWN_PUBLICATION'
  | 'OWN_SWAP'
  | 'PARAMETER_TOO_LONG'
  | 'PAYMENTS_UNAVAILABLE'
  | 'PLAY_PAUSED'
  | 'PUBLIC_SWAP_NOT_DECLINED'
  | 'RAFFLE_NOT_FOUND'
  | 'RAFFLE_SALES_CLOSED'
  | 'RECOVERY_CODE_USED'
  | 'REQUEST_TIMEOUT'
  | 'ROOM_NOT_ALLOWED'
  | 'ROUTE_NOT_FOUND'
  | 'SELF_EXCLUDED'
  | 'SERVICE_UNAVAILABLE'
  | 'SHOTS_PAUSED'
  | 'SHOT_NOT_FOUND'
  | 'SITE_SWAPS_SUSPENDED'
  | 'SITE_SWAP_DAY_EXHAUSTED'
  | 'SITE_SWAP_UNAVAILABLE'
  | 'STAKE_NOT_BELOW_TARGET'
  | 'SWAP_ACCEPTOR_ONLY'
  | 'SWAP_ACCEPTOR_SUSPENDED'
  | 'SWAP_CREATOR_NOT_ACTIVE'
  | 'SWAP_CREATOR_ONLY'
  | 'SWAP_FOR_ANOTHER'
  | 'SWAP_NOT_FOUND'
  | 'SWAP_NOT_PENDING'
  | 'SWAP_NO_LONGER_PENDING'
  | 'SWAP_TARGET_NOT_FOUND'
  | 'SWAP_TARGET_PRICE_ODD'
  | 'SWAP_TARGET_TOO_DEAR'
  | 'TARGET_ITEM_NOT_FOUND'
  | 'TICKET_LIST_NOT_FIXED'
  | 'TICKET_PRICE_CHANGED'
  | 'TIER_ALREADY_CLAIMED'
  | 'TIER_NOT_FOUND'
  | 'TOO_FEW_FREE_SEATS'
  | 'TOO_FEW_TICKETS_LEFT'
  | 'TOO_MANY_BATTLES_WAIT'
  | 'TOO_MANY_CONNECTIONS'
  | 'TOO_MANY_ITEMS_SELECTED'
  | 'TOO_MANY_OPEN_DEPOSITS'
  | 'TOO_MANY_REQUESTS'
  | 'TOO_MANY_ROOMS'
  | 'TOO_MANY_TICKETS'
  | 'TOO_MANY_WRONG_CODES'
  | 'TRADE_CHECK_FAILED'
  | 'TRADE_URL_INVALID'
  | 'TRADE_URL_MISSING'
  | 'TWO_FACTOR_ALREADY_ENABLED'
  | 'TWO_FACTOR_CODE_USED'
  | 'TWO_FACTOR_CODE_WRONG'
  | 'TWO_FACTOR_NOT_ENABLED'
  | 'TWO_FACTOR_NOT_SET_UP'
  | 'UNAUTHORIZED'
  | 'UNSTORABLE_TEXT'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'UPGRADE_NOT_FOUND'
  | 'USER_NOT_FOUND'
  | 'VALIDATION_FAILED'
  | 'WAGER_LIMIT_REACHED'
  | 'WEBHOOK_NOT_GENUINE'
  | 'WEBHOOK_PROVIDER_UNKNOWN'
  | 'WITHDRAWALS_SUSPENDED'
  | 'WITHDRAWAL_ALREADY_PENDING'
  | 'WITHDRAWAL_DAILY_LIMIT'
  | 'WITHDRAWAL_EXPIRED'
  | 'WITHDRAWAL_GOES_ON'
  | 'WITHDRAWAL_NEEDS_TWO_FACTOR'
  | 'WITHDRAWAL_NOT_FOUND'
  | 'WITHDRAWAL_NOT_IN_THIS_STATUS'
  | 'WITHDRAWAL_OUT_OF_LIMITS'
  | 'WITHDRAWAL_WITHOUT_MARKET_ID'
  | 'WITHDRAWER_NOT_FOUND';

export type AcceptSwapBody = { inventoryItemIds?: Id[]; };
export type ActiveEvent = { event: (Event | null); claimable: ClaimableEvent[]; };
export type ActiveItemWithdrawal = { id: Id; inventoryItemId: Id; itemId: Id; itemName: string; itemImage: string; itemRarity: Rarity; itemRarityColor: RarityColor; itemValueCents: Cents; projectId: string; marketId: (string | null); tradeId: (string | null); status: "PENDING_APPROVAL" | "PENDING" | "WAITING_SELLER" | "TRADE_SENT" | "COMPLETED" | "CANCELLED" | "FAILED"; marketStatus: (number | null); pricePaidCents: Cents; sendUntil: (Timestamp | null); createdAt: Timestamp; playerMessage: string; steps: WithdrawalStep[]; };
export type ActiveItemWithdrawals = { withdrawals: ActiveItemWithdrawal[]; };
export type Activity = { id: Id; type: ActivityType; user: { id: Id; username: string; }; description: string; value: number; item?: { name: string; rarity: Rarity; rarityColor: RarityColor; }; createdAt: Timestamp; };
export type ActivityDay = { day: string; activeUsers: number; newUsers: number; retainedUsers: number; };
export type ActivityType = "CASE_OPEN" | "DEPOSIT" | "WITHDRAWAL_REQUEST";
export type AddBotsBody = { count: number; clientSeed?: string; };
export type AdjustBalanceBody = { amountCents: (Cents | number); reason: string; };
export type AdjustedBalance = { userId: Id; balanceCents: Cents; balanceFormatted: string; transferId: Id; };
export type AdminAddCaseItemsBody = { items: GivenItem[]; normalize?: boolean; flipThreshold?: (number | null); };
export type AdminApproveSkinWithdrawalBody = { reason?: string; };
export type AdminArchiveCaseBody = { reason?: string; };
export type AdminArchiveEventBody = { reason?: string; };
export type AdminBanUserBody = { reason: string; };
export type AdminCancelBattleBody = { reason: string; };
export type AdminCancelRaffleBody = { reason?: string; };
export type AdminCase = { id: Id; name: string; slug: string; description: string; imageUrl: string; category: string; displayOrder: number; priceCents: Cents; priceFormatted: string; topItems: CaseItem[]; status: CaseStatus; versionNumber: (number | null); hasFlip: boolean; flipThreshold: (number | null); itemsCount: number; isPaused: boolean; createdAt: Timestamp; updatedAt: Timestamp; };
export type AdminCaseDetail = { id: Id; name: string; slug: string; description: string; imageUrl: string; category: string; displayOrder: number; priceCents: Cents; priceFormatted: string; topItems: CaseItem[]; status: CaseStatus; versionNumber: (number | null); hasFlip: boolean; flipThreshold: (number | null); itemsCount: number; isPaused: boolean; createdAt: Timestamp; updatedAt: Timestamp; theoreticalRtpPercent: (string | null); items: CaseItem[]; versions: CaseVersionHead[]; };
export type AdminCasePage = { data: AdminCase[]; meta: PageMeta; };
export type AdminCloseRaffleBody = { reason?: string; };
export type AdminConfirmDepositBody = { reason: string; };
export type AdminCreateCaseBody = { name: string; slug?: string; description?: string; displayOrder?: number; imageUrl: string; category: string; priceCents: (string | number); items?: GivenItem[]; normalize?: boolean; flipThreshold?: (number | null); activate?: boolean; };
export type AdminCreateEventBody = { name: string; description: string; imageUrl: string; startsAt: string; endsAt: string; pointsPerReal: number; ticketsPerReal: number; budgetCents?: (string | number); tiers?: GivenTier[]; shoots?: GivenShoot[]; };
export type AdminCreateRaffleBody = { name: string; description: string; imageUrl: string; ticketPriceCents: (string | number); maxTickets: number; maxTicketsPerUser?: (number | null); closesAt?: (string | null); randomness?: Randomness; prizes: ({ displayOrder: number; itemId: Id; })[]; reason?: string; };
export type AdminDecideSiteSwapBody = { resolution: "TAKEN_BACK" | "LEFT"; reason: string; };
export type AdminDeposit = { id: Id; status: "PENDING" | "CONFIRMED" | "REJECTED" | "EXPIRED"; amountCents: Cents; creditedCents: (Cents | null); createdAt: Timestamp; expiresAt: Timestamp; endedAt: (Timestamp | null); pixCode: (string | null); amountFormatted: string; userId: Id; txid: string; username: string; provider: string; decidedBy: (Id | null); decisionReason: (string | null); payments: DepositPayment[]; returns: DepositReturn[]; debtCents: Cents; openReturnCents: Cents; risk: ReviewRisk; };
export type AdminDepositPage = { data: AdminDeposit[]; meta: PageMeta; };
export type AdminEditCaseBody = { name?: string; slug?: string; description?: string; imageUrl?: string; category?: string; displayOrder?: number; priceCents?: (string | number); status?: CaseStatus; items?: GivenItem[]; normalize?: boolean; flipThreshold?: (number | null); expectedVersion?: number; reason?: string; };
export type AdminEditEventBody = { name?: string; description?: string; imageUrl?: string; startsAt?: string; endsAt?: string; pointsPerReal?: number; ticketsPerReal?: number; budgetCents?: (string | number); tiers?: GivenTier[]; shoots?: GivenShoot[]; };
export type AdminEditRaffleBody = { name: string; description: string; imageUrl: string; ticketPriceCents: (string | number); maxTickets: number; maxTicketsPerUser?: (number | null); closesAt?: (string | null); randomness?: Randomness; prizes: ({ displayOrder: number; itemId: Id; })[]; reason?: string; };
export type AdminEndEventBody = { reason?: string; };
export type AdminEndOrderBody = { outcome: "BOUGHT" | "NOT_BOUGHT"; reason: string; reference?: string; priceCoins?: number; };
export type AdminEvent = { id: Id; name: string; description: string; imageUrl: string; startsAt: Timestamp; endsAt: Timestamp; pointsPerReal: number; ticketsPerReal: number; status: EventStatus; isRunning: boolean; budgetCents: (Cents | null); createdAt: Timestamp; };
export type AdminEventDetail = { id: Id; name: string; description: string; imageUrl: string; startsAt: Timestamp; endsAt: Timestamp; pointsPerReal: number; ticketsPerReal: number; status: EventStatus; isRunning: boolean; budgetCents: (Cents | null); createdAt: Timestamp; tiers: Tier[]; shoots: Shoot[]; totals: EventTotals; };
export type AdminEventPage = { data: AdminEvent[]; meta: PageMeta; };
export type AdminItem = { id: Id; name: string; marketHashName: string; imageUrl: string; rarity: Rarity; rarityColor: RarityColor; valueCents: Cents; valueCentsBrl: Cents; valueFormatted: string; originalPriceCents: Cents; marginPercent: number; weaponCategory: WeaponCategory; exterior: NullableExterior; isStatTrak: boolean; collection: (string | null); archivedAt: (string | null); createdAt: Timestamp; updatedAt: Timestamp; };
export type AdminItemPage = { data: AdminItem[]; meta: PageMeta; };
export type AdminItemWithdrawal = { id: Id; userId: Id; inventoryItemId: Id; itemId: Id; projectId: string; marketId: (string | null); tradeId: (string | null); status: "PENDING_APPROVAL" | "PENDING" | "WAITING_SELLER" | "TRADE_SENT" | "COMPLETED" | "CANCELLED" | "FAILED"; autoApproved: boolean; marketStatus: (number | null); pricePaidCents: Cents; skinValueUsdCents: Cents; maxPayCents: Cents; failureReason: (string | null); sendUntil: (Timestamp | null); createdAt: Timestamp; updatedAt: Timestamp; completedAt: (Timestamp | null); decidedAt: (Timestamp | null); itemName: string; username: string; decidedBy: (Id | null); debtCents: Cents; openReturnCents: Cents; risk: ReviewRisk; };
export type AdminItemWithdrawalPage = { data: AdminItemWithdrawal[]; meta: PageMeta; };
export type AdminPublishEventBody = { reason?: string; };
export type AdminRaffle = { id: Id; logLeaf: (LogLeafName | null); name: string; description: string; imageUrl: string; status: RaffleStatus; ticketPriceCents: Cents; ticketPriceFormatted: string; maxTickets: number; maxTicketsPerUser: (number | null); ticketsSold: number; closesAt: (Timestamp | null); createdAt: Timestamp; closedAt: (Timestamp | null); drawnAt: (Timestamp | null); cancelledAt: (Timestamp | null); randomness: Randomness; beaconDelaySeconds: (number | null); beacon: ({ round: number; dueAt: (Timestamp | null); randomness: (string | null); signature: (string | null); chain: ({ hash: string; publicKey: string; genesis: number; period: number; } | null); } | null); ticketListHash: (string | null); clientSeed: (string | null); prizes: RafflePrize[]; buyers: number; incomeCents: Cents; incomeFormatted: string; incomeIfSoldOutCents: Cents; incomeIfSoldOutFormatted: string; prizesValueCents: Cents; prizesValueFormatted: string; greatestCostCents: Cents; greatestCostFormatted: string; };
export type AdminRejectDepositBody = { reason: string; };
export type AdminRejectSkinWithdrawalBody = { reason: string; };
export type AdminResetSecondFactorAnswer = { enabled: boolean; };
export type AdminResetSecondFactorBody = { reason: string; };
export type AdminRestrictInventoryItemBody = { restricted: boolean; };
export type AdminSetUserStatusBody = { status: "ACTIVE" | "SUSPENDED" | "BANNED"; reason?: string; };
export type AdminUnbanUserBody = { reason?: string; };
export type AgeConfirmation = { ageConfirmedAt: Timestamp; };
export type Alert = { id: Id; level: AlertLevel; title: string; message: string; createdAt: Timestamp; kind: string; details: Record<string, unknown>; count: number; lastRaisedAt: Timestamp; resolvedAt: (Timestamp | null); resolvedBy: (Id | null); acknowledgedAt: (Timestamp | null); acknowledgedBy: (Id | null); acknowledgedReason: (string | null); };
export type AlertAcknowledgement = { reason: string; };
export type AlertLevel = "INFO" | "WARNING" | "CRITICAL";
export type AlertList = { alerts: Alert[]; meta: PageMeta; };
export type Amount = { count: number; cents: number; };
export type ApproveMoneyWithdrawalBody = { reason?: string; };
export type ArchiveItemBody = { reason?: string; };
export type AskedItem = { inventoryItemId: (Id | null); itemId: Id; name: string; imageUrl: string; rarity: Rarity; rarityColor: RarityColor; valueCentsBrl: Cents; valueFormatted: string; };
export type AuditEntry = { id: Id; action: string; entityType: (string | null); entityId: (string | null); metadata: Record<string, unknown>; ip: (string | null); createdAt: Timestamp; };
export type AuditEntryPage = { data: AuditEntry[]; meta: PageMeta; };
export type AuditHead = { head: ({ position: number; hash: string; at: Timestamp; signature: string; } | null); publicKey: string; };
export type Balance = { balanceCents: Cents; balanceFormatted: string; debtCents?: Cents; };
export type BalanceReward = { type: "BALANCE"; item: null; balanceCents: Cents; balanceFormatted: string; tickets: null; };
export type Battle = { id: Id; logLeaf: (LogLeafName | null); mode: BattleMode; status: BattleStatus; isTeams: boolean; seatCount: number; isPrivate: boolean; isPaused: boolean; entryPriceCents: Cents; entryPriceFormatted: string; createdAt: Timestamp; startedAt: (Timestamp | null); endedAt: (Timestamp | null); cancelledAt: (Timestamp | null); expiresAt: Timestamp; randomness: Randomness; beaconDelaySeconds: (number | null); roundCount: number; totalEntryCents: Cents; cases: BattleCase[]; invitationCode?: string; cancelReason: (string | null); beacon: ({ round: number; dueAt: (Timestamp | null); randomness: (string | null); signature: (string | null); chain: ({ hash: string; publicKey: string; genesis: number; period: number; } | null); } | null); versions: BattleVersion[]; seats: BattleSeat[]; botSeats: (BattleBotSeat[] | null); rounds: BattleRound[]; tieBreak: BattleTieBreak; result: (BattleResult | null); };
export type BattleBotSeat = { seat: number; serverSeedHashes: string[]; committedAt: Timestamp; };
export type BattleCase = { round: number; caseId: Id; caseName: string; imageUrl: string; versionNumber: number; priceCents: Cents; };
export type BattleItem = { itemId: Id; imageUrl: string; rarity: Rarity; rarityColor: RarityColor; name: string; valueCents: (Cents | null); hashRangeStart: number; hashRangeEnd: number; };
export type BattleMode = "NORMAL" | "CRAZY" | "TERMINAL" | "SHARED";
export type BattlePrize = { seat: number; drops: ({ seat: number; round: number; })[]; paidCents: Cents; };
export type BattleResult = { winningTeam: (number | null); potCents: Cents; prizes: BattlePrize[]; };
export type BattleRoll = { seat: number; nonce: number; serverSeed: string; serverSeedHash: string; clientSeed: string; clientSeedSource: "REQUEST" | "ACCOUNT" | "DERIVED" | "BEACON" | "SERVER"; roll: number; itemId: Id; imageUrl: string; rarity: Rarity; rarityColor: RarityColor; itemName: string; valueCents: Cents; isFlip: boolean; };
export type BattleRound = { round: number; rolls: BattleRoll[]; };
export type BattleRtp = { mode: string; battles: number; wageredCents: number; wonCents: number; rtpPercent: (number | null); ggrCents: number; };
export type BattleRtpReport = { from: string; to: string; data: BattleRtp[]; total: { battles: number; wageredCents: number; wonCents: number; rtpPercent: (number | null); ggrCents: number; }; };
export type BattleRules = { modes: BattleMode[]; seatCounts: number[]; teamSeatCount: number; maxRounds: number; waitMinutes: number; };
export type BattleSeat = { seat: number; team: number; isBot: boolean; user: (PublicUser | null); botName?: string; botAvatarUrl?: string; takenAt: Timestamp; firstNonce: number; serverSeedHashes: string[]; clientSeed: (string | null); clientSeedSource: ("REQUEST" | "ACCOUNT" | null); totalCents: (Cents | null); isWinner: (boolean | null); paidCents: (Cents | null); };
export type BattleStatus = "WAITING" | "IN_PROGRESS" | "COMPLETED" | "CANCELLED";
export type BattleSummary = { id: Id; logLeaf: (LogLeafName | null); mode: BattleMode; status: BattleStatus; isTeams: boolean; seatCount: number; isPrivate: boolean; isPaused: boolean; entryPriceCents: Cents; entryPriceFormatted: string; createdAt: Timestamp; startedAt: (Timestamp | null); endedAt: (Timestamp | null); cancelledAt: (Timestamp | null); expiresAt: Timestamp; randomness: Randomness; beaconDelaySeconds: (number | null); roundCount: number; totalEntryCents: Cents; cases: BattleCase[]; seats: SeatHolder[]; winningTeam: (number | null); potCents: (Cents | null); };
export type BattleSummaryPage = { data: BattleSummary[]; meta: PageMeta; };
export type BattleTieBreak = { serverSeedHash: string; committedAt: Timestamp; contenders: (number[] | null); serverSeed: (string | null); clientSeed: (string | null); nonce: number; roll: (number | null); team: (number | null); };
export type BattleVersion = { caseId: Id; versionNumber: number; flipThreshold: (number | null); items: BattleItem[]; };
export type BattleVisibility = { isPublic: boolean; };
export type BotProfit = { mode: string; botSeats: number; wageredCents: number; wonCents: number; profitCents: number; returnPercent: (number | null); };
export type BotProfitability = { from: string; to: string; data: BotProfit[]; total: { botSeats: number; wageredCents: number; wonCents: number; profitCents: number; returnPercent: (number | null); }; };
export type Broadcast = { id: Id; type: BroadcastType; title: string; message: string; titleEn: string; messageEn: string; activeWithinDays: (number | null); reason: string; createdBy: Id; creatorName: string; createdAt: Timestamp; recipients: number; sent: number; finishedAt: (Timestamp | null); };
export type BroadcastAudience = { recipients: number; };
export type BroadcastPage = { data: Broadcast[]; meta: PageMeta; };
export type BroadcastType = "SYSTEM" | "PROMOTION";
export type BuyRaffleTicketsAnswer = { raffleId: Id; quantity: number; firstTicket: number; lastTicket: number; paidCents: Cents; paidFormatted: string; balanceCents: Cents; balanceFormatted: string; ticketsOwned: number; ticketsSold: number; isSoldOut: boolean; };
export type BuyRaffleTicketsBody = { quantity: number; expectedPriceCents?: string; };
export type CalculatedResult = { serverSeed: string; serverSeedHash: string; clientSeed: string; nonce: number; roll: number; max: number; };
export type CalculateResultBody = { serverSeed: string; clientSeed: string; nonce: (number | string); max?: number; };
export type CalculateUpgradeBody = { inventoryItemIds: Id[]; balanceCents?: string; targetItemId: Id; };
export type Case = { id: Id; name: string; slug: string; description: string; imageUrl: string; category: string; displayOrder: number; priceCents: Cents; priceFormatted: string; topItems: CaseItem[]; versionNumber: number; hasFlip: boolean; flipThreshold: (number | null); itemsCount: number; isPaused: boolean; theoreticalRtpPercent: string; openingsCount: number; createdAt: Timestamp; };
export type CaseCategory = { name: string; casesCount: number; imageUrl: (string | null); };
export type CaseCategoryPage = { data: CaseCategory[]; meta: PageMeta; };
export type CaseDifference = { caseId: Id; from: number; to: number; items: CaseItemDifference[]; unchangedItems: number; isReordered: boolean; flipThresholdBefore: (number | null); flipThresholdAfter: (number | null); };
export type CaseItem = { itemId: Id; name: string; marketHashName: string; imageUrl: string; rarity: Rarity; rarityColor: RarityColor; valueCentsBrl: Cents; valueFormatted: string; hashRangeStart: number; hashRangeEnd: number; chancePercent: string; isFlip: boolean; };
export type CaseItemChance = { itemId: Id; name: string; hashRangeStart: number; hashRangeEnd: number; rolls: number; chancePercent: string; valueCentsBrl: Cents; valueFormatted: string; isFlip: boolean; };
export type CaseItemDifference = { itemId: Id; name: string; rollsBefore: number; rollsAfter: number; chancePercentBefore: string; chancePercentAfter: string; };
export type CaseItems = { caseId: Id; versionNumber: number; items: CaseItem[]; };
export type CasePage = { data: Case[]; meta: PageMeta; };
export type CaseProbabilities = { caseId: Id; versionNumber: number; priceCents: Cents; priceFormatted: string; theoreticalRtpPercent: string; hasFlip: boolean; flipThreshold: (number | null); flipChancePercent: string; items: CaseItemChance[]; };
export type CaseRtp = { caseId: Id; name: string; status: string; plays: number; wageredCents: number; wonCents: number; rtpPercent: (number | null); ggrCents: number; rtpLowPercent: (number | null); rtpHighPercent: (number | null); theoreticalRtpPercent: (number | null); };
export type CaseRules = { maxQuantity: number; maxRtpPercent: string; };
export type CaseStatus = "DRAFT" | "ACTIVE" | "ARCHIVED";
export type CaseVersion = { caseId: Id; caseName: string; versionNumber: number; isCurrent: boolean; hasFlip: boolean; flipThreshold: (number | null); createdAt: Timestamp; items: CaseItem[]; logLeaf: VersionLeafName; };
export type CaseVersionHead = { number: number; createdBy: (Id | null); createdAt: Timestamp; };
export type CaseWithItems = { id: Id; name: string; slug: string; description: string; imageUrl: string; category: string; displayOrder: number; priceCents: Cents; priceFormatted: string; topItems: CaseItem[]; versionNumber: number; hasFlip: boolean; flipThreshold: (number | null); itemsCount: number; isPaused: boolean; theoreticalRtpPercent: string; openingsCount: number; createdAt: Timestamp; items: CaseItem[]; };
export type CategoryName = { value: WeaponCategory; name: string; };
export type Cents = string;
export type ChangedSettings = { data: Setting[]; };
export type ClaimableEvent = { id: Id; name: string; endsAt: Timestamp; claimableUntil: Timestamp; };
export type ClaimedTier = { tierId: Id; number: number; reward: Reward; inventoryItemId: (Id | null); points: number; tickets: number; balanceCents: (Cents | null); balanceFormatted: (string | null); };
export type ClaimEventTierBody = { tierId: Id; };
export type ClientSeed = { clientSeed: (string | null); };
export type ClientSeedSource = "REQUEST" | "ACCOUNT" | "SERVER" | "DERIVED" | "BEACON";
export type CloseAccountBody = { confirm: boolean; };
export type ClosedAccount = { message: string; };
export type Commitment = { nonce: number; serverSeedHash: string; };
export type Commitments = { stream: string; clientSeed: (string | null); nextNonce: number; commitments: Commitment[]; };
export type ComparedDay = { date: string; revenueCents: number; profitCents: number; wageredCents: number; wonCents: number; ggrCents: number; depositsCents: number; withdrawalsCents: number; activeUsers: number; newUsers: number; rtpPercent: (number | null); };
export type ComparedTotals = { revenueCents: { now: number; before: number; }; profitCents: { now: number; before: number; }; wageredCents: { now: number; before: number; }; wonCents: { now: number; before: number; }; ggrCents: { now: number; before: number; }; depositsCents: { now: number; before: number; }; withdrawalsCents: { now: number; before: number; }; activeUsers: { now: number; before: number; }; newUsers: { now: number; before: number; }; rtpPercent: { now: (number | null); before: (number | null); }; };
export type CompleteMoneyWithdrawalBody = { reason?: string; endToEndId?: string; };
export type ConcernedPlay = { field: string; message: string; name: string; theoreticalRtpPercent: (string | null); };
export type ConcernedPrice = { id: Id; name: string; fromCents: Cents; toCents: Cents; };
export type ConcernedPrices = { changed: number; ownedFromCents: Cents; ownedToCents: Cents; examples: ConcernedPrice[]; };
export type ConfirmAgeBody = { isAdult: true; };
export type ConfirmedPrices = { confirmed: number; };
export type ConfirmExchangeRateBody = { usdToBrl: number; reason?: string; };
export type ConfirmHeldBackPricesBody = { syncId: Id; itemIds?: Id[]; reason?: string; };
export type ConfirmMoneyWithdrawalBody = { code: string; amountCents: (string | number); };
export type CountedRarity = { value: string; name: string; count: number; color: RarityColor; };
export type CountedRarityPage = { data: CountedRarity[]; meta: PageMeta; };
export type CountedValue = { value: string; name: string; count: number; };
export type CountedValuePage = { data: CountedValue[]; meta: PageMeta; };
export type CreateBattleBody = { mode: BattleMode; caseIds: Id[]; seatCount?: number; isTeams?: boolean; isPrivate?: boolean; randomness?: RandomnessChoice; clientSeed?: string; expectedEntryPriceCents?: string; };
export type CreateItemBody = { name: string; marketHashName: string; imageUrl: string; rarity: Rarity; weaponCategory: WeaponCategory; originalPriceCents: string; exterior?: NullableExterior; isStatTrak?: boolean; collection?: (string | null); marginPercent?: number; };
export type CreateSwapBody = { inventoryItemIds: Id[]; acceptorId?: Id; askedInventoryItemIds?: Id[]; askedItemIds?: Id[]; };
export type DashboardOverview = { today: { users: { total: number; activeToday: number; newToday: number; growth: number; }; financial: { revenueToday: number; profitToday: number; depositsToday: number; withdrawalsToday: number; pendingWithdrawals: number; }; games: { casesOpenedToday: number; battlesToday: number; upgradesToday: number; totalVolume: number; }; topItems: { mostDropped: (TopItem | null); highestValue: (TopItem | null); mostOpened: (TopCase | null); }; }; last7Days: { users: { total: number; activeToday: number; newToday: number; growth: number; }; financial: { revenueToday: number; profitToday: number; depositsToday: number; withdrawalsToday: number; pendingWithdrawals: number; }; games: { casesOpenedToday: number; battlesToday: number; upgradesToday: number; totalVolume: number; }; topItems: { mostDropped: (TopItem | null); highestValue: (TopItem | null); mostOpened: (TopCase | null); }; }; last30Days: { users: { total: number; activeToday: number; newToday: number; growth: number; }; financial: { revenueToday: number; profitToday: number; depositsToday: number; withdrawalsToday: number; pendingWithdrawals: number; }; games: { casesOpenedToday: number; battlesToday: number; upgradesToday: number; totalVolume: number; }; topItems: { mostDropped: (TopItem | null); highestValue: (TopItem | null); mostOpened: (TopCase | null); }; }; };
export type DashboardStats = { users: { total: number; activeToday: number; newToday: number; growth: number; }; financial: { revenueToday: number; profitToday: number; depositsToday: number; withdrawalsToday: number; pendingWithdrawals: number; }; games: { casesOpenedToday: number; battlesToday: number; upgradesToday: number; totalVolume: number; }; topItems: { mostDropped: (TopItem | null); highestValue: (TopItem | null); mostOpened: (TopCase | null); }; };
export type DaysCompared = { from: string; to: string; before: { from: string; to: string; }; totals: ComparedTotals; days: ComparedDay[]; daysBefore: ComparedDay[]; };
export type DecidedMoneyWithdrawal = { id: Id; status: MoneyWithdrawalStatus; amountCents: Cents; pixKeyType: PixKeyType; createdAt: Timestamp; expiresAt: Timestamp; confirmedAt: (Timestamp | null); approvedAt: (Timestamp | null); endedAt: (Timestamp | null); endToEndId: (string | null); failureReason: (string | null); amountFormatted: string; userId: Id; orderId: (Id | null); approvedBy: (Id | null); endedBy: (Id | null); username: string; sendId: (string | null); providerReason: (string | null); isByHand: (boolean | null); debtCents: Cents; openReturnCents: Cents; risk: ReviewRisk; };
export type DecisionProposal = { action: string; content: string; proposedBy: Id; proposerName: string; reason: (string | null); proposedAt: Timestamp; expiresAt: Timestamp; };
export type Deposit = { id: Id; status: "PENDING" | "CONFIRMED" | "REJECTED" | "EXPIRED"; amountCents: Cents; creditedCents: (Cents | null); createdAt: Timestamp; expiresAt: Timestamp; endedAt: (Timestamp | null); pixCode: (string | null); amountFormatted: string; };
export type DepositAllowance = { mostCents: Cents; leftCents: (Cents | null); openCharges: number; openCents: Cents; hindrance: ("UNAVAILABLE" | "EXCLUDED" | "AGE_NOT_CONFIRMED" | "OPEN_CHARGES" | "LIMIT" | null); };
export type DepositPage = { data: Deposit[]; meta: PageMeta; };
export type DepositPayment = { endToEndId: string; amountCents: Cents; paidAt: Timestamp; status: "CREDITED" | "WAITING" | "DISMISSED"; fault: ("AMOUNT_DIFFERS" | "DEPOSIT_REJECTED" | "PAID_BEFORE" | "ACCOUNT_CLOSED" | "RETURNED" | "CURRENCY_DIFFERS" | null); };
export type DepositReturn = { endToEndId: string; returnId: string; status: "OPEN" | "DONE" | "FAILED"; amountCents: Cents; owedCents: (Cents | null); owedBy: (Id | null); returnedAt: Timestamp; };
export type DepositRules = { minCents: Cents; maxCents: Cents; minutes: number; maxOpen: number; };
export type DisableTwoFactorAnswer = { enabled: boolean; };
export type DisableTwoFactorBody = { code: string; };
export type DrawRaffleBody = { reason?: string; };
export type Drop = { id: Id; key: string; game: string; userId: Id; username: string; avatarUrl: (string | null); caseId: Id; caseName: string; versionNumber: number; item: PrizeItem; chancePercent: string; battleId: (Id | null); createdAt: Timestamp; showAt: Timestamp; };
export type DropPage = { data: Drop[]; meta: PageMeta; };
export type EnableTwoFactorAnswer = { enabled: boolean; recoveryCodes: string[]; };
export type EnableTwoFactorBody = { code: string; };
export type EndedSessions = { ended: number; };
export type EntityAuditEntry = { id: Id; action: string; entityType: (string | null); entityId: (string | null); metadata: Record<string, unknown>; ip: (string | null); createdAt: Timestamp; userId: (string | null); actorId: (string | null); };
export type EntityAuditEntryPage = { data: EntityAuditEntry[]; meta: PageMeta; };
export type Error = { statusCode: number; message: string; code: ErrorCode; params?: Record<string, (string | number | string[])>; errors?: FieldFault[]; requestId?: string; };
export type Event = { id: Id; name: string; description: string; imageUrl: string; startsAt: Timestamp; endsAt: Timestamp; pointsPerReal: number; ticketsPerReal: number; tiers: Tier[]; shoots: Shoot[]; };
export type EventProgress = { eventId: Id; points: number; tickets: number; wageredCents: Cents; wageredFormatted: string; shots: number; tiers: TierProgress[]; nextShot: ({ nonce: number; serverSeedHash: string; } | null); clientSeed: (string | null); };
export type EventRules = { shotPrices: number[]; };
export type EventStatus = "DRAFT" | "PUBLISHED" | "ARCHIVED";
export type EventTotals = { players: number; wageredCents: Cents; wageredFormatted: string; ticketsSpent: number; shots: number; claims: number; spentCents: Cents; };
export type ExchangeRate = { usdToBrl: number; source: string; isFallback: boolean; isStale: boolean; updatedAt: Timestamp; };
export type ExcludeYourselfBody = { kind: "PAUSE" | "EXCLUSION"; days?: number; months?: number; confirm: true; };
export type Exclusion = { kind: ExclusionKind; until: Timestamp; };
export type ExclusionKind = "PAUSE" | "EXCLUSION";
export type Exterior = "FACTORY_NEW" | "MINIMAL_WEAR" | "FIELD_TESTED" | "WELL_WORN" | "BATTLE_SCARRED";
export type ExteriorName = { value: Exterior; name: string; };
export type Features = { beacon: boolean; pix: boolean; marketplace: boolean; siteSwap: boolean; sandbox: boolean; };
export type FieldFault = { field: string; message: string; };
export type FinancialOverview = { from: string; to: string; deposits: Amount; withdrawals: Amount; netDepositsCents: number; holds: { made: Amount; released: Amount; open: Amount; }; liabilities: { balances: Amount; inventory: Amount; totalCents: number; }; asOf: Timestamp; };
export type FirstLogHead = { kind: string; id: Id; index: (number | null); leafHash: (string | null); head: (LogHead | null); proof: (string[] | null); };
export type Found = { users: FoundUser[]; records: FoundRecord[]; cases: FoundThing[]; items: FoundThing[]; };
export type FoundPeople = { people: FoundPerson[]; };
export type FoundPerson = { id: Id; username: string; avatarUrl: (string | null); };
export type FoundRecord = { kind: RecordKind; id: Id; status: string; userId: (Id | null); username: (string | null); };
export type FoundThing = { id: Id; name: string; status: string; };
export type FoundUser = { id: Id; username: string; platformId: string; avatarUrl: (string | null); status: string; };
export type GeneratedSeeds = { serverSeedHash: string; clientSeed: string; };
export type GenerateSeedsBody = { clientSeed?: string; };
export type GetTwoFactorAnswer = { enabled: boolean; enabledAt: (Timestamp | null); recoveryCodesLeft: number; withdrawalsWaitUntil: (Timestamp | null); };
export type GgrByUser = { from: string; to: string; data: UserGgr[]; meta: PageMeta; };
export type GgrDay = { day: string; type: string; plays: number; wageredCents: number; wonCents: number; ggrCents: number; };
export type GgrReport = { from: string; to: string; data: GgrDay[]; total: { plays: number; wageredCents: number; wonCents: number; ggrCents: number; }; };
export type GivenBalanceReward = { type: "BALANCE"; balanceCents: (string | number); };
export type GivenItem = (GivenItemWithRange | GivenItemWithProbability);
export type GivenItemReward = { type: "ITEM"; itemId: Id; restrictedToGames?: boolean; };
export type GivenItemWithProbability = { itemId: Id; probability: (string | number); };
export type GivenItemWithRange = { itemId: Id; hashRangeStart: number; hashRangeEnd: number; };
export type GivenReward = (GivenItemReward | GivenBalanceReward | GivenTicketsReward);
export type GivenShoot = { ticketPrice: TicketPrice; prizes: GivenItem[]; normalize?: boolean; restrictedToGames?: boolean; };
export type GivenTicketsReward = { type: "TICKETS"; tickets: number; };
export type GivenTier = { pointsRequired: number; reward: GivenReward; };
export type GuardedExchangeRate = { usdToBrl: number; source: string; isFallback: boolean; isStale: boolean; updatedAt: Timestamp; heldUntil: (Timestamp | null); heldBack: (HeldBackRate | null); };
export type Health = { status: HealthStatus; version: string; runtime: string; startedAt: Timestamp; uptimeSeconds: number; checks: { database: HealthCheck; hotStore: (HealthCheck & { kind: string; }); migrations: HealthCheck; bankCertificates?: (HealthCheck & { endsAt?: Timestamp; }); }; };
export type HealthAnswer = { status: HealthStatus; };
export type HealthCheck = { status: "up" | "down"; version?: string; latencyMs?: number; message?: string; };
export type HealthStatus = "ok" | "degraded" | "down";
export type HeldBackPrice = { itemId: Id; name: string; marketHashName: string; originalPriceCents: Cents; heldBackPriceCents: Cents; stepPercent: number; syncId: Id; firstSaidAt: Timestamp; lastSaidAt: Timestamp; takenFrom: (Timestamp | null); };
export type HeldBackPricePage = { data: HeldBackPrice[]; meta: PageMeta; };
export type HeldBackRate = { usdToBrl: number; source: string; stepPercent: number; firstSaidAt: Timestamp; lastSaidAt: Timestamp; takenFrom: (Timestamp | null); };
export type HeldItem = { inventoryItemId: Id; item: PrizeItem; };
export type Id = string;
export type InitiateDepositBody = { amountCents: (Cents | number); };
export type IntegratedItem = { id: Id; name: string; marketHashName: string; imageUrl: string; rarity: Rarity; rarityColor: RarityColor; valueCents: Cents; valueCentsBrl: Cents; valueFormatted: string; originalPriceCents: Cents; marginPercent: number; weaponCategory: WeaponCategory; exterior: NullableExterior; isStatTrak: boolean; collection: (string | null); archivedAt: (string | null); createdAt: Timestamp; updatedAt: Timestamp; integration: { isInDatabase: (boolean | null); hasPrice: boolean; }; };
export type IntegratedItemPage = { data: IntegratedItem[]; meta: PageMeta; };
export type Inventory = { items: InventoryItem[]; total: number; limit: number; offset: number; hasMore: boolean; totalAvailableCount: number; totalAvailableValueCents: Cents; totalAvailableValueFormatted: string; };
export type InventoryItem = { id: Id; itemId: string; itemName: string; itemImage: string; itemRarity: InventoryRarity; itemRarityColor: RarityColor; itemValueCents: Cents; itemValueFormatted: string; weaponCategory: WeaponCategory; isStatTrak: boolean; status: InventoryStatus; acquiredAt: Timestamp; exterior?: Exterior; acquiredFrom?: string; lockedUntil?: Timestamp; cannotLeave?: StayReason; };
export type InventoryRarity = "CONSUMER_GRADE" | "INDUSTRIAL_GRADE" | "MIL_SPEC" | "RESTRICTED" | "CLASSIFIED" | "COVERT" | "CONTRABAND" | "EXTRAORDINARY" | "BASE_GRADE" | "HIGH_GRADE" | "REMARKABLE" | "EXOTIC" | "UNKNOWN";
export type InventoryStatus = "AVAILABLE" | "LOCKED" | "SOLD" | "WITHDRAWN" | "USED_IN_UPGRADE" | "USED_IN_BATTLE" | "IN_SWAP";
export type Item = { id: Id; name: string; marketHashName: string; imageUrl: string; rarity: Rarity; rarityColor: RarityColor; valueCents: Cents; valueCentsBrl: Cents; valueFormatted: string; originalPriceCents: Cents; marginPercent: number; weaponCategory: WeaponCategory; exterior: NullableExterior; isStatTrak: boolean; };
export type ItemDatabaseCollection = { id: string; name: string; imageUrl: string; };
export type ItemDatabaseCollectionPage = { data: ItemDatabaseCollection[]; meta: PageMeta; };
export type ItemDatabaseItem = { id: string; name: string; marketHashName: string; imageUrl: string; rarity: Rarity; rarityColor: RarityColor; weaponCategory: WeaponCategory; exterior: NullableExterior; isStatTrak: boolean; collection: (string | null); inCatalogue: boolean; };
export type ItemDatabaseItemPage = { data: ItemDatabaseItem[]; meta: PageMeta; };
export type ItemPage = { data: Item[]; meta: PageMeta; };
export type ItemReward = { type: "ITEM"; item: PrizeItem; balanceCents: null; balanceFormatted: null; tickets: null; restrictedToGames?: boolean; };
export type ItemStats = { count: number; minValueCents: Cents; maxValueCents: Cents; averageValueCents: Cents; averageValueFormatted: string; byRarity: CountedRarity[]; byCategory: CountedValue[]; };
export type ItemSync = { id: Id; kind: SyncKind; status: SyncStatus; processed: number; total: (number | null); message: (string | null); requestedBy: (string | null); createdAt: Timestamp; finishedAt: (string | null); };
export type ItemSyncPage = { data: ItemSync[]; meta: PageMeta; };
export type ItemWithdrawal = { id: Id; inventoryItemId: Id; itemId: Id; itemName: string; itemImage: string; itemRarity: Rarity; itemRarityColor: RarityColor; itemValueCents: Cents; projectId: string; marketId: (string | null); tradeId: (string | null); status: "PENDING_APPROVAL" | "PENDING" | "WAITING_SELLER" | "TRADE_SENT" | "COMPLETED" | "CANCELLED" | "FAILED"; marketStatus: (number | null); pricePaidCents: Cents; sendUntil: (Timestamp | null); createdAt: Timestamp; playerMessage: string; steps: WithdrawalStep[]; failureReason: (string | null); completedAt: (Timestamp | null); };
export type ItemWithdrawals = { withdrawals: ItemWithdrawal[]; };
export type JoinBattleBody = { clientSeed?: string; invitationCode?: string; };
export type LedgerAccount = "USER" | "SYSTEM" | "HELD" | "DEBT";
export type LedgerTransfer = { id: Id; type: TransferType; direction: TransferDirection; amountCents: Cents; amountFormatted: string; reason: string; referenceType: (string | null); referenceId: (string | null); createdAt: Timestamp; userId: Id; username: string; debitAccount: LedgerAccount; creditAccount: LedgerAccount; };
export type LedgerTransferPage = { data: LedgerTransfer[]; meta: PageMeta; };
export type LimitKind = "DEPOSIT" | "LOSS" | "WAGER";
export type LimitPeriod = "DAY" | "WEEK" | "MONTH";
export type ListedOrder = { id: Id; kind: string; projectId: string; status: string; requestedAt: Timestamp; sentAt: (Timestamp | null); settledAt: (Timestamp | null); isStuck: boolean; endableAt: (Timestamp | null); recordId: (Id | null); userId: (Id | null); username: (string | null); amountCents: (Cents | null); };
export type ListedOrderPage = { data: ListedOrder[]; meta: PageMeta; };
export type ListedRaffle = { id: Id; logLeaf: (LogLeafName | null); name: string; description: string; imageUrl: string; status: RaffleStatus; ticketPriceCents: Cents; ticketPriceFormatted: string; maxTickets: number; maxTicketsPerUser: (number | null); ticketsSold: number; closesAt: (Timestamp | null); createdAt: Timestamp; closedAt: (Timestamp | null); drawnAt: (Timestamp | null); cancelledAt: (Timestamp | null); randomness: Randomness; beaconDelaySeconds: (number | null); prizeCount: number; prizesValueCents: Cents; prizesValueFormatted: string; firstPrize: PrizeItem; };
export type ListedRafflePage = { data: ListedRaffle[]; meta: PageMeta; };
export type ListedUser = { id: Id; platformId: string; username: string; avatarUrl: (string | null); role: UserRole; status: UserStatus; tradeUrl: (string | null); tradeUrlCheck: TradeUrlCheck; tradeUrlCheckedAt: (Timestamp | null); clientSeed: (string | null); nonce: number; createdAt: Timestamp; lastActiveAt: Timestamp; barredAs: ("SUSPENDED" | "BANNED" | null); balanceCents: Cents; balanceFormatted: string; debtCents: Cents; };
export type ListedUserPage = { data: ListedUser[]; meta: PageMeta; };
export type LogConsistency = { earlier: LogHead; later: LogHead; proof: string[]; };
export type LogHead = { size: number; root: string; at: Timestamp; publicKey: string; signature: string; };
export type LogInclusion = { kind: string; id: Id; index: number; leafHash: string; head: LogHead; proof: string[]; };
export type LogKey = { publicKey: string; };
export type LogLeaf = { kind: string; id: Id; text: string; };
export type LogLeafName = { kind: "CASES" | "UPGRADES" | "SHOTS" | "BATTLES" | "RAFFLES"; id: Id; };
export type LogLeaves = { size: number; leaves: ({ kind: string; id: Id; hash: string; })[]; };
export type LogLedgerSalt = { kind: string; id: Id; text: string; salt: (string | null); };
export type LogResume = { reason: string; };
export type MarkedAllRead = { count: number; };
export type MarkedRead = { success: true; };
export type MarketListing = { name: string; count: number; priceMarketCoins: number; priceCentsUsd: number; steamPriceCoins: number; imageUrl: string; };
export type MarketPrice = { name: string; count: number; priceMarketCoins: number; priceCentsUsd: number; steamPriceCoins: number; imageUrl: string; isExactMatch: boolean; allResults: MarketListing[]; };
export type Message = { message: string; };
export type MoneyWithdrawal = { id: Id; status: MoneyWithdrawalStatus; amountCents: Cents; pixKeyType: PixKeyType; createdAt: Timestamp; expiresAt: Timestamp; confirmedAt: (Timestamp | null); approvedAt: (Timestamp | null); endedAt: (Timestamp | null); endToEndId: (string | null); failureReason: (string | null); pixKey: (string | null); amountFormatted: string; };
export type MoneyWithdrawalPage = { data: MoneyWithdrawal[]; meta: PageMeta; };
export type MoneyWithdrawalStatus = "AWAITING_CONFIRMATION" | "PENDING" | "APPROVED" | "COMPLETED" | "REJECTED" | "EXPIRED" | "CANCELLED";
export type NewBroadcast = { type: BroadcastType; title: string; message: string; titleEn: string; messageEn: string; activeWithinDays?: number; reason: string; };
export type NextLimit = { limitCents: (Cents | null); from: Timestamp; };
export type Notification = { id: Id; type: NotificationType; title: string; message: string; metadata: unknown; status: NotificationStatus; createdAt: Timestamp; readAt?: Timestamp; };
export type NotificationList = Notification[];
export type NotificationStatus = "UNREAD" | "READ" | "ARCHIVED";
export type NotificationType = "DEPOSIT_CONFIRMED" | "WITHDRAWAL_COMPLETED" | "WITHDRAWAL_FAILED" | "CASE_OPENING" | "UPGRADE_SUCCESS" | "UPGRADE_FAIL" | "SYSTEM" | "PROMOTION";
export type NullableExterior = "FACTORY_NEW" | "MINIMAL_WEAR" | "FIELD_TESTED" | "WELL_WORN" | "BATTLE_SCARRED" | null;
export type OffsetMeta = { total: number; limit: number; offset: number; hasMore: boolean; };
export type OpenCaseBody = { quantity?: number; clientSeed?: string; expectedPriceCents?: string; expectedVersion?: number; };
export type OpenedCases = { openings: Opening[]; balanceCents: Cents; balanceFormatted: string; totalCostCents: Cents; totalWonCents: Cents; };
export type Opening = { id: Id; logLeaf: LogLeafName; caseId: Id; versionNumber: number; nonce: number; roll: number; serverSeed: string; serverSeedHash: string; clientSeed: string; clientSeedSource: (ClientSeedSource | null); isFlip: boolean; chancePercent: string; item: PrizeItem; inventoryItemId: Id; };
export type OutsideOrder = { id: Id; kind: string; projectId: string; status: string; requestedAt: Timestamp; sentAt: (Timestamp | null); settledAt: (Timestamp | null); };
export type OwnBattle = { id: Id; logLeaf: (LogLeafName | null); mode: BattleMode; status: BattleStatus; isTeams: boolean; seatCount: number; isPrivate: boolean; isPaused: boolean; entryPriceCents: Cents; entryPriceFormatted: string; createdAt: Timestamp; startedAt: (Timestamp | null); endedAt: (Timestamp | null); cancelledAt: (Timestamp | null); expiresAt: Timestamp; randomness: Randomness; beaconDelaySeconds: (number | null); roundCount: number; totalEntryCents: Cents; cases: BattleCase[]; seats: SeatHolder[]; winningTeam: (number | null); potCents: (Cents | null); own: OwnSeat; };
export type OwnBattlePage = { data: OwnBattle[]; meta: PageMeta; };
export type OwnRaffle = { raffle: ListedRaffle; ownTickets: number; spentCents: Cents; outcome: "OPEN" | "WON" | "LOST" | "REFUNDED"; won: (WonRafflePrize | null); };
export type OwnRafflePage = { data: OwnRaffle[]; meta: PageMeta; };
export type OwnSeat = { seat: number; isWinner: (boolean | null); wonCents: (Cents | null); };
export type OwnTickets = { firstTicket: number; lastTicket: number; tickets: number; boughtAt: Timestamp; };
export type OwnTicketsPage = { data: OwnTickets[]; meta: PageMeta; };
export type PageMeta = { page: number; limit: number; total: number; };
export type PastExchangeRate = { id: Id; usdToBrl: number; source: string; reason: "FIRST" | "WITHIN_LIMITS" | "SAID_FOR_AN_HOUR" | "CONFIRMED" | "FALLBACK" | "SET_BY_HAND"; confirmedBy: (Id | null); note: (string | null); takenAt: Timestamp; replacedAt: (Timestamp | null); };
export type PastExchangeRatePage = { data: PastExchangeRate[]; meta: PageMeta; };
export type PastOpening = { id: Id; logLeaf: LogLeafName; caseName: string; caseId: Id; versionNumber: number; priceCents: Cents; nonce: number; roll: number; serverSeed: string; serverSeedHash: string; clientSeed: string; clientSeedSource: (ClientSeedSource | null); committedAt: Timestamp; createdAt: Timestamp; isFlip: boolean; chancePercent: string; item: PrizeItem; inventoryItemId: (Id | null); flipServerSeed: null; flipClientSeed: null; flipNonce: null; flipRoll: null; };
export type PastOpeningPage = { data: PastOpening[]; meta: PageMeta; };
export type PastShot = { id: Id; logLeaf: LogLeafName; eventId: Id; ticketPrice: TicketPrice; item: PrizeItem; inventoryItemId: Id; chancePercent: string; nonce: number; roll: number; serverSeed: string; serverSeedHash: string; clientSeed: string; clientSeedSource: (ClientSeedSource | null); committedAt: Timestamp; createdAt: Timestamp; };
export type PastShotPage = { data: PastShot[]; meta: PageMeta; };
export type PastUpgrade = { id: Id; logLeaf: LogLeafName; status: UpgradeStatus; isSuccess: boolean; totalValueCents: Cents; totalValueFormatted: string; targetValueCents: Cents; targetValueFormatted: string; edgePercent: string; chancePercent: string; successThreshold: number; itemsValueCents: Cents; stakedBalanceCents: Cents; nonce: number; roll: number; serverSeed: string; serverSeedHash: string; clientSeed: string; clientSeedSource: (ClientSeedSource | null); inputs: HeldItem[]; target: PrizeItem; wonItem: (HeldItem | null); committedAt: Timestamp; createdAt: Timestamp; };
export type PastUpgradePage = { data: PastUpgrade[]; meta: PageMeta; };
export type PayableDeposit = { id: Id; status: "PENDING" | "CONFIRMED" | "REJECTED" | "EXPIRED"; amountCents: Cents; creditedCents: (Cents | null); createdAt: Timestamp; expiresAt: Timestamp; endedAt: (Timestamp | null); pixCode: (string | null); amountFormatted: string; qrCode: (string | null); };
export type PaymentAllowance = { deposit: DepositAllowance; withdrawal: WithdrawalAllowance; dayEndsAt: Timestamp; };
export type PerformUpgradeBody = { inventoryItemIds: Id[]; balanceCents?: string; targetItemId: Id; clientSeed?: string; minChancePercent?: string; };
export type Permission = "PLAY" | "DEPOSIT" | "WITHDRAW" | "ADMINISTER";
export type PersonalData = { exportedAt: Timestamp; userId: Id; };
export type PixKeyType = "CPF" | "CNPJ" | "EMAIL" | "PHONE" | "RANDOM";
export type PlayedDay = { date: string; plays: number; wageredCents: Cents; wonCents: Cents; };
export type PlayedDays = { first: string; last: string; days: PlayedDay[]; games: PlayedGame[]; };
export type PlayedGame = { game: string; plays: number; playsWon: number; wageredCents: Cents; wonCents: Cents; };
export type PlayerLimit = { limitCents: (Cents | null); usedCents: (Cents | null); endsAt: Timestamp; next: (NextLimit | null); };
export type PlayerLimits = { day: PlayerLimit; week: PlayerLimit; month: PlayerLimit; };
export type PlayerProtection = { deposit: PlayerLimits; loss: PlayerLimits; wager: PlayerLimits; exclusion: (Exclusion | null); ageConfirmedAt: (Timestamp | null); };
export type PreviewedChange = { key: string; from: unknown; to: unknown; isWeaker: boolean; };
export type PreviewedSettings = { changes: PreviewedChange[]; paused: ConcernedPlay[]; resumed: ConcernedPlay[]; prices: (ConcernedPrices | null); };
export type PriceComparison = { ourPriceCentsUsd: number; ourPriceUsd: string; maxPayCents: number; maxPayUsd: string; marketMinPriceCents: number; marketMinPriceUsd: string; marginPercent?: number; marketCount: number; hasStock: boolean; isPriceValid: boolean; canWithdraw: boolean; canSwap: boolean; failedConditions: string[]; reason: string; userMessage: string; };
export type PrizeItem = { id: Id; name: string; imageUrl: string; rarity: Rarity; rarityColor: RarityColor; valueCentsBrl: Cents; valueFormatted: string; };
export type Proposal = { id: Id; entityType: string; entityId: string; action: string; content: string; ownerId: (Id | null); ownerName: (string | null); proposedBy: Id; proposerName: string; reason: (string | null); proposedAt: Timestamp; expiresAt: Timestamp; };
export type ProposalPage = { data: Proposal[]; meta: PageMeta; };
export type ProtectionRules = { raiseHours: number; maxPauseDays: number; maxExclusionMonths: number; minAge: number; };
export type PublicProfile = { id: Id; username: string; avatarUrl: (string | null); memberSince: Timestamp; level: number; nextLevelPlays: number; plays: number; bestWins: Drop[]; };
export type PublicUser = { id: Id; username: string; avatarUrl: (string | null); };
export type Queue = { name: QueueName; waiting: number; oldestAt: (Timestamp | null); statuses: QueueStatus[]; };
export type QueueName = "DEPOSITS" | "MONEY_WITHDRAWALS" | "ITEM_WITHDRAWALS" | "SITE_SWAPS" | "ORDERS" | "SUSPECTS" | "PRICES" | "PROPOSALS";
export type Queues = { queues: Queue[]; };
export type QueueStatus = { status: string; count: number; };
export type QuoteItemsBody = { inventoryItemIds: Id[]; };
export type Raffle = { id: Id; logLeaf: (LogLeafName | null); name: string; description: string; imageUrl: string; status: RaffleStatus; ticketPriceCents: Cents; ticketPriceFormatted: string; maxTickets: number; maxTicketsPerUser: (number | null); ticketsSold: number; closesAt: (Timestamp | null); createdAt: Timestamp; closedAt: (Timestamp | null); drawnAt: (Timestamp | null); cancelledAt: (Timestamp | null); randomness: Randomness; beaconDelaySeconds: (number | null); beacon: ({ round: number; dueAt: (Timestamp | null); randomness: (string | null); signature: (string | null); chain: ({ hash: string; publicKey: string; genesis: number; period: number; } | null); } | null); ticketListHash: (string | null); clientSeed: (string | null); prizes: RafflePrize[]; };
export type RaffleBuyer = { user: PublicUser; tickets: number; };
export type RaffleBuyerPage = { data: RaffleBuyer[]; meta: PageMeta; };
export type RafflePrize = { displayOrder: number; item: PrizeItem; valueCents: Cents; serverSeedHash: string; nonce: number; serverSeed: (string | null); eligibleTickets: (number | null); roll: (number | null); winningIndex: (number | null); winningTicket: (number | null); winner: (PublicUser | null); };
export type RaffleRules = { maxTicketsAtOnce: number; };
export type RaffleStatus = "ACTIVE" | "DRAWING" | "COMPLETED" | "CANCELLED";
export type Randomness = "server" | "drand";
export type RandomnessChoice = "server" | "drand";
export type Rarity = "CONSUMER_GRADE" | "INDUSTRIAL_GRADE" | "MIL_SPEC" | "RESTRICTED" | "CLASSIFIED" | "COVERT" | "CONTRABAND" | "EXTRAORDINARY" | "BASE_GRADE" | "HIGH_GRADE" | "REMARKABLE" | "EXOTIC";
export type RarityColor = string;
export type RarityName = { value: Rarity; name: string; color: RarityColor; };
export type RateByHand = { usdToBrl: number; reason: string; holdHours?: number; confirm?: boolean; };
export type ReachedLimit = { kind: LimitKind; period: LimitPeriod; limitCents: Cents; endsAt: Timestamp; };
export type ReceivedWebhook = { received: boolean; };
export type RecentActivity = { activities: Activity[]; };
export type RecordKind = "DEPOSIT" | "MONEY_WITHDRAWAL" | "ITEM_WITHDRAWAL" | "ORDER" | "SITE_SWAP" | "BATTLE" | "RAFFLE";
export type Redirect = { redirectTo: string; };
export type RefreshedWithdrawal = { id: Id; status: "PENDING_APPROVAL" | "PENDING" | "WAITING_SELLER" | "TRADE_SENT" | "COMPLETED" | "CANCELLED" | "FAILED"; marketStatus: (number | null); tradeId: (string | null); };
export type RefusedPlay = { id: Id; serverSeedHash: string; nonce: number; clientSeed: string; code: string; at: Timestamp; game: string; terms: (string | number | null)[]; serverSeed: (string | null); roll: (number | null); };
export type RefusedPlays = { refusals: RefusedPlay[]; };
export type RejectMoneyWithdrawalBody = { reason: string; notPaid?: boolean; };
export type RenewRecoveryCodesAnswer = { recoveryCodes: string[]; };
export type RenewRecoveryCodesBody = { code: string; };
export type RequestLimits = { global: (number | null); auth: (number | null); caseOpen: (number | null); market: (number | null); };
export type RequestMoneyWithdrawalBody = { amountCents: (string | number); pixKeyType: PixKeyType; pixKey: string; };
export type RestrictedItem = { id: Id; userId: Id; itemId: (Id | null); itemName: string; status: string; restrictedToGames: boolean; };
export type ResumedLog = { cause: "BEHIND" | "KEY_CHANGED" | "FILE_UNREADABLE"; lostSize: number; lostRoot: string; };
export type ReturnedDeposits = { count: number; cents: Cents; };
export type RevenueChart = { data: RevenueDay[]; summary: { totalRevenue: number; totalProfit: number; avgDailyRevenue: number; growthRate: number; }; };
export type RevenueDay = { date: string; revenue: number; profit: number; deposits: number; withdrawals: number; };
export type ReviewedMoneyWithdrawal = { id: Id; status: MoneyWithdrawalStatus; amountCents: Cents; pixKeyType: PixKeyType; createdAt: Timestamp; expiresAt: Timestamp; confirmedAt: (Timestamp | null); approvedAt: (Timestamp | null); endedAt: (Timestamp | null); endToEndId: (string | null); failureReason: (string | null); amountFormatted: string; userId: Id; orderId: (Id | null); approvedBy: (Id | null); endedBy: (Id | null); username: string; sendId: (string | null); providerReason: (string | null); isByHand: (boolean | null); debtCents: Cents; openReturnCents: Cents; risk: ReviewRisk; pixKey: (string | null); };
export type ReviewedMoneyWithdrawalPage = { data: ReviewedMoneyWithdrawal[]; meta: PageMeta; };
export type ReviewOfSuspicion = { at: Timestamp; by: Id; note: string; };
export type ReviewRisk = { status: UserStatus; exclusion: (Exclusion | null); withdrawalsSuspended: boolean; suspicions: string[]; accountCreatedAt: Timestamp; accountAgeDays: number; returnedDeposits: ReturnedDeposits; proposal: (DecisionProposal | null); };
export type RevokedSessions = { message: string; sessionsRevoked: number; };
export type Reward = (ItemReward | BalanceReward | TicketsReward);
export type RiskMoney = { depositedCents: Cents; returnedCents: Cents; withdrawnCents: Cents; itemsWithdrawnCents: Cents; adjustedCents: Cents; balanceCents: Cents; heldCents: Cents; debtCents: Cents; inventoryCents: Cents; netCents: Cents; };
export type RiskOdds = { plays: number; wonCents: Cents; expectedCents: Cents; zScore: number; cautiousScore: number; };
export type RiskPlays = { wageredCents: Cents; wonCents: Cents; games: ({ game: string; plays: number; playsWon: number; })[]; };
export type RiskSession = { ip: string; otherAddresses: string[]; userAgent: string; createdAt: Timestamp; lastActivity: Timestamp; };
export type RtpByCase = { from: string; to: string; data: CaseRtp[]; total: { plays: number; wageredCents: number; wonCents: number; rtpPercent: (number | null); ggrCents: number; }; };
export type Sale = { success: true; itemsSold: number; totalValueCents: Cents; totalValueFormatted: string; };
export type SaleQuote = { itemsCount: number; totalValueCents: Cents; totalValueFormatted: string; items: ({ id: Id; valueCents: Cents; })[]; };
export type SeatHolder = { seat: number; team: number; isBot: boolean; user: (PublicUser | null); botName?: string; botAvatarUrl?: string; };
export type SellItemsBody = { inventoryItemIds: Id[]; };
export type Session = { id: string; ip: string; userAgent: string; createdAt: Timestamp; lastActivity: Timestamp; isCurrent: boolean; };
export type SessionList = { sessions: Session[]; };
export type SessionPlay = { startedAt: Timestamp; plays: number; wageredCents: Cents; wonCents: Cents; lostCents: Cents; };
export type SessionsToEnd = { sessionId?: string; reason: string; };
export type SetClientSeedBody = { clientSeed: (string | null); };
export type SetLimitsBody = { deposit?: { dayCents?: (string | null); weekCents?: (string | null); monthCents?: (string | null); }; loss?: { dayCents?: (string | null); weekCents?: (string | null); monthCents?: (string | null); }; wager?: { dayCents?: (string | null); weekCents?: (string | null); monthCents?: (string | null); }; };
export type Setting = { key: string; value: unknown; default: unknown; description: string; type: SettingType; unit: (SettingUnit | null); minimum: (number | null); maximum: (number | null); weakenedBy: (SettingWeakening | null); lastChange: (SettingChangedBy | null); };
export type SettingChangedBy = { at: Timestamp; actorId: (Id | null); actorName: (string | null); reason: (string | null); };
export type SettingPage = { data: Setting[]; meta: PageMeta; };
export type SettingType = "INTEGER" | "NUMBER" | "DECIMAL" | "BOOLEAN" | "TEXT" | "LIST";
export type SettingUnit = "BRL_CENTS" | "USD_CENTS" | "PERCENT" | "MINUTES" | "HOURS";
export type SettingValues = { confirm?: boolean; reason?: string; };
export type SettingValuesToTry = Record<string, unknown>;
export type SettingWeakening = "RAISED" | "LOWERED" | "RAISED_OR_ZERO" | "SWITCHED_OFF";
export type SetTradeUrlBody = { tradeUrl: string; };
export type SetUpTwoFactorAnswer = { secret: string; otpauthUrl: string; qrCode: string; };
export type SharedAddresses = { total: number; users: SharingUser[]; };
export type SharingUser = { id: Id; username: string; status: UserStatus; addresses: string[]; };
export type Shoot = { ticketPrice: TicketPrice; isPaused: boolean; restrictedToGames?: boolean; prizes: ShootPrize[]; };
export type ShootBody = { ticketPrice: TicketPrice; eventId?: Id; clientSeed?: string; };
export type ShootPrize = { item: PrizeItem; hashRangeStart: number; hashRangeEnd: number; chancePercent: string; };
export type Shot = { id: Id; logLeaf: LogLeafName; eventId: Id; ticketPrice: TicketPrice; item: PrizeItem; inventoryItemId: Id; chancePercent: string; nonce: number; roll: number; serverSeed: string; serverSeedHash: string; clientSeed: string; clientSeedSource: (ClientSeedSource | null); ticketsLeft: number; };
export type ShownRaffle = { id: Id; logLeaf: (LogLeafName | null); name: string; description: string; imageUrl: string; status: RaffleStatus; ticketPriceCents: Cents; ticketPriceFormatted: string; maxTickets: number; maxTicketsPerUser: (number | null); ticketsSold: number; closesAt: (Timestamp | null); createdAt: Timestamp; closedAt: (Timestamp | null); drawnAt: (Timestamp | null); cancelledAt: (Timestamp | null); randomness: Randomness; beaconDelaySeconds: (number | null); beacon: ({ round: number; dueAt: (Timestamp | null); randomness: (string | null); signature: (string | null); chain: ({ hash: string; publicKey: string; genesis: number; period: number; } | null); } | null); ticketListHash: (string | null); clientSeed: (string | null); prizes: RafflePrize[]; ownTickets: (number | null); };
export type SiteConfig = { serverTime: Timestamp; languages: string[]; features: Features; sandboxPayUrl: (string | null); rateLimits: RequestLimits; deposits: DepositRules; withdrawals: WithdrawalRules; protection: ProtectionRules; cases: CaseRules; upgrades: UpgradeRules; battles: BattleRules; raffles: RaffleRules; events: EventRules; swaps: SwapRules; rarities: RarityName[]; exteriors: ExteriorName[]; categories: CategoryName[]; };
export type SiteSwap = { id: Id; status: "PENDING" | "COMPLETED" | "FAILED"; items: SiteSwappedItem[]; totalValueCents: Cents; totalValueFormatted: string; target: SiteSwapTarget; receivedInventoryItemId: (Id | null); creditedCents: Cents; creditedFormatted: string; failureReason: (string | null); createdAt: Timestamp; settledAt: (Timestamp | null); undoneAt: (Timestamp | null); };
export type SiteSwapPage = { data: SiteSwap[]; meta: PageMeta; };
export type SiteSwappedItem = { id: Id; name: string; valueCentsBrl: Cents; valueFormatted: string; };
export type SiteSwapReceivedItem = { name: string; valueCentsBrl: Cents; };
export type SiteSwapResult = { success: boolean; itemsSwapped: SiteSwappedItem[]; totalSwappedValueCents: number; totalSwappedValueFormatted: string; receivedItem: (SiteSwapReceivedItem | null); receivedInventoryItemId: (Id | null); swapId: Id; status: "PENDING" | "COMPLETED" | "FAILED"; creditedCents: Cents; creditedFormatted: string; message: string; };
export type SiteSwapReturn = { id: Id; resolution: "TAKEN_BACK" | "LEFT"; refundCents: Cents; decidedAt: Timestamp; };
export type SiteSwapTarget = { itemId: Id; name: string; imageUrl: string; rarity: Rarity; rarityColor: RarityColor; valueCentsBrl: Cents; valueFormatted: string; };
export type StayCode = "RESTRICTED_TO_GAMES" | "LOCKED" | "IN_SWAP" | "GONE" | "NOT_IN_CATALOGUE";
export type StayReason = { code: StayCode; message: string; };
export type SuspensionLift = { reason: string; };
export type Suspicion = { id: Id; userId: Id; username: string; reason: SuspicionReason; state: SuspicionState; figures: SuspicionFigures; openedAt: Timestamp; lastFoundAt: Timestamp; review: (ReviewOfSuspicion | null); };
export type SuspicionFigures = { plays?: number; wonCents?: Cents; expectedCents?: Cents; zScore?: number; cautiousScore?: number; otherUsers?: number; gains?: number; administratorId?: Id; depositedCents?: Cents; withdrawnCents?: Cents; wageredCents?: Cents; };
export type SuspicionPage = { data: Suspicion[]; meta: PageMeta; };
export type SuspicionReason = "WINS_BEYOND_ODDS" | "SHARED_ADDRESS" | "DEPOSIT_WITHDRAW_WITHOUT_PLAY" | "GAINS_NEAR_ADMINISTRATOR";
export type SuspicionReview = { note: string; };
export type SuspicionState = "OPEN" | "REVIEWED" | "OVER";
export type Swap = { id: Id; status: "PENDING" | "ACCEPTED" | "CANCELLED" | "DECLINED"; isPublic: boolean; creator: PublicUser; acceptor: (PublicUser | null); offered: SwappedItem[]; asked: AskedItem[]; given: SwappedItem[]; offeredValueCents: Cents; offeredValueFormatted: string; askedValueCents: Cents; askedValueFormatted: string; createdAt: Timestamp; endedAt: (Timestamp | null); };
export type SwapPage = { data: Swap[]; meta: PageMeta; };
export type SwappedItem = { inventoryItemId: Id; itemId: Id; name: string; imageUrl: string; rarity: Rarity; rarityColor: RarityColor; valueCentsBrl: Cents; valueFormatted: string; };
export type SwapRules = { maxItemsPerSide: number; siteCeilingPercent: number; };
export type SwapTarget = { marketHashName: string; itemId: Id; name: string; imageUrl: string; rarity: Rarity; rarityColor: RarityColor; valueCentsBrl: Cents; valueFormatted: string; count: number; };
export type SwapTargetPage = { data: SwapTarget[]; meta: OffsetMeta; };
export type SwapWithSiteBody = { inventoryItemIds: Id[]; targetMarketHashName: string; };
export type SyncKind = "ITEMS" | "PRICES";
export type SyncStatus = "QUEUED" | "RUNNING" | "DONE" | "FAILED";
export type TicketPrice = 250 | 500 | 1000 | 2500 | 5000;
export type TicketsReward = { type: "TICKETS"; item: null; balanceCents: null; balanceFormatted: null; tickets: number; };
export type Tier = { id: Id; number: number; pointsRequired: number; reward: Reward; };
export type TierProgress = { id: Id; number: number; pointsRequired: number; reward: Reward; claimed: boolean; claimable: boolean; };
export type Timestamp = string;
export type TopCase = { id: Id; name: string; imageUrl: string; openings: number; };
export type TopItem = { id: Id; name: string; imageUrl: string; rarity: Rarity; rarityColor: RarityColor; drops: number; valueCents: number; };
export type TradeUrl = { tradeUrl: string; };
export type TradeUrlCheck = "UNCONFIRMED" | "CONFIRMED" | "NOT_YOURS";
export type TrailEntry = { id: Id; action: string; entityType: (string | null); entityId: (string | null); metadata: Record<string, unknown>; ip: (string | null); createdAt: Timestamp; userId: (string | null); actorId: (string | null); username: (string | null); actorName: (string | null); hash: (string | null); position: (number | null); };
export type TrailEntryPage = { data: TrailEntry[]; meta: PageMeta; };
export type TrailWords = { actions: string[]; entityTypes: string[]; };
export type Transfer = { id: Id; type: TransferType; direction: TransferDirection; amountCents: Cents; amountFormatted: string; reason: string; referenceType: (string | null); referenceId: (string | null); createdAt: Timestamp; referenceStatus: (string | null); balanceAfterCents: Cents; };
export type TransferDirection = "CREDIT" | "DEBIT" | "NEUTRAL";
export type TransferPage = { data: Transfer[]; meta: PageMeta; };
export type TransferType = "DEPOSIT" | "ITEM_SALE" | "EVENT_REWARD" | "SWAP_CHANGE" | "ADMIN_ADJUSTMENT" | "WELCOME_CREDIT" | "WITHDRAWAL_HOLD" | "WITHDRAWAL_RELEASE" | "WITHDRAWAL" | "DEPOSIT_RETURN" | "DEPOSIT_RETURN_UNDONE" | "DEBT_PAYMENT" | "DEBT_REFUND" | "CASE_OPEN" | "BATTLE_ENTRY" | "BATTLE_REFUND" | "BATTLE_WIN" | "UPGRADE" | "RAFFLE_TICKET" | "RAFFLE_REFUND";
export type UndeliveredSiteSwap = { id: Id; userId: Id; username: string; targetName: string; receivedInventoryItemId: Id; isTakeable: boolean; costCents: Cents; paidCoins: number; marketId: string; projectId: string; outcome: "CAME_TO_NOTHING" | "NEVER_ENDED"; boughtAt: Timestamp; endedAt: Timestamp; resolution: ("TAKEN_BACK" | "LEFT" | null); refundCents: (Cents | null); decidedBy: (Id | null); decisionReason: (string | null); decidedAt: (Timestamp | null); };
export type UndeliveredSiteSwapPage = { data: UndeliveredSiteSwap[]; meta: PageMeta; };
export type UnreadCount = { count: number; };
export type UpdateItemBody = { name?: string; marketHashName?: string; imageUrl?: string; rarity?: Rarity; weaponCategory?: WeaponCategory; originalPriceCents?: string; exterior?: NullableExterior; isStatTrak?: boolean; collection?: (string | null); marginPercent?: number; confirm?: boolean; reason?: string; };
export type Upgrade = { id: Id; logLeaf: LogLeafName; status: UpgradeStatus; isSuccess: boolean; totalValueCents: Cents; totalValueFormatted: string; targetValueCents: Cents; targetValueFormatted: string; edgePercent: string; chancePercent: string; successThreshold: number; itemsValueCents: Cents; stakedBalanceCents: Cents; nonce: number; roll: number; serverSeed: string; serverSeedHash: string; clientSeed: string; clientSeedSource: (ClientSeedSource | null); inputs: HeldItem[]; target: PrizeItem; wonItem: (HeldItem | null); balanceCents: Cents; balanceFormatted: string; };
export type UpgradeBand = { fromPercent: number; toPercent: number; upgrades: number; upgradesWon: number; winRatePercent: (number | null); expectedWinRatePercent: (number | null); wageredCents: number; wonCents: number; rtpPercent: (number | null); ggrCents: number; };
export type UpgradeOffer = { totalValueCents: Cents; totalValueFormatted: string; targetValueCents: Cents; targetValueFormatted: string; edgePercent: string; chancePercent: string; successThreshold: number; };
export type UpgradeRules = { maxItems: number; edgePercent: string; maxChancePercent: string; };
export type UpgradeStats = { from: string; to: string; data: UpgradeBand[]; total: { upgrades: number; upgradesWon: number; winRatePercent: (number | null); expectedWinRatePercent: (number | null); wageredCents: number; wonCents: number; rtpPercent: (number | null); ggrCents: number; }; };
export type UpgradeStatus = "WON" | "LOST";
export type UpgradeTarget = { id: Id; name: string; imageUrl: string; rarity: Rarity; rarityColor: RarityColor; valueCentsBrl: Cents; valueFormatted: string; weaponCategory: WeaponCategory; exterior: NullableExterior; isStatTrak: boolean; chancePercent: (string | null); };
export type UpgradeTargetPage = { data: UpgradeTarget[]; meta: PageMeta; };
export type User = { id: Id; platformId: string; username: string; avatarUrl: (string | null); role: UserRole; status: UserStatus; tradeUrl: (string | null); tradeUrlCheck: TradeUrlCheck; tradeUrlCheckedAt: (Timestamp | null); clientSeed: (string | null); nonce: number; createdAt: Timestamp; lastActiveAt: Timestamp; };
export type UserDetail = { id: Id; platformId: string; username: string; avatarUrl: (string | null); role: UserRole; status: UserStatus; tradeUrl: (string | null); tradeUrlCheck: TradeUrlCheck; tradeUrlCheckedAt: (Timestamp | null); clientSeed: (string | null); nonce: number; createdAt: Timestamp; lastActiveAt: Timestamp; barredAs: ("SUSPENDED" | "BANNED" | null); balanceCents: Cents; balanceFormatted: string; debtCents: Cents; figures: { transfers: number; rolls: number; activeSessions: number; itemsAvailable: number; itemsValueCents: Cents; itemsValueFormatted: string; }; };
export type UserGgr = { userId: Id; username: string; plays: number; wageredCents: number; wonCents: number; ggrCents: number; };
export type UserLedgerTransfer = { id: Id; type: TransferType; direction: TransferDirection; amountCents: Cents; amountFormatted: string; reason: string; referenceType: (string | null); referenceId: (string | null); createdAt: Timestamp; userId: Id; username: string; debitAccount: LedgerAccount; creditAccount: LedgerAccount; balanceAfterCents: Cents; };
export type UserLedgerTransferPage = { data: UserLedgerTransfer[]; meta: PageMeta; };
export type UserRisk = { user: User; money: RiskMoney; plays: RiskPlays; odds: (RiskOdds | null); sessions: RiskSession[]; sharedAddresses: SharedAddresses; unsettled: Record<string, number>; protection: PlayerProtection; security: EntityAuditEntry[]; suspicions: Suspicion[]; };
export type UserRole = "USER" | "ADMIN";
export type UserSession = { id: string; ip: string; userAgent: string; createdAt: Timestamp; lastActivity: Timestamp; };
export type UserSessions = { sessions: UserSession[]; };
export type UserStats = { memberSince: Timestamp; lastActiveAt: Timestamp; activeSessions: number; unreadNotifications: number; casesOpened: number; battlesPlayed: number; battlesWon: number; upgradesMade: number; upgradesWon: number; wageredCents: Cents; wageredFormatted: string; wonCents: Cents; wonFormatted: string; profitCents: Cents; profitFormatted: string; bestWinCents: Cents; bestWinFormatted: string; itemsAvailable: number; };
export type UserStatsReport = { from: string; to: string; data: ActivityDay[]; total: { users: number; activeUsers: number; newUsers: number; retainedUsers: number; }; };
export type UserStatus = "ACTIVE" | "SUSPENDED" | "BANNED" | "CLOSED";
export type VerificationStep = { name: string; explanation: string; computed: string; expected: (string | null); ok: boolean; };
export type VerifiedAuditChain = { valid: boolean; checked: number; pending: number; head: ({ position: number; hash: string; } | null); brokenAt: ({ position: (number | null); entryId: (string | null); reason: string; } | null); checkpoints: { checked: number; valid: boolean; lastPosition: (number | null); }; };
export type VerifiedAuditRange = { valid: boolean; checked: number; pending: number; head: ({ position: number; hash: string; } | null); brokenAt: ({ position: (number | null); entryId: (string | null); reason: string; } | null); checkpoints: { checked: number; valid: boolean; lastPosition: (number | null); }; after: number; lastPosition: number; isDone: boolean; };
export type VerifiedOpening = { openingId: Id; valid: boolean; serverSeed: string; serverSeedHash: string; clientSeed: string; clientSeedSource: (ClientSeedSource | null); nonce: number; roll: number; steps: VerificationStep[]; notes: string[]; command: string; };
export type VerifiedResult = { serverSeed: string; serverSeedHash: string; clientSeed: string; nonce: number; roll: number; max: number; valid: boolean; };
export type VerifiedSeed = { serverSeed: string; serverSeedHash: string; clientSeed: string; valid: boolean; };
export type VerifiedShot = { shotId: Id; valid: boolean; serverSeed: string; serverSeedHash: string; clientSeed: string; clientSeedSource: (ClientSeedSource | null); nonce: number; roll: number; steps: VerificationStep[]; notes: string[]; command: string; };
export type VerifiedUpgrade = { upgradeId: Id; valid: boolean; serverSeed: string; serverSeedHash: string; clientSeed: string; clientSeedSource: (ClientSeedSource | null); nonce: number; roll: number; steps: VerificationStep[]; notes: string[]; command: string; };
export type VerifyResultBody = { serverSeed: string; clientSeed: string; nonce: (number | string); max?: number; expectedRoll: number; };
export type VerifySeedBody = { serverSeed: string; expectedHash: string; };
export type VerifyTwoFactorAnswer = { verified: boolean; };
export type VerifyTwoFactorBody = { code: string; };
export type VersionLeafName = { kind: "CASE_VERSIONS"; id: Id; };
export type Visitor = { serverTime: Timestamp; user: (User | null); balanceCents: (Cents | null); debtCents: (Cents | null); unreadNotifications: number; limitsReached: ReachedLimit[]; exclusion: (Exclusion | null); ageConfirmedAt: (Timestamp | null); permissions: Permission[]; };
export type WeaponCategory = "PISTOL" | "SMG" | "RIFLE" | "SNIPER_RIFLE" | "SHOTGUN" | "MACHINE_GUN" | "KNIFE" | "GLOVES" | "EQUIPMENT" | "STICKER" | "CASE" | "AGENT" | "CHARM" | "MUSIC_KIT" | "OTHER";
export type WithdrawalAllowance = { mostCents: Cents; askedTodayCents: Cents; leftTodayCents: Cents; hindrance: ("SUSPENDED" | "SECOND_FACTOR" | "DAILY_LIMIT" | "BALANCE" | null); };
export type WithdrawalAnswer = { success: boolean; canWithdraw: boolean; inventoryItem: WithdrawnInventoryItem; item: WithdrawnItem; marketPrice: (MarketPrice | null); priceComparison: (PriceComparison | null); purchase: (WithdrawalPurchase | null); withdrawalId?: Id; status?: WithdrawalStatus; playerMessage: string; autoApproved?: boolean; };
export type WithdrawalPurchase = { success: boolean; marketId: (string | null); projectId: string; pricePaid: number; pricePaidUsd: string; name: string; sendUntil: (number | null); averageTime: (number | null); error?: string; };
export type WithdrawalRules = { minCents: Cents; maxCents: Cents; dailyMaxCents: Cents; confirmMinutes: number; reviewHours: number; waitHours: number; };
export type WithdrawalStatus = "PENDING_APPROVAL" | "PENDING" | "WAITING_SELLER" | "TRADE_SENT" | "COMPLETED" | "CANCELLED" | "FAILED";
export type WithdrawalStep = { name: WithdrawalStepName; state: WithdrawalStepState; at: (Timestamp | null); deadline: (Timestamp | null); };
export type WithdrawalStepName = "REQUESTED" | "REVIEWED" | "BOUGHT" | "SENT" | "ACCEPTED" | "ENDED";
export type WithdrawalStepState = "DONE" | "NOW" | "LATER" | "FAILED";
export type WithdrawalSuspension = { userId: Id; username: string; since: Timestamp; reason: string; withdrawalId: Id; };
export type WithdrawalSuspensionPage = { data: WithdrawalSuspension[]; meta: PageMeta; };
export type WithdrawnInventoryItem = { id: Id; userId: Id; itemId: Id; status: string; acquiredAt: Timestamp; acquiredFrom: (string | null); };
export type WithdrawnItem = { id: Id; name: string; marketHashName: string; imageUrl: string; rarity: Rarity; rarityColor: RarityColor; valueCentsBrl: Cents; originalPriceCents: Cents; marginPercent: number; weaponCategory: WeaponCategory; exterior: NullableExterior; isStatTrak: boolean; };
export type WonRafflePrize = { displayOrder: number; winningTicket: number; item: PrizeItem; valueCents: Cents; };

/** By method and path. Ids and sums of money are decimal strings. */
export interface Operations {
  /** Read the health of the server and its dependencies */
  'GET /health': {
    params: {  };
    query: {  };
    body: undefined;
    answer: Health;
    repeatable: false;
  };
  /** Check whether traffic may be sent here */
  'GET /health/ready': {
    params: {  };
    query: {  };
    body: undefined;
    answer: HealthAnswer;
    repeatable: false;
  };
  /** Check whether the process answers */
  'GET /health/live': {
    params: {  };
    query: {  };
    body: undefined;
    answer: HealthAnswer;
    repeatable: false;
  };
  /** Log in with Steam */
  'GET /auth/steam/login': {
    params: {  };
    query: { returnTo?: string; };
    body: undefined;
    answer: Redirect;
    repeatable: false;
  };
  /** Complete a login */
  'GET /auth/steam/callback': {
    params: {  };
    query: { state?: string; };
    body: undefined;
    answer: Redirect;
    repeatable: false;
  };
  /** Read the current user */
  'GET /auth/me': {
    params: {  };
    query: {  };
    body: undefined;
    answer: User;
    repeatable: false;
  };
  /** List your sessions */
  'GET /auth/sessions': {
    params: {  };
    query: {  };
    body: undefined;
    answer: SessionList;
    repeatable: false;
  };
  /** End one of your sessions */
  'DELETE /auth/sessions/{sessionId}': {
    params: { sessionId: string; };
    query: {  };
    body: undefined;
    answer: Message;
    repeatable: false;
  };
  /** Log out */
  'POST /auth/logout': {
    params: {  };
    query: {  };
    body: undefined;
    answer: Message;
    repeatable: false;
  };
  /** Log out everywhere */
  'POST /auth/logout-all': {
    params: {  };
    query: {  };
    body: undefined;
    answer: RevokedSessions;
    repeatable: false;
  };
  /** Set the status of a user */
  'PUT /admin/users/{id}/status': {
    params: { id: string; };
    query: {  };
    body: AdminSetUserStatusBody;
    answer: User;
    repeatable: false;
  };
  /** Ban a user */
  'POST /admin/users/{id}/ban': {
    params: { id: string; };
    query: {  };
    body: AdminBanUserBody;
    answer: User;
    repeatable: false;
  };
  /** Lift a ban */
  'POST /admin/users/{id}/unban': {
    params: { id: string; };
    query: {  };
    body: AdminUnbanUserBody;
    answer: User;
    repeatable: false;
  };
  /** List the sessions of a user */
  'GET /admin/users/{id}/sessions': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: UserSessions;
    repeatable: false;
  };
  /** End sessions of a user */
  'POST /admin/users/{id}/sessions/end': {
    params: { id: string; };
    query: {  };
    body: SessionsToEnd;
    answer: EndedSessions;
    repeatable: false;
  };
  /** Read your profile */
  'GET /user/profile': {
    params: {  };
    query: {  };
    body: undefined;
    answer: User;
    repeatable: false;
  };
  /** Set your trade URL */
  'PATCH /user/trade-url': {
    params: {  };
    query: {  };
    body: SetTradeUrlBody;
    answer: TradeUrl;
    repeatable: false;
  };
  /** Set or clear your client seed */
  'PUT /user/client-seed': {
    params: {  };
    query: {  };
    body: SetClientSeedBody;
    answer: ClientSeed;
    repeatable: false;
  };
  /** Search users by name */
  'GET /users/search': {
    params: {  };
    query: { name: string; };
    body: undefined;
    answer: FoundPeople;
    repeatable: false;
  };
  /** List users */
  'GET /admin/users': {
    params: {  };
    query: { page?: number; limit?: number; search?: string; status?: "ACTIVE" | "SUSPENDED" | "BANNED" | "CLOSED"; role?: "USER" | "ADMIN"; };
    body: undefined;
    answer: ListedUserPage;
    repeatable: false;
  };
  /** Read a user with figures */
  'GET /admin/users/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: UserDetail;
    repeatable: false;
  };
  /** Read the state of your second factor */
  'GET /payment/2fa': {
    params: {  };
    query: {  };
    body: undefined;
    answer: GetTwoFactorAnswer;
    repeatable: false;
  };
  /** Set up an authenticator app */
  'POST /payment/2fa/setup': {
    params: {  };
    query: {  };
    body: undefined;
    answer: SetUpTwoFactorAnswer;
    repeatable: false;
  };
  /** Enable your second factor */
  'POST /payment/2fa/enable': {
    params: {  };
    query: {  };
    body: EnableTwoFactorBody;
    answer: EnableTwoFactorAnswer;
    repeatable: false;
  };
  /** Verify a code of your second factor */
  'POST /payment/2fa/verify': {
    params: {  };
    query: {  };
    body: VerifyTwoFactorBody;
    answer: VerifyTwoFactorAnswer;
    repeatable: false;
  };
  /** Disable your second factor */
  'POST /payment/2fa/disable': {
    params: {  };
    query: {  };
    body: DisableTwoFactorBody;
    answer: DisableTwoFactorAnswer;
    repeatable: false;
  };
  /** Get new recovery codes */
  'POST /payment/2fa/recovery-codes': {
    params: {  };
    query: {  };
    body: RenewRecoveryCodesBody;
    answer: RenewRecoveryCodesAnswer;
    repeatable: false;
  };
  /** Reset the second factor of a user */
  'POST /admin/users/{id}/reset-second-factor': {
    params: { id: string; };
    query: {  };
    body: AdminResetSecondFactorBody;
    answer: AdminResetSecondFactorAnswer;
    repeatable: false;
  };
  /** List your notifications */
  'GET /notifications': {
    params: {  };
    query: { status?: "UNREAD" | "READ" | "ARCHIVED"; limit?: number; offset?: number; };
    body: undefined;
    answer: NotificationList;
    repeatable: false;
  };
  /** Count your unread notifications */
  'GET /notifications/unread-count': {
    params: {  };
    query: {  };
    body: undefined;
    answer: UnreadCount;
    repeatable: false;
  };
  /** Mark a notification as read */
  'POST /notifications/{id}/read': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: MarkedRead;
    repeatable: false;
  };
  /** Mark all notifications as read */
  'POST /notifications/read-all': {
    params: {  };
    query: {  };
    body: undefined;
    answer: MarkedAllRead;
    repeatable: false;
  };
  /** List notifications to all users */
  'GET /admin/notifications': {
    params: {  };
    query: { page?: number; limit?: number; before?: string; };
    body: undefined;
    answer: BroadcastPage;
    repeatable: false;
  };
  /** Notify all users */
  'POST /admin/notifications': {
    params: {  };
    query: {  };
    body: NewBroadcast;
    answer: Broadcast;
    repeatable: true;
  };
  /** Count the users that a notification would reach */
  'GET /admin/notifications/audience': {
    params: {  };
    query: { activeWithinDays?: number; };
    body: undefined;
    answer: BroadcastAudience;
    repeatable: false;
  };
  /** Read the signed head of the audit trail */
  'GET /audit/head': {
    params: {  };
    query: {  };
    body: undefined;
    answer: AuditHead;
    repeatable: false;
  };
  /** List the audit entries about you */
  'GET /audit/my-logs': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: AuditEntryPage;
    repeatable: false;
  };
  /** Verify the whole audit trail */
  'GET /audit/verify-chain': {
    params: {  };
    query: {  };
    body: undefined;
    answer: VerifiedAuditChain;
    repeatable: false;
  };
  /** Verify a part of the audit trail */
  'GET /admin/audit/chain': {
    params: {  };
    query: { after?: number; limit?: number; };
    body: undefined;
    answer: VerifiedAuditRange;
    repeatable: false;
  };
  /** List the audit entries about a record */
  'GET /audit/entity/{type}/{id}': {
    params: { type: string; id: string; };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: EntityAuditEntryPage;
    repeatable: false;
  };
  /** List entries of the audit trail */
  'GET /admin/audit': {
    params: {  };
    query: { page?: number; limit?: number; actorId?: string; userId?: string; action?: string; entityType?: string; entityId?: string; from?: string; to?: string; before?: string; };
    body: undefined;
    answer: TrailEntryPage;
    repeatable: false;
  };
  /** List the filters of the audit trail */
  'GET /admin/audit/words': {
    params: {  };
    query: {  };
    body: undefined;
    answer: TrailWords;
    repeatable: false;
  };
  /** List alerts */
  'GET /admin/dashboard/alerts': {
    params: {  };
    query: { page?: number; limit?: number; isResolved?: boolean; };
    body: undefined;
    answer: AlertList;
    repeatable: false;
  };
  /** Acknowledge an alert */
  'POST /admin/dashboard/alerts/{id}/acknowledge': {
    params: { id: string; };
    query: {  };
    body: AlertAcknowledgement;
    answer: Alert;
    repeatable: false;
  };
  /** Resolve an alert */
  'POST /admin/dashboard/alerts/{id}/resolve': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: Alert;
    repeatable: false;
  };
  /** Download your personal data */
  'GET /user/data': {
    params: {  };
    query: {  };
    body: undefined;
    answer: PersonalData;
    repeatable: false;
  };
  /** Close your account */
  'POST /user/close-account': {
    params: {  };
    query: {  };
    body: CloseAccountBody;
    answer: ClosedAccount;
    repeatable: false;
  };
  /** Read your balance */
  'GET /user/balance': {
    params: {  };
    query: {  };
    body: undefined;
    answer: Balance;
    repeatable: false;
  };
  /** List your transactions */
  'GET /payment/transactions': {
    params: {  };
    query: { page?: number; limit?: number; type?: "DEPOSIT" | "ITEM_SALE" | "EVENT_REWARD" | "SWAP_CHANGE" | "ADMIN_ADJUSTMENT" | "WELCOME_CREDIT" | "WITHDRAWAL_HOLD" | "WITHDRAWAL_RELEASE" | "WITHDRAWAL" | "DEPOSIT_RETURN" | "DEPOSIT_RETURN_UNDONE" | "DEBT_PAYMENT" | "DEBT_REFUND" | "CASE_OPEN" | "BATTLE_ENTRY" | "BATTLE_REFUND" | "BATTLE_WIN" | "UPGRADE" | "RAFFLE_TICKET" | "RAFFLE_REFUND"; from?: string; to?: string; before?: string; };
    body: undefined;
    answer: TransferPage;
    repeatable: false;
  };
  /** List the transactions of all users */
  'GET /admin/transactions': {
    params: {  };
    query: { page?: number; limit?: number; type?: "DEPOSIT" | "ITEM_SALE" | "EVENT_REWARD" | "SWAP_CHANGE" | "ADMIN_ADJUSTMENT" | "WELCOME_CREDIT" | "WITHDRAWAL_HOLD" | "WITHDRAWAL_RELEASE" | "WITHDRAWAL" | "DEPOSIT_RETURN" | "DEPOSIT_RETURN_UNDONE" | "DEBT_PAYMENT" | "DEBT_REFUND" | "CASE_OPEN" | "BATTLE_ENTRY" | "BATTLE_REFUND" | "BATTLE_WIN" | "UPGRADE" | "RAFFLE_TICKET" | "RAFFLE_REFUND"; from?: string; to?: string; userId?: string; before?: string; };
    body: undefined;
    answer: LedgerTransferPage;
    repeatable: false;
  };
  /** List the transactions of a user */
  'GET /admin/users/{userId}/transactions': {
    params: { userId: string; };
    query: { page?: number; limit?: number; type?: "DEPOSIT" | "ITEM_SALE" | "EVENT_REWARD" | "SWAP_CHANGE" | "ADMIN_ADJUSTMENT" | "WELCOME_CREDIT" | "WITHDRAWAL_HOLD" | "WITHDRAWAL_RELEASE" | "WITHDRAWAL" | "DEPOSIT_RETURN" | "DEPOSIT_RETURN_UNDONE" | "DEBT_PAYMENT" | "DEBT_REFUND" | "CASE_OPEN" | "BATTLE_ENTRY" | "BATTLE_REFUND" | "BATTLE_WIN" | "UPGRADE" | "RAFFLE_TICKET" | "RAFFLE_REFUND"; from?: string; to?: string; before?: string; };
    body: undefined;
    answer: UserLedgerTransferPage;
    repeatable: false;
  };
  /** Adjust the balance of a user */
  'POST /admin/users/{id}/balance': {
    params: { id: string; };
    query: {  };
    body: AdjustBalanceBody;
    answer: AdjustedBalance;
    repeatable: true;
  };
  /** Read your limits */
  'GET /user/limits': {
    params: {  };
    query: {  };
    body: undefined;
    answer: PlayerProtection;
    repeatable: false;
  };
  /** Set your limits */
  'PUT /user/limits': {
    params: {  };
    query: {  };
    body: SetLimitsBody;
    answer: PlayerProtection;
    repeatable: false;
  };
  /** Pause or exclude yourself */
  'POST /user/self-exclusion': {
    params: {  };
    query: {  };
    body: ExcludeYourselfBody;
    answer: Exclusion;
    repeatable: false;
  };
  /** Confirm that you are of age */
  'PUT /user/age-confirmation': {
    params: {  };
    query: {  };
    body: ConfirmAgeBody;
    answer: AgeConfirmation;
    repeatable: false;
  };
  /** Read the limits of a user */
  'GET /admin/users/{id}/limits': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: PlayerProtection;
    repeatable: false;
  };
  /** List the catalogue of items */
  'GET /items': {
    params: {  };
    query: { page?: number; limit?: number; rarity?: "CONSUMER_GRADE" | "INDUSTRIAL_GRADE" | "MIL_SPEC" | "RESTRICTED" | "CLASSIFIED" | "COVERT" | "CONTRABAND" | "EXTRAORDINARY" | "BASE_GRADE" | "HIGH_GRADE" | "REMARKABLE" | "EXOTIC"; weaponCategory?: "PISTOL" | "SMG" | "RIFLE" | "SNIPER_RIFLE" | "SHOTGUN" | "MACHINE_GUN" | "KNIFE" | "GLOVES" | "EQUIPMENT" | "STICKER" | "CASE" | "AGENT" | "CHARM" | "MUSIC_KIT" | "OTHER"; exterior?: "FACTORY_NEW" | "MINIMAL_WEAR" | "FIELD_TESTED" | "WELL_WORN" | "BATTLE_SCARRED"; isStatTrak?: boolean; minValueCents?: number; maxValueCents?: number; search?: string; sortBy?: "value" | "name" | "createdAt"; sortOrder?: "asc" | "desc"; };
    body: undefined;
    answer: ItemPage;
    repeatable: false;
  };
  /** List items up to 0.50 USD */
  'GET /items/cheap': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: ItemPage;
    repeatable: false;
  };
  /** List weapon categories */
  'GET /items/categories': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: CountedValuePage;
    repeatable: false;
  };
  /** List rarities */
  'GET /items/rarities': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: CountedRarityPage;
    repeatable: false;
  };
  /** Read figures of the catalogue */
  'GET /items/stats': {
    params: {  };
    query: {  };
    body: undefined;
    answer: ItemStats;
    repeatable: false;
  };
  /** Read the exchange rate in force */
  'GET /items/exchange-rate': {
    params: {  };
    query: {  };
    body: undefined;
    answer: ExchangeRate;
    repeatable: false;
  };
  /** Update the prices of all items */
  'POST /items/sync': {
    params: {  };
    query: {  };
    body: undefined;
    answer: ItemSync;
    repeatable: false;
  };
  /** Update the prices of all items */
  'POST /admin/items/update-prices': {
    params: {  };
    query: {  };
    body: undefined;
    answer: ItemSync;
    repeatable: false;
  };
  /** Copy all items of the item database */
  'POST /admin/items/sync-steam-database': {
    params: {  };
    query: {  };
    body: undefined;
    answer: ItemSync;
    repeatable: false;
  };
  /** List syncs */
  'GET /admin/items/syncs': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: ItemSyncPage;
    repeatable: false;
  };
  /** Read the progress of a sync */
  'GET /admin/items/syncs/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: ItemSync;
    repeatable: false;
  };
  /** Compare our items with the item database */
  'GET /admin/items/items': {
    params: {  };
    query: { page?: number; limit?: number; search?: string; };
    body: undefined;
    answer: IntegratedItemPage;
    repeatable: false;
  };
  /** List weapon categories */
  'GET /admin/items/weapon-categories': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: CountedValuePage;
    repeatable: false;
  };
  /** List items of the item database */
  'GET /admin/items/steam-database/items': {
    params: {  };
    query: { page?: number; limit?: number; search?: string; };
    body: undefined;
    answer: ItemDatabaseItemPage;
    repeatable: false;
  };
  /** List collections of the item database */
  'GET /admin/items/steam-database/collections': {
    params: {  };
    query: { page?: number; limit?: number; search?: string; };
    body: undefined;
    answer: ItemDatabaseCollectionPage;
    repeatable: false;
  };
  /** Clear the cache of the item database */
  'POST /admin/items/steam-database/clear-cache': {
    params: {  };
    query: {  };
    body: undefined;
    answer: Message;
    repeatable: false;
  };
  /** Read the exchange rate and a held-back one */
  'GET /admin/items/exchange-rate': {
    params: {  };
    query: {  };
    body: undefined;
    answer: GuardedExchangeRate;
    repeatable: false;
  };
  /** Set the exchange rate by hand */
  'PUT /admin/items/exchange-rate': {
    params: {  };
    query: {  };
    body: RateByHand;
    answer: GuardedExchangeRate;
    repeatable: false;
  };
  /** List all exchange rates */
  'GET /admin/items/exchange-rate/history': {
    params: {  };
    query: { page?: number; limit?: number; before?: string; };
    body: undefined;
    answer: PastExchangeRatePage;
    repeatable: false;
  };
  /** Confirm the exchange rate that is held back */
  'POST /admin/items/exchange-rate/confirm': {
    params: {  };
    query: {  };
    body: ConfirmExchangeRateBody;
    answer: ExchangeRate;
    repeatable: false;
  };
  /** List prices that are held back */
  'GET /admin/items/held-back-prices': {
    params: {  };
    query: { page?: number; limit?: number; syncId?: string; };
    body: undefined;
    answer: HeldBackPricePage;
    repeatable: false;
  };
  /** Confirm prices that are held back */
  'POST /admin/items/held-back-prices/confirm': {
    params: {  };
    query: {  };
    body: ConfirmHeldBackPricesBody;
    answer: ConfirmedPrices;
    repeatable: false;
  };
  /** List all items, archived ones included */
  'GET /admin/items': {
    params: {  };
    query: { page?: number; limit?: number; search?: string; isArchived?: boolean; };
    body: undefined;
    answer: AdminItemPage;
    repeatable: false;
  };
  /** Add an item */
  'POST /admin/items': {
    params: {  };
    query: {  };
    body: CreateItemBody;
    answer: AdminItem;
    repeatable: false;
  };
  /** Read an item */
  'GET /admin/items/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: AdminItem;
    repeatable: false;
  };
  /** Change an item */
  'PATCH /admin/items/{id}': {
    params: { id: string; };
    query: {  };
    body: UpdateItemBody;
    answer: AdminItem;
    repeatable: false;
  };
  /** Archive an item */
  'DELETE /admin/items/{id}': {
    params: { id: string; };
    query: {  };
    body: ArchiveItemBody;
    answer: AdminItem;
    repeatable: false;
  };
  /** List your items */
  'GET /inventory': {
    params: {  };
    query: { status?: "AVAILABLE" | "LOCKED" | "SOLD" | "WITHDRAWN" | "USED_IN_UPGRADE" | "USED_IN_BATTLE" | "IN_SWAP"; sortBy?: "value" | "acquiredAt" | "name"; sortOrder?: "asc" | "desc"; search?: string; rarity?: "CONSUMER_GRADE" | "INDUSTRIAL_GRADE" | "MIL_SPEC" | "RESTRICTED" | "CLASSIFIED" | "COVERT" | "CONTRABAND" | "EXTRAORDINARY" | "BASE_GRADE" | "HIGH_GRADE" | "REMARKABLE" | "EXOTIC"; weaponCategory?: "PISTOL" | "SMG" | "RIFLE" | "SNIPER_RIFLE" | "SHOTGUN" | "MACHINE_GUN" | "KNIFE" | "GLOVES" | "EQUIPMENT" | "STICKER" | "CASE" | "AGENT" | "CHARM" | "MUSIC_KIT" | "OTHER"; exterior?: "FACTORY_NEW" | "MINIMAL_WEAR" | "FIELD_TESTED" | "WELL_WORN" | "BATTLE_SCARRED"; source?: "CASE" | "BATTLE" | "UPGRADE" | "RAFFLE" | "EVENT" | "SWAP"; minValueCents?: number; maxValueCents?: number; limit?: number; offset?: number; };
    body: undefined;
    answer: Inventory;
    repeatable: false;
  };
  /** Quote the sale of several items */
  'POST /inventory/quote': {
    params: {  };
    query: {  };
    body: QuoteItemsBody;
    answer: SaleQuote;
    repeatable: false;
  };
  /** Quote the items left of a play */
  'GET /inventory/winnings': {
    params: {  };
    query: { cause: "CASE_OPENING" | "UPGRADE" | "BATTLE" | "RAFFLE" | "EVENT_CLAIM" | "EVENT_SHOT" | "SITE_SWAP"; id: string; };
    body: undefined;
    answer: SaleQuote;
    repeatable: false;
  };
  /** Sell an item */
  'DELETE /inventory/{id}/sell': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: Sale;
    repeatable: true;
  };
  /** Sell several items */
  'POST /inventory/sell-multiple': {
    params: {  };
    query: {  };
    body: SellItemsBody;
    answer: Sale;
    repeatable: true;
  };
  /** Sell all your items */
  'POST /inventory/sell-all': {
    params: {  };
    query: {  };
    body: undefined;
    answer: Sale;
    repeatable: true;
  };
  /** List the items of a user */
  'GET /admin/users/{id}/inventory': {
    params: { id: string; };
    query: { status?: "AVAILABLE" | "LOCKED" | "SOLD" | "WITHDRAWN" | "USED_IN_UPGRADE" | "USED_IN_BATTLE" | "IN_SWAP"; sortBy?: "value" | "acquiredAt" | "name"; sortOrder?: "asc" | "desc"; search?: string; rarity?: "CONSUMER_GRADE" | "INDUSTRIAL_GRADE" | "MIL_SPEC" | "RESTRICTED" | "CLASSIFIED" | "COVERT" | "CONTRABAND" | "EXTRAORDINARY" | "BASE_GRADE" | "HIGH_GRADE" | "REMARKABLE" | "EXOTIC"; weaponCategory?: "PISTOL" | "SMG" | "RIFLE" | "SNIPER_RIFLE" | "SHOTGUN" | "MACHINE_GUN" | "KNIFE" | "GLOVES" | "EQUIPMENT" | "STICKER" | "CASE" | "AGENT" | "CHARM" | "MUSIC_KIT" | "OTHER"; exterior?: "FACTORY_NEW" | "MINIMAL_WEAR" | "FIELD_TESTED" | "WELL_WORN" | "BATTLE_SCARRED"; source?: "CASE" | "BATTLE" | "UPGRADE" | "RAFFLE" | "EVENT" | "SWAP"; minValueCents?: number; maxValueCents?: number; limit?: number; offset?: number; };
    body: undefined;
    answer: Inventory;
    repeatable: false;
  };
  /** Restrict an item to the games of the platform */
  'PUT /admin/inventory/{id}/restricted': {
    params: { id: string; };
    query: {  };
    body: AdminRestrictInventoryItemBody;
    answer: RestrictedItem;
    repeatable: false;
  };
  /** List the settings of the platform */
  'GET /admin/settings': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: SettingPage;
    repeatable: false;
  };
  /** Change settings */
  'PATCH /admin/settings': {
    params: {  };
    query: {  };
    body: SettingValues;
    answer: ChangedSettings;
    repeatable: false;
  };
  /** Preview a change of settings */
  'POST /admin/settings/preview': {
    params: {  };
    query: {  };
    body: SettingValuesToTry;
    answer: PreviewedSettings;
    repeatable: false;
  };
  /** Generate a pair of seeds to try with */
  'POST /provably-fair/generate-seeds': {
    params: {  };
    query: {  };
    body: GenerateSeedsBody;
    answer: GeneratedSeeds;
    repeatable: false;
  };
  /** Verify a revealed server seed against its hash */
  'POST /provably-fair/verify-seed': {
    params: {  };
    query: {  };
    body: VerifySeedBody;
    answer: VerifiedSeed;
    repeatable: false;
  };
  /** Compute a roll */
  'POST /provably-fair/calculate-result': {
    params: {  };
    query: {  };
    body: CalculateResultBody;
    answer: CalculatedResult;
    repeatable: false;
  };
  /** Verify a roll */
  'POST /provably-fair/verify-result': {
    params: {  };
    query: {  };
    body: VerifyResultBody;
    answer: VerifiedResult;
    repeatable: false;
  };
  /** Redirect to the page that verifies rolls */
  'GET /verify': {
    params: {  };
    query: {  };
    body: undefined;
    answer: Redirect;
    repeatable: false;
  };
  /** Download the page that verifies rolls */
  'GET /verify/offline': {
    params: {  };
    query: {  };
    body: undefined;
    answer: string;
    repeatable: false;
  };
  /** List plays that were refused after their client seed had arrived */
  'GET /provably-fair/refusals': {
    params: {  };
    query: { after?: string; limit?: number; serverSeedHash?: string; };
    body: undefined;
    answer: RefusedPlays;
    repeatable: false;
  };
  /** List the server seed hashes of your next rolls */
  'GET /provably-fair/commitments': {
    params: {  };
    query: { count?: number; };
    body: undefined;
    answer: Commitments;
    repeatable: false;
  };
  /** List the latest drops */
  'GET /live-drops/recent': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: DropPage;
    repeatable: false;
  };
  /** List the latest rare drops */
  'GET /live-drops/top': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: DropPage;
    repeatable: false;
  };
  /** List the biggest wins of the day */
  'GET /live-drops/biggest': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: DropPage;
    repeatable: false;
  };
  /** List cases */
  'GET /cases': {
    params: {  };
    query: { page?: number; limit?: number; slug?: string; category?: string; search?: string; minPriceCents?: string; maxPriceCents?: string; sortBy?: "display" | "popularity" | "price" | "name" | "createdAt"; sortOrder?: "asc" | "desc"; };
    body: undefined;
    answer: CasePage;
    repeatable: false;
  };
  /** List categories of cases */
  'GET /cases/categories': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: CaseCategoryPage;
    repeatable: false;
  };
  /** Read a case with its contents */
  'GET /cases/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: CaseWithItems;
    repeatable: false;
  };
  /** List the contents of a case */
  'GET /cases/{id}/items': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: CaseItems;
    repeatable: false;
  };
  /** Read the exact chances of a case */
  'GET /cases/{id}/probabilities': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: CaseProbabilities;
    repeatable: false;
  };
  /** Read a version of a case */
  'GET /cases/{id}/versions/{number}': {
    params: { id: string; number: number; };
    query: {  };
    body: undefined;
    answer: CaseVersion;
    repeatable: false;
  };
  /** List all cases */
  'GET /admin/cases': {
    params: {  };
    query: { page?: number; limit?: number; slug?: string; category?: string; search?: string; minPriceCents?: string; maxPriceCents?: string; sortBy?: "display" | "popularity" | "price" | "name" | "createdAt"; sortOrder?: "asc" | "desc"; status?: "DRAFT" | "ACTIVE" | "ARCHIVED"; };
    body: undefined;
    answer: AdminCasePage;
    repeatable: false;
  };
  /** Create a case */
  'POST /admin/cases': {
    params: {  };
    query: {  };
    body: AdminCreateCaseBody;
    answer: AdminCaseDetail;
    repeatable: false;
  };
  /** Read a case with its contents */
  'GET /admin/cases/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: AdminCaseDetail;
    repeatable: false;
  };
  /** Change a case */
  'PATCH /admin/cases/{id}': {
    params: { id: string; };
    query: {  };
    body: AdminEditCaseBody;
    answer: AdminCaseDetail;
    repeatable: false;
  };
  /** Archive a case */
  'DELETE /admin/cases/{id}': {
    params: { id: string; };
    query: {  };
    body: AdminArchiveCaseBody;
    answer: AdminCaseDetail;
    repeatable: false;
  };
  /** Read a version of any case */
  'GET /admin/cases/{id}/versions/{number}': {
    params: { id: string; number: number; };
    query: {  };
    body: undefined;
    answer: CaseVersion;
    repeatable: false;
  };
  /** Compare a version of a case with the one before */
  'GET /admin/cases/{id}/difference': {
    params: { id: string; };
    query: { from: number; to: number; };
    body: undefined;
    answer: CaseDifference;
    repeatable: false;
  };
  /** Add items to a case or change them */
  'POST /admin/cases/{caseId}/items': {
    params: { caseId: string; };
    query: {  };
    body: AdminAddCaseItemsBody;
    answer: AdminCaseDetail;
    repeatable: false;
  };
  /** Remove an item from a case */
  'DELETE /admin/cases/{caseId}/items/{itemId}': {
    params: { caseId: string; itemId: string; };
    query: {  };
    body: undefined;
    answer: AdminCaseDetail;
    repeatable: false;
  };
  /** List the latest openings of all users */
  'GET /cases/openings/recent': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: DropPage;
    repeatable: false;
  };
  /** List the latest openings of a case */
  'GET /cases/{id}/drops': {
    params: { id: string; };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: DropPage;
    repeatable: false;
  };
  /** Open a case up to 100 times */
  'POST /cases/{id}/open': {
    params: { id: string; };
    query: {  };
    body: OpenCaseBody;
    answer: OpenedCases;
    repeatable: true;
  };
  /** List your openings */
  'GET /cases/openings': {
    params: {  };
    query: { page?: number; limit?: number; before?: string; };
    body: undefined;
    answer: PastOpeningPage;
    repeatable: false;
  };
  /** Verify one of your openings */
  'POST /cases/openings/{id}/verify': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: VerifiedOpening;
    repeatable: false;
  };
  /** List the openings of a user */
  'GET /admin/users/{userId}/case-openings': {
    params: { userId: string; };
    query: { page?: number; limit?: number; before?: string; };
    body: undefined;
    answer: PastOpeningPage;
    repeatable: false;
  };
  /** List battles */
  'GET /battles/list': {
    params: {  };
    query: { page?: number; limit?: number; mode?: "NORMAL" | "CRAZY" | "TERMINAL" | "SHARED"; seatCount?: number; status?: "WAITING" | "IN_PROGRESS" | "COMPLETED" | "CANCELLED"; minPriceCents?: string; maxPriceCents?: string; isTeams?: boolean; hasFreeSeat?: boolean; caseId?: string; randomness?: "server" | "drand"; sort?: "newest" | "cheapest" | "dearest" | "filling"; };
    body: undefined;
    answer: BattleSummaryPage;
    repeatable: false;
  };
  /** Read the picture of a bot */
  'GET /battles/bots/{name}/picture': {
    params: { name: string; };
    query: {  };
    body: undefined;
    answer: string;
    repeatable: false;
  };
  /** Read a battle with everything that verifies it */
  'GET /battles/{id}': {
    params: { id: string; };
    query: { code?: string; };
    body: undefined;
    answer: Battle;
    repeatable: false;
  };
  /** Check whether a battle is shown without a session */
  'GET /battles/{id}/visibility': {
    params: { id: string; };
    query: { code?: string; };
    body: undefined;
    answer: BattleVisibility;
    repeatable: false;
  };
  /** Create a battle and take its first seat */
  'POST /battles/create': {
    params: {  };
    query: {  };
    body: CreateBattleBody;
    answer: Battle;
    repeatable: true;
  };
  /** Join a battle */
  'POST /battles/{id}/join': {
    params: { id: string; };
    query: {  };
    body: JoinBattleBody;
    answer: Battle;
    repeatable: true;
  };
  /** Fill free seats with bots */
  'POST /battles/{id}/add-bots': {
    params: { id: string; };
    query: {  };
    body: AddBotsBody;
    answer: Battle;
    repeatable: true;
  };
  /** List your battles that are not over */
  'GET /battles/active': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: BattleSummaryPage;
    repeatable: false;
  };
  /** List your battles */
  'GET /battles/history': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: OwnBattlePage;
    repeatable: false;
  };
  /** List all battles */
  'GET /admin/battles': {
    params: {  };
    query: { page?: number; limit?: number; mode?: "NORMAL" | "CRAZY" | "TERMINAL" | "SHARED"; seatCount?: number; status?: "WAITING" | "IN_PROGRESS" | "COMPLETED" | "CANCELLED"; minPriceCents?: string; maxPriceCents?: string; isTeams?: boolean; hasFreeSeat?: boolean; caseId?: string; randomness?: "server" | "drand"; sort?: "newest" | "cheapest" | "dearest" | "filling"; };
    body: undefined;
    answer: BattleSummaryPage;
    repeatable: false;
  };
  /** Read a battle */
  'GET /admin/battles/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: Battle;
    repeatable: false;
  };
  /** List the battles of a user */
  'GET /admin/users/{userId}/battles': {
    params: { userId: string; };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: BattleSummaryPage;
    repeatable: false;
  };
  /** Cancel a battle and refund its players */
  'POST /admin/battles/{id}/cancel': {
    params: { id: string; };
    query: {  };
    body: AdminCancelBattleBody;
    answer: Battle;
    repeatable: true;
  };
  /** List the targets of upgrades */
  'GET /upgrade/targets': {
    params: {  };
    query: { page?: number; limit?: number; minValueCents?: string; maxValueCents?: string; search?: string; rarity?: "CONSUMER_GRADE" | "INDUSTRIAL_GRADE" | "MIL_SPEC" | "RESTRICTED" | "CLASSIFIED" | "COVERT" | "CONTRABAND" | "EXTRAORDINARY" | "BASE_GRADE" | "HIGH_GRADE" | "REMARKABLE" | "EXOTIC"; weaponCategory?: "PISTOL" | "SMG" | "RIFLE" | "SNIPER_RIFLE" | "SHOTGUN" | "MACHINE_GUN" | "KNIFE" | "GLOVES" | "EQUIPMENT" | "STICKER" | "CASE" | "AGENT" | "CHARM" | "MUSIC_KIT" | "OTHER"; stakeCents?: string; minMultiplier?: string; maxMultiplier?: string; sortOrder?: "asc" | "desc"; };
    body: undefined;
    answer: UpgradeTargetPage;
    repeatable: false;
  };
  /** Calculate the chance of an upgrade */
  'POST /upgrade/calculate': {
    params: {  };
    query: {  };
    body: CalculateUpgradeBody;
    answer: UpgradeOffer;
    repeatable: false;
  };
  /** Upgrade items to a better one */
  'POST /upgrade/perform': {
    params: {  };
    query: {  };
    body: PerformUpgradeBody;
    answer: Upgrade;
    repeatable: true;
  };
  /** List your upgrades */
  'GET /upgrade/history': {
    params: {  };
    query: { page?: number; limit?: number; before?: string; };
    body: undefined;
    answer: PastUpgradePage;
    repeatable: false;
  };
  /** Read one of your upgrades */
  'GET /upgrade/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: PastUpgrade;
    repeatable: false;
  };
  /** Verify one of your upgrades */
  'POST /upgrade/{id}/verify': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: VerifiedUpgrade;
    repeatable: false;
  };
  /** Read the event that runs now */
  'GET /event/active': {
    params: {  };
    query: {  };
    body: undefined;
    answer: ActiveEvent;
    repeatable: false;
  };
  /** Read an event */
  'GET /event/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: Event;
    repeatable: false;
  };
  /** Read your progress in an event */
  'GET /event/{id}/progress': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: EventProgress;
    repeatable: false;
  };
  /** Claim the reward of a tier */
  'POST /event/{id}/claim': {
    params: { id: string; };
    query: {  };
    body: ClaimEventTierBody;
    answer: ClaimedTier;
    repeatable: true;
  };
  /** Shoot at the case of an event */
  'POST /event-shoot/shoot': {
    params: {  };
    query: {  };
    body: ShootBody;
    answer: Shot;
    repeatable: true;
  };
  /** List your shots in an event */
  'GET /event/{id}/shots': {
    params: { id: string; };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: PastShotPage;
    repeatable: false;
  };
  /** Verify one of your shots */
  'POST /event-shoot/{id}/verify': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: VerifiedShot;
    repeatable: false;
  };
  /** List your shots in all events */
  'GET /event-shoot/history': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: PastShotPage;
    repeatable: false;
  };
  /** List all events */
  'GET /admin/events': {
    params: {  };
    query: { page?: number; limit?: number; status?: "DRAFT" | "PUBLISHED" | "ARCHIVED"; };
    body: undefined;
    answer: AdminEventPage;
    repeatable: false;
  };
  /** Create an event */
  'POST /admin/events': {
    params: {  };
    query: {  };
    body: AdminCreateEventBody;
    answer: AdminEventDetail;
    repeatable: false;
  };
  /** Read an event */
  'GET /admin/events/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: AdminEventDetail;
    repeatable: false;
  };
  /** Change an event */
  'PATCH /admin/events/{id}': {
    params: { id: string; };
    query: {  };
    body: AdminEditEventBody;
    answer: AdminEventDetail;
    repeatable: false;
  };
  /** Archive an event */
  'DELETE /admin/events/{id}': {
    params: { id: string; };
    query: {  };
    body: AdminArchiveEventBody;
    answer: AdminEventDetail;
    repeatable: false;
  };
  /** Publish an event */
  'POST /admin/events/{id}/publish': {
    params: { id: string; };
    query: {  };
    body: AdminPublishEventBody;
    answer: AdminEventDetail;
    repeatable: false;
  };
  /** End an event that runs */
  'POST /admin/events/{id}/end': {
    params: { id: string; };
    query: {  };
    body: AdminEndEventBody;
    answer: AdminEventDetail;
    repeatable: false;
  };
  /** List raffles that are not over */
  'GET /raffle/active': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: ListedRafflePage;
    repeatable: false;
  };
  /** List raffles that were drawn */
  'GET /raffle/completed': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: ListedRafflePage;
    repeatable: false;
  };
  /** Read a raffle */
  'GET /raffle/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: ShownRaffle;
    repeatable: false;
  };
  /** Read the list of tickets of a raffle */
  'GET /raffle/{id}/tickets': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: string;
    repeatable: false;
  };
  /** List the buyers of a raffle */
  'GET /raffle/{id}/buyers': {
    params: { id: string; };
    query: { page?: number; limit?: number; before?: string; };
    body: undefined;
    answer: RaffleBuyerPage;
    repeatable: false;
  };
  /** List the raffles that you have tickets of */
  'GET /raffle/mine': {
    params: {  };
    query: { page?: number; limit?: number; before?: string; };
    body: undefined;
    answer: OwnRafflePage;
    repeatable: false;
  };
  /** List your tickets of a raffle */
  'GET /raffle/{id}/tickets/mine': {
    params: { id: string; };
    query: { page?: number; limit?: number; before?: string; };
    body: undefined;
    answer: OwnTicketsPage;
    repeatable: false;
  };
  /** Buy tickets of a raffle */
  'POST /raffle/{id}/buy': {
    params: { id: string; };
    query: {  };
    body: BuyRaffleTicketsBody;
    answer: BuyRaffleTicketsAnswer;
    repeatable: true;
  };
  /** Draw a raffle */
  'POST /raffle/{id}/draw': {
    params: { id: string; };
    query: {  };
    body: DrawRaffleBody;
    answer: Raffle;
    repeatable: true;
  };
  /** List all raffles */
  'GET /admin/raffles': {
    params: {  };
    query: { page?: number; limit?: number; status?: "ACTIVE" | "DRAWING" | "COMPLETED" | "CANCELLED"; };
    body: undefined;
    answer: ListedRafflePage;
    repeatable: false;
  };
  /** Create a raffle */
  'POST /admin/raffles': {
    params: {  };
    query: {  };
    body: AdminCreateRaffleBody;
    answer: AdminRaffle;
    repeatable: false;
  };
  /** Read a raffle with its figures */
  'GET /admin/raffles/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: AdminRaffle;
    repeatable: false;
  };
  /** Change a raffle before its first sale */
  'PUT /admin/raffles/{id}': {
    params: { id: string; };
    query: {  };
    body: AdminEditRaffleBody;
    answer: AdminRaffle;
    repeatable: false;
  };
  /** Close the sales of a raffle */
  'POST /admin/raffles/{id}/close': {
    params: { id: string; };
    query: {  };
    body: AdminCloseRaffleBody;
    answer: AdminRaffle;
    repeatable: false;
  };
  /** Cancel a raffle */
  'POST /admin/raffles/{id}/cancel': {
    params: { id: string; };
    query: {  };
    body: AdminCancelRaffleBody;
    answer: AdminRaffle;
    repeatable: true;
  };
  /** Read the key that signs the log */
  'GET /log/key': {
    params: {  };
    query: {  };
    body: undefined;
    answer: LogKey;
    repeatable: false;
  };
  /** Read the newest signed head of the log */
  'GET /log/head': {
    params: {  };
    query: {  };
    body: undefined;
    answer: LogHead;
    repeatable: false;
  };
  /** Read the head that was signed at a size */
  'GET /log/heads/{size}': {
    params: { size: number; };
    query: {  };
    body: undefined;
    answer: LogHead;
    repeatable: false;
  };
  /** Prove that a result is in the log */
  'GET /log/inclusion': {
    params: {  };
    query: { kind: string; id: string; size?: number; };
    body: undefined;
    answer: LogInclusion;
    repeatable: false;
  };
  /** Read the oldest head that covers a leaf */
  'GET /log/first-head': {
    params: {  };
    query: { kind: string; id: string; };
    body: undefined;
    answer: FirstLogHead;
    repeatable: false;
  };
  /** Prove that the log has only grown */
  'GET /log/consistency': {
    params: {  };
    query: { from: number; to?: number; };
    body: undefined;
    answer: LogConsistency;
    repeatable: false;
  };
  /** List the leaves of the log */
  'GET /log/leaves': {
    params: {  };
    query: { from: number; limit: number; };
    body: undefined;
    answer: LogLeaves;
    repeatable: false;
  };
  /** Read the leaf of a coming roll's hash */
  'GET /log/commitments': {
    params: {  };
    query: { stream: string; nonce: number; };
    body: undefined;
    answer: LogLeaf;
    repeatable: false;
  };
  /** Read the leaf of a nonce that was never rolled */
  'GET /log/skipped': {
    params: {  };
    query: { stream: string; nonce: number; };
    body: undefined;
    answer: LogLeaf;
    repeatable: false;
  };
  /** Read a leaf about the ledger */
  'GET /log/ledger/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: LogLeaf;
    repeatable: false;
  };
  /** Read a leaf about an interruption of the log */
  'GET /log/interruptions/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: LogLeaf;
    repeatable: false;
  };
  /** Read a leaf about the ledger with its salt */
  'GET /admin/log/ledger/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: LogLedgerSalt;
    repeatable: false;
  };
  /** Resume an interrupted log */
  'POST /admin/log/resume': {
    params: {  };
    query: {  };
    body: LogResume;
    answer: ResumedLog;
    repeatable: false;
  };
  /** Read the public profile of a user */
  'GET /users/{id}/profile': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: PublicProfile;
    repeatable: false;
  };
  /** Read your figures */
  'GET /user/stats': {
    params: {  };
    query: {  };
    body: undefined;
    answer: UserStats;
    repeatable: false;
  };
  /** List your figures by day and game */
  'GET /user/stats/daily': {
    params: {  };
    query: { days?: number; };
    body: undefined;
    answer: PlayedDays;
    repeatable: false;
  };
  /** Read your play since you logged in */
  'GET /user/stats/session': {
    params: {  };
    query: {  };
    body: undefined;
    answer: SessionPlay;
    repeatable: false;
  };
  /** List users whose withdrawals are suspended */
  'GET /admin/skin-withdrawals/suspensions': {
    params: {  };
    query: { page?: number; limit?: number; };
    body: undefined;
    answer: WithdrawalSuspensionPage;
    repeatable: false;
  };
  /** Let a user withdraw and swap again */
  'POST /admin/skin-withdrawals/suspensions/{userId}/lift': {
    params: { userId: string; };
    query: {  };
    body: SuspensionLift;
    answer: WithdrawalSuspension;
    repeatable: false;
  };
  /** List items that you can swap for */
  'GET /swap/targets': {
    params: {  };
    query: { minValueCents?: number; maxValueCents?: number; search?: string; sortOrder?: "asc" | "desc"; limit?: number; offset?: number; };
    body: undefined;
    answer: SwapTargetPage;
    repeatable: false;
  };
  /** Offer a swap */
  'POST /swap': {
    params: {  };
    query: {  };
    body: CreateSwapBody;
    answer: Swap;
    repeatable: true;
  };
  /** Accept a swap */
  'PUT /swap/{id}/accept': {
    params: { id: string; };
    query: {  };
    body: AcceptSwapBody;
    answer: Swap;
    repeatable: true;
  };
  /** Cancel a swap that you offered */
  'PUT /swap/{id}/cancel': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: Swap;
    repeatable: true;
  };
  /** Decline a swap that was offered to you */
  'PUT /swap/{id}/decline': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: Swap;
    repeatable: true;
  };
  /** Read a swap */
  'GET /swap/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: Swap;
    repeatable: false;
  };
  /** List your swaps */
  'GET /swap/my-swaps': {
    params: {  };
    query: { page?: number; limit?: number; status?: "PENDING" | "ACCEPTED" | "CANCELLED" | "DECLINED"; direction?: "SENT" | "RECEIVED"; before?: string; };
    body: undefined;
    answer: SwapPage;
    repeatable: false;
  };
  /** List swaps that are offered to all users */
  'GET /swap/public': {
    params: {  };
    query: { page?: number; limit?: number; before?: string; };
    body: undefined;
    answer: SwapPage;
    repeatable: false;
  };
  /** List your swaps with the site */
  'GET /swap/site': {
    params: {  };
    query: { page?: number; limit?: number; before?: string; };
    body: undefined;
    answer: SiteSwapPage;
    repeatable: false;
  };
  /** Swap items for one from the marketplace */
  'POST /swap/site': {
    params: {  };
    query: {  };
    body: SwapWithSiteBody;
    answer: SiteSwapResult;
    repeatable: true;
  };
  /** List site swaps whose purchase never arrived */
  'GET /admin/site-swaps/undelivered': {
    params: {  };
    query: { page?: number; limit?: number; needsDecision?: boolean; outcome?: "CAME_TO_NOTHING" | "NEVER_ENDED"; userId?: string; before?: string; };
    body: undefined;
    answer: UndeliveredSiteSwapPage;
    repeatable: false;
  };
  /** Decide on a site swap whose purchase never arrived */
  'POST /admin/site-swaps/{id}/decide': {
    params: { id: string; };
    query: {  };
    body: AdminDecideSiteSwapBody;
    answer: SiteSwapReturn;
    repeatable: true;
  };
  /** Begin a deposit by Pix */
  'POST /payment/deposit/initiate': {
    params: {  };
    query: {  };
    body: InitiateDepositBody;
    answer: PayableDeposit;
    repeatable: true;
  };
  /** List your deposits */
  'GET /payment/deposits': {
    params: {  };
    query: { page?: number; limit?: number; status?: "PENDING" | "CONFIRMED" | "REJECTED" | "EXPIRED"; before?: string; };
    body: undefined;
    answer: DepositPage;
    repeatable: false;
  };
  /** Read one of your deposits */
  'GET /payment/deposits/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: PayableDeposit;
    repeatable: false;
  };
  /** Request a withdrawal of money by Pix */
  'POST /payment/withdraw/request': {
    params: {  };
    query: {  };
    body: RequestMoneyWithdrawalBody;
    answer: MoneyWithdrawal;
    repeatable: true;
  };
  /** Confirm a money withdrawal with your second factor */
  'POST /payment/withdraw/{id}/confirm': {
    params: { id: string; };
    query: {  };
    body: ConfirmMoneyWithdrawalBody;
    answer: MoneyWithdrawal;
    repeatable: true;
  };
  /** Cancel a money withdrawal */
  'POST /payment/withdraw/{id}/cancel': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: MoneyWithdrawal;
    repeatable: true;
  };
  /** List your money withdrawals */
  'GET /payment/withdrawals': {
    params: {  };
    query: { page?: number; limit?: number; status?: "AWAITING_CONFIRMATION" | "PENDING" | "APPROVED" | "COMPLETED" | "REJECTED" | "EXPIRED" | "CANCELLED"; before?: string; };
    body: undefined;
    answer: MoneyWithdrawalPage;
    repeatable: false;
  };
  /** Read how much you may deposit and withdraw */
  'GET /payment/allowance': {
    params: {  };
    query: {  };
    body: undefined;
    answer: PaymentAllowance;
    repeatable: false;
  };
  /** List the deposits of all users */
  'GET /admin/deposits': {
    params: {  };
    query: { page?: number; limit?: number; status?: "PENDING" | "CONFIRMED" | "REJECTED" | "EXPIRED"; userId?: string; txid?: string; needsDecision?: boolean; before?: string; };
    body: undefined;
    answer: AdminDepositPage;
    repeatable: false;
  };
  /** Read a deposit */
  'GET /admin/deposits/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: AdminDeposit;
    repeatable: false;
  };
  /** Credit a deposit by hand */
  'POST /admin/deposits/{id}/confirm': {
    params: { id: string; };
    query: {  };
    body: AdminConfirmDepositBody;
    answer: AdminDeposit;
    repeatable: true;
  };
  /** Refuse a deposit by hand */
  'POST /admin/deposits/{id}/reject': {
    params: { id: string; };
    query: {  };
    body: AdminRejectDepositBody;
    answer: AdminDeposit;
    repeatable: true;
  };
  /** List money withdrawals */
  'GET /admin/withdrawals': {
    params: {  };
    query: { page?: number; limit?: number; status?: "AWAITING_CONFIRMATION" | "PENDING" | "APPROVED" | "COMPLETED" | "REJECTED" | "EXPIRED" | "CANCELLED"; userId?: string; before?: string; };
    body: undefined;
    answer: ReviewedMoneyWithdrawalPage;
    repeatable: false;
  };
  /** Read a money withdrawal */
  'GET /admin/withdrawals/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: ReviewedMoneyWithdrawal;
    repeatable: false;
  };
  /** Approve a money withdrawal */
  'POST /admin/withdrawals/{id}/approve': {
    params: { id: string; };
    query: {  };
    body: ApproveMoneyWithdrawalBody;
    answer: DecidedMoneyWithdrawal;
    repeatable: true;
  };
  /** Reject a money withdrawal */
  'POST /admin/withdrawals/{id}/reject': {
    params: { id: string; };
    query: {  };
    body: RejectMoneyWithdrawalBody;
    answer: DecidedMoneyWithdrawal;
    repeatable: true;
  };
  /** Record that a money withdrawal was paid */
  'POST /admin/withdrawals/{id}/complete': {
    params: { id: string; };
    query: {  };
    body: CompleteMoneyWithdrawalBody;
    answer: DecidedMoneyWithdrawal;
    repeatable: true;
  };
  /** Receive an event of a payment provider */
  'POST /payment/deposit/webhook/{provider}': {
    params: { provider: string; };
    query: {  };
    body: undefined;
    answer: ReceivedWebhook;
    repeatable: false;
  };
  /** Receive it where the bank appends /pix to the address */
  'POST /payment/deposit/webhook/{provider}/pix': {
    params: { provider: string; };
    query: {  };
    body: undefined;
    answer: ReceivedWebhook;
    repeatable: false;
  };
  /** End an order by hand */
  'POST /admin/orders/{id}/end': {
    params: { id: string; };
    query: {  };
    body: AdminEndOrderBody;
    answer: OutsideOrder;
    repeatable: true;
  };
  /** Withdraw an item to your Steam account */
  'POST /inventory/{id}/withdraw': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: WithdrawalAnswer;
    repeatable: true;
  };
  /** Cancel the withdrawal of an item */
  'POST /inventory/withdrawals/{id}/cancel': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: ItemWithdrawal;
    repeatable: true;
  };
  /** List your item withdrawals that are not over */
  'GET /inventory/withdrawals/active': {
    params: {  };
    query: {  };
    body: undefined;
    answer: ActiveItemWithdrawals;
    repeatable: false;
  };
  /** List your item withdrawals */
  'GET /inventory/withdrawals/history': {
    params: {  };
    query: { limit?: number; offset?: number; };
    body: undefined;
    answer: ItemWithdrawals;
    repeatable: false;
  };
  /** Refresh a withdrawal from the marketplace */
  'POST /inventory/withdrawals/{id}/refresh': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: RefreshedWithdrawal;
    repeatable: false;
  };
  /** List item withdrawals */
  'GET /admin/skin-withdrawals': {
    params: {  };
    query: { page?: number; limit?: number; status?: "PENDING_APPROVAL" | "PENDING" | "WAITING_SELLER" | "TRADE_SENT" | "COMPLETED" | "CANCELLED" | "FAILED"; userId?: string; before?: string; };
    body: undefined;
    answer: AdminItemWithdrawalPage;
    repeatable: false;
  };
  /** Read an item withdrawal */
  'GET /admin/skin-withdrawals/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: AdminItemWithdrawal;
    repeatable: false;
  };
  /** Approve an item withdrawal */
  'POST /admin/skin-withdrawals/{id}/approve': {
    params: { id: string; };
    query: {  };
    body: AdminApproveSkinWithdrawalBody;
    answer: AdminItemWithdrawal;
    repeatable: true;
  };
  /** Reject an item withdrawal */
  'POST /admin/skin-withdrawals/{id}/reject': {
    params: { id: string; };
    query: {  };
    body: AdminRejectSkinWithdrawalBody;
    answer: AdminItemWithdrawal;
    repeatable: true;
  };
  /** Read the visitor of a page */
  'GET /auth/session': {
    params: {  };
    query: {  };
    body: undefined;
    answer: Visitor;
    repeatable: false;
  };
  /** Read the public configuration */
  'GET /config': {
    params: {  };
    query: {  };
    body: undefined;
    answer: SiteConfig;
    repeatable: false;
  };
  /** Read the figures of some days */
  'GET /admin/dashboard/stats': {
    params: {  };
    query: { from?: string; to?: string; };
    body: undefined;
    answer: DashboardStats;
    repeatable: false;
  };
  /** Read the figures of today and the last 7 and 30 days */
  'GET /admin/dashboard/overview': {
    params: {  };
    query: {  };
    body: undefined;
    answer: DashboardOverview;
    repeatable: false;
  };
  /** List revenue by day */
  'GET /admin/dashboard/revenue-chart': {
    params: {  };
    query: { from?: string; to?: string; };
    body: undefined;
    answer: RevenueChart;
    repeatable: false;
  };
  /** List recent activity of users */
  'GET /admin/dashboard/recent-activity': {
    params: {  };
    query: { from?: string; to?: string; limit?: number; };
    body: undefined;
    answer: RecentActivity;
    repeatable: false;
  };
  /** Compare days with the period before */
  'GET /admin/dashboard/comparison': {
    params: {  };
    query: { from?: string; to?: string; };
    body: undefined;
    answer: DaysCompared;
    repeatable: false;
  };
  /** Report the return of each case */
  'GET /admin/analytics/rtp-by-case': {
    params: {  };
    query: { from?: string; to?: string; };
    body: undefined;
    answer: RtpByCase;
    repeatable: false;
  };
  /** Report the return of battles */
  'GET /admin/analytics/battle-rtp': {
    params: {  };
    query: { from?: string; to?: string; };
    body: undefined;
    answer: BattleRtpReport;
    repeatable: false;
  };
  /** Report upgrades by chance */
  'GET /admin/analytics/upgrade-stats': {
    params: {  };
    query: { from?: string; to?: string; };
    body: undefined;
    answer: UpgradeStats;
    repeatable: false;
  };
  /** Report the profit of bots */
  'GET /admin/analytics/bot-profitability': {
    params: {  };
    query: { from?: string; to?: string; };
    body: undefined;
    answer: BotProfitability;
    repeatable: false;
  };
  /** Report active users by day */
  'GET /admin/analytics/user-stats': {
    params: {  };
    query: { from?: string; to?: string; };
    body: undefined;
    answer: UserStatsReport;
    repeatable: false;
  };
  /** Report gross gaming revenue by day and type */
  'GET /admin/analytics/ggr': {
    params: {  };
    query: { from?: string; to?: string; };
    body: undefined;
    answer: GgrReport;
    repeatable: false;
  };
  /** Report payments and debts to users */
  'GET /admin/analytics/financial-overview': {
    params: {  };
    query: { from?: string; to?: string; };
    body: undefined;
    answer: FinancialOverview;
    repeatable: false;
  };
  /** Report gross gaming revenue by user */
  'GET /admin/analytics/ggr-by-user': {
    params: {  };
    query: { page?: number; limit?: number; from?: string; to?: string; };
    body: undefined;
    answer: GgrByUser;
    repeatable: false;
  };
  /** Read the risk of a user */
  'GET /admin/users/{id}/risk': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: UserRisk;
    repeatable: false;
  };
  /** List suspicions */
  'GET /admin/fraud/suspects': {
    params: {  };
    query: { page?: number; limit?: number; reason?: "WINS_BEYOND_ODDS" | "SHARED_ADDRESS" | "DEPOSIT_WITHDRAW_WITHOUT_PLAY" | "GAINS_NEAR_ADMINISTRATOR"; state?: "OPEN" | "REVIEWED" | "OVER"; };
    body: undefined;
    answer: SuspicionPage;
    repeatable: false;
  };
  /** Mark a suspicion as reviewed */
  'POST /admin/fraud/suspects/{id}/review': {
    params: { id: string; };
    query: {  };
    body: SuspicionReview;
    answer: Suspicion;
    repeatable: false;
  };
  /** Read the queues of administrators */
  'GET /admin/queues': {
    params: {  };
    query: {  };
    body: undefined;
    answer: Queues;
    repeatable: false;
  };
  /** List orders outside */
  'GET /admin/orders': {
    params: {  };
    query: { page?: number; limit?: number; isOpen?: boolean; before?: string; };
    body: undefined;
    answer: ListedOrderPage;
    repeatable: false;
  };
  /** Read an order outside */
  'GET /admin/orders/{id}': {
    params: { id: string; };
    query: {  };
    body: undefined;
    answer: ListedOrder;
    repeatable: false;
  };
  /** List decisions that wait for a second administrator */
  'GET /admin/proposals': {
    params: {  };
    query: { page?: number; limit?: number; entityType?: string; entityId?: string; before?: string; };
    body: undefined;
    answer: ProposalPage;
    repeatable: false;
  };
  /** Search records */
  'GET /admin/search': {
    params: {  };
    query: { q: string; };
    body: undefined;
    answer: Found;
    repeatable: false;
  };
}
