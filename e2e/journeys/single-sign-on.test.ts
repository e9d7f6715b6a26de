import {
  startOidcProvider,
  startSamlProvider,
  type TestOidcProvider,
  type TestSamlProvider,
} from '@runnel/drivers/testing'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { ADMINISTRATOR, signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { watchFetchedTexts } from '../support/fetched-texts.ts'
import { prepareJourney, type Visitor } from '../support/journey.ts'
import { expectNoSidewaysScroll, WIDTHS } from '../support/page-width.ts'
import { findRoleId } from '../support/person.ts'

let oidc: TestOidcProvider
let saml: TestSamlProvider
beforeAll(async () => {
  ;[oidc, saml] = await Promise.all([startOidcProvider(), startSamlProvider()])
})
afterAll(() => Promise.all([oidc.close(), saml.close()]))
const journey = prepareJourney(() => ({
  EGRESS_ALLOW: [oidc.issuer, saml.origin].map((origin) => new URL(origin).host).join(','),
}))

const panel = () => journey.page.getByRole('tabpanel')

async function expectGood({ page }: Pick<Visitor, 'page'>, what: string) {
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `${what}, ${colour}`)
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, `${what} at ${width}`)
  }
  await page.setViewportSize({ width: 390, height: 900 })
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** New people begin here as viewers. */
async function letNewPeopleIn() {
  await panel().getByRole('switch', { name: 'Give new people an account' }).check()
  await panel().getByRole('combobox', { name: 'Role of new people' }).selectOption({ label: 'viewer' })
}

test('an administrator sets a provider up, tests it and turns it on [S2-ROUTE-35 S2-SIDE-03 S6-FLAG-04]', async () => {
  const { page, product } = journey
  oidc.register([`${product.address}/api/v1/oidc/callback`])
  await signInAsAdministrator(page)
  journey.visitor.watch.allow('status of 400')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'SSO Config' }).waitFor()
  const entries = await menu.getByRole('listitem').allInnerTexts()
  expect(entries.slice(entries.indexOf('SSO Config'))).toEqual([
    'SSO Config',
    'Roles',
    'Users',
    'Workspaces',
    'Login Activity',
    'Audit Log',
    'Account Settings',
  ])
  await menu.getByRole('link', { name: 'SSO Config' }).click()
  await page.getByRole('tab', { name: 'OpenID Connect' }).click()
  await panel().getByText(`${product.address}/api/v1/oidc/callback`).waitFor()
  await expectGood(journey, 'the providers of sign-ins')

  await panel().getByRole('switch', { name: 'Sign in by OpenID Connect' }).check()
  await panel().getByRole('button', { name: 'Save' }).click()
  const refused = panel().getByRole('textbox', { name: 'Issuer' }).and(page.locator('[aria-invalid="true"]'))
  await refused.waitFor()
  await panel().getByRole('textbox', { name: 'Issuer' }).fill(oidc.issuer)
  await refused.waitFor({ state: 'detached' })
  await panel().getByRole('textbox', { name: 'Issuer' }).fill('')
  // A test finds the same at the same place.
  await panel().getByRole('button', { name: 'Test OpenID Connect configuration' }).click()
  await refused.waitFor()
  await panel().getByText('Not every field is right yet').waitFor()
  expect(await panel().innerText()).not.toContain('clientSecret')
  await panel().getByRole('textbox', { name: 'Issuer' }).fill(oidc.issuer)
  await panel().getByRole('textbox', { name: 'Client ID' }).fill(oidc.clientId)
  await panel().getByRole('textbox', { name: 'Client secret' }).fill('not the secret')
  await panel().getByRole('button', { name: 'Test OpenID Connect configuration' }).click()
  await panel().getByText('does not know this client id, or its secret is not right').waitFor()
  await panel().getByRole('textbox', { name: 'Client secret' }).fill(oidc.clientSecret)
  // What was said of another secret says nothing of this one.
  await panel().getByText('does not know this client id').waitFor({ state: 'detached' })
  await panel().getByRole('button', { name: 'Test OpenID Connect configuration' }).click()
  await panel().getByText('answers and knows this client.').waitFor()
  const fetched = watchFetchedTexts(page)
  await letNewPeopleIn()
  expect(fetched).toEqual([])
  await expectGood(journey, 'a provider that is filled in')
  await panel().getByRole('button', { name: 'Save' }).click()
  await page.getByText('OpenID Connect is saved.').waitFor()
  await page.getByRole('tab', { name: 'OpenID Connect On' }).waitFor()
  expect(await page.content()).not.toContain(oidc.clientSecret)
})

