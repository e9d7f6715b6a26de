import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expectAccessible } from './accessibility.ts'
import { COLOURS, setColours } from './colours.ts'
import { expectNoSidewaysScroll, WIDTHS } from './page-width.ts'

const { PICTURES } = process.env

/** Looks at the page in both colours, and at all widths in one; where `PICTURES` names a folder, pictures of all go there. */
export async function lookAtPage(page: Page, what: string): Promise<void> {
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `${what}, ${colour}`, colour === COLOURS[0] ? 'everything' : 'contrast')
    for (const width of WIDTHS) {
      // How wide things are does not depend on their colour.
      if (PICTURES === undefined && colour !== COLOURS[0]) continue
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page, `${what} at ${width}`)
      if (PICTURES === undefined) continue
      await mkdir(PICTURES, { recursive: true })
      await page.screenshot({ path: join(PICTURES, `${what}-${width}-${colour}.png`) })
    }
  }
  await setColours(page, 'light')
  await page.setViewportSize({ width: 1440, height: 900 })
}
