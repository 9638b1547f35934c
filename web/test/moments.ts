import type { Page } from 'playwright-core';

/** What lasts for a moment only, held for as long as a test looks at it, however slow the machine is. */

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

/** What is held has come to its end. */
export const endReels = (page: Page): Promise<unknown> =>
  page.evaluate(`for (const each of document.getAnimations())
    if (!(each instanceof CSSAnimation || each instanceof CSSTransition)) each.finish()`);
