import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signIn, signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { prepareJourney, type Visitor } from '../support/journey.ts'
import { addPerson, findRoleId, type JourneyPerson } from '../support/person.ts'
import { pressEveryButton } from '../support/press-every-button.ts'

const journey = prepareJourney()
let api: ApiCaller
let visitor: Visitor
let adam: JourneyPerson
let uma: JourneyPerson
/** Where Adam is an administrator. */
let office: string
/** Where Adam only looks at things. */
let lab: string
/** Calls of Adam's page that the server refused for want of a right. */
const refused: string[] = []

const roleOf = async (name: string, permissions: string[]) =>
  (await api.post<{ id: string }>('/role', { name, permissions: JSON.stringify(permissions) })).id
const place = (workspaceId: string, userId: string, roleId: string) =>
  api.post('/workspaceuser', { workspaceId, userId, roleId })

async function fill(): Promise<void> {
  const { product } = journey
  const [admin, editor, viewer] = await Promise.all(
    ['admin', 'editor', 'viewer'].map((name) => findRoleId(api, name)),
  )
  if (!admin || !editor || !viewer) throw new Error('A built-in role is missing.')
  office = (await api.get<{ activeWorkspaceId: string }>('/auth/session')).activeWorkspaceId
  lab = (await api.post<{ id: string }>('/workspace', { name: 'Lab' })).id
  adam = await addPerson(product, 'Adam Admin')
  await place(office, adam.id, admin)
  await place(lab, adam.id, await roleOf('Looks on', ['chatflows:view', 'workspace:view']))
  await place((await api.post<{ id: string }>('/workspace', { name: 'Attic' })).id, adam.id, viewer)
  uma = await addPerson(product, 'Uma Under')
  await place(office, uma.id, viewer)
  const otto = await addPerson(product, 'Otto Over')
  await place(office, otto.id, viewer)
  await place(lab, otto.id, editor)
  const lena = await addPerson(product, 'Lena Lab')
  await place(lab, lena.id, await roleOf('Distant', ['variables:create']))
  await place(office, lena.id, await roleOf('Local', ['variables:create']))
  await api.post('/apikey', { keyName: 'Reads flows', permissions: ['chatflows:view'] })
  await api.post('/apikey', { keyName: 'Deletes flows', permissions: ['chatflows:delete'] })
  for (const { id } of [uma, otto])
    await product.execute(`insert into "passkeys"
      ("id", "userId", "credentialId", "publicKey", "counter", "transports", "name", "createdAt", "lastUsedAt")
      values ('${crypto.randomUUID()}', '${id}', '${id}', 'x', 0, '[]', 'Key', 1, null)`)
}

