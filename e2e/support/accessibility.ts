import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails when axe finds a violation on the page as it stands; what moves is given time to settle. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined))),
  )
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found, `axe on ${what}`).toEqual([])
}
