import type { Page } from 'playwright-core';

/** A short moment is held for as long as a test looks at it, however slow the machine is. */

/** From now on, until the page is loaded anew, what a program animates stands at its beginning: it can be skipped, or ended. */
export const holdReels = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      const animation = animate.apply(this, given);
      animation.pause();
      return animation;
    };
  }`);

/**
 * Reels run only with motion, which journeys switch off. With motion everything else is drawn frame by frame, so it is
 * on from just before a reel runs until it has stopped.
 */
export const letMove = (page: Page, mayMove: boolean): Promise<void> =>
  page.emulateMedia({ reducedMotion: mayMove ? 'no-preference' : 'reduce' });

const REELS = `document.getAnimations()
  .filter((each) => !(each instanceof CSSAnimation || each instanceof CSSTransition))`;

/** Ends what is held, which begins a moment after its surroundings are shown. */
export async function endReels(page: Page): Promise<void> {
  await page.waitForFunction(`${REELS}.length > 0`, undefined, { polling: 50 });
  await page.evaluate(`for (const each of ${REELS}) each.finish()`);
}

/**
 * The server's clock stands still as far as a page knows that is not loaded yet, and so does its own, which may be ahead of
 * that. Timers run, so the page looks at the clock as often as ever. Gives what sets both.
 */
export async function holdClock(page: Page, aheadMs = 0): Promise<(timeMs: number) => Promise<void>> {
  let nowMs = Date.now();
  const set = async (timeMs: number) => {
    nowMs = timeMs;
    await page.clock.setFixedTime(timeMs + aheadMs);
  };
  await set(nowMs);
  await page.route('**/api/auth/session', async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as object;
    await route.fulfill({ response, json: { ...session, serverTime: new Date(nowMs).toISOString() } });
  });
  return set;
}
