import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { tabTo } from '../support/company.ts'
import { expectWholeRing } from '../support/focus-ring.ts'
import { prepareJourney, type Visitor } from '../support/journey.ts'
import { inGerman, look } from '../support/look-closely.ts'
import { addPerson, findRoleId, type JourneyPerson } from '../support/person.ts'

const journey = prepareJourney()
const dialogOf = (name: string | RegExp, page: Page = journey.page) => page.getByRole('dialog', { name })
const rowOf = (name: string) => journey.page.getByRole('row', { name: new RegExp(name) })
const heading = (name: string, page: Page = journey.page) =>
  page.getByRole('heading', { name, level: 1, exact: true })

let api: ApiCaller
let vera: JourneyPerson
let visitor: Visitor

async function place(workspace: string, userId: string, role: string): Promise<void> {
  const [row] = await api.get<{ id: string }[]>(`/workspace?search=${workspace}`)
  const workspaceId = row?.id ?? (await api.post<{ id: string }>('/workspace', { name: workspace })).id
  await api.post('/workspaceuser', { workspaceId, userId, roleId: await findRoleId(api, role) })
}

test('the list of people says what somebody is where, in a line', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  api = await openApi(journey.product.address)
  vera = await addPerson(journey.product, 'Vera Viewer')
  for (const workspace of ['Support', 'Desk', 'Depot']) await place(workspace, vera.id, 'viewer')
  await place('Sales', vera.id, 'editor')
  await page.goto('/users')
  await rowOf('Vera Viewer').getByText('viewer in 3 workspaces').waitFor()
  await rowOf('Vera Viewer').getByText('editor in Sales').waitFor()
  await look(page, 'users')
  await inGerman(page, 'users', () => page.getByText('Betrachter in 3 Arbeitsbereichen').waitFor())
})