beforeAll(async () => {
  await signInAsAdministrator(journey.page)
  api = await openApi(journey.product.address)
  await fill()
  visitor = await journey.openVisitor()
  visitor.page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`)
  })
  await visitor.page.goto('/')
  await signIn(visitor.page, undefined, adam.email)
})

/** Opens a page in the office: among what is pressed are the switches to other workspaces. */
const opener = (page: Page, path: string, row: string) => async () => {
  await page.goto('/')
  const switcher = page.getByRole('button', { name: /^Workspace: / })
  const isAtHome = switcher.and(page.getByRole('button', { name: 'Workspace: Default Workspace' }))
  await switcher.waitFor()
  if ((await isAtHome.count()) === 0) {
    await switcher.click()
    await page.getByRole('menuitem', { name: /^Default Workspace/ }).click()
    await isAtHome.waitFor()
  }
  await page.goto(path)
  await page.getByRole('row', { name: new RegExp(row) }).waitFor()
}

/** The names of the buttons of a page, each of which was pressed and refused by nothing. */
async function walk(path: string, row: string): Promise<string[]> {
  const { page } = visitor
  const names = await pressEveryButton(page, { open: opener(page, path, row), part: 'main', by: 'mouse' })
  await opener(page, path, row)()
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `${path}, ${colour}`)
  }
  expect(refused).toEqual([])
  return names
}

test('who is administrator in one workspace and reader in another finds of both what is theirs', async () => {
  const names = await walk('/workspaces', 'Lab')
  expect(names).toEqual(
    expect.arrayContaining(['Change Default Workspace', 'Delete Default Workspace', 'Switch to Lab']),
  )
  for (const name of ['Change Lab', 'Delete Lab', 'Change Attic']) expect(names).not.toContain(name)
  for (const [name, links] of [
    ['Lab', 1],
    ['Attic', 0],
  ] as const)
    expect(await visitor.page.getByRole('link', { name: new RegExp(`users? ${name}`) }).count()).toBe(links)
})

test('finds of people what can be done with those who hold no more than they do anywhere', async () => {
  const names = await walk('/users', 'Otto Over')
  for (const begin of ['Change', 'Remove', 'Turn off the second factor of']) {
    expect(names).toContain(`${begin} Uma Under`)
    for (const person of ['Otto Over', 'Lena Lab', 'Adam Admin', 'Ada Lovelace'])
      expect(names).not.toContain(`${begin} ${person}`)
  }
})

test('finds of the people of each workspace what can be done there', async () => {
  const here = await walk(`/workspace-users/${office}`, 'Otto Over')
  expect(here).toEqual(
    expect.arrayContaining(['Add user', 'Change the role of Uma Under', 'Take Uma Under out']),
  )
  expect(here).not.toContain('Take Otto Over out')
  const there = await walk(`/workspace-users/${lab}`, 'Lena Lab')
  expect(there.filter((name) => /^(Add|Change|Take)/.test(name))).toEqual([])
})

test('changes no role that is given where they hold less, and copies it with what they hold', async () => {
  const names = await walk('/roles', 'Distant')
  expect(names).toEqual(
    expect.arrayContaining(['Change Local', 'Delete Local', 'Look at Distant', 'Copy Distant']),
  )
  for (const name of ['Change Distant', 'Delete Distant']) expect(names).not.toContain(name)
  const { page } = visitor
  await page.getByRole('button', { name: 'Copy owner', exact: true }).click()
  await page.getByRole('button', { name: 'Create role' }).click()
  await page.getByText('The role owner copy is made.').waitFor()
  expect(refused).toEqual([])
})

test('finds no key to change that holds more than they do, nor one to take over', async () => {
  const all = await walk('/apikey', 'Deletes flows')
  expect(all).toEqual(expect.arrayContaining(['Change Reads flows', 'Change Deletes flows']))
  const permissions = ['apikeys:view', 'apikeys:update', 'chatflows:view']
  const roleId = await roleOf('Keeps keys', permissions)
  await api.put('/workspaceuser', { workspaceId: office, userId: adam.id, roleId })
  const few = await walk('/apikey', 'Deletes flows')
  expect(few.filter((name) => /^(Change|Revoke)/.test(name))).toEqual(['Change Reads flows'])
  const { page } = visitor
  await page.getByRole('button', { name: 'Change Reads flows' }).click()
  await page.getByRole('button', { name: 'Take over' }).click()
  await page.getByText('The key works with your rights now.').waitFor()
  const roleOfAdmin = await findRoleId(api, 'admin')
  await api.put('/workspaceuser', { workspaceId: office, userId: adam.id, roleId: roleOfAdmin })
  expect(refused).toEqual([])
})

test('turns off the second factor of somebody after a question that says what happens', async () => {
  const { page } = visitor
  await opener(page, '/users', 'Uma Under')()
  await page.getByRole('button', { name: 'Turn off the second factor of Uma Under' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn off the second factor of Uma Under?' })
  await dialog.getByText('tell Uma Under yourself').waitFor()
  await expectAccessible(page, 'the question about a second factor')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('The second factor of Uma Under is off.').waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Turn off the second factor of Uma Under' }).count())
    .toBe(0)
  expect(refused).toEqual([])
})

test('is told why, where a right went between the look and the act', async () => {
  const { page, watch } = visitor
  watch.allow('status of 403')
  await opener(page, '/users', 'Uma Under')()
  await place(lab, uma.id, await findRoleId(api, 'editor'))
  await page.getByRole('button', { name: 'Change Uma Under' }).click()
  await page.getByRole('checkbox', { name: 'Barred' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'You may not open this', level: 1 }).waitFor()
  await page
    .getByText(/^You do not hold .*Chatflows: .*Create.* yourself, so this is not yours to change\.$/)
    .waitFor()
  await expectAccessible(page, 'the page that says why')
  await page.getByRole('button', { name: 'Go to Chatflows' }).click()
  await page.getByRole('heading', { name: 'Chatflows', level: 1 }).waitFor()
  await page.goto('/unauthorized?from=%2Fusers')
  await page.getByText('This page or action is not open to your role in this workspace.').waitFor()
})
