import type { Page } from 'playwright-core'

/**
 * Waits until the page ran the timers that are due. A select that opens notes in such a timer which option is
 * highlighted, and the browser serves keys first: keys that follow each other faster than a hand can press them
 * would overtake it.
 */
export async function letTimersRun(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve, 0)))
}
