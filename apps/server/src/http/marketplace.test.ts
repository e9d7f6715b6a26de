import { isJsonObject, type Template } from '@runnel/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const PATH = '/marketplaces/templates'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

test('templates are for those with the right to see them, and for nobody else [S6-PERM-05]', async () => {
  const may = await server.withKey(['templates:marketplace'])
  const mayNot = await server.withKey(['templates:custom', 'chatflows:view'])
  for (const path of [PATH, `${PATH}/translator`]) {
    await may.expect(200, 'GET', path)
    expect((await mayNot.call('GET', path)).status).toBe(403)
    expect((await server.anonymous().call('GET', path)).status).toBe(401)
  }
})

test('they come in the form of the reference: agent flows first, then chat flows, by name', async () => {
  const caller = await server.administrator()
  const templates = await caller.expect<Template[]>(200, 'GET', PATH)
  const kinds = templates.map(({ type }) => type)
  expect(kinds).toEqual([...kinds].sort())
  for (const kind of new Set(kinds)) {
    const names = templates.filter(({ type }) => type === kind).map(({ templateName }) => templateName)
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)))
  }
  for (const { flowData = '', ...template } of templates) {
    const flow: unknown = JSON.parse(flowData)
    expect(isJsonObject(flow) && Object.keys(flow).sort()).toEqual(['edges', 'nodes', 'viewport'])
    expect(template).toMatchObject({ badge: '', framework: [], description: expect.stringMatching(/\.$/) })
    expect(template.usecases).not.toEqual([])
    expect(template.categories).not.toEqual([])
  }
})

test('a list to be drawn comes without the flows', async () => {
  const caller = await server.administrator()
  const whole = await caller.expect<Template[]>(200, 'GET', PATH)
  const short = await caller.expect<Template[]>(200, 'GET', `${PATH}?view=summary`)
  expect(short).toEqual(whole.map(({ flowData: _flowData, ...template }) => template))
})

test('a template that there is not is not found', async () => {
  const caller = await server.administrator()
  expect((await caller.call('GET', `${PATH}/nothing`)).status).toBe(404)
})
