import { readFile } from 'node:fs/promises'
import { startMailServer, type TestMailServer, timedCode } from '@runnel/drivers/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { ADMINISTRATOR, signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { prepareJourney, type Visitor } from '../support/journey.ts'
import { becomeMember } from '../support/member.ts'
import { expectNoSidewaysScroll } from '../support/page-width.ts'

const PASSWORD = 'Battery-Staple-7'
const OTHER = 'Another-Staple-8'
const BOB = 'bob@example.org'
/** The next code of an app: the one of now was used up by the set-up. */
const NEXT_MS = 30_000

let mail: TestMailServer
beforeAll(async () => {
  mail = await startMailServer()
})
const journey = prepareJourney(() => ({
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  MAIL_FROM: 'Runnel <runnel@example.org>',
}))
afterAll(() => mail.close())

let bob: Visitor
let phone: Visitor
let unusedRecoveryCode = ''

const linkIn = (text: string) => /http\S+/.exec(text)?.[0] ?? ''

async function fillPasswords(page: Page, password: string) {
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('textbox', { name: 'Repeat the password' }).fill(password)
}

async function fillSignIn(page: Page, password: string) {
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill(BOB)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Pages of an account on a telephone, and as readers find them. */
async function check(page: Page, what: string) {
  await expectAccessible(page, what)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page, `${what} at 390`)
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('who is invited gets a mail, accepts by its link and is signed in [S2-AUTH-03 S7-ACC-01 S7-ACC-02]', async () => {
  await signInAsAdministrator(journey.page)
  const api = await openApi(journey.product.address)
  const own = await api.get<{ activeWorkspaceId: string; roleId: string }>('/auth/session')
  const place = { workspace: { id: own.activeWorkspaceId }, role: { id: own.roleId } }
  await api.post('/account/invite', { user: { email: BOB }, ...place })
  bob = await journey.openVisitor()
  const { page } = bob
  await page.goto(linkIn((await mail.take(BOB)).text))
  await page.getByRole('heading', { name: 'Join Runnel' }).waitFor()
  await check(page, 'the acceptance of an invitation')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bob')
  await fillPasswords(page, PASSWORD)
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await page.waitForURL('**/chatflows')
  expect(await page.evaluate(() => localStorage.getItem('user'))).toContain(BOB)
})

test('a forgotten password is replaced by a mailed link [S2-AUTH-05 S2-AUTH-06 S7-ACC-05 S7-ACC-06]', async () => {
  const stranger = await journey.openVisitor()
  stranger.watch.allow('401')
  bob.watch.allow('401')
  const { page } = stranger
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await check(page, 'the forgotten password')
  await page.getByLabel('E-mail').fill(BOB)
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await page.getByText('the link is on its way').waitFor()
  await page.goto(linkIn((await mail.take(BOB)).text))
  await fillPasswords(page, OTHER)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Your password was changed. Sign in with it.').waitFor()
  await bob.page.goto('/chatflows')
  await bob.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await fillSignIn(bob.page, OTHER)
  await bob.page.waitForURL('**/chatflows')
})

test('a second factor is set up, asked for, and a recovery code opens once', async () => {
  const { page } = bob
  await page.goto('/account')
  await page.getByRole('heading', { name: 'Account Settings' }).waitFor()
  await page.getByText('This browser').waitFor()
  await check(page, 'the account')
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(OTHER)
  await page.keyboard.press('Enter')
  const secret = await dialog.locator('code').first().innerText()
  await expectAccessible(page, 'the secret of a second factor', { within: '[role="dialog"]' })
  // The content of the dialog changed: the focus is in what came.
  await dialog.getByRole('textbox', { name: 'Code' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(timedCode(secret, Date.now()))
  await page.keyboard.press('Enter')
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  const recovery = await codes.first().innerText()
  unusedRecoveryCode = await codes.nth(1).innerText()
  expect(await codes.count()).toBe(10)
  await dialog.getByRole('button', { name: 'Copy all codes' }).and(page.locator(':focus')).waitFor()
  // What is shown only once is not lost by a key.
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Close it without a copy?' })
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await codes.first().innerText()).toBe(recovery)
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('On. 10 recovery codes are left.').waitFor()

  phone = await journey.openVisitor()
  phone.watch.allow('401')
  const tryCode = async (code: string) => {
    await phone.page.getByRole('textbox', { name: 'Code' }).fill(code)
    await phone.page.getByRole('button', { name: 'Sign in' }).click()
  }
  await fillSignIn(phone.page, OTHER)
  await tryCode('000000')
  await phone.page.getByText('This code is not right').waitFor()
  await expectAccessible(phone.page, 'the sign-in with a code')
  await tryCode(timedCode(secret, Date.now() + NEXT_MS))
  await phone.page.waitForURL('**/chatflows')
  await phone.context.clearCookies()
  await fillSignIn(phone.page, OTHER)
  await tryCode(recovery)
  await phone.page.waitForURL('**/chatflows')
})

test('browsers that signed in later stay, and the last one signs all others out [S4-SESS-05]', async () => {
  await bob.page.goto('/account')
  await bob.page.getByRole('button', { name: 'Sign out all others' }).click()
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await bob.page.getByText('2 browsers signed in after this one and stay.', { exact: false }).waitFor()
  bob = phone
  const { page } = bob
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByText('browsers are signed out').waitFor()
  await page.getByText('On. 9 recovery codes are left.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Sign out / }).count()).toBe(0)
})

test('a new name is shown at once', async () => {
  const { page } = bob
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill(' ')
  await page.getByRole('button', { name: 'Change name' }).click()
  await page.getByText('Enter a name.').waitFor()
  await name.fill('Robert')
  await page.getByRole('button', { name: 'Change name' }).click()
  await page.getByText('Your name has changed.').waitFor()
  await page.getByRole('button', { name: /^Your account.*Robert/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Change name' }).count()).toBe(0)
  await check(page, 'the account with a new name')
})

test('a new address counts when the link in its mailbox is opened', async () => {
  const { page } = bob
  await page.getByRole('textbox', { name: 'E-mail' }).fill('robert@example.org')
  await page.getByRole('textbox', { name: 'Your password' }).fill(OTHER)
  await page.getByRole('textbox', { name: 'Code' }).fill(unusedRecoveryCode)
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByText('Open the link in the mail to robert@example.org').waitFor()
  await page.goto(linkIn((await mail.take('robert@example.org')).text))
  await page.getByText('Your address has changed. Sign in with the new one.').waitFor()
})

test('a wrong old password is told beside its field, and nothing else that was typed is lost', async () => {
  const { page, visitor } = journey
  visitor.watch.allow('400')
  await page.goto('/account')
  const old = page.getByRole('textbox', { name: 'Current password' })
  await old.fill('Wrong-Staple-1')
  await fillPasswords(page, PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('This is not your password.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Repeat the password' }).inputValue()).toBe(PASSWORD)
})

test('a session that runs out is renewed while somebody types, and nothing is lost', async () => {
  const { page, visitor } = journey
  visitor.watch.allow('401')
  await journey.product.expireSessions()
  await page.getByRole('textbox', { name: 'Current password' }).fill(ADMINISTRATOR.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password has changed').waitFor()
})

test('who tried to sign in, and what was done, stands in the logs [S2-ROUTE-32]', async () => {
  const { page } = journey
  await page.goto('/login-activity')
  await page.getByRole('cell', { name: 'Wrong password or code' }).first().waitFor()
  await check(page, 'the login activity')
  await page.getByRole('searchbox', { name: 'Search people and addresses' }).focus()
  await page.keyboard.type('nobody@')
  await page.getByText('Nothing matches').waitFor()
  await page.getByRole('button', { name: 'Clear the search' }).press('Enter')
  await page.getByRole('cell', { name: 'Wrong password or code' }).first().waitFor()
  await page.getByRole('combobox', { name: 'Kind of activity' }).selectOption('Wrong password or code')
  await expect.poll(() => page.url()).toContain('code=')
  await page.getByRole('link', { name: 'Download as CSV' }).focus()
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(file.suggestedFilename()).toBe('login-activity.csv')
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines.slice(1)) expect(line).toContain('Incorrect Credential')
  await page.getByRole('combobox', { name: 'Kind of activity' }).selectOption('Signed out')
  await page.getByText('Nothing matches').waitFor()
  await page.goto('/audit-log')
  await page.getByRole('cell', { name: 'Two-factor sign-in turned on', exact: true }).waitFor()
  await check(page, 'the audit log')
  await page.getByRole('button', { name: /^Show User invited/ }).click()
  const dialog = page.getByRole('dialog', { name: 'User invited' })
  await dialog.getByText(BOB).first().waitFor()
  await expectAccessible(page, 'an entry of the audit log', { within: '[role="dialog"]' })
})

test.each(['/account', '/user-profile'])(
  '%s shows the account in the shell [S2-ROUTE-28 S2-ROUTE-30]',
  async (path) => {
    const { page } = journey
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: 'Account Settings' }).waitFor()
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  },
)

test('the menu of the person leads to the profile, but not of who signs in elsewhere, nor on cloud [S2-TOP-09 S2-TOP-10]', async () => {
  const { page } = journey
  const open = async () => {
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
    return page.getByRole('menuitem', { name: 'Update Profile' }).count()
  }
  await page.goto('/chatflows')
  expect(await open()).toBe(1)
  await page.getByRole('menuitem', { name: 'Update Profile' }).click()
  await page.waitForURL('**/user-profile')
  await becomeMember(page, { permissions: ['chatflows:view'], platform: 'cloud' })
  await page.goto('/chatflows')
  expect(await open()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.route('**/api/v1/auth/session', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), isSSO: true } })
  })
  await page.reload()
  await page.waitForFunction(() => localStorage.getItem('user')?.includes('"isSSO":true'))
  expect(await open()).toBe(0)
})

test.each(['/verify', '/confirm-email-change', '/license-expired', '/forgot-password', '/register'])(
  '%s needs no session [S2-AUTH-03 S2-AUTH-04 S2-AUTH-05 S2-AUTH-09]',
  async (path) => {
    const { page } = await journey.openVisitor()
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    await check(page, path)
  },
)
