import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Where a page is, what a reader of it is told, and how its canvas lies: what a press changes of it. */
async function stateOf(page: Page): Promise<string> {
  const views = await page
    .locator('.react-flow__viewport')
    .evaluateAll((found) => found.map((view) => view.getAttribute('style')))
  return [page.url(), await page.locator('body').ariaSnapshot(), ...views].join('\n')
}

/** The buttons of a part that can be seen, by their names, once each. */
async function listButtons(part: Locator): Promise<string[]> {
  const names: string[] = []
  for (const button of await part.getByRole('button').all()) {
    if (!(await button.isVisible())) continue
    names.push((await button.getAttribute('aria-label')) ?? (await button.innerText()))
  }
  return [...new Set(names)]
}

/**
 * Presses, by the keyboard or as wished by the mouse, each button of a part of a page: one that cannot be pressed, or that changes nothing, is dead.
 * `open` opens the page anew and resolves when it stands. Gives the names of the buttons.
 */
export async function pressEveryButton(
  page: Page,
  { open, part, by = 'keyboard' }: { open: () => Promise<unknown>; part: string; by?: 'keyboard' | 'mouse' },
): Promise<string[]> {
  await open()
  const names = await listButtons(page.locator(part))
  const untouched = await stateOf(page)
  for (const name of names) {
    await page.keyboard.press('Escape')
    if ((await stateOf(page)) !== untouched) await open()
    const button = page.locator(part).getByRole('button', { name, exact: true }).first()
    expect(await button.isEnabled(), `“${name}” can be pressed`).toBe(true)
    if (by === 'keyboard') await button.focus()
    const before = await stateOf(page)
    if (by === 'keyboard') await page.keyboard.press('Enter')
    else await button.click()
    await expect.poll(() => stateOf(page), { message: `“${name}” does something` }).not.toBe(before)
  }
  return names
}
