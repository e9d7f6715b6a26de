import { expect, test } from 'vitest'
import { ADMINISTRATOR, signIn, signInAsAdministrator } from '../support/administrator.ts'
import { prepareJourney } from '../support/journey.ts'

const journey = prepareJourney()

test('dark colours are remembered [S2-TOP-05 S3-AUTH-08 S4-THEME-01]', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.getByRole('button', { name: 'Switch to dark colours' }).click()
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  await page.reload()
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  await page.getByRole('button', { name: 'Switch to light colours' }).click()
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor()
})

test('an expired session is renewed without a word, for two tabs at once', async () => {
  const { page, visitor } = journey
  const second = await visitor.openTab()
  for (const watch of [visitor.watch, second.watch]) watch.allow('401')
  await journey.product.expireSessions()
  await Promise.all([page.goto('/executions'), second.page.goto('/apikey')])
  await page.getByText('No runs yet').waitFor()
  await second.page.getByText('No API keys yet').waitFor()
  await second.page.close()
})

test('the session outlives a restart of the server', async () => {
  const { page } = journey
  await journey.product.restart()
  await page.goto('/chatflows')
  await page.getByRole('link', { name: /Start here/ }).waitFor()
})

test('the sign-in leads on who is signed in, to where they were going or where they begin', async () => {
  const { page } = journey
  for (const [address, path] of [
    ['/signin', '/chatflows'],
    ['/login?from=%2Fvariables', '/variables'],
    ['/signin?from=https%3A%2F%2Felsewhere.example', '/chatflows'],
    ['/organization-setup', '/chatflows'],
  ] as const) {
    await page.goto(address)
    await page.waitForURL(`**${path}`)
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  }
  await page.goto('/signin?error=sso_address_taken')
  await page.getByRole('alert').getByText('Your e-mail address has an account already').waitFor()
  await page.waitForURL('**/chatflows')
  await page.getByRole('button', { name: 'Dismiss' }).click()
})

test('who is to sign in as somebody else, or whose session ended meanwhile, gets the form', async () => {
  const { page, visitor } = journey
  await page.goto('/signin?email=grace%40example.org')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto('/signin?from=%2Fregister%3Ftoken%3Dof-an-invitation')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  visitor.watch.allow('401')
  await visitor.context.clearCookies()
  await page.goto('/signin?from=%2Fvariables')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('E-mail').fill(ADMINISTRATOR.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/variables')
})

test('signing out closes every tab, and signing in again returns to the page [S1-USER-01 S2-TOP-11 S4-SESS-03]', async () => {
  const { page, visitor } = journey
  const second = await visitor.openTab()
  second.watch.allow('401')
  await second.page.goto('/executions')
  await second.page.getByText('No runs yet').waitFor()
  await page.getByRole('button', { name: `Your account, ${ADMINISTRATOR.name}` }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await second.page.reload()
  await second.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto('/chatflows')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signIn(page)
  await page.getByRole('link', { name: /Start here/ }).waitFor()
})

test('signing out of the own account, where nothing was typed, asks nothing', async () => {
  const { page } = journey
  await page.goto('/account')
  await page.getByRole('heading', { name: 'Account Settings' }).waitFor()
  await page.getByRole('textbox', { name: 'E-mail' }).waitFor()
  await page.getByRole('button', { name: `Your account, ${ADMINISTRATOR.name}` }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await signIn(page)
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
})

test('a wrong password and an unknown address get the same answer', async () => {
  const stranger = await journey.openVisitor()
  stranger.watch.allow('401')
  const tell = async (email: string) => {
    await stranger.page.goto('/login')
    await stranger.page.getByLabel('E-mail').fill(email)
    await stranger.page.getByRole('textbox', { name: 'Password' }).fill('Wrong-Password-1')
    await stranger.page.getByRole('button', { name: 'Sign in' }).click()
    return stranger.page.getByRole('alert').first().innerText()
  }
  expect(await tell(ADMINISTRATOR.email)).toBe(await tell('nobody@example.org'))
})

test('a lost password is replaced over the link of the console, once', async () => {
  const stranger = await journey.openVisitor()
  stranger.watch.allow('401')
  stranger.watch.allow('400')
  const { page } = stranger
  const printed = await journey.product.runAdmin('reset-password', ADMINISTRATOR.email)
  const link = /http\S+/.exec(printed)?.[0] ?? ''
  const setPassword = async (password: string) => {
    await page.goto(link)
    await page.getByRole('textbox', { name: 'New password' }).fill(password)
    await page.getByRole('textbox', { name: 'Repeat the password' }).fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
  }
  await setPassword('Difference-1822')
  await page.getByText('Your password was changed. Sign in with it.').waitFor()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signIn(page, 'Difference-1822')
  await stranger.context.clearCookies()
  await setPassword('Another-1822')
  await page.getByRole('alert').first().waitFor()
})
