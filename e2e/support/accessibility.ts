import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Fails when axe finds a violation on the page as it stands; what moves is given time to settle. In the other colours
 * of a page that was looked at whole only the contrast can differ. Axe's legacy mode sums up in the page itself: the
 * other one opens a second page each time, only for the frames of other sites, of which there are none.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  scope: 'everything' | 'contrast' = 'everything',
): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined))),
  )
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (scope === 'contrast'
    ? axe.withRules(['color-contrast'])
    : axe.withTags(RULES)
  ).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found, `axe on ${what}`).toEqual([])
}
