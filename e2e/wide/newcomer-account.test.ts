import { expect, test } from 'vitest'
import { ADMINISTRATOR, signIn, signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { tabTo } from '../support/company.ts'
import { prepareJourney } from '../support/journey.ts'
import { inGerman, look } from '../support/look-closely.ts'
import { addPerson, findRoleId } from '../support/person.ts'

const journey = prepareJourney()
const NEW_ADDRESS = 'ada.king@example.org'
const dialogOf = (name: string | RegExp) => journey.page.getByRole('dialog', { name })
const focused = () => journey.page.locator(':focus')

test('an address that is a number leads to the name of the machine, where passkeys are', async () => {
  const { page, product } = journey
  await signInAsAdministrator(page)
  await page.goto('/account')
  const named = page.getByRole('link', { name: 'Open it by its name' })
  expect(await named.getAttribute('href')).toBe(
    `${product.address.replace('127.0.0.1', 'localhost')}/account`,
  )
})

test('where no mail is sent, the page for a forgotten password says at once who makes the link', async () => {
  const { page } = await journey.openVisitor()
  await page.goto('/signin')
  await expect.poll(() => page.title()).toBe('Sign in · Runnel')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByText('This installation sends no mail').waitFor()
  await page.getByText('npm run admin -- reset-password').waitFor()
  await expect.poll(() => page.title()).toBe('Forgot your password? · Runnel')
  expect(await page.getByRole('button', { name: 'Mail me a link' }).count()).toBe(0)
  await look(page, 'forgotten-without-mail')
  await inGerman(page, 'forgotten-without-mail', () => page.getByText('verschickt keine E-Mails').waitFor())
})

test('a link for a new password asks for the password alone, and the sign-in knows who comes', async () => {
  const visitor = await journey.openVisitor()
  visitor.watch.allow('401')
  visitor.watch.allow('400')
  const { page } = visitor
  const vera = await addPerson(journey.product, 'Vera Viewer')
  const api = await openApi(journey.product.address)
  const [workspace] = await api.get<{ id: string }[]>('/workspace')
  const place = { workspaceId: workspace?.id, userId: vera.id, roleId: await findRoleId(api, 'viewer') }
  await api.post('/workspaceuser', place)
  const printed = await journey.product.runAdmin('reset-password', vera.email)
  const link = /http\S+/.exec(printed)?.[0] ?? ''
  await page.goto(link)
  const password = page.getByRole('textbox', { name: 'New password' })
  await password.and(page.locator(':focus')).waitFor()
  expect(await page.getByRole('textbox', { name: 'Code of the link' }).count()).toBe(0)
  await look(page, 'new-password-by-link')
  await password.fill('Difference-1822')
  await page.getByRole('textbox', { name: 'Repeat the password' }).fill('Difference-1822')
  await page.keyboard.press('Enter')
  await page.getByText('Your password was changed. Sign in with it.').waitFor()
  await page.getByRole('textbox', { name: 'Password' }).and(page.locator(':focus')).waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe(vera.email)
  await page.keyboard.type('Difference-1822')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/chatflows')
  await page.goto(link)
  await password.fill('Another-1822')
  await page.getByRole('textbox', { name: 'Repeat the password' }).fill('Another-1822')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Ask for a new link' }).waitFor()
})

test('somebody is added to one more workspace from the list of people, by the keyboard', async () => {
  const { page } = journey
  const api = await openApi(journey.product.address)
  await api.post('/workspace', { name: 'Support' })
  await page.goto('/users')
  const row = page.getByRole('row', { name: /Vera Viewer/ })
  await row
    .getByRole('button', { name: /Vera Viewer/ })
    .first()
    .press('Enter')
  const roles = dialogOf('Roles of Vera Viewer')
  await tabTo(page, roles.getByRole('button', { name: 'Add to a workspace' }))
  await page.keyboard.press('Enter')
  const dialog = dialogOf('Add Vera Viewer to a workspace')
  await dialog.getByRole('combobox', { name: 'Workspace' }).and(focused()).waitFor()
  await dialog.getByRole('combobox', { name: 'Workspace' }).selectOption({ label: 'Support' })
  await dialog.getByText('Sees flows and what they need, and changes nothing.').waitFor()
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'editor' })
  await dialog.getByText('Makes and changes flows and everything they need.').waitFor()
  await look(page, 'add-to-a-workspace')
  await tabTo(page, dialog.getByRole('button', { name: 'Add to a workspace' }))
  await page.keyboard.press('Enter')
  await roles.getByRole('listitem').filter({ hasText: 'Support' }).getByText('editor').waitFor()
  await page.keyboard.press('Escape')
  await row.getByText('editor in Support').waitFor()
  await row
    .getByRole('button', { name: /Vera Viewer/ })
    .first()
    .and(focused())
    .waitFor()
})

test('a built-in role says what it is for and why it is not changed', async () => {
  const { page } = journey
  await page.goto('/roles')
  await page.getByRole('button', { name: 'Look at viewer' }).click()
  const dialog = dialogOf('The role viewer')
  await dialog.getByText('Built-in roles cannot be changed.').waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Role name' }).count()).toBe(0)
  await look(page, 'built-in-role')
  await page.keyboard.press('Escape')
})

test('where no mail is sent, an administrator changes the own address at once, and the form goes on with it', async () => {
  const { page } = journey
  await page.goto('/account')
  const section = page.getByRole('region', { name: 'E-mail address' })
  await section.getByText('No mail is sent here, so another one counts at once.').waitFor()
  const address = section.getByRole('textbox', { name: 'E-mail' })
  await address.fill(NEW_ADDRESS)
  await section.getByRole('textbox', { name: 'Your password' }).fill(ADMINISTRATOR.password)
  await page.keyboard.press('Enter')
  await page.getByText('Your address has changed.').waitFor()
  await address.and(focused()).waitFor()
  expect(await address.inputValue()).toBe(NEW_ADDRESS)
  expect(await section.getByRole('textbox', { name: 'Your password' }).count()).toBe(0)
  await page.getByRole('link', { name: 'API Keys' }).click()
  await page.getByRole('heading', { name: 'API Keys', level: 1 }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('who is back signs in under the new address', async () => {
  const visitor = await journey.openVisitor()
  await visitor.page.goto('/')
  await signIn(visitor.page, ADMINISTRATOR.password, NEW_ADDRESS)
})
