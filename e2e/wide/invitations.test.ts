import { startMailServer, type TestMailServer, timedCode } from '@runnel/drivers/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMINISTRATOR, signInAsAdministrator } from '../support/administrator.ts'
import {
  addressOf,
  COMPANY_PASSWORD,
  confirmRegistration,
  fillAccount,
  forgetSession,
  invite,
  linkIn,
} from '../support/company.ts'
import { prepareJourney, type Visitor } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'

const VERA = 'Vera'
/** The next code of an app: the one of now is used up when the app is set up. */
const NEXT_MS = 30_000

let mail: TestMailServer
beforeAll(async () => {
  mail = await startMailServer()
})
const journey = prepareJourney(() => ({
  PLATFORM_TYPE: 'cloud',
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  MAIL_FROM: 'Runnel <runnel@example.org>',
}))
afterAll(() => mail.close())

let grace: Visitor
let vera: Visitor
const links: string[] = []

const nextLink = async (name: string) => linkIn((await mail.take(addressOf(name))).text)

/** Registers without an invitation, and confirms the address by its mail. */
async function registerOneself({ page }: Visitor, name: string): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('E-mail').fill(addressOf(name))
  await page.getByRole('textbox', { name: 'Organisation' }).fill(`House of ${name}`)
  await fillAccount(page, name)
  await page.getByText('to confirm your address').waitFor()
  await confirmRegistration(page, await nextLink(name))
}

async function signIn({ page }: Visitor, name: string): Promise<void> {
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill(addressOf(name))
  await page.getByRole('textbox', { name: 'Password' }).fill(COMPANY_PASSWORD)
  await page.keyboard.press('Enter')
}

/** Invites Vera by the dialog, and gives her row. */
async function inviteVera(page: Page) {
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await invite(page, { name: VERA, workspace: 'Default Workspace', role: 'viewer' })
  const row = page.getByRole('row').filter({ hasText: addressOf(VERA) })
  await row.getByRole('cell', { name: 'Invited' }).waitFor()
  links.push(await nextLink(VERA))
  return row
}

/** The organisations of the signed-in person, by their names. */
const organizationsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const answer = await fetch('/api/v1/auth/session', { headers: { 'x-request-from': 'internal' } })
    const { assignedWorkspaces } = (await answer.json()) as { assignedWorkspaces: { organization: string }[] }
    return assignedWorkspaces.map(({ organization }) => organization).toSorted()
  })

/** A call of the signed-in person, as their page makes it. */
const post = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([address, text]) => {
      const headers = { 'x-request-from': 'internal', 'content-type': 'application/json' }
      const answer = await fetch(address, { method: 'POST', headers, body: text })
      return (await answer.json()) as { secret?: string }
    },
    [`/api/v1${path}`, JSON.stringify(body)] as const,
  )

test('two organisations invite the same person, and neither sees the other', async () => {
  await signInAsAdministrator(journey.page)
  grace = await journey.openVisitor()
  await registerOneself(grace, 'Grace')
  await signIn(grace, 'Grace')
  await grace.page.waitForURL('**/chatflows')
  const [here, there] = [await inviteVera(journey.page), await inviteVera(grace.page)]
  // But for the hour they look alike.
  const [one, other] = await Promise.all([here, there].map((row) => row.ariaSnapshot()))
  const withoutTimes = (text = '') => text.replaceAll(/\d/g, '0')
  expect(withoutTimes(one)).toBe(withoutTimes(other))
})

test('she registers herself, and is in neither of them', async () => {
  vera = await journey.openVisitor()
  // A code is asked for, and what a page asks while another session begins is refused: the browser tells of both.
  for (const text of ['status of 401', 'status of 409']) vera.watch.allow(text)
  await registerOneself(vera, VERA)
  await signIn(vera, VERA)
  await vera.page.waitForURL('**/chatflows')
  expect(await organizationsOf(vera.page)).toEqual(['House of Vera'])
  const row = grace.page.getByRole('row').filter({ hasText: addressOf(VERA) })
  await grace.page.reload()
  await row.getByRole('cell', { name: 'Invited' }).waitFor()
})

test('she joins the one by its link with her own password; another one is refused like an old link', async () => {
  const { page } = vera
  vera.watch.allow('status of 400')
  await forgetSession(vera)
  await page.goto(links[0] ?? '')
  await page.getByRole('heading', { name: 'Join Runnel' }).waitFor()
  await lookAtPage(page, 'invitation-with-account')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Vera')
  for (const field of ['New password', 'Repeat the password'])
    await page.getByRole('textbox', { name: field }).fill('Another-Staple-8')
  await page.keyboard.press('Enter')
  await page.getByText('This invitation is not valid any more').waitFor()
  await fillAccount(page, VERA)
  await page.waitForURL((url) => url.pathname !== '/register')
  expect(await organizationsOf(page)).toEqual(['Default Organization', 'House of Vera'])
})

