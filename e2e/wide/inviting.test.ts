import { expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signIn, signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { holdCalls } from '../support/held-route.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { expectNoSidewaysScroll, WIDTHS } from '../support/page-width.ts'
import { addPerson, type JourneyPerson } from '../support/person.ts'

const journey = prepareJourney()

let api: ApiCaller
let vera: JourneyPerson
let labId: string

test('an administrator invites into a workspace that they are not in', async () => {
  const { page, product } = journey
  await signInAsAdministrator(page)
  api = await openApi(product.address)
  labId = (await api.post<{ id: string }>('/workspace', { name: 'Lab' })).id
  const attic = await api.post<{ id: string }>('/workspace', { name: 'Attic' })
  await product.execute(`delete from "workspaceMembers" where "workspaceId" = '${attic.id}'`)
  await page.goto('/users')
  const opens = page.getByRole('button', { name: 'Invite user' })
  await opens.focus()
  await opens.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  const workspaces = dialog.getByRole('combobox', { name: 'Workspace' })
  await expect
    .poll(() => workspaces.getByRole('option').allInnerTexts())
    .toEqual(['Attic', 'Default Workspace', 'Lab'])
  await page.keyboard.type('ida@example.org')
  await workspaces.selectOption({ label: 'Attic' })
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('dialog', { name: 'Invitation for ida@example.org' }).waitFor()
  const places = await api.get<{ user: { email: string } }[]>(`/workspaceuser?workspaceId=${attic.id}`)
  expect(places.map(({ user }) => user.email)).toEqual(['ida@example.org'])
})

test('a role that is chosen before the roles of another workspace are there is the one that is given', async () => {
  const { page } = journey
  await page.goto('/users')
  await page.getByRole('button', { name: 'Invite user' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  await dialog.getByRole('option', { name: 'editor' }).waitFor({ state: 'attached' })
  await page.keyboard.type('olga@example.org')
  const roles = await holdCalls(page, `**/api/v1/account/invite?*${labId}*`, { what: 'answer' })
  await dialog.getByRole('combobox', { name: 'Workspace' }).selectOption({ label: 'Lab' })
  await roles.met
  await dialog.getByRole('combobox', { name: 'Role' }).focus()
  await page.keyboard.type('editor')
  roles.letGo()
  await dialog.getByRole('button', { name: 'Invite', exact: true }).press('Enter')
  await page.getByRole('dialog', { name: 'Invitation for olga@example.org' }).waitFor()
  const places = await api.get<{ user: { email: string }; role: { name: string } }[]>(
    `/workspaceuser?workspaceId=${labId}`,
  )
  const olga = places.find(({ user }) => user.email === 'olga@example.org')
  expect(olga?.role.name).toBe('editor')
  await page.unroute(`**/api/v1/account/invite?*${labId}*`)
})

test('who may add users to one workspace invites into it from the list of its users, with what they may give', async () => {
  vera = await addPerson(journey.product, 'Vera Host')
  const permissions = ['workspace:view', 'workspace:add-user', 'chatflows:view']
  const host = await api.post<{ id: string }>('/role', { name: 'Host', permissions })
  await api.post('/workspaceuser', { workspaceId: labId, userId: vera.id, roleId: host.id })
  const { page } = await journey.openVisitor()
  await page.goto('/')
  await signIn(page, undefined, vera.email)
  await page.getByRole('link', { name: 'Workspaces' }).click()
  await page.getByRole('row', { name: /Lab/ }).getByRole('link', { name: /users/ }).click()
  const opens = page.getByRole('button', { name: 'Invite user' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await opens.waitFor()
    await expectNoSidewaysScroll(page, `the people of a workspace at ${width}`)
  }
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `the people of a workspace, ${colour}`)
  }
  await opens.focus()
  await opens.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  const optionsOf = (name: string) =>
    dialog.getByRole('combobox', { name }).getByRole('option').allInnerTexts()
  await expect.poll(() => optionsOf('Workspace')).toEqual(['Lab'])
  await expect.poll(() => optionsOf('Role')).toEqual(['Host', 'member'])
  await expectAccessible(page, 'an invitation into a workspace')
  await page.keyboard.type('otto@example.org')
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: 'Invitation for otto@example.org' })
    .getByRole('button', { name: 'Done' })
    .click()
  await page.getByRole('row', { name: /otto@example.org/ }).waitFor()
})

test('a list of people is invited at once, and each has a result of their own', async () => {
  const { page } = journey
  await page.goto('/users')
  const opens = page.getByRole('button', { name: 'Invite user' })
  await opens.focus()
  await opens.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  const field = dialog.getByRole('textbox', { name: 'E-mail' })
  await field.and(page.locator(':focus')).waitFor()
  await dialog.getByText('Enter invites, Shift+Enter begins another line.').waitFor()
  await page.keyboard.type('Uwe <uwe@example.org>, typo,')
  await page.keyboard.press('Enter')
  await page.keyboard.type('udo@example.org')
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter begins another line, Ctrl+Enter invites.').waitFor()
  expect(await field.inputValue()).toBe('Uwe <uwe@example.org>, typo,\nudo@example.org\n')
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('These are no e-mail addresses: typo').waitFor()
  await field.fill(`Uwe <uwe@example.org>\nudo@example.org; ${vera.email} uwe@localhost`)
  await dialog.getByRole('combobox', { name: 'Workspace' }).selectOption({ label: 'Lab' })
  await lookAtPage(page, 'inviting-several')
  await field.press('Control+Enter')
  const results = page.getByRole('dialog', { name: 'Who is invited' })
  const rowOf = (email: string) => results.getByRole('listitem').filter({ hasText: email })
  await rowOf('uwe@example.org').getByText('Invited by this link:').waitFor()
  await rowOf('udo@example.org')
    .getByText(/register\?token=/)
    .waitFor()
  await rowOf(vera.email).getByText('Is in the workspace already').waitFor()
  await rowOf('uwe@localhost').getByText('Is no e-mail address.').waitFor()
  await lookAtPage(page, 'invited-several')
  const link = /http\S+/.exec(await rowOf('udo@example.org').innerText())?.[0] ?? ''
  const copyAll = results.getByRole('button', { name: 'Copy all links' })
  await copyAll.and(page.locator(':focus')).waitFor()
  // The links have the whole width: the button that copies them stands below.
  const [list, button] = await Promise.all([results.getByRole('list').boundingBox(), copyAll.boundingBox()])
  expect(button?.y).toBeGreaterThan((list?.y ?? 0) + (list?.height ?? 0) - 1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await results.waitFor({ state: 'detached' })
  await opens.and(page.locator(':focus')).waitFor()
  const { page: udo } = await journey.openVisitor()
  await udo.goto('/register')
  await udo.getByRole('textbox', { name: 'Invitation code' }).and(udo.locator(':focus')).waitFor()
  await lookAtPage(udo, 'invitation-code')
  await udo.keyboard.insertText(link)
  await udo.keyboard.press('Enter')
  await udo.getByText('invites you to the workspace “Lab”').waitFor()
})