test('a role is changed from the list of people, by the keyboard', async () => {
  const { page } = journey
  await page.setViewportSize({ width: 390, height: 900 })
  await tabTo(page, rowOf('Vera Viewer').getByRole('button', { name: /editor in Sales/ }))
  await page.keyboard.press('Enter')
  const change = dialogOf('Roles of Vera Viewer').getByRole('button', {
    name: 'Change the role of Vera Viewer in Desk',
  })
  await change.waitFor()
  await look(page, 'roles-of-a-person')
  await page.setViewportSize({ width: 390, height: 900 })
  await tabTo(page, change)
  await page.keyboard.press('Enter')
  const dialog = dialogOf('Change the role of Vera Viewer in Desk')
  const role = dialog.getByRole('combobox', { name: 'Role' })
  await role.and(page.locator(':focus')).waitFor()
  await role.selectOption({ label: 'admin' })
  await tabTo(page, dialog.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  const item = dialogOf('Roles of Vera Viewer').getByRole('listitem').filter({ hasText: 'Desk' })
  await item.getByText('admin', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await rowOf('Vera Viewer').getByText('viewer in 2 workspaces').waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await place('Lab', vera.id, 'viewer')
})

test('who may not change a role in a workspace finds no button for it', async () => {
  const mara = await addPerson(journey.product, 'Mara Manager')
  await place('Sales', mara.id, 'admin')
  visitor = await journey.openVisitor()
  visitor.watch.allow('status of 403')
  await visitor.page.goto('/')
  await signIn(visitor.page, undefined, mara.email)
  await visitor.page.goto('/users')
  await visitor.page
    .getByRole('row', { name: /Ada Lovelace/ })
    .getByRole('button', { name: /Ada Lovelace/ })
    .first()
    .click()
  await dialogOf('Roles of Ada Lovelace', visitor.page).getByRole('listitem').first().waitFor()
  expect(await visitor.page.getByRole('button', { name: /^Change the role of Ada/ }).count()).toBe(0)
  await visitor.page.keyboard.press('Escape')
})

test('Enter in the name of a role makes none without permissions: it leads on to them, unless that is meant', async () => {
  const { page } = journey
  await page.goto('/roles')
  await rowOf('viewer').waitFor()
  await page.getByRole('button', { name: 'New role' }).press('Enter')
  const dialog = dialogOf('New role')
  const name = dialog.getByRole('textbox', { name: 'Role name' })
  await name.fill('Bare')
  await name.press('Enter')
  const question = dialogOf('Save the role without permissions?')
  await question.getByText('can do nothing').waitFor()
  await look(page, 'role-without-permissions')
  await page.keyboard.press('Enter')
  await dialog.getByRole('searchbox', { name: 'Search permissions' }).and(page.locator(':focus')).waitFor()
  expect(await name.inputValue()).toBe('Bare')
  await dialog.getByRole('button', { name: 'Create role' }).press('Enter')
  await question.getByRole('button', { name: 'Save without permissions' }).press('Enter')
  await rowOf('Bare').getByRole('cell', { name: '0 permissions' }).waitFor()
})

test('the built-in roles are called in the language of the page', async () => {
  const { page } = journey
  await page.goto('/roles')
  await rowOf('viewer').waitFor()
  await inGerman(page, 'roles', async () => {
    for (const called of ['Eigentümer', 'Admin', 'Bearbeiter', 'Betrachter', 'Mitglied'])
      await rowOf(called).getByText(called, { exact: true }).first().waitFor()
  })
})

test('the permissions of a role are searched, folded and counted, and none is chosen without View', async () => {
  const { page } = journey
  await page.goto('/roles')
  await rowOf('viewer').waitFor()
  await page.getByRole('button', { name: 'New role' }).press('Enter')
  const dialog = dialogOf('New role')
  await dialog.getByRole('textbox', { name: 'Role name' }).fill('Toolmaker')
  expect(await dialog.getByRole('checkbox', { name: 'Create' }).count()).toBe(0)
  const search = dialog.getByRole('searchbox', { name: 'Search permissions' })
  await tabTo(page, search)
  await page.keyboard.type('tools')
  const tools = dialog.getByRole('group', { name: 'Tools', exact: true })
  await tools.getByRole('checkbox', { name: 'Create' }).waitFor()
  await page.keyboard.press('Enter')
  await tabTo(page, tools.getByRole('checkbox', { name: 'Create' }))
  await page.keyboard.press('Space')
  expect(await tools.getByRole('checkbox', { name: 'View', exact: true }).isChecked()).toBe(true)
  await dialog.getByText('Tools: “View” is chosen as well. Without it nobody gets to “Create”.').waitFor()
  await tools.getByText('2 of 5').waitFor()
  await look(page, 'role-editor-search')
  await tools.getByRole('checkbox', { name: 'View', exact: true }).press('Space')
  await dialog.getByText('Tools: without “View” these are of no use and are dropped: Create.').waitFor()
  await tools.getByText('0 of 5').waitFor()
  await tools.getByRole('checkbox', { name: 'All of Tools' }).press('Space')
  await tools.getByText('5 of 5').waitFor()
  await search.fill('no such permission')
  await dialog.getByText('No permission fits.').waitFor()
  // By the words of the pages and buttons that they open.
  for (const [word, group, permission] of [
    ['audit', 'Login activity and audit log', 'View'],
    ['invite', 'Workspaces', 'Add and invite users'],
  ] as const) {
    await search.fill(word)
    await dialog.getByRole('group', { name: group }).getByRole('checkbox', { name: permission }).waitFor()
  }
  await search.fill('')
  await look(page, 'role-editor')
  await dialog.getByRole('button', { name: 'Create role' }).click()
  await rowOf('Toolmaker').getByRole('cell', { name: '5 permissions' }).waitFor()
})

test('of a role that nobody has it is said where it is given', async () => {
  const { page } = journey
  await rowOf('Toolmaker').getByRole('button', { name: '0 users' }).click()
  await dialogOf('Users with the role Toolmaker')
    .getByText('Nobody has this role yet. Give it under Users')
    .waitFor()
  await page.keyboard.press('Escape')
})

test('the audit log says what of a role was changed, without a comparison by eye', async () => {
  const { page } = journey
  await page.getByRole('button', { name: 'Change Toolmaker' }).click()
  const dialog = dialogOf('Change the role')
  await dialog.getByRole('searchbox', { name: 'Search permissions' }).fill('tools')
  await dialog
    .getByRole('group', { name: 'Tools', exact: true })
    .getByRole('checkbox', { name: 'Delete' })
    .uncheck()
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Makes tools')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto('/audit-log?q=Toolmaker')
  await page.getByRole('button', { name: 'Show Role changed, Toolmaker' }).press('Enter')
  const changes = dialogOf('Role changed').getByRole('region', { name: 'What changed' })
  await changes.getByText('– → Makes tools').waitFor()
  await changes.getByText('Removed: Tools: Delete', { exact: true }).waitFor()
  await look(page, 'audit-changes')
  await page.keyboard.press('Escape')
})

test('a right that counts in all workspaces says so where it is given, and where it is missing', async () => {
  const { page } = journey
  await api.post('/role', { name: 'Sign-on keeper', permissions: '["sso:manage"]' })
  await page.goto('/roles')
  await page.getByRole('button', { name: 'Change Sign-on keeper' }).click()
  const dialog = dialogOf('Change the role')
  await dialog.getByText('Only for who holds it in every workspace of the organisation.').waitFor()
  await page.keyboard.press('Escape')
})

test('an older role without View is taken as it is, and says what of it is of no use', async () => {
  const { page } = journey
  await api.post('/role', { name: 'Altes', permissions: '["tools:create","tools:delete"]' })
  await page.goto('/roles')
  const open = () => page.getByRole('button', { name: /^(Change Altes|Altes ändern)$/ }).click()
  await open()
  await dialogOf('Change the role')
    .getByText(/^2 permissions of this role are of no use/)
    .waitFor()
  await look(page, 'role-of-no-use')
  await inGerman(page, 'role-editor', open)
})

test('who is refused a page stays in the shell, is told the right and whom to ask, and goes on', async () => {
  const { page } = visitor
  await page.goto('/sso-config')
  await heading('You may not open this', page).waitFor()
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  await page
    .getByText('“SSO Config” needs the permission “Administration: Manage single sign-on” in every workspace')
    .waitFor()
  await page.getByText('Ask an administrator of your organisation for it.').waitFor()
  await look(page, 'unauthorized')
  await inGerman(page, 'unauthorized', () =>
    page.getByText('Fragen Sie jemanden aus der Administration Ihrer Organisation.').waitFor(),
  )
  await tabTo(page, page.getByRole('button', { name: 'Go to Chatflows' }))
  await page.keyboard.press('Enter')
  await heading('Chatflows', page).waitFor()
})

test('who may not see people is told in plain words whom to ask', async () => {
  const viewer = await journey.openVisitor()
  viewer.watch.allow('status of 403')
  await viewer.page.goto('/')
  await signIn(viewer.page, undefined, vera.email)
  await place('Plain', vera.id, 'viewer')
  const [plain] = await api.get<{ id: string }[]>('/workspace?search=Plain')
  await viewer.page.evaluate(
    (id) =>
      fetch(`/api/v1/workspace/switch?id=${id}`, {
        method: 'POST',
        headers: { 'x-request-from': 'internal', 'content-type': 'application/json' },
        body: '{}',
      }),
    plain?.id,
  )
  await viewer.page.goto('/users')
  await viewer.page.getByText('Ask an administrator of your organisation for it.').waitFor()
  expect(await viewer.page.getByText('Ada Lovelace').count()).toBe(0)
})

test('a group of the menu is folded by the keyboard, and stays so [S3-STATE-01]', async () => {
  const { page } = journey
  await page.goto('/roles')
  const title = page.getByRole('button', { name: 'User & Workspace Management' })
  const users = page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Users', exact: true })
  await users.waitFor()
  await tabTo(page, title)
  await page.keyboard.press('Enter')
  await users.waitFor({ state: 'hidden' })
  await page.reload()
  await title.waitFor()
  expect(await title.getAttribute('aria-expanded')).toBe('false')
  await look(page, 'menu-folded')
  await title.press('Enter')
  await users.waitFor()
})

test('the menu stands across the top where the person wants it and there is room, also after a reload [S3-STATE-02]', async () => {
  const { page } = journey
  await page.getByRole('button', { name: /^Your account/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Menu across the top' }).press('Enter')
  await page.locator('.menu-bar').waitFor()
  await page.reload()
  await page.locator('.menu-bar').waitFor()
  expect(await page.locator('.sidebar').count()).toBe(0)
  await look(page, 'menu-across')
  const group = page.getByRole('button', { name: 'User & Workspace Management' })
  await tabTo(page, group)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Audit Log' }).waitFor()
  await look(page, 'menu-across-group')
  await page.setViewportSize({ width: 390, height: 900 })
  await page.locator('.menu-bar').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Expand the menu' }).click()
  await page.getByRole('dialog', { name: 'Main menu' }).getByRole('link', { name: 'Audit Log' }).click()
  await heading('Audit Log').waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.locator('.menu-bar').waitFor()
  await page.getByRole('button', { name: /^Your account/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Menu at the side' }).press('Enter')
  await page.locator('.sidebar').waitFor()
})

/** The last characters of all lines but the last of each box. Runs in the page. */
function findLineEnds(boxes: (SVGElement | HTMLElement)[]): string[] {
  return boxes.flatMap((box) => {
    const range = document.createRange()
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    const ends: string[] = []
    let before: { top: number; text: string } | undefined
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (let at = 0; at < (node.textContent ?? '').length; at++) {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const { top } = range.getBoundingClientRect()
        if (before !== undefined && top - before.top > 4) ends.push(before.text)
        before = { top, text: `${before?.text ?? ''}${range.toString()}` }
      }
    }
    return ends
  })
}

test('no address is broken within a word in the audit log and the lists of people', async () => {
  const { page } = journey
  for (const [path, text] of [
    ['/audit-log', 'ada@example.org'],
    ['/users', 'vera.viewer@example.org'],
    ['/login-activity', 'ada@example.org'],
  ] as const) {
    await page.goto(path)
    await page.getByText(text).first().waitFor()
    await look(page, path.slice(1))
    await page.setViewportSize({ width: 768, height: 900 })
    const ends = await page.locator('table').getByText(text, { exact: true }).evaluateAll(findLineEnds)
    expect(
      ends.filter((end) => !/[@.]$/.test(end)),
      `lines of ${path} that end within a word`,
    ).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

test('a workspace is deleted by its name, after it was said what goes with it and what comes of its people', async () => {
  const { page } = journey
  await api.post('/workspace', { name: 'Short-lived' })
  await place('Short-lived', (await addPerson(journey.product, 'Lia Left')).id, 'viewer')
  await page.goto('/workspaces')
  const open = () =>
    page.getByRole('button', { name: /^(Delete Short-lived|Short-lived löschen)$/ }).press('Enter')
  await open()
  const question = dialogOf('Delete the workspace Short-lived?')
  await question.getByText('It holds nothing that somebody made').waitFor()
  await question.getByText(/1 user is in no other workspace/).waitFor()
  await look(page, 'delete-workspace')
  await page.keyboard.type('short')
  await page.keyboard.press('Enter')
  await question.getByText('Type the name exactly as it is: Short-lived').waitFor()
  await inGerman(page, 'delete-workspace', open)
  await open()
  await question.getByRole('textbox').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Short-lived')
  await page.keyboard.press('Enter')
  await page.getByText('The workspace Short-lived is deleted.').waitFor()
  await rowOf('Short-lived').waitFor({ state: 'detached' })
})

test('the ring of each workspace in the switcher is whole', async () => {
  const { page } = journey
  await page.goto('/chatflows')
  await page.getByRole('button', { name: /^Workspace: / }).press('Enter')
  const items = page.getByRole('menuitem')
  await items.first().waitFor()
  for (let n = 0; n < (await items.count()); n++) {
    await page.keyboard.press('ArrowDown')
    await expectWholeRing(page, `workspace ${n}`)
  }
  await look(page, 'workspace-switcher')
  await page.keyboard.press('Escape')
})
