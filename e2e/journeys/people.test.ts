import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signIn, signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { fillAccount } from '../support/company.ts'
import { prepareJourney, type Visitor } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { becomeMember } from '../support/member.ts'
import { expectNoSidewaysScroll, WIDTHS } from '../support/page-width.ts'
import { addPerson, findRoleId, type JourneyPerson } from '../support/person.ts'

const journey = prepareJourney()
const dialogOf = (name: string, { page } = journey.visitor) => page.getByRole('dialog', { name })
const rowOf = (name: string) => journey.page.getByRole('row', { name: new RegExp(name) })
const heading = (name: string) => journey.page.getByRole('heading', { name, level: 1, exact: true })

let api: ApiCaller
let vera: JourneyPerson
let labId: string
let visitor: Visitor

async function expectGood(what: string) {
  const { page } = journey
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `${what}, ${colour}`)
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, `${what} at ${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** A key follows when the focus is there: a dialog stands before it has the focus. */
const focused = (field: Locator) => field.and(journey.page.locator(':focus')).waitFor()
const press = async (button: Locator) => {
  await button.focus()
  await button.press('Enter')
}

test('a workspace is made from its page, and its name is kept from a second one [S1-MNG-18 S2-ROUTE-33]', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  api = await openApi(journey.product.address)
  // Names that are refused, switches that fail and roles in use: the browser tells each answer of 4xx.
  for (const text of ['status of 400', 'status of 409']) journey.visitor.watch.allow(text)
  expect(await page.getByRole('button', { name: /^Workspace: / }).count()).toBe(0)
  await page.getByRole('link', { name: 'Workspaces' }).click()
  await heading('Workspaces').waitFor()
  await press(page.getByRole('button', { name: 'New workspace' }))
  const dialog = dialogOf('New workspace')
  await focused(dialog.getByRole('textbox', { name: 'Workspace name' }))
  await page.keyboard.type('Default Workspace')
  await page.keyboard.press('Enter')
  await dialog.getByText('is reserved; choose another name').waitFor()
  await dialog.getByRole('textbox', { name: 'Workspace name' }).fill('Lab')
  await page.keyboard.press('Enter')
  await rowOf('Lab').waitFor()
  labId = (await api.get<{ id: string; name: string }[]>('/workspace?search=Lab'))[0]?.id ?? ''
  await expectGood('the workspaces')
})

test('somebody of the organisation is found by name and put into it as a viewer [S2-ROUTE-34]', async () => {
  const { page, product } = journey
  vera = await addPerson(product, 'Vera Viewer')
  await rowOf('Lab')
    .getByRole('link', { name: /1 user/ })
    .click()
  await heading('Users of Lab').waitFor()
  await press(page.getByRole('button', { name: 'Add user' }))
  const dialog = dialogOf('Add user')
  await dialog.locator('input:focus').waitFor()
  await page.keyboard.type('vera')
  await page.getByRole('option', { name: 'Vera Viewer (vera.viewer@example.org)' }).click()
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'viewer' })
  await expectAccessible(page, 'adding somebody')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await rowOf('Vera Viewer').getByRole('cell', { name: 'viewer', exact: true }).waitFor()
  await expectGood('the people of a workspace')
})

test('a viewer sees what the role shows and no button of the rest [S6-WRAP-01 S2-SIDE-05 S2-SIDE-07]', async () => {
  visitor = await journey.openVisitor()
  visitor.watch.allow('status of 409')
  await visitor.page.goto('/')
  await signIn(visitor.page, undefined, vera.email)
  const entries = visitor.page.getByRole('navigation', { name: 'Main menu' }).getByRole('listitem')
  await expect
    .poll(() => entries.allInnerTexts())
    .toEqual([
      'Chatflows',
      'Agentflows',
      'Executions',
      'Marketplaces',
      'Tools',
      'Credentials',
      'Variables',
      'Document Stores',
      'Account Settings',
    ])
  await visitor.page.getByText('User & Workspace Management').waitFor({ state: 'detached' })
  for (const path of ['/chatflows', '/tools', '/variables']) {
    await visitor.page.goto(path)
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await visitor.page.getByRole('button', { name: /^(New|Import|Add|Create)/ }).count()).toBe(0)
    expect(await visitor.page.getByRole('link', { name: /^New/ }).count()).toBe(0)
    expect(await visitor.page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
  }
  for (const path of ['/users', '/roles', '/workspaces', `/workspace-users/${labId}`, '/apikey']) {
    await visitor.page.goto(path)
    await expect.poll(() => new URL(visitor.page.url()).pathname).toBe('/unauthorized')
  }
})

test('who was refused a page goes on to it once they have the right, without signing out', async () => {
  const { page } = visitor
  await page.goto('/apikey')
  await page.getByRole('heading', { name: 'You may not open this', level: 1 }).waitFor()
  const again = page.getByRole('button', { name: 'Try again' })
  await press(again)
  await page.getByText('This is still not open to you.').waitFor()
  await again.and(page.locator(':focus')).waitFor()
  await lookAtPage(page, 'unauthorized-still')
  const roleId = await findRoleId(api, 'editor')
  await api.put('/workspaceuser', { workspaceId: labId, userId: vera.id, roleId })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'API Keys', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/apikey')
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'API Keys' }).waitFor()
  // What was asked for at the start does not take the right away again.
  await page.getByRole('link', { name: 'Chatflows' }).click()
  await page.getByRole('link', { name: 'New chatflow' }).waitFor()
  await api.put('/workspaceuser', {
    workspaceId: labId,
    userId: vera.id,
    roleId: await findRoleId(api, 'viewer'),
  })
})

test('a role that is changed holds at once: a button comes, and the server lets it through', async () => {
  const roleId = await findRoleId(api, 'editor')
  await api.put('/workspaceuser', { workspaceId: labId, userId: vera.id, roleId })
  // What this browser keeps knows nothing of it yet: the page is opened all the same.
  await visitor.page.goto('/apikey')
  await visitor.page.getByRole('heading', { name: 'API Keys', level: 1 }).waitFor()
  await visitor.page.goto('/variables')
  await visitor.page.getByRole('button', { name: 'New variable' }).first().waitFor()
})

test('the list of users finds, filters and shows the places of somebody [S1-MNG-16 S2-ROUTE-29]', async () => {
  const { page } = journey
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await heading('Users').waitFor()
  await rowOf('Ada Lovelace').getByText('Administrator').waitFor()
  expect(
    await rowOf('Ada Lovelace')
      .getByRole('button', { name: /^Remove/ })
      .count(),
  ).toBe(0)
  await page.getByRole('searchbox').fill('vera.view')
  await rowOf('Ada Lovelace').waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).search).toBe('?q=vera.view')
  await rowOf('Vera Viewer')
    .getByRole('button', { name: /in Lab/ })
    .first()
    .click()
  await dialogOf('Roles of Vera Viewer').getByText('Lab').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Barred' })
  await page.getByText('Nothing matches').waitFor()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await rowOf('Ada Lovelace').waitFor()
  await expectGood('the users')
})

test('somebody is invited; without mail the link is shown once', async () => {
  const { page } = journey
  await press(page.getByRole('button', { name: 'Invite user' }))
  const form = dialogOf('Invite somebody')
  await page.keyboard.type('nobody')
  await page.keyboard.press('Enter')
  await form.getByText('Enter an e-mail address.').waitFor()
  await form.getByRole('textbox', { name: 'E-mail' }).fill('ida@example.org')
  await form.getByRole('combobox', { name: 'Workspace' }).selectOption({ label: 'Lab' })
  await expectAccessible(page, 'an invitation')
  await form.getByRole('button', { name: 'Invite' }).click()
  const link = dialogOf('Invitation for ida@example.org')
  await link.getByText(/register\?token=/).waitFor()
  await page.keyboard.press('Escape')
  await dialogOf('Close it without a copy?').getByRole('button', { name: 'Back to it' }).click()
  await link.getByText(/register\?token=/).waitFor()
  await link.getByRole('button', { name: 'Done' }).click()
  await rowOf('ida@example.org').getByRole('cell', { name: 'Invited' }).waitFor()
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Invited' })
  await rowOf('Ada Lovelace').waitFor({ state: 'detached' })
  await rowOf('ida@example.org').waitFor()
})

test('sent again without mail, the new link is shown once, and the old one opens nothing [S7-ACC-01]', async () => {
  const { page } = journey
  const linkOf = (dialog: Locator) => dialog.locator('code').innerText()
  await press(page.getByRole('button', { name: 'Invite user' }))
  const form = dialogOf('Invite somebody')
  // Said before: who invites knows that nothing goes out.
  await form.getByText('This installation sends no mail: you are shown each link').waitFor()
  await form.getByRole('textbox', { name: 'E-mail' }).fill('juno@example.org')
  await page.keyboard.press('Enter')
  const first = dialogOf('Invitation for juno@example.org')
  await first.getByText(/register\?token=/).waitFor()
  const old = await linkOf(first)
  await first.getByRole('button', { name: 'Done' }).click()
  const again = rowOf('juno@example.org').getByRole('button', {
    name: 'Show a new link for juno@example.org, to hand on yourself',
  })
  await press(again)
  const second = dialogOf('Invitation for juno@example.org')
  await second.getByText(/register\?token=/).waitFor()
  const fresh = await linkOf(second)
  expect(fresh).not.toBe(old)
  await lookAtPage(page, 'invitation-sent-again')
  await second.getByRole('button', { name: 'Done' }).click()
  await again.and(page.locator(':focus')).waitFor()
  const juno = await journey.openVisitor()
  await juno.page.goto(old)
  await juno.page.getByRole('heading', { name: 'This invitation is not valid any more' }).waitFor()
  await juno.page.goto(fresh)
  await fillAccount(juno.page, 'Juno')
  await juno.page.waitForURL('**/chatflows')
  // Meanwhile accepted: the row of before says so, and is read anew.
  await press(again)
  await page.getByText('Juno has accepted the invitation already.').waitFor()
  await rowOf('juno@example.org').waitFor({ state: 'detached' })
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
})

test('a role is made by keyboard, seen by its holder’s eyes, used, and not deleted while somebody has it [S1-MNG-17 S2-ROUTE-31]', async () => {
  const { page } = journey
  await page.goto('/roles')
  await heading('Roles').waitFor()
  await press(page.getByRole('button', { name: 'New role' }))
  const dialog = dialogOf('New role')
  await dialog.getByRole('textbox', { name: 'Role name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a name.').waitFor()
  await page.keyboard.type('Operator')
  await dialog.getByText('Nothing: no page is open to this role.').waitFor()
  const category = dialog.getByRole('checkbox', { name: 'All of Executions', exact: true })
  await category.focus()
  await page.keyboard.press('Space')
  const preview = dialog.getByRole('listitem')
  await expect
    .poll(() => preview.allInnerTexts())
    .toEqual([expect.stringMatching(/^Executions\s+Update, Delete$/)])
  await expectGood('a new role')
  await press(dialog.getByRole('button', { name: 'Create role' }))
  await rowOf('Operator').getByRole('cell', { name: '3 permissions' }).waitFor()
  const roles = await api.get<{ id: string; name: string }[]>(
    `/role?organizationId=${(await api.get<{ id: string }>('/organization')).id}`,
  )
  const roleId = roles.find(({ name }) => name === 'Operator')?.id
  await api.put('/workspaceuser', { workspaceId: labId, userId: vera.id, roleId })
  await press(rowOf('Operator').getByRole('button', { name: 'Delete Operator' }))
  await dialogOf('Delete the role Operator?').getByRole('button', { name: 'Delete role' }).click()
  await page.getByText(/The role Operator is given to Vera Viewer \(Lab\)/).waitFor()
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  await rowOf('viewer').getByRole('button', { name: 'Look at viewer' }).click()
  expect(
    await dialogOf('Role')
      .getByRole('button', { name: /save|create/i })
      .count(),
  ).toBe(0)
  await page.keyboard.press('Escape')
  await expectGood('the roles')
})

test('the switcher leads into another workspace and says so meanwhile [S2-TOP-02 S2-DLG-05 S4-WS-01 S4-WS-02 S5-SWITCH-02]', async () => {
  const { page } = journey
  await page.goto('/credentials')
  await press(page.getByRole('button', { name: 'Workspace: Default Workspace' }))
  await expectAccessible(page, 'the workspaces to choose from')
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/workspace/switch*', async (route) => {
    await held
    await route.continue()
  })
  // What the document was marked with is gone when it was loaded anew.
  await page.evaluate(() => document.documentElement.setAttribute('data-document', 'of before'))
  const loaded = page.waitForRequest((request) => request.isNavigationRequest())
  await page.getByRole('menuitem', { name: 'Lab owner' }).click()
  await dialogOf('Switching workspace').waitFor()
  go()
  expect(new URL((await loaded).url()).pathname).toBe('/')
  await page.waitForURL('**/chatflows')
  await page.getByRole('button', { name: 'Workspace: Lab' }).waitFor()
  expect(await page.locator('html[data-document]').count()).toBe(0)
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
  expect([stored.activeWorkspaceId, stored.activeWorkspace]).toEqual([labId, 'Lab'])
  await page.unroute('**/workspace/switch*')
})

test.each([
  ['is off', { 'feat:workspaces': 'false' }, 0],
  ['is not there', { 'feat:users': 'true' }, 0],
  ['is on', { 'feat:workspaces': 'true' }, 1],
])(
  'of two workspaces nobody is offered the other where the flag %s [S5-SWITCH-01]',
  async (_what, features, offered) => {
    const { page } = journey
    await becomeMember(page, { permissions: ['executions:view'], platform: 'enterprise', features })
    await page.goto('/executions')
    await page.getByRole('banner').getByText(/Lab$/).waitFor()
    expect(await page.getByRole('button', { name: /^Workspace: / }).count()).toBe(offered)
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto('/chatflows')
    await page.getByRole('button', { name: 'Workspace: Lab' }).waitFor()
  },
)

test('a switch that fails says why and leads out [S2-DLG-08 S4-WS-03 S4-WS-04 S8-MSG-08 S8-MSG-09]', async () => {
  const { page } = journey
  await page.route('**/workspace/switch*', (route) => route.fulfill({ status: 500, body: '' }))
  journey.visitor.watch.allow('/workspace/switch')
  await page.getByRole('button', { name: 'Workspace: Lab' }).click()
  await page.getByRole('menuitem', { name: /Default Workspace/ }).click()
  const dialog = dialogOf('Workspace Switch Error')
  await dialog.getByText('Failed to switch workspace').waitFor()
  await dialog.getByText('Please contact your administrator for assistance.').waitFor()
  await page.keyboard.press('Escape')
  expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Logout'])
  await expectAccessible(page, 'a failed switch')
  await page.unroute('**/workspace/switch*')
  await dialog.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/signin*')
  await signIn(page)
  await page.getByRole('button', { name: 'Workspace: Lab' }).waitFor()
})

test('a switch in another tab takes nothing from what is typed here [S4-WS-06]', async () => {
  const { page } = journey
  await page.goto('/variables')
  await page.getByRole('button', { name: 'New variable' }).first().click()
  const form = dialogOf('New variable')
  await form.getByRole('textbox', { name: 'Name' }).fill('typed_here')
  const second = await journey.visitor.openTab()
  await second.page.goto('/workspaces')
  await second.page.getByRole('button', { name: 'Switch to Default Workspace' }).click()
  await second.page.getByRole('button', { name: 'Workspace: Default Workspace' }).waitFor()
  await second.page.close()
  await form.getByRole('button', { name: /^Create/ }).click()
  const question = dialogOf('Workspace Unavailable')
  await question.getByText('You switched to another workspace in another tab.').waitFor()
  await expectAccessible(page, 'a page whose workspace was left')
  await question.getByRole('button', { name: 'Go back to it' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('typed_here')
  // What was refused meanwhile is over.
  await page.getByText('your session is not in any more').waitFor({ state: 'detached' })
  expect(await form.getByRole('alert').count()).toBe(0)
  await form.getByRole('button', { name: /^Create/ }).click()
  await page.getByRole('row', { name: /typed_here/ }).waitFor()
  const here = await api.get<{ name: string }[]>('/variables?search=typed_here')
  expect(here).toEqual([])
})

test('who is taken out of the workspace where they are chooses another, or signs out where there is none [S2-DLG-07 S4-WS-05 S4-WS-06 S4-WS-09]', async () => {
  const home = (await api.get<{ activeWorkspaceId: string }>('/auth/session')).activeWorkspaceId
  const roleId = await findRoleId(api, 'viewer')
  await api.post('/workspaceuser', { workspaceId: home, userId: vera.id, roleId })
  await visitor.page.goto('/executions')
  await visitor.page.getByRole('heading', { name: 'Executions', level: 1 }).waitFor()
  await api.delete(`/workspaceuser?workspaceId=${labId}&userId=${vera.id}`)
  await visitor.page.reload()
  const dialog = dialogOf('Workspace Unavailable', visitor)
  await dialog.getByText('is no longer available to you').waitFor()
  await visitor.page.keyboard.press('Escape')
  await expectAccessible(visitor.page, 'an unavailable workspace')
  await dialog.getByRole('button', { name: 'Open workspace' }).click()
  await visitor.page.getByText('Default Workspace').first().waitFor()
  await api.delete(`/workspaceuser?workspaceId=${home}&userId=${vera.id}`)
  await visitor.page.reload()
  await dialog.getByText('You are in no workspace any more.').waitFor()
  await dialog.getByRole('button', { name: 'Logout' }).click()
  await visitor.page.waitForURL('**/signin*')
})

test('a removal names what ends with it, and ends it', async () => {
  const { page } = journey
  await page.goto('/users')
  await rowOf('Vera Viewer').getByRole('button', { name: 'Remove Vera Viewer' }).click()
  const question = dialogOf('Remove Vera Viewer from the organisation?')
  await question.getByText(/API keys that Vera Viewer made stop working/).waitFor()
  await expectAccessible(page, 'the question before a removal')
  await question.getByRole('button', { name: 'Remove user' }).click()
  await page.getByText('Vera Viewer is removed.').waitFor()
  await rowOf('Vera Viewer').waitFor({ state: 'detached' })
})

test('a workspace is deleted with a question, and its people go on elsewhere', async () => {
  const { page } = journey
  await page.goto('/workspaces')
  await page.getByRole('button', { name: 'Delete Lab' }).click()
  const question = dialogOf('Delete the workspace Lab?')
  await question
    .getByText(/(go on in|goes on in|is in no other|are in no other) .*workspace/)
    .first()
    .waitFor()
  await question.getByRole('textbox', { name: /^Type its name/ }).fill('Lab')
  await question.getByRole('button', { name: 'Delete workspace' }).click()
  await page.waitForURL('**/chatflows')
  await page.getByRole('banner').getByText('Default Workspace').waitFor()
  expect(await page.getByRole('button', { name: /^Workspace: / }).count()).toBe(0)
})
