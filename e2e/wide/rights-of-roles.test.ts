import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signIn, signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { expectPages, menuOf, tabTo } from '../support/company.ts'
import { fillInstallation } from '../support/installation.ts'
import { prepareJourney, type Visitor } from '../support/journey.ts'
import { addPerson, findRoleId, type JourneyPerson } from '../support/person.ts'
import { pressEveryButton } from '../support/press-every-button.ts'

const journey = prepareJourney()
let api: ApiCaller
let visitor: Visitor
let vera: JourneyPerson
let workspaceId: string
let chatflowId: string
let agentflowId: string
/** Calls of the visitor's page that the server refused for want of a right. */
const refused: string[] = []

const giveRole = async (name: string) =>
  api.put('/workspaceuser', { workspaceId, userId: vera.id, roleId: await findRoleId(api, name) })

beforeAll(async () => {
  await signInAsAdministrator(journey.page)
  api = await openApi(journey.product.address)
  agentflowId = (await fillInstallation(journey.product.address, 'few')).agentflowId
  const flows = await api.get<{ id: string; name: string }[]>('/chatflows?type=CHATFLOW')
  chatflowId = flows.find(({ name }) => name === 'Asks a service')?.id ?? ''
  workspaceId = (await api.get<{ activeWorkspaceId: string }>('/auth/session')).activeWorkspaceId
  vera = await addPerson(journey.product, 'Vera Viewer')
  const roleId = await findRoleId(api, 'viewer')
  await api.post('/workspaceuser', { workspaceId, userId: vera.id, roleId })
  visitor = await journey.openVisitor()
  visitor.page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  await visitor.page.goto('/')
  await signIn(visitor.page, undefined, vera.email)
})

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
const openCanvas = async (path: string) => {
  await visitor.page.goto(path)
  await visitor.page.locator('.react-flow__node').first().waitFor()
  await visitor.page.getByRole('button', { name: 'Chat', exact: true }).waitFor()
}

describe('a viewer', () => {
  test('finds the runs, and no button there that is dead', async () => {
    const { page } = visitor
    const open = async () => {
      await page.goto('/executions')
      await page.getByRole('row').nth(1).waitFor()
    }
    await pressEveryButton(page, { open, part: 'main' })
    await open()
    expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
    const run = page.getByRole('row').nth(1).getByRole('link')
    await run.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'All runs' }).waitFor()
    const address = page.url()
    await pressEveryButton(page, {
      open: async () => {
        await page.goto(address)
        await page.getByRole('link', { name: 'All runs' }).waitFor()
      },
      part: 'main',
    })
    expect(await page.getByRole('button', { name: /delete/i }).count()).toBe(0)
    expect(refused).toEqual([])
  })

  test.each(['chat flow', 'agent flow'])(
    'looks at the canvas of a %s, and is told why nothing of it changes',
    async (kind) => {
      const { page } = visitor
      const path = kind === 'chat flow' ? `/canvas/${chatflowId}` : `/v2/agentcanvas/${agentflowId}`
      const open = () => openCanvas(path)
      const names = await pressEveryButton(page, { open, part: '.canvas-page' })
      expect(names).toEqual(expect.arrayContaining(['Use by API', 'Chat']))
      for (const name of ['Save', 'Undo', 'Add nodes', 'Save as template']) expect(names).not.toContain(name)
      await open()
      await page.getByText('view only: your role may not change it').waitFor()
      const card = page.locator('.react-flow__node').first()
      await card.focus()
      await page.keyboard.press('Enter')
      const form = page.locator('.inspector')
      await form.getByText('Your role lets you look at this flow, not change it.').waitFor()
      await expectAccessible(page, `the ${kind} that is looked at`)
      expect(await form.getByRole('textbox').and(page.locator(':enabled:not([readonly])')).count()).toBe(0)
      await page.keyboard.press('Escape')
      await card.and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Delete')
      await page.keyboard.press('Control+s')
      await card.waitFor()
      expect(refused).toEqual([])
    },
  )

  test('is told that an empty flow is not theirs to draw', async () => {
    const { page } = visitor
    const { id } = await api.post<{ id: string }>('/chatflows', {
      name: 'Empty',
      type: 'CHATFLOW',
      flowData: '{"nodes":[],"edges":[]}',
    })
    await page.goto(`/canvas/${id}`)
    await page.getByText('Nothing was drawn here yet, and your role lets you look at this flow').waitFor()
    expect(await page.getByRole('button', { name: 'Add a node' }).count()).toBe(0)
  })

  test('is led from the keys to words, and by the keyboard home', async () => {
    const { page } = visitor
    await page.goto('/apikey')
    await heading(page, 'You may not open this')
    await tabTo(page, page.getByRole('button', { name: 'Go to Chatflows' }))
    await page.keyboard.press('Enter')
    await heading(page, 'Chatflows')
  })
})

