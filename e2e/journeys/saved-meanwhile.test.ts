import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { ADMINISTRATOR, signIn, signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { tabTo } from '../support/company.ts'
import { prepareJourney, type Visitor } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { inGerman, look } from '../support/look-closely.ts'
import { addPerson, findRoleId, type JourneyPerson } from '../support/person.ts'

// Two administrators work on the same roles and people at the same time: neither loses a word without knowing it.

const journey = prepareJourney()
let api: ApiCaller
let other: Visitor
let vera: JourneyPerson

interface Role {
  name: string
  description: string
  permissions: string
}

/** Opens the role to change it, and gives its dialog. */
async function openRole(page: Page, name: string) {
  await page.goto('/roles')
  await page.getByRole('button', { name: `Change ${name}`, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Description' }).waitFor()
  const save = () => dialog.getByRole('button', { name: 'Save', exact: true }).click()
  return { dialog, description: dialog.getByRole('textbox', { name: 'Description' }), save }
}

/** Whether somebody sees the middle of what is there: nothing lies over it. */
const isInView = (place: Locator) =>
  place.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

const storedRole = async (id: string) => api.get<Role>(`/role?id=${id}`)

beforeAll(async () => {
  await signInAsAdministrator(journey.page)
  api = await openApi(journey.product.address)
  vera = await addPerson(journey.product, 'Vera Owner')
  const { activeWorkspaceId: workspaceId } = await api.get<{ activeWorkspaceId: string }>('/auth/session')
  const roleId = await findRoleId(api, 'owner')
  await api.post('/workspaceuser', { workspaceId, userId: vera.id, roleId })
  await api.put('/organizationuser', { userId: vera.id, roleId })
  other = await journey.openVisitor()
  for (const { watch } of [other, journey.visitor]) for (const status of ['404', '409']) watch.allow(status)
  await other.page.goto('/')
  await signIn(other.page, undefined, vera.email)
})

test('who saves second is told by whom and in what, keeps what was typed, and saves over it', async () => {
  const { id } = await api.post<{ id: string }>('/role', {
    ...{ name: 'Editors', description: 'As made', permissions: ['chatflows:view'] },
  })
  const mine = await openRole(journey.page, 'Editors')
  const theirs = await openRole(other.page, 'Editors')
  await theirs.description.fill('As Vera says')
  await theirs.save()
  await theirs.dialog.waitFor({ state: 'detached' })
  await journey.page.setViewportSize({ width: 390, height: 700 })
  await mine.description.fill('As Ada says')
  await mine.save()
  const note = mine.dialog.getByRole('alert')
  const said = note.getByText(`${vera.email} saved this while you were editing it`)
  await said.waitFor()
  await note.getByText('Description: “As Vera says”').waitFor()
  expect(await isInView(said)).toBe(true)
  expect(await mine.description.inputValue()).toBe('As Ada says')
  expect((await storedRole(id)).description).toBe('As Vera says')
  await lookAtPage(journey.page, 'saved-meanwhile')
  expect(await mine.description.inputValue()).toBe('As Ada says')
  await note.getByRole('button', { name: 'Save mine over it' }).click()
  await mine.dialog.waitFor({ state: 'detached' })
  expect((await storedRole(id)).description).toBe('As Ada says')
})

test('who takes over what stands goes on from there, and saves', async () => {
  const { id } = await api.post<{ id: string }>('/role', {
    ...{ name: 'Writers', description: 'As made', permissions: ['chatflows:view'] },
  })
  const theirs = await openRole(other.page, 'Writers')
  await api.put('/role', { id, permissions: ['chatflows:view', 'variables:view'] })
  await theirs.description.fill('As Vera says')
  await theirs.save()
  const note = theirs.dialog.getByRole('alert')
  await note.getByText(`${ADMINISTRATOR.email} saved this while you were editing it`).waitFor()
  await note.getByText(/^Rights only there: “Variables: /).waitFor()
  await note.getByRole('button', { name: 'Discard mine and use that' }).click()
  await note.waitFor({ state: 'detached' })
  expect(await theirs.description.inputValue()).toBe('As made')
  await theirs.description.fill('As both say')
  await theirs.save()
  await theirs.dialog.waitFor({ state: 'detached' })
  const { description, permissions } = await storedRole(id)
  expect([description, JSON.parse(permissions)]).toEqual([
    'As both say',
    ['chatflows:view', 'variables:view'],
  ])
})

test('what others deleted meanwhile is told in plain words, and made anew with what was typed', async () => {
  const { page } = journey
  const { id } = await api.post<{ id: string }>('/role', {
    ...{ name: 'Readers', description: 'As made', permissions: ['chatflows:view'] },
  })
  const mine = await openRole(page, 'Readers')
  await other.page.goto('/roles')
  await other.page.getByRole('button', { name: 'Delete Readers' }).press('Enter')
  await other.page.getByRole('dialog').getByRole('button', { name: 'Delete role' }).press('Enter')
  await other.page.getByText('The role Readers is deleted.').waitFor()
  await mine.description.fill('As typed')
  await mine.save()
  const note = mine.dialog.getByRole('alert')
  await note.getByText('This role was deleted meanwhile').waitFor()
  await note.getByText(`By ${vera.email}, `).waitFor()
  expect(await note.innerText()).not.toContain(id)
  await lookAtPage(page, 'deleted-meanwhile')
  expect(await mine.description.inputValue()).toBe('As typed')
  await note.getByRole('button', { name: 'Make it anew with what I entered' }).press('Enter')
  await mine.dialog.waitFor({ state: 'detached' })
  const { activeOrganizationId } = await api.get<{ activeOrganizationId: string }>('/auth/session')
  const roles = await api.get<(Role & { id: string })[]>(`/role?organizationId=${activeOrganizationId}`)
  const made = roles.find(({ name }) => name === 'Readers')
  expect(made).toMatchObject({ description: 'As typed' })
  expect(made?.id).not.toBe(id)
})

test('that a role is deleted takes the place of the note that it is made', async () => {
  const { page } = journey
  await page.getByRole('button', { name: 'Copy viewer' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create role' }).press('Enter')
  const notes = page.getByRole('region', { name: 'Notifications' })
  const made = notes.getByText('The role viewer copy is made.')
  await made.waitFor()
  // Under the pointer a note stays.
  await made.hover()
  await page.getByRole('button', { name: 'Delete viewer copy' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete role' }).press('Enter')
  await notes.getByText('The role viewer copy is deleted.').waitFor()
  expect(await made.count()).toBe(0)
})

describe('people of a workspace', () => {
  const rowOf = (name: string) => journey.page.getByRole('row', { name: new RegExp(name) })
  const boxOf = (name: string) => journey.page.getByRole('checkbox', { name })
  const dialogOf = (name: string) => journey.page.getByRole('dialog', { name })
  let labId: string
  let people: JourneyPerson[]

  beforeAll(async () => {
    labId = (await api.post<{ id: string }>('/workspace', { name: 'Lab' })).id
    people = []
    for (const name of ['Cara Ash', 'Carl Birch', 'Cleo Cedar', 'Cora Dale'])
      people.push(await addPerson(journey.product, name))
  })

  const placeOf = (name: string) => {
    const userId = people.find((each) => each.name === name)?.id
    return { workspaceId: labId, userId }
  }

  test('several are added at once with one role, and it is told who was in already [S7-WS-14]', async () => {
    const { page } = journey
    await page.goto(`/workspace-users/${labId}`)
    await page.getByRole('button', { name: 'Add user' }).press('Enter')
    const dialog = dialogOf('Add user')
    await dialog.locator('input:focus').waitFor()
    for (const name of ['Cara Ash', 'Carl Birch', 'Cleo Cedar', 'Cora Dale']) {
      await page.keyboard.type(name.slice(0, 6).toLowerCase())
      await expect
        .poll(() => page.locator('[data-combobox-option]').allInnerTexts())
        .toEqual([expect.stringContaining(name)])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await dialog.getByText(`${name} (`).waitFor()
    }
    await look(page, 'add-several')
    const roleId = await findRoleId(api, 'editor')
    await api.post('/workspaceuser', { ...placeOf('Carl Birch'), roleId })
    await tabTo(page, dialog.getByRole('button', { name: 'Add 4 users' }))
    await page.keyboard.press('Enter')
    const told = dialogOf('Not everybody was added')
    await told.getByText('3 of 4 were added.').waitFor()
    const first = told.getByRole('listitem').first()
    await first.getByText('Carl Birch').waitFor()
    await first.getByText('Is in the workspace already; nothing changed.').waitFor()
    await look(page, 'added-in-part')
    await page.keyboard.press('Enter')
    await rowOf('Cora Dale').getByText('viewer', { exact: true }).waitFor()
    await rowOf('Carl Birch').getByText('editor', { exact: true }).waitFor()
  })

  test('several are removed at once by the keyboard; who left meanwhile is told [S7-WS-15]', async () => {
    const { page } = journey
    expect(await boxOf('Choose Ada Lovelace').isDisabled()).toBe(true)
    await rowOf('Ada Lovelace').getByText('Not removed here: this is you.').waitFor()
    await tabTo(page, boxOf('Choose all of this page'))
    await page.keyboard.press('Space')
    await page.getByText('4 users chosen').waitFor()
    await tabTo(page, boxOf('Choose Cora Dale'))
    await page.keyboard.press('Space')
    await page.getByText('3 users chosen').waitFor()
    await look(page, 'users-chosen')
    await tabTo(page, page.getByRole('button', { name: 'Remove users' }))
    await page.keyboard.press('Enter')
    const question = dialogOf('Remove 3 users from Lab?')
    await expect
      .poll(async () => (await question.getByRole('listitem').allInnerTexts()).sort())
      .toEqual(['Cara Ash', 'Carl Birch', 'Cleo Cedar'])
    await question.getByText(/Cleo Cedar.* are in no other workspace/).waitFor()
    await look(page, 'remove-users')
    const { workspaceId, userId } = placeOf('Cleo Cedar')
    await api.delete(`/workspaceuser?workspaceId=${workspaceId}&userId=${userId}`)
    await question.getByRole('button', { name: 'Remove 3 users' }).press('Enter')
    const told = dialogOf('Not everybody was removed')
    await told.getByText('2 of 3 were removed from Lab.').waitFor()
    const first = told.getByRole('listitem').first()
    await first.getByText('Cleo Cedar').waitFor()
    await first.getByText('Was not in the workspace any more').waitFor()
    await look(page, 'removed-in-part')
    await page.keyboard.press('Enter')
    await rowOf('Carl Birch').waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Chosen users' }).and(page.locator(':focus')).waitFor()
    expect(await rowOf('Cora Dale').count()).toBe(1)
  })

  test('one alone is removed in the same way, without a word too many; administrators are not', async () => {
    const { page } = journey
    const roleId = await findRoleId(api, 'owner')
    await api.post('/workspaceuser', { workspaceId: labId, userId: vera.id, roleId })
    await inGerman(page, 'users-of-workspace', () => rowOf('Vera Owner').waitFor())
    expect(await boxOf('Choose Vera Owner').isDisabled()).toBe(true)
    await rowOf('Vera Owner').getByText('Administrators of the organisation are not removed').waitFor()
    await boxOf('Choose Cora Dale').press('Space')
    await page.getByRole('button', { name: 'Remove users' }).press('Enter')
    const question = dialogOf('Remove Cora Dale from Lab?')
    await question.getByRole('button', { name: 'Remove user' }).press('Enter')
    await page.getByText('Cora Dale is out of Lab.').waitFor()
    await rowOf('Cora Dale').waitFor({ state: 'detached' })
  })
})