test('work that is not saved is asked for before it is left', async () => {
  const { page } = journey
  await page.getByRole('tab', { name: 'Google' }).click()
  await panel().getByRole('textbox', { name: 'Client ID' }).fill('half')
  await page.getByRole('tab', { name: 'Google · not saved' }).waitFor()
  await page.getByRole('link', { name: 'Roles' }).click()
  await page
    .getByRole('dialog', { name: 'Discard changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  expect(await panel().getByRole('textbox', { name: 'Client ID' }).inputValue()).toBe('half')
  await panel().getByRole('textbox', { name: 'Client ID' }).fill('')
})

test('a switch of the workspace and a sign-out ask for unsaved work before they begin', async () => {
  const { page, product } = journey
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  const switching = page.getByRole('dialog', { name: 'Switching workspace' })
  const clientId = panel().getByRole('textbox', { name: 'Client ID' })
  await (await openApi(product.address)).post('/workspace', { name: 'Lab' })
  await page.reload()
  await page.getByRole('tab', { name: 'Google' }).click()
  await clientId.fill('half')
  const goToLab = async () => {
    await page.getByRole('button', { name: 'Workspace: Default Workspace' }).click()
    await page.getByRole('menuitem', { name: 'Lab owner' }).click()
    await question.waitFor()
    expect(await switching.count()).toBe(0)
  }
  await goToLab()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `Your account, ${ADMINISTRATOR.name}` }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await clientId.inputValue()).toBe('half')
  await goToLab()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await page.waitForURL('**/chatflows')
  await page.getByRole('button', { name: 'Workspace: Lab' }).click()
  await page.getByRole('menuitem', { name: /Default Workspace/ }).click()
  await page.getByRole('button', { name: 'Workspace: Default Workspace' }).waitFor()
})

test('somebody new signs in by the provider, lands, and sees what the role shows [S2-ROUTE-36 S2-TOP-09 S6-SSO-01]', async () => {
  const visitor = await journey.openVisitor()
  const { page } = visitor
  await page.goto('/signin?from=%2Fvariables')
  await page.getByRole('link', { name: 'Single sign-on' }).waitFor()
  await expectGood(visitor, 'the sign-in with a provider')
  await page.getByRole('link', { name: 'Single sign-on' }).click()
  await page.waitForURL('**/variables')
  await page.getByRole('heading', { name: 'Variables', level: 1 }).waitFor()
  expect(await page.getByRole('button', { name: 'New variable' }).count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('isSSO'))).toBe('true')
  await page.getByRole('button', { name: /Nora New/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Update Profile' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Account Settings' }).click()
  await page.getByText('Your name, address and password are changed at the provider.').waitFor()
  await page.getByRole('definition').getByText('nora@example.com').waitFor()
  await expectGood(visitor, 'the account of who came by a provider')
  await page.goto('/sso-config')
  await page.waitForURL('**/unauthorized*')
  await expect.poll(() => page.title()).toBe('You may not open this · Runnel')
})