test('with a second factor she joins the other, and goes on at the sign-in', async () => {
  const { page } = vera
  const { secret = '' } = await post(page, '/account/second-factor', { password: COMPANY_PASSWORD })
  await post(page, '/account/second-factor/confirm', { code: timedCode(secret, Date.now()) })
  await forgetSession(vera)
  await page.goto(links[1] ?? '')
  await page.getByRole('heading', { name: 'Join Runnel' }).waitFor()
  await fillAccount(page, VERA)
  await page.getByText('You have joined').waitFor()
  await lookAtPage(page, 'invitation-joined')
  await page.getByRole('link', { name: 'Back to the sign-in' }).click()
  await signIn(vera, VERA)
  await page.getByRole('textbox', { name: 'Code' }).fill(timedCode(secret, Date.now() + NEXT_MS))
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/signin')
  expect(await organizationsOf(page)).toEqual(['Default Organization', 'House of Grace', 'House of Vera'])
  await grace.page.reload()
  const row = grace.page.getByRole('row').filter({ hasText: addressOf(VERA) })
  await row.getByRole('cell', { name: 'Active' }).waitFor()
})

test('who has an account is led to the sign-in and back to the invitation, and joins with one press', async () => {
  const hugo = await journey.openVisitor()
  for (const text of ['status of 401', 'status of 409']) hugo.watch.allow(text)
  await registerOneself(hugo, 'Hugo')
  await invite(journey.page, { name: 'Hugo', workspace: 'Default Workspace', role: 'viewer' })
  const link = await nextLink('Hugo')
  const { page } = hugo
  await page.goto(link)
  const lead = page.getByRole('link', { name: 'You have an account? Sign in and accept' })
  await lead.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('E-mail').fill(addressOf('Hugo'))
  await page.getByRole('textbox', { name: 'Password' }).fill(COMPANY_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText(`You are signed in as ${addressOf('Hugo')}.`).waitFor()
  await lookAtPage(page, 'invitation-signed-in')
  expect(await organizationsOf(page)).toEqual(['House of Hugo'])
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/register')
  await expect.poll(() => organizationsOf(page)).toEqual(['Default Organization', 'House of Hugo'])
  await invite(journey.page, { name: 'Another', workspace: 'Default Workspace', role: 'viewer' })
  await page.goto(await nextLink('Another'))
  await page.getByText('The invitation is for another address').waitFor()
  await lookAtPage(page, 'invitation-of-another')
})

test('the page says by whom one is invited, to what and as what, and asks for nothing that the link said', async () => {
  const name = 'Ines'
  await invite(journey.page, { name, workspace: 'Default Workspace', role: 'viewer' })
  const { page } = await journey.openVisitor()
  const link = await nextLink(name)
  await page.goto(link)
  const offer =
    `${ADMINISTRATOR.name} (${ADMINISTRATOR.email}) invites you to the workspace ` +
    '“Default Workspace” of the organisation “Default Organization”, as viewer.'
  await page.getByText(offer).waitFor()
  expect(await page.getByRole('textbox', { name: 'Invitation code' }).count()).toBe(0)
  const email = page.getByRole('textbox', { name: 'E-mail' })
  expect([await email.inputValue(), await email.isEditable()]).toEqual([addressOf(name), false])
  await lookAtPage(page, 'invitation-offer')
  await fillAccount(page, name)
  await page.waitForURL((url) => url.pathname !== '/register')
})

test('a link that opens nothing says so when its page opens, and what there is to do', async () => {
  const { page } = await journey.openVisitor()
  await page.goto(links[0] ?? '')
  await page.getByRole('heading', { name: 'This invitation is not valid any more' }).waitFor()
  await page.getByText('If you have joined already, sign in.').waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  await lookAtPage(page, 'invitation-ended')
  await page.getByRole('link', { name: 'Sign in' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('where strangers make organisations, a mail that does not go out is told, and no link is shown', async () => {
  const { page } = journey
  mail.refuseNext(1, 550)
  await invite(page, { name: 'Nobody', workspace: 'Default Workspace', role: 'viewer' })
  const row = page.getByRole('row').filter({ hasText: addressOf('Nobody') })
  await expect
    .poll(async () => {
      await page.reload()
      await row.waitFor()
      return row.getByText('The invitation could not be delivered.').count()
    })
    .toBe(1)
  await lookAtPage(page, 'invitation-unsent')
  expect(await row.getByRole('button', { name: /Show a new link/ }).count()).toBe(0)
  expect(await page.getByText('register?').count()).toBe(0)
})
