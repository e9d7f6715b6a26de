import { startMailServer, type TestMailServer } from '@runnel/drivers/testing'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { ADMINISTRATOR, signInAsAdministrator } from '../support/administrator.ts'
import { addressOf, COMPANY_PASSWORD, fillAccount, invite, linkIn, tabTo } from '../support/company.ts'
import { prepareJourney, type Visitor } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'

const BOB = { name: 'Bob', workspace: 'Default Workspace', role: 'viewer' }
const NEW_ADDRESS = 'robert@example.org'

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
let tablet: Visitor

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const rowOf = (name: string) => journey.page.getByRole('row', { name: new RegExp(name) })

/** The newest mail to somebody that holds these words. */
async function mailTo(address: string, words: string): Promise<string> {
  for (;;) {
    const { text } = await mail.take(address)
    if (text.includes(words)) return text
  }
}

/** A browser in which Bob is signed in: it calls itself as given. */
async function signInBob(userAgent: string, email = addressOf(BOB.name)): Promise<Visitor> {
  const visitor = await journey.openVisitor({ userAgent })
  visitor.watch.allow('status of 401')
  await fillSignIn(visitor.page, email)
  await visitor.page.waitForURL('**/chatflows')
  return visitor
}

async function fillSignIn(page: Page, email: string) {
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(COMPANY_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function expectSignedOut({ page }: Visitor) {
  await page.goto('/chatflows')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

async function expectSignedIn({ page }: Visitor) {
  await page.goto('/chatflows')
  await page.getByRole('heading', { name: 'Chatflows', level: 1 }).waitFor()
}

const press = async (button: Locator) => {
  await button.focus()
  await button.press('Enter')
}

test('an invitation is sent again by its row: the new mail opens the account, the old link does not [S7-ACC-01 S2-ROUTE-29]', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await invite(page, BOB)
  const old = linkIn(await mailTo(addressOf(BOB.name), '/register'))
  const again = rowOf(addressOf(BOB.name)).getByRole('button', {
    name: `Send the invitation to ${addressOf(BOB.name)} again`,
  })
  // Who has accepted, or was never asked, is not sent anything.
  expect(await page.getByRole('button', { name: /^Send the invitation/ }).count()).toBe(1)
  await lookAtPage(page, 'users-with-an-invitation')
  await tabTo(page, again)
  await page.keyboard.press('Enter')
  await page.getByText(`${addressOf(BOB.name)} gets a new invitation.`).waitFor()
  await again.and(page.locator(':focus')).waitFor()
  const fresh = linkIn(await mailTo(addressOf(BOB.name), '/register'))
  expect(fresh).not.toBe(old)

  bob = await journey.openVisitor()
  bob.watch.allow('status of 400')
  bob.watch.allow('status of 401')
  await bob.page.goto(old)
  await bob.page.getByRole('heading', { name: 'This invitation is not valid any more' }).waitFor()
  await bob.page.goto(fresh)
  await fillAccount(bob.page, BOB.name)
  await bob.page.waitForURL('**/chatflows')
  await page.reload()
  await rowOf(addressOf(BOB.name)).getByRole('cell', { name: 'Active' }).waitFor()
  expect(await again.count()).toBe(0)
})

test('one browser of the list is signed out, and the others stay [S4-SESS-05 S2-ROUTE-28]', async () => {
  phone = await signInBob(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) AppleWebKit/605 Version/19.0 Mobile Safari/604',
  )
  // Who signed in last may sign those before out.
  tablet = bob
  tablet.watch.allow('status of 401')
  bob = await signInBob('Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0')
  bob.watch.allow('status of 400')
  const { page } = bob
  await page.goto('/account')
  const list = page.getByRole('region', { name: 'Signed-in browsers' }).getByRole('listitem')
  await expect.poll(() => list.count()).toBe(3)
  await page.getByText('This browser').waitFor()
  await press(page.getByRole('button', { name: /^Sign out Safari/ }))
  await page.getByText('1 browser is signed out.').waitFor()
  await expect.poll(() => list.count()).toBe(2)
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  await expectSignedOut(phone)
  await expectSignedIn(tablet)
  await expectSignedIn(bob)
})

test('all other browsers are signed out at once, after a question, and this one stays [S4-SESS-05]', async () => {
  const { page } = bob
  await page.goto('/account')
  await press(page.getByRole('button', { name: 'Sign out all others' }))
  const question = dialogOf(page, 'Sign out all others')
  await question.locator(':focus').waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await expectSignedIn(tablet)
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await question.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByText('1 browser is signed out.').waitFor()
  await expectSignedOut(tablet)
  await expectSignedIn(bob)
})

test('a new address waits for the link in its mailbox, which asks who is not signed in, then opens the account, and the old one does not [S2-ROUTE-30]', async () => {
  const { page } = bob
  await page.goto('/user-profile')
  const address = page.getByRole('textbox', { name: 'E-mail' })
  await address.fill('robert')
  await page.getByRole('textbox', { name: 'Your password' }).fill('Wrong-Staple-1')
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByText('Enter an e-mail address such as ada@example.org.').waitFor()
  await address.fill(NEW_ADDRESS)
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByText('This is not your password.').waitFor()
  expect(await address.inputValue()).toBe(NEW_ADDRESS)
  await page.getByRole('textbox', { name: 'Your password' }).fill(COMPANY_PASSWORD)
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByText(`Open the link in the mail to ${NEW_ADDRESS}, signed in here.`).waitFor()
  await page.reload()
  await page.getByText(`Waiting for confirmation of ${NEW_ADDRESS}`).waitFor()
  await lookAtPage(page, 'account-with-a-new-address')
  await mailTo(addressOf(BOB.name), NEW_ADDRESS)
  const link = linkIn(await mailTo(NEW_ADDRESS, '/confirm-email-change'))
  await bob.context.clearCookies()
  await page.goto(link)
  await page.getByText('Sign in to the account whose address is to change').waitFor()
  await lookAtPage(page, 'new-address-without-a-session')
  await press(page.getByRole('link', { name: 'Sign in' }))
  await page.getByLabel('E-mail').fill(addressOf(BOB.name))
  await page.getByRole('textbox', { name: 'Password' }).fill(COMPANY_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Your address has changed. Sign in with the new one.').waitFor()
  await mailTo(NEW_ADDRESS, NEW_ADDRESS)
  await expectSignedOut(bob)
  await fillSignIn(page, addressOf(BOB.name))
  await page.getByText('Incorrect Email or Password').waitFor()
  await fillSignIn(page, NEW_ADDRESS)
  await page.waitForURL('**/chatflows')
  await page.goto(link)
  await page.getByText('This link is not valid any more. Ask for a new one.').waitFor()
})

test('a new address that waits is shown again, asked for again, and given up, by the keyboard', async () => {
  const { page } = journey
  journey.visitor.watch.allow('status of 400')
  const address = 'ada.new@example.org'
  await page.goto('/account')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(address)
  await page.getByRole('textbox', { name: 'Your password' }).fill(ADMINISTRATOR.password)
  await page.keyboard.press('Enter')
  const waits = page.getByText(`Waiting for confirmation of ${address}`)
  await waits.waitFor()
  await page.getByRole('textbox', { name: 'E-mail' }).and(page.locator(':focus')).waitFor()
  const link = linkIn(await mailTo(address, '/confirm-email-change'))
  await page.reload()
  await waits.waitFor()
  await lookAtPage(page, 'account-with-a-waiting-address')
  await press(page.getByRole('button', { name: 'Send the link again' }))
  const again = dialogOf(page, 'Send the link again')
  await again.getByText(address).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send the link again' }).and(page.locator(':focus')).waitFor()
  await press(page.getByRole('button', { name: 'Keep the old address' }))
  await page.getByRole('status').getByText('Your address stays as it is').waitFor()
  await waits.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  await page.goto(link)
  await page.getByText('This link is not valid any more. Ask for a new one.').waitFor()
})

test('the last administrator cannot delete the own account, and what was typed stays', async () => {
  const { page, visitor } = journey
  visitor.watch.allow('status of 409')
  await page.goto('/account')
  await press(page.getByRole('button', { name: 'Delete my account' }))
  const dialog = dialogOf(page, 'Delete account')
  const words = dialog.getByRole('textbox', { name: /permanently delete/ })
  await words.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('permanently delete')
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(ADMINISTRATOR.password)
  await page.keyboard.press('Enter')
  await dialog.getByText(/^You are the last administrator of “/).waitFor()
  await lookAtPage(page, 'account-of-the-last-administrator')
  expect(await words.inputValue()).toBe('permanently delete')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete my account' }).and(page.locator(':focus')).waitFor()
  await expectSignedIn(journey.visitor)
})

test('somebody else deletes theirs with the words and the password, is signed out, and is forgotten', async () => {
  const { page } = bob
  await page.goto('/account')
  await press(page.getByRole('button', { name: 'Delete my account' }))
  const dialog = dialogOf(page, 'Delete account')
  const remove = dialog.getByRole('button', { name: 'Delete account' })
  await remove.click()
  await dialog.getByText('Enter your password.').waitFor()
  await dialog.getByText('Write exactly: permanently delete').waitFor()
  await dialog.getByRole('textbox', { name: /permanently delete/ }).fill('permanently delete')
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('Wrong-Staple-1')
  await remove.click()
  await dialog.getByText('This is not your password.').waitFor()
  await expectAccessible(page, 'the deletion of an account', { within: '[role="dialog"]' })
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(COMPANY_PASSWORD)
  await remove.click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await fillSignIn(page, NEW_ADDRESS)
  await page.getByText('Incorrect Email or Password').waitFor()
  await journey.page.goto('/users')
  await rowOf(ADMINISTRATOR.name).waitFor()
  expect(await journey.page.getByRole('row').count()).toBe(2)
})
