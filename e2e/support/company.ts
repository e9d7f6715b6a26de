import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from './journey.ts'
import { letTimersRun } from './let-timers-run.ts'
import { lookAtPage } from './look-at-page.ts'

const TABS = 80

/** The password of everybody of a journey's company. */
export const COMPANY_PASSWORD = 'Battery-Staple-7'

/** Somebody who is invited: where to, with which role, and what they are called. */
export interface Invited {
  name: string
  workspace: string
  role: string
}

/** The address of somebody: their name before the at. */
export const addressOf = (name: string): string => `${name.toLowerCase()}@example.org`

/** The link of a mail. */
export const linkIn = (text: string): string => /http\S+/.exec(text)?.[0] ?? ''

/** The entries of the main menu, in their order. */
export function menuOf(page: Page): Promise<string[]> {
  return page.getByRole('navigation', { name: 'Main menu' }).getByRole('listitem').allInnerTexts()
}

/**
 * Presses Tab until the focus is there: what a keyboard cannot reach fails. Behind a field of a date a dialog looks in a timer
 * whether the focus is still inside, and would take it back from keys that are faster than a hand.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const focused = target.and(page.locator(':focus'))
  for (let pressed = 0; pressed < TABS; pressed++) {
    if ((await focused.count()) > 0) return
    await page.keyboard.press('Tab')
    await letTimersRun(page)
  }
  throw new Error(`Tab leads nowhere near ${target}.`)
}

/** Fills the fields of a new account, with the keyboard's Enter at the end. */
export async function fillAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'New password' }).fill(COMPANY_PASSWORD)
  await page.getByRole('textbox', { name: 'Repeat the password' }).fill(COMPANY_PASSWORD)
  await page.keyboard.press('Enter')
}

/** Opens a link that came by mail, and joins by it. */
export async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('heading', { name: 'Join Runnel' }).waitFor()
  await fillAccount(page, name)
  await page.waitForURL((url) => url.pathname !== '/register')
}

/** Ends what a browser knows of a session. */
export async function forgetSession({ page, context }: Visitor): Promise<void> {
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
}

/** Opens the link of a registration, and confirms it by the password that was chosen. */
export async function confirmRegistration(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Password' }).fill(COMPANY_PASSWORD)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your address is confirmed').waitFor()
}

/** Makes workspaces by the dialog of their list. */
export async function makeWorkspaces(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('link', { name: 'Workspaces' }).click()
  for (const name of names) {
    await page.getByRole('button', { name: 'New workspace' }).click()
    const dialog = page.getByRole('dialog', { name: 'New workspace' })
    await dialog.getByRole('textbox', { name: 'Workspace name' }).fill(name)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: new RegExp(name) }).waitFor()
  }
}

/** Invites somebody by the dialog of the list of users, which is open. */
export async function invite(page: Page, { name, workspace, role }: Invited): Promise<void> {
  await page.getByRole('button', { name: 'Invite user' }).click()
  const form = page.getByRole('dialog', { name: 'Invite somebody' })
  await form.getByRole('textbox', { name: 'E-mail' }).fill(addressOf(name))
  await form.getByRole('combobox', { name: 'Workspace' }).selectOption({ label: workspace })
  await form.getByRole('combobox', { name: 'Role' }).selectOption({ label: role })
  await form.getByRole('button', { name: 'Invite' }).click()
  await form.waitFor({ state: 'detached' })
}

/** Fails unless the page opens for this person, or is refused, as said. */
export async function expectPages(page: Page, paths: { open: string[]; closed: string[] }): Promise<void> {
  for (const path of paths.open) {
    await page.goto(path)
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(new URL(page.url()).pathname, 'a page that the role opens').toBe(path)
  }
  for (const path of paths.closed) {
    await page.goto(path)
    await expect.poll(() => new URL(page.url()).pathname, { message: path }).toBe('/unauthorized')
  }
}

/** Where somebody is, in the bar above the page. */
export const trailOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Where you are' })

/** Goes to another organisation by the switcher. */
export async function switchOrganization(
  page: Page,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const trail = trailOf(page)
  await trail.getByRole('button', { name: `Organisation: ${from}` }).click()
  await page.getByRole('menuitem', { name: to }).click()
  await trail.getByRole('button', { name: `Organisation: ${to}` }).waitFor()
}

/** Makes another organisation with the keyboard alone, which leads to its first workspace. */
export async function makeOrganizationByKeys(
  page: Page,
  { from, name }: { from: string; name: string },
): Promise<void> {
  const { keyboard } = page
  await tabTo(page, trailOf(page).getByRole('button', { name: `Organisation: ${from}` }))
  await keyboard.press('Enter')
  const make = page.getByRole('menuitem', { name: 'New organisation' })
  await make.waitFor()
  await keyboard.press('End')
  await make.and(page.locator(':focus')).waitFor()
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New organisation' })
  await dialog
    .getByRole('textbox', { name: 'Name of the organisation' })
    .and(page.locator(':focus'))
    .waitFor()
  await keyboard.type(name)
  await lookAtPage(page, 'company-new-organization')
  await keyboard.press('Enter')
  await trailOf(page)
    .getByRole('button', { name: `Organisation: ${name}` })
    .waitFor()
}

/** Makes somebody of the open list of users an administrator of the organisation. */
export async function makeAdministrator(page: Page, email: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: email })
  await page.reload()
  await row.getByRole('button', { name: /^Change/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Administrator of the organisation' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}
