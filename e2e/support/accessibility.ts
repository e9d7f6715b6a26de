import { AxeBuilder } from '@axe-core/playwright'
import { errors, type Page } from 'playwright-core'
import { expect } from 'vitest'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** How long what moves is waited for. */
const LONGEST_WAIT_MS = 4_000

/** In the other colours of what was looked at whole only the contrast can differ: of texts, and of links to the text around them. */
type Scope = 'everything' | 'contrast'

/**
 * Fails when axe finds a violation on the page as it stands; what moves is given time to settle. Axe's legacy mode sums
 * up in the page itself: the other one opens a second page each time, only for the frames of other sites, of which there
 * are none. `within` looks at a part of the page.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  scope: Scope | { within: string; scope?: Scope } = 'everything',
): Promise<void> {
  await letSettle(page)
  const { within, scope: wanted = 'everything' } = typeof scope === 'string' ? { scope } : scope
  // Axe is half a megabyte: a document that has it is not given it anew, which takes longer than most of its checks.
  const isThere = await page.evaluate(() => 'axe' in window)
  // Asked for what is wrong alone, axe does not write down where all that is right stands: two thirds of its time.
  const whole = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  const axe = within === undefined ? whole : whole.include(within)
  const { violations } = await (wanted === 'contrast'
    ? axe.withRules(['color-contrast', 'link-in-text-block'])
    : axe.withTags(RULES)
  ).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found, `axe on ${what}`).toEqual([])
}

/** Waits until nothing moves on a page. What turns while something is under way may go on for as long as that. */
async function letSettle(page: Page): Promise<void> {
  const allStand = page.waitForFunction(
    () => document.getAnimations().every(({ playState }) => playState !== 'running'),
    undefined,
    { timeout: LONGEST_WAIT_MS },
  )
  await allStand.catch(ignoreTimeout)
}

function ignoreTimeout(error: unknown): void {
  if (!(error instanceof errors.TimeoutError)) throw error
}
