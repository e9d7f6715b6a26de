import { expect, test } from 'vitest'
import { openToolCase } from '../play-tool.fixture.ts'
import { composioActions, composioCase } from './composio.case.fixture.ts'
import { listActions, listApps, listConnections } from './list-options.ts'

test('each chosen action is a tool, with the whole schema of what it takes', async () => {
  const opened = openToolCase(composioCase, { values: { actions: ['TEA_BREW_POT', 'TEA_LIST_KINDS'] } })
  expect(await opened.listTools()).toMatchObject([
    { name: 'tea_brew_pot', effects: 'write', inputSchema: composioActions[0]?.input_parameters },
    { name: 'tea_list_kinds', effects: 'read' },
  ])
  expect(opened.listing.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(['GET /api/v3/tools'])
})

test('an action that failed is told as such, with its reason', async () => {
  expect((await openToolCase(composioCase).ask({})).used.error).toBe('The action failed: Missing field: kind')
})

test('an action that Composio does not know is named; none chosen is no tool', async () => {
  const unknown = openToolCase(composioCase, { values: { actions: '["TEA_DRINK"]' } })
  await expect(unknown.listTools()).rejects.toThrow('knows no action TEA_DRINK')
  const none = openToolCase(composioCase, { values: { actions: '' } })
  expect(await none.listTools()).toEqual([])
  expect(none.listing).toEqual([])
})

test('the editor lists apps, connected accounts and actions with the key, and nothing without', async () => {
  const asked: string[] = []
  const items: Record<string, object[]> = {
    toolkits: [{ slug: 'tea', name: 'Tea', meta: { description: 'Hot' } }],
    connected_accounts: [{ id: 'ca_1', user_id: 'ada', status: 'ACTIVE' }],
    tools: composioActions,
  }
  const context = {
    values: { appName: 'tea' },
    catalogue: [],
    previousNodes: [],
    signal: AbortSignal.timeout(5000),
    credential: { composioApi: 'test-key-of-composio' },
    fetch: async (address: string, { headers = {} }: { headers?: Record<string, string> } = {}) => {
      const url = new URL(address)
      asked.push(`${url.pathname}${url.search}`)
      if (headers['x-api-key'] !== 'test-key-of-composio') return Response.json({}, { status: 401 })
      return Response.json({ items: items[url.pathname.split('/').at(-1) ?? ''] })
    },
  }
  expect(await listApps(context)).toEqual([{ name: 'tea', label: 'Tea', description: 'Hot' }])
  expect(await listConnections(context)).toEqual([{ name: 'ca_1', label: 'ada', description: 'ACTIVE' }])
  expect((await listActions(context)).map(({ name }) => name)).toEqual(['TEA_BREW_POT', 'TEA_LIST_KINDS'])
  expect(asked).toEqual([
    '/api/v3/toolkits?limit=500',
    '/api/v3/connected_accounts?toolkit_slugs=tea&limit=100',
    '/api/v3/tools?toolkit_slug=tea&limit=500',
  ])
  const { credential: _credential, ...without } = context
  expect(await listApps(without)).toEqual([])
  await expect(listApps({ ...context, credential: { composioApi: 'other' } })).rejects.toThrow('status 401')
})
