import type { Locator, Page } from 'playwright-core'

/** The dialog that fills the vector stores of a flow, as a person uses it. */
export interface Filling {
  opener(): Locator
  dialog(): Locator
  open(): Promise<void>
  close(): Promise<void>
  /** Fills the one store of the flow, and gives the counts by their names. */
  fill(): Promise<Record<string, string>>
  counts(): Promise<Record<string, string>>
}

/** Fills stores on the canvas of a page. */
export function fillingOn(page: Page): Filling {
  const opener = () => page.getByRole('button', { name: /^Fill the stores/ })
  const dialog = () => page.getByRole('dialog', { name: 'Fill the stores' })
  const figures = () => dialog().locator('.upsert-figures > div')
  const counts = async () => {
    await dialog().getByText('Filled', { exact: true }).waitFor()
    await figures().first().waitFor()
    const parts = await figures().evaluateAll((all) =>
      all.map((one) => [...one.children].map(({ textContent }) => textContent ?? '')),
    )
    return Object.fromEntries(parts) as Record<string, string>
  }
  return {
    opener,
    dialog,
    counts,
    async open() {
      await opener().click()
      await dialog().waitFor()
    },
    async close() {
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
    },
    async fill() {
      const button = dialog().getByRole('button', { name: 'Fill the store', exact: true })
      const begun = page.waitForResponse((response) => response.url().includes('/vector/internal-upsert/'))
      await button.and(page.locator('[aria-disabled="false"]')).click()
      await begun
      return counts()
    },
  }
}
