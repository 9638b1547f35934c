// Made by `npm run docs` from the tables of docs/operations.md and docs/operations/watching.md. Do not edit it by hand.

export const ALERT_ACTIONS = {
  BANK_CERTIFICATE_ENDS: {
    meaning: "A certificate of the connection to the bank ends within 30 days, or cannot be read.",
    action: "Replace its file; no restart is needed, and the alert ends within the hour.",
  },
  BEACON_LATE: {
    meaning: "A round of public randomness is overdue; games that need it wait.",
    action: "Check whether the relay of BEACON_URL answers /public/latest; another relay of the same chain may be set at any time.",
  },
  BEACON_SILENT: {
    meaning: "Battles or raffles were cancelled and paid back, because their round could not be read for a day.",
    action: "Look whether another relay has the round (/public/<round>). If so, this server could not reach it: mend that, since players can see it, too. Resolve the alert.",
  },
  BEACON_WRONG: {
    meaning: "The relay returned a round that the chain did not sign.",
    action: "Use another relay; if that answers the same, the key or the chain is configured wrongly (public randomness).",
  },
  DEPOSIT_AFTER_PROTECTION: {
    meaning: "A charge was paid although its owner had lowered a limit, paused or excluded themselves since; it is credited.",
    action: "Ask whether the user wants the money back (they may withdraw it); then resolve the alert by hand.",
  },
  DEPOSIT_NEEDS_DECISION: {
    meaning: "Money arrived that does not fit its deposit: its amount, its state, or a second payment.",
    action: "Confirm or reject the deposit; for a second payment, adjust the balance or refund it, then reject.",
  },
  DEPOSIT_NOT_CHECKED: {
    meaning: "The provider could not say whether a charge was paid; it is not polled any more.",
    action: "Look it up at the provider by the txid in the alert; confirm the deposit if it was paid, otherwise reject it. A late webhook is applied all the same; then resolve the alert by hand.",
  },
  DEPOSIT_RETURNED: {
    meaning: "Money of a deposit was returned, by the payer's bank or by you.",
    action: "Check what the user has withdrawn, and whether to ban them. CRITICAL if something is owed. The alert of a failed return ends by itself; resolve the others.",
  },
  EVENT_BUDGET_NEARLY_SPENT: {
    meaning: "80 percent of the budget of an event are given, or a reward does not fit into what is left.",
    action: "Raise the budget by PATCH /api/admin/events/{id}, or end the event; players are refused what exceeds it.",
  },
  LOG_INTERRUPTED: {
    meaning: "The public log does not continue this machine's last head: a restored backup (BEHIND), another SECRETS_KEY (KEY_CHANGED), or an edited log-head-*.json (FILE_UNREADABLE). Nothing is signed, and the public is told so.",
    action: "Bring back the database or the key. Where that cannot be done, POST /api/admin/log/resume with a fresh second factor and a reason that everybody can read; the alert ends with the next head.",
  },
  LOG_STANDS_STILL: {
    meaning: "Nothing could be added to the public log for a minute; plays go on, but nobody can prove the newest results.",
    action: "Read the reason in the alert, and the line \"The public log could not be continued\" in the log of the process; the alert ends with the next head.",
  },
  MARKET_FEED_STOPPED: {
    meaning: "A process failed to connect to the feed eleven times in a row and has stopped trying; the poll continues.",
    action: "Check the key and the address, and restart the process; the alert ends with the next connection.",
  },
  MARKET_WALLET_LOW: {
    meaning: "The wallet at the marketplace does not cover a request: item withdrawals wait for review, site swaps are refused.",
    action: "Fund it, then approve what waits; the alert ends with the next purchase that it covers.",
  },
  ORDER_CONTRADICTED: {
    meaning: "Settled as refused, and the other side now says bought (or the reverse); nothing was changed.",
    action: "Look up the project id there: the item is bought or the money paid, and its user was refunded. Ask the other side to cancel it, or correct the balance by an adjustment.",
  },
  ORDER_NOT_CHECKED: {
    meaning: "Given up as refused, and for six hours the other side could not be asked whether it knows the order after all; it is not asked any more.",
    action: "Look up the project id there. If it is bought or paid, do as for ORDER_CONTRADICTED; then resolve it by hand.",
  },
  ORDER_STUCK: {
    meaning: "Open for over 10 minutes, or of a kind that the running version does not know.",
    action: "Check whether the marketplace answers check-many-project-id for the project id; for a payout, whether the provider knows the payment of this id. The alert ends when it does. If it never will, end the order by hand. Never settle one in the database.",
  },
  PAYMENT_NOT_CONFIRMED: {
    meaning: "The bank has reported a payment and, asked for it six times, gives no answer.",
    action: "Look the payment up at the bank; nothing is credited before it answers. It is asked for a day, and the alert ends when it answers.",
  },
  PAYMENT_OF_NO_DEPOSIT: {
    meaning: "Money arrived by Pix for no charge of ours.",
    action: "Find the payer at the provider; adjust their balance, or refund it; resolve the alert.",
  },
  PAYOUTS_WAITING: {
    meaning: "Money withdrawals have waited longer than withdrawReviewHours.",
    action: "Approve or reject them; the alert ends with the last.",
  },
  PAYOUT_REFUSED: {
    meaning: "The provider refused a payout; the user has the money back.",
    action: "Read the provider's reason in the alert; if the cause is yours, such as an empty account, fix it. Resolve the alert.",
  },
  PRICES_HELD_BACK: {
    meaning: "A catalogue sync has prices too far from the current ones, which stay in force.",
    action: "GET /api/admin/items/held-back-prices, the largest difference first; confirm what is correct (prices of a sync).",
  },
  PROVIDER_EVENT_CONTRADICTED: {
    meaning: "A payment was reported again with other content; the first report stays.",
    action: "Look the payment up at the provider.",
  },
  PROVIDER_EVENT_NOT_APPLIED: {
    meaning: "A stored message cannot be applied.",
    action: "The log has the reason; it is retried every minute, and the alert ends when it succeeds.",
  },
  PROVIDER_EVENT_NOT_TAKEN: {
    meaning: "A signed message that no handler understands.",
    action: "Read it in the alert; if it is about money, act at the provider; resolve the alert.",
  },
  RAFFLE_LIST_LATE: {
    meaning: "The list of a raffle was fixed only after its round was due; the round decides all the same, and verifiers say NOT CHECKED.",
    action: "Find out why no job ran when the sales were over (no process, a full queue). Resolve the alert.",
  },
  RATE_HELD_BACK: {
    meaning: "The source's exchange rate jumped; the current rate stays in force.",
    action: "Compare with another source. Correct: POST /api/admin/items/exchange-rate/confirm. Wrong: fix the source, and set the true rate by PUT /api/admin/items/exchange-rate. The alert says whether time alone would accept it.",
  },
  RATE_HELD_BY_HAND: {
    meaning: "An administrator has set the exchange rate with holdHours.",
    action: "Once the source is right again, PUT /api/admin/items/exchange-rate without holdHours. The alert ends with the next rate.",
  },
  RATE_OUTDATED: {
    meaning: "The source has been silent for ten minutes (WARNING) or for rateKeepHours (CRITICAL: 5 applies, or the last rate where 5 would be a jump).",
    action: "Check whether RATES_URL answers; the alert ends with the next rate.",
  },
  RETURN_CONTRADICTED: {
    meaning: "A provider reports a completed return as failed, or for another deposit.",
    action: "Look it up at the provider; correct the balance by an adjustment; resolve the alert.",
  },
  RETURN_OF_NO_DEPOSIT: {
    meaning: "Money that arrived for no charge of ours was returned.",
    action: "If somebody was credited for it, decide whether to take that back; resolve the alert.",
  },
  SITE_SWAP_NOT_DELIVERED: {
    meaning: "The house's purchase failed to arrive and the user's item could not be taken back, or the trade has no end after eight days.",
    action: "GET /api/admin/site-swaps/undelivered?needsDecision=true lists all. Check at the marketplace whether it arrived or was refunded. Then POST /api/admin/site-swaps/{id}/decide with resolution and reason: TAKEN_BACK takes an item that is there and credits its cost; LEFT changes nothing.",
  },
  SITE_SWAP_OTHER_ITEM: {
    meaning: "The marketplace sold another item than we ordered; the user has the one they asked for.",
    action: "See what arrives, and ask the marketplace for the difference. Resolve it by hand.",
  },
  SITE_SWAP_OVERPAID: {
    meaning: "The marketplace charged more than it had quoted; CRITICAL: more than our ceiling.",
    action: "Nothing if it is rare; ask the marketplace if it is CRITICAL. Resolve it by hand.",
  },
  SITE_SWAP_OVER_CATALOGUE: {
    meaning: "A day's purchases exceed the catalogue by more than siteSwapOverAlertCents; CRITICAL: siteSwapOverCapCents is reached, and such swaps are refused until tomorrow.",
    action: "Compare the catalogue's prices with the marketplace's and sync them; see who sells what was bought. Resolve it by hand.",
  },
  WITHDRAWAL_CONTRADICTION: {
    meaning: "An ended withdrawal is now reported to have ended otherwise, or to be in progress; nothing was changed.",
    action: "CANCELLED or FAILED, but reported as delivered: the user has the item there and here; ban or suspend them while you find out. COMPLETED, but reported as failed after seven days: see who was refunded. Correct the balance by an adjustment, then resolve the alert.",
  },
  WITHDRAWAL_FEED_DOUBTED: {
    meaning: "The feed reports a failed or reversed withdrawal, and the marketplace's API says otherwise; nothing was changed.",
    action: "The alert ends if the API confirms it later. If not, check whether the feed's address is right and who writes to it; change the key; then resolve the alert.",
  },
  WITHDRAWAL_OTHER_ITEM: {
    meaning: "The marketplace sold another item than we ordered, and its seller sends that to the user.",
    action: "Ask the marketplace to cancel the purchase, which releases the item; if it is delivered, settle it with the user and resolve the alert.",
  },
  WITHDRAWAL_OVERPRICED: {
    meaning: "The marketplace charged more than the ceiling we sent.",
    action: "Compare the purchase (projectId in the details) with its statement and ask for the difference; then resolve the alert. The user is owed nothing.",
  },
  WITHDRAWAL_REVERSED: {
    meaning: "A delivered item was taken back within seven days; with suspendWithdrawalsOnReversal the user can neither withdraw nor swap.",
    action: "See at the marketplace who took it back and what was refunded. If the seller did: adjust the user's balance by the item's value and lift the suspension. If the user did: keep the suspension, or ban them.",
  },
  WITHDRAWAL_STUCK: {
    meaning: "No change for 30 minutes, or the seller's deadline passed 10 minutes ago; the item is locked.",
    action: "Look up the market id or the project id at the marketplace. If it answers, the next poll ends the withdrawal; if it does not know the trade, ask its support. A PENDING one waits for its order: see ORDER_STUCK.",
  },
} as const;

export type AlertKind = keyof typeof ALERT_ACTIONS;
