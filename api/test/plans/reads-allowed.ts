/** These tables do not grow with plays and payments, each for a reason. Every other table is filled. */
export const SMALL_TABLES: Readonly<Record<string, readonly string[]>> = {
  'one row, or one for each setting, kind, mark or migration': [
    'catalogue_epoch',
    'exchange_rate',
    'figures_until',
    'first_fill',
    'held_back_rate',
    'leases',
    'log_sources',
    'price_epoch',
    'schema_migrations',
    'settings',
  ],
  'written by administrators, or as large as the catalogue of items': [
    'battle_version_values',
    'case_version_items',
    'case_versions',
    'cases',
    'event_budgets',
    'event_prizes',
    'event_tiers',
    'events',
    'held_back_prices',
    'items',
    'log_interruptions',
    'price_rises',
    'prices_made_up',
    'site_swap_returns',
  ],
  'some rows for each day': [
    'activity_days',
    'battle_days',
    'battle_list_days',
    'battle_list_totals',
    'case_days',
    'drop_days',
    'game_days',
    'rolled_days',
    'site_swap_days',
    'transfer_days',
    'upgrade_band_days',
  ],
  'some rows for the days that are not over, or for what is under way': [
    'item_leases',
    'log_waiting',
    'recent_case_drops',
    'running_battle_days',
    'running_case_days',
    'running_drop_days',
    'running_game_days',
    'running_transfer_days',
    'running_upgrade_band_days',
    'running_user_days',
  ],
};

interface AllowedRead {
  statement: RegExp;
  tables: readonly string[];
  reason: string;
}

/** These statements may read more than the bound. One that no list sends any more fails the test. */
export const ALLOWED_READS: readonly AllowedRead[] = [
  {
    statement: /^\s*select count\(\*\) as count from \w+/,
    tables: [
      'users',
      'broadcasts',
      'alerts',
      'deposits',
      'money_withdrawals',
      'market_withdrawals',
      'withdrawal_suspensions',
      'raffles',
      'exchange_rates_taken',
      'item_syncs',
    ],
    reason:
      'The exact total of a list is an entry of an index for each row. These lists grow with people and what they pay or decide, not with plays; bench lists says what ten millions cost',
  },
  {
    statement: /^\s*select count\(\*\)::int as count from \(select from audit_entries .*limit \$\d+\) counted/s,
    tables: ['audit_entries'],
    reason: 'The trail counts up to a fixed number of entries',
  },
  {
    statement: /user_activity/,
    tables: ['user_activity', 'users'],
    reason:
      'Who was there on several days is counted once, so the days cannot be added: one row for each person and day of the range. Who is new today is counted by an index, and all users are where the answer says how many there are',
  },
  {
    statement: /with played as materialized \( ?\s*select user_id, sum\(plays\)/s,
    tables: ['user_days'],
    reason:
      'A report of every player of a range reads what each has come to: one row for each person and day of the range',
  },
  {
    statement: /from event_progress where event_id/,
    tables: ['event_progress', 'event_claims'],
    reason: 'What an event came to is added up over those who took part in it, for its one page in the console',
  },
  {
    statement: /with rolled as materialized .*from battle_list_totals/s,
    tables: ['battles'],
    reason: 'Battles of the days that are over are totals; those of today are counted one by one by an index',
  },
  {
    statement: /order by item_value_cents desc, won\.id desc limit/,
    tables: ['case_openings', 'battle_drops'],
    reason: 'The biggest wins of the day look at all of the day, once in ten seconds of each process',
  },
];

/** Lists that have no answer here, by the begin of the refusal. */
export const UNANSWERED: readonly string[] = [
  '/api/admin/items/steam-database/', // no item database is configured
  '/api/log/inclusion', // no leaf has the id
  '/api/log/consistency', // no head has the size
  // Their answers join several rows, which do not all belong together in a copy. Their reads are counted.
  '/api/provably-fair/refusals',
  '/api/battles/{id}',
  '/api/admin/battles/{id}',
  '/api/raffle/mine',
];
