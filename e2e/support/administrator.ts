import type { Page } from 'playwright-core'

/** The administrator whom journeys make. */
export const ADMINISTRATOR = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  password: 'Analytical-1843',
} as const

/** Makes the first administrator, which signs the page's browser in, and opens the list of chatflows. */
export async function signInAsAdministrator(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { name: 'Set up Runnel' }).waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(ADMINISTRATOR.name)
  await page.getByLabel('E-mail').fill(ADMINISTRATOR.email)
  await page.getByLabel('New password').fill(ADMINISTRATOR.password)
  await page.getByLabel('Repeat the password').fill(ADMINISTRATOR.password)
  await page.getByRole('button', { name: 'Create administrator' }).click()
  await page.waitForURL('**/chatflows')
}

/** Signs in by the form. */
export async function signIn(
  page: Page,
  password: string = ADMINISTRATOR.password,
  email: string = ADMINISTRATOR.email,
): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/chatflows')
}
