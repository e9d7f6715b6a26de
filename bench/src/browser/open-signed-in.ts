import type { Browser, Page } from 'playwright-core'

const VIEWPORT = { width: 1440, height: 900 }

/** Whose canvas is opened, and where. */
export interface CanvasVisit {
  origin: string
  flowId: string
  account: { email: string; password: string }
}

/** A page of a browser of its own, on the list of flows to which a sign-in leads. */
export async function openSignedIn(browser: Browser, { origin, account }: CanvasVisit): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL: origin })
  const page = await context.newPage()
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/chatflows')
  return page
}
