import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { ADMINISTRATOR, signInAsAdministrator } from '../support/administrator.ts'
import { prepareJourney } from '../support/journey.ts'
import { expectNoSidewaysScroll } from '../support/page-width.ts'

const journey = prepareJourney()

/** Browsers keep passkeys for names: the product under the name of this machine. */
const at = (path: string) => journey.product.address.replace('127.0.0.1', 'localhost') + path

/** Gives a browser an authenticator with a fingerprint reader that always recognises its owner. */
async function giveAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    listCredentials: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    forgetsItsOwner: () =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    knowsItsOwner: () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true }),
  }
}

async function signOut(page: Page) {
  await page.context().clearCookies()
  await page.goto(at('/signin'))
  // The page asks first who is signed in, and leads on whoever is.
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
}

async function fillPassword(page: Page) {
  await page.getByLabel('E-mail').fill(ADMINISTRATOR.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a passkey is added, signs in alone and after the password, and is removed', async () => {
  await signInAsAdministrator(journey.page)
  const visitor = await journey.openVisitor()
  visitor.watch.allow('401')
  visitor.watch.allow('400')
  const { page } = visitor
  const authenticator = await giveAuthenticator(page)
  await page.goto(at('/signin'))
  await fillPassword(page)
  await page.waitForURL('**/chatflows')
  await page.goto(at('/account'))
  await page.getByText('You have no passkey.').waitFor()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('wrong')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByText('This is not your password.').waitFor()
  await expectAccessible(page, 'the dialog of a new passkey', { within: '[role="dialog"]' })
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(ADMINISTRATOR.password)
  await dialog.getByRole('textbox', { name: 'Name of the passkey' }).fill('Laptop')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  const recovery = await codes.first().innerText()
  expect(await codes.count()).toBe(10)
  expect(await authenticator.listCredentials()).toMatchObject([{ isResidentCredential: true }])
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  const list = page.getByRole('list', { name: 'Passkeys' })
  await list.getByText('never used').waitFor()
  await page.getByText('10 recovery codes are left').waitFor()
  await expectAccessible(page, 'the account with a passkey')
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page, 'the account with a passkey at 390')
  await page.setViewportSize({ width: 1440, height: 900 })

  await signOut(page)
  await expectAccessible(page, 'the sign-in with passkeys')
  await authenticator.forgetsItsOwner()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('The browser did not use a passkey.').waitFor()
  await authenticator.knowsItsOwner()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('**/chatflows')

  await signOut(page)
  await fillPassword(page)
  await page.getByText('Your account asks for your passkey as well.').waitFor()
  await expectAccessible(page, 'the sign-in that asks for a passkey')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/chatflows')

  await signOut(page)
  await fillPassword(page)
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/chatflows')

  await page.goto(at('/account'))
  await list.getByText('last used').waitFor()
  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  await dialog.getByRole('textbox', { name: 'Name of the passkey' }).fill('Old laptop')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await list.getByText('Old laptop').waitFor()
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(ADMINISTRATOR.password)
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Remove Old laptop' }).click()
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(ADMINISTRATOR.password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByText('Enter the code').first().waitFor()
  await expectAccessible(page, 'the dialog that asks for the passkey', { within: '[role="dialog"]' })
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('You have no passkey.').waitFor()

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('This passkey does not open an account here.').waitFor()
  await fillPassword(page)
  await page.waitForURL('**/chatflows')
})

test('an address that is a number says what to open, and offers no passkey', async () => {
  const visitor = await journey.openVisitor()
  const { page } = visitor
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
  await fillPassword(page)
  await page.waitForURL('**/chatflows')
  await page.goto('/account')
  await page.getByText('Passkeys need an address with a name.').waitFor()
})
