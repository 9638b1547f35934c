/** Of a database that is gone with the run that it is for: nothing of it is forced to disk. */
export const FLEETING_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Databases are so young that statements would hardly ever be past their first five plans. What is planned for any
  // parameters is planned once: a third of the time of tests. Real servers plan as they are set up.
  plan_cache_mode: 'force_generic_plan',
};
