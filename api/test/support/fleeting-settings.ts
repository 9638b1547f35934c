/** The database is gone with its run, so nothing of it is forced to disk. */
export const FLEETING_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Databases are so young that statements would hardly get past their first five plans. One plan for any parameters
  // saves a third of the time of tests. Real servers plan as they are set up.
  plan_cache_mode: 'force_generic_plan',
};
