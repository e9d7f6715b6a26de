import type { BrowserContext } from 'playwright-core'

/** Prints each text on a page of its own, as the browser saves pages as PDF. */
export async function printPdf(context: BrowserContext, texts: readonly string[]): Promise<Buffer> {
  const page = await context.newPage()
  try {
    const sheets = texts.map((text) => `<p style="break-after: page">${text}</p>`)
    await page.setContent(`<html lang="en"><title>Printed</title>${sheets.join('')}</html>`)
    return await page.pdf()
  } finally {
    await page.close()
  }
}
