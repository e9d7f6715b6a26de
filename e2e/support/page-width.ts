import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Widths that every page must fit: a desk, a tablet, a telephone. */
export const WIDTHS = [1440, 1024, 390] as const

/** Fails when the page stays wider than its window: nothing may have to be pushed sideways as a whole. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(excess, { message: `pixels that ${what} is too wide` }).toBeLessThanOrEqual(0)
}