test('a token that is none leads back to the sign-in, with words [S2-ROUTE-36]', async () => {
  const visitor = await journey.openVisitor()
  visitor.watch.allow('status of 401')
  const { page } = visitor
  await page.goto('/sso-success')
  await page.getByText('This address carries no sign-in.').waitFor()
  await expectGood(visitor, 'the way back without a token')
  await page.goto('/sso-success?token=of-nobody')
  await page.getByText('This way in was used already, or is too old.').waitFor()
  await page.getByRole('link', { name: 'Back to the sign-in' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto('/signin?error=sso_address_taken')
  await page.getByText('Your e-mail address has an account already').waitFor()
  await expectGood(visitor, 'a sign-in that failed')
  await page.goto('/signin?error=%7B%22message%22%3A%22Call%20us%20at%20555%22%7D')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.getByText('Call us').count()).toBe(0)
})

test('SAML is set up from the metadata of the provider, and signs in by its form', async () => {
  const { page } = journey
  await page.goto('/sso-config')
  await page.getByRole('tab', { name: 'SAML' }).click()
  await panel().getByRole('switch', { name: 'Sign in by SAML' }).check()
  await panel().getByRole('textbox', { name: 'Address of the metadata' }).fill(saml.metadataUrl)
  await panel().getByRole('button', { name: 'Test SAML configuration' }).click()
  await panel().getByText('it names differently').waitFor()
  await panel().getByRole('button', { name: 'Use what the provider says' }).click()
  expect(await panel().getByRole('textbox', { name: 'Entity ID of the provider' }).inputValue()).toBe(
    saml.entityId,
  )
  await panel().getByRole('button', { name: 'Test SAML configuration' }).click()
  await panel().getByText('the fields are as it says').waitFor()
  await letNewPeopleIn()
  await expectGood(journey, 'a provider of SAML')
  await panel().getByRole('button', { name: 'Save' }).click()
  await page.getByText('SAML is saved.').waitFor()

  const visitor = await journey.openVisitor()
  await visitor.page.goto('/signin')
  await visitor.page.getByRole('link', { name: 'Single sign-on (SAML)' }).click()
  await visitor.page.waitForURL('**/chatflows')
  await visitor.page.getByRole('button', { name: /Sam Saml/ }).waitFor()
})

test('the administrator links the own account, and unlinks it again', async () => {
  const { page } = journey
  oidc.person = { subject: 'ada-at-work', email: 'ada@work.example', emailVerified: true }
  await page.goto('/account')
  const opens = page.getByRole('button', { name: 'Link OpenID Connect' })
  const linking = page.getByRole('dialog', { name: 'Link OpenID Connect' })
  const hasFocus = (what: Locator) => what.and(page.locator(':focus')).waitFor()
  const password = linking.getByRole('textbox', { name: 'Your password' })
  await opens.focus()
  await page.keyboard.press('Enter')
  await linking.getByText(oidc.issuer).waitFor()
  await hasFocus(password)
  await expectGood(journey, 'the question before a link')
  for (const name of ['Show or hide the password', 'Cancel', 'Continue', 'Close']) {
    await page.keyboard.press('Tab')
    await hasFocus(linking.getByRole('button', { name }))
  }
  await page.keyboard.press('Tab')
  await hasFocus(password)
  await page.keyboard.press('Escape')
  await linking.waitFor({ state: 'detached' })
  await hasFocus(opens)
  await page.keyboard.press('Enter')
  await hasFocus(password)
  journey.visitor.watch.allow('status of 400')
  await page.keyboard.type('Wrong-Staple-1')
  await page.keyboard.press('Enter')
  await linking.getByText('This is not your password.').waitFor()
  await hasFocus(password)
  await password.fill(ADMINISTRATOR.password)
  await page.keyboard.press('Enter')
  await page.getByText('The provider is linked to your account').waitFor()
  // Back from the provider one goes on where one left.
  await hasFocus(page.getByRole('status').filter({ hasText: 'The provider is linked' }))
  await page.getByText('ada@work.example').waitFor()
  await expectGood(journey, 'a linked account')
  await page.getByRole('button', { name: 'Unlink OpenID Connect' }).click()
  const unlinking = page.getByRole('dialog', { name: 'Unlink OpenID Connect' })
  await unlinking.getByLabel('Your password').fill(ADMINISTRATOR.password)
  await unlinking.getByRole('button', { name: 'Continue' }).click()
  await hasFocus(opens)
})

/** Nora, who came by the provider and has no password, becomes an administrator. */
async function raiseNora() {
  const api = await openApi(journey.product.address)
  const people = await api.get<{ userId: string }[]>('/organizationuser?search=Nora')
  const roleId = await findRoleId(api, 'owner')
  await api.put('/organizationuser', { userId: people[0]?.userId, roleId })
}

test('a provider is deleted after a question, and once more where it locks an administrator out; its button is gone', async () => {
  const { page } = journey
  await raiseNora()
  await page.goto('/sso-config')
  await page.getByRole('tab', { name: 'OpenID Connect On' }).click()
  const remove = async () => {
    await panel().getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete the sign-in by OpenID Connect?' })
    await dialog.getByRole('button', { name: 'Delete' }).click()
  }
  const lockOut = page.getByRole('dialog', { name: 'Lock 1 administrator out?' })
  journey.visitor.watch.allow('status of 409')
  await remove()
  await lockOut.getByText('It may be you.').waitFor()
  await expectGood(journey, 'the question whether to lock an administrator out')
  await page.keyboard.press('Escape')
  await lockOut.waitFor({ state: 'hidden' })
  expect(await page.getByRole('tab', { name: 'OpenID Connect On' }).count()).toBe(1)
  await remove()
  await lockOut.getByRole('button', { name: 'Lock out' }).click()
  await page.getByText('OpenID Connect is deleted.').waitFor()
  const visitor = await journey.openVisitor()
  await visitor.page.goto('/signin')
  await visitor.page.getByRole('link', { name: 'Single sign-on (SAML)' }).waitFor()
  expect(await visitor.page.getByRole('link', { name: 'Single sign-on', exact: true }).count()).toBe(0)
})
