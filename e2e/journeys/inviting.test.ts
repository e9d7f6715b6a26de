import { expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signIn, signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { prepareJourney } from '../support/journey.ts'
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
