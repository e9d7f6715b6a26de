import type { Page } from 'playwright-core'

/** The colour schemes of every page. */
export const COLOURS = ['light', 'dark'] as const

/** Colours follow this attribute alone, so that the page need not be opened anew. */
export async function setColours(page: Page, colour: (typeof COLOURS)[number]): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.dataset.mantineColorScheme = value
  }, colour)
}
