import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { ADMINISTRATOR, signIn, signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { prepareJourney, type Visitor } from '../support/journey.ts'
import { addPerson, findRoleId } from '../support/person.ts'

const journey = prepareJourney()
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name }) })
const END = 'Your session has ended'

/** The browser's session is over on the server; what it keeps of it stays. */
async function revoke(): Promise<void> {
  await journey.product.execute('update "sessions" set "endedAt" = 1 where "endedAt" is null')
}

const cookiesOf = async ({ context }: Visitor) => (await context.cookies()).map(({ name }) => name)

/** Makes a variable up to the press that sends it. */
async function typeVariable(page: Page, name: string) {
  await page.getByRole('button', { name: 'New variable' }).first().click()
  const dialog = dialogOf(page, 'New variable')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Value' }).fill('typed for an hour')
  return dialog
}

async function signInInPlace(page: Page) {
  const asked = dialogOf(page, END)
  const password = asked.getByRole('textbox', { name: 'Password' })
  await password.and(page.locator(':focus')).waitFor()
  await page.keyboard.type(ADMINISTRATOR.password)
  await page.keyboard.press('Enter')
  await asked.waitFor({ state: 'detached' })
}

test('what was typed in a dialog is sent after a sign-in in place, and no red note stays', async () => {
  const { page, visitor } = journey
  visitor.watch.allow('401')
  await signInAsAdministrator(page)
  await page.goto('/variables')
  const dialog = await typeVariable(page, 'kept_over_the_end')
  await revoke()
  await dialog.getByRole('textbox', { name: 'Name' }).press('Enter')
  await dialogOf(page, END).waitFor()
  await expectAccessible(page, 'the sign-in over a dialog')
  expect((await cookiesOf(visitor)).filter((name) => name !== 'device')).toEqual([])
  await signInInPlace(page)
  await dialog.waitFor({ state: 'detached' })
  await rowOf(page, 'kept_over_the_end').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('Escape does not give up what was typed: it asks first, and the sign-in comes back', async () => {
  const { page } = journey
  const dialog = await typeVariable(page, 'kept_over_escape')
  await revoke()
  await dialog.getByRole('textbox', { name: 'Name' }).press('Enter')
  await dialogOf(page, END).getByRole('textbox', { name: 'Password' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  const question = dialogOf(page, 'Discard changes?')
  await question.getByRole('button', { name: 'Keep editing' }).and(page.locator(':focus')).waitFor()
  await expectAccessible(page, 'the question before work is given up with the session')
  await page.keyboard.press('Enter')
  await signInInPlace(page)
  await rowOf(page, 'kept_over_escape').waitFor()
})

test('what is done with nothing typed goes on after the sign-in in place, too', async () => {
  const { page } = journey
  await revoke()
  await page.getByRole('button', { name: 'Delete kept_over_the_end' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await signInInPlace(page)
  await rowOf(page, 'kept_over_the_end').waitFor({ state: 'detached' })
})

test('the own account keeps what is typed over the end, and asks before it is left [S4-SESS-05]', async () => {
  const { page, visitor } = journey
  visitor.watch.allow('400')
  await page.goto('/account')
  const section = page.getByRole('region', { name: 'Password' })
  await section.getByRole('textbox', { name: 'Current password' }).fill('Wrong-Password-1')
  await section.getByRole('textbox', { name: 'New password' }).fill('Other-Engine-1843')
  await section.getByRole('textbox', { name: 'Repeat the password' }).fill('Other-Engine-1843')
  await page.getByRole('link', { name: 'Variables' }).click()
  const question = page.getByRole('dialog')
  await expectAccessible(page, 'the question before the account is left')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await revoke()
  await section.getByRole('button', { name: 'Change password' }).click()
  await signInInPlace(page)
  const current = section.getByRole('textbox', { name: 'Current password' })
  await current.and(page.locator('[aria-invalid="true"]')).and(page.locator(':focus')).waitFor()
  expect(await section.getByRole('textbox', { name: 'New password' }).inputValue()).toBe('Other-Engine-1843')
  await page.getByRole('link', { name: 'Variables' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { name: 'Variables', level: 1 }).waitFor()
})

test('a page with nothing typed that meets a session that is over leads to the sign-in, and no cookie of it stays [S8-CLR-09 S8-ERR-06 S8-ERR-08]', async () => {
  const { page, visitor } = journey
  await revoke()
  const signedOff = page.waitForRequest('**/api/v1/account/logout')
  await page.goto('/chatflows')
  await signedOff
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect((await cookiesOf(visitor)).filter((name) => name !== 'device')).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await signIn(page)
})

test('a refusal that ends a session which the server still holds ends it there too [S8-ERR-06 S8-ERR-08]', async () => {
  const { page, visitor } = journey
  const LIST = '**/api/v1/chatflows?*'
  for (const message of ['Invalid or Missing token', 'Something else']) {
    await page.route(LIST, (route) => route.fulfill({ status: 401, json: { message } }))
    await page.goto('/chatflows')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.unroute(LIST)
    expect((await cookiesOf(visitor)).filter((name) => name !== 'device')).toEqual([])
    await signIn(page)
  }
})

test('a tab learns that somebody else signed in: with nothing typed it shows what is theirs', async () => {
  const { page, visitor, product } = journey
  const edi = await addPerson(product, 'Edi Editor')
  const api = await openApi(product.address)
  const [home] = await api.get<{ id: string }[]>('/workspace')
  await api.post('/workspaceuser', {
    userId: edi.id,
    workspaceId: home?.id,
    roleId: await findRoleId(api, 'editor'),
  })
  await page.goto('/variables')
  await page.getByRole('heading', { name: 'Variables', level: 1 }).waitFor()
  const other = await visitor.openTab()
  other.watch.allow('401')
  visitor.watch.allow('409')
  other.watch.allow('409')
  await other.page.goto(`/signin?email=${edi.email}`)
  await signIn(other.page, ADMINISTRATOR.password, edi.email)
  await page.getByRole('button', { name: 'Your account, Edi Editor' }).waitFor()
  // Edi’s tab types, and the administrator comes back in the first one.
  await other.page.goto('/variables')
  await typeVariable(other.page, 'of_edi')
  await page.goto(`/signin?email=${ADMINISTRATOR.email}`)
  await signIn(page)
  const told = dialogOf(other.page, `You are now signed in as ${ADMINISTRATOR.name}`)
  await told
    .getByRole('button', { name: `Sign in as ${edi.email}` })
    .and(other.page.locator(':focus'))
    .waitFor()
  await expectAccessible(other.page, 'the news of another person')
  await other.page.keyboard.press('Escape')
  await told.waitFor({ state: 'detached' })
  const dialog = dialogOf(other.page, 'New variable')
  expect(await dialog.getByRole('textbox', { name: 'Value' }).inputValue()).toBe('typed for an hour')
  // Nothing is sent in another name: the question is back, and after Edi’s sign-in the variable is Edi’s.
  await dialog.getByRole('button', { name: 'Create variable' }).click()
  await told.waitFor()
  await other.page.keyboard.press('Enter')
  await signInInPlace(other.page)
  await rowOf(other.page, 'of_edi').waitFor()
  await page.getByRole('button', { name: 'Your account, Edi Editor' }).waitFor()
  await other.page.close()
})

test('or goes on as who is signed in, without what was typed; a sign-out in another tab asks over work', async () => {
  const { page, visitor } = journey
  await page.goto('/variables')
  await typeVariable(page, 'never_sent')
  const other = await visitor.openTab()
  other.watch.allow('401')
  await other.page.goto(`/signin?email=${ADMINISTRATOR.email}`)
  await signIn(other.page)
  const told = dialogOf(page, `You are now signed in as ${ADMINISTRATOR.name}`)
  await told.getByRole('button', { name: `Go on as ${ADMINISTRATOR.name}` }).click()
  await page.getByRole('button', { name: `Your account, ${ADMINISTRATOR.name}` }).waitFor()
  await page.goto('/variables')
  const dialog = await typeVariable(page, 'after_the_sign_out')
  await other.page.getByRole('button', { name: `Your account, ${ADMINISTRATOR.name}` }).click()
  await other.page.getByRole('menuitem', { name: 'Logout' }).click()
  await dialogOf(page, END).waitFor()
  // The sign-in in the other tab is this one's as well.
  await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signIn(other.page)
  await dialogOf(page, END).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Create variable' }).click()
  await rowOf(page, 'after_the_sign_out').waitFor()
  expect(await rowOf(page, 'never_sent').count()).toBe(0)
  await other.page.close()
})
