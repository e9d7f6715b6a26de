import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expectAccessible } from './accessibility.ts'
import { COLOURS, setColours } from './colours.ts'
import { expectGerman } from './english-words.ts'
import { expectNoSidewaysScroll } from './page-width.ts'

const { PICTURES } = process.env
const WIDTHS = [1440, 768, 390] as const

/** What axe finds at a desk and on a telephone it finds on a tablet; colours do not depend on the width. */
const CHECKED_AT: Record<(typeof COLOURS)[number], readonly number[]> = { light: [1440, 390], dark: [1440] }

/** Looks at a page in both colours at a desk, a tablet and a telephone. */
export async function look(page: Page, what: string): Promise<void> {
  for (const colour of COLOURS) {
    await setColours(page, colour)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      const scope = colour === 'light' ? 'everything' : 'contrast'
      if (CHECKED_AT[colour].includes(width))
        await expectAccessible(page, `${what} at ${width}, ${colour}`, scope)
      await expectNoSidewaysScroll(page, `${what} at ${width}`)
      if (PICTURES === undefined) continue
      await mkdir(PICTURES, { recursive: true })
      await page.screenshot({ path: join(PICTURES, `${what}-${width}-${colour}.png`) })
    }
  }
  await setColours(page, 'light')
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Looks at the page in German, and goes back to English. */
export async function inGerman(page: Page, what: string, prepare: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => localStorage.setItem('language', 'de'))
  try {
    await page.reload()
    await prepare()
    await expectGerman(page, what)
    await look(page, `${what}-de`)
  } finally {
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.reload()
  }
}