test('who may only look at the logs finds them alone, and without that right the server tells nothing of them [S6-PERM-19 S2-ROUTE-32]', async () => {
  const { page } = visitor
  const give = async (name: string, permissions: string[]) => {
    const { id } = await api.post<{ id: string }>('/role', { name, permissions: JSON.stringify(permissions) })
    await api.put('/workspaceuser', { workspaceId, userId: vera.id, roleId: id })
  }
  const ask = (method: string, path: string) =>
    page.evaluate(
      async (call) => {
        const headers = { 'x-request-from': 'internal', 'content-type': 'application/json' }
        const init = { method: call.method, headers, ...(call.method === 'POST' && { body: '{}' }) }
        return (await fetch(`/api/v1${call.path}`, init)).status
      },
      { method, path },
    )
  const calls = [
    ['POST', '/audit/login-activity'],
    ['POST', '/audit'],
    ['GET', '/audit/entries'],
    ['GET', '/audit/export?format=csv'],
  ] as const
  await give('Looks at logs', ['loginActivity:view'])
  // What a page was told at its start is what it shows until it asks anew.
  await page.goto('/account')
  await expect.poll(() => menuOf(page)).toEqual(['Login Activity', 'Audit Log', 'Account Settings'])
  await page.goto('/')
  await heading(page, 'Login Activity')
  await page
    .getByRole('row', { name: new RegExp(vera.email) })
    .first()
    .waitFor()
  expect(await menuOf(page)).toEqual(['Login Activity', 'Audit Log', 'Account Settings'])
  await expectPages(page, {
    open: ['/login-activity', '/audit-log'],
    closed: ['/chatflows', '/executions', '/users', '/roles', '/workspaces', '/sso-config', '/apikey'],
  })
  await page.goto('/account')
  for (const [method, path] of calls) expect([path, await ask(method, path)]).toEqual([path, 200])
  expect(refused).toEqual([])
  await give('Looks at all but logs', ['chatflows:view', 'users:manage', 'roles:manage', 'workspace:view'])
  await page.goto('/account')
  await page.getByRole('link', { name: 'Chatflows' }).waitFor()
  expect((await menuOf(page)).filter((entry) => /Log/.test(entry))).toEqual([])
  await expectPages(page, { open: ['/users'], closed: ['/login-activity', '/audit-log'] })
  await page.goto('/account')
  visitor.watch.allow('status of 403')
  for (const [method, path] of calls) expect([path, await ask(method, path)]).toEqual([path, 403])
  refused.length = 0
})

test('who may only look at keys finds their list, and no button there that is dead', async () => {
  const { page } = visitor
  const role = { name: 'Looks at keys', permissions: JSON.stringify(['chatflows:view', 'apikeys:view']) }
  const { id } = await api.post<{ id: string }>('/role', role)
  await api.put('/workspaceuser', { workspaceId, userId: vera.id, roleId: id })
  await page.goto('/chatflows')
  await page.getByRole('link', { name: 'API Keys' }).waitFor()
  const open = async () => {
    await page.goto('/apikey')
    await page.getByRole('row').nth(1).waitFor()
  }
  await pressEveryButton(page, { open, part: 'main' })
  await open()
  expect(await page.getByRole('button', { name: /New|Change|Revoke/ }).count()).toBe(0)
  await page.goto('/apikey?q=nothing-is-called-so')
  await page.getByText('Nothing matches').waitFor()
  expect(await page.getByRole('button', { name: /^New/ }).count()).toBe(0)
  expect(refused).toEqual([])
})

describe('each built-in role', () => {
  const pages = {
    owner: { open: ['/apikey', '/sso-config'], closed: [] },
    admin: { open: ['/users'], closed: ['/sso-config'] },
    editor: { open: ['/apikey'], closed: ['/users', '/roles'] },
    viewer: { open: ['/variables'], closed: ['/apikey', '/roles'] },
    member: { open: [], closed: ['/executions', '/apikey'] },
  }
  test.each(Object.keys(pages) as (keyof typeof pages)[])('sees what %s may, and no more', async (role) => {
    const { page } = visitor
    // Of a role that opens no page any more, a page that stands open hears by the refusal of its list.
    if (role === 'member') visitor.watch.allow('status of 403')
    await giveRole(role)
    await expectPages(page, pages[role])
    if (role === 'member') return
    const may = role === 'viewer' ? 0 : 1
    await page.goto('/executions')
    await page.getByRole('row').nth(1).waitFor()
    const first = page.getByRole('row').nth(1)
    expect(await first.getByRole('button', { name: /^Delete/ }).count()).toBe(may)
    await openCanvas(`/v2/agentcanvas/${agentflowId}`)
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(may)
    expect(await page.getByText('view only').count()).toBe(1 - may)
    expect(refused).toEqual([])
  })
})
