import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { llmFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

interface Row {
  id: string
  name: string
  flowData?: string
}

describe.each(databaseKinds)(
  'the calls of Flowise that have a key, or nobody, in the address, on %s',
  (kind) => {
    let scene: VendorServer
    let key: Awaited<ReturnType<VendorServer['server']['withKey']>>
    let bound: string
    let open: string
    beforeAll(async () => {
      scene = await startVendorServer({ kind })
      key = await scene.server.withKey(['agentflows:view'])
      const other = await scene.server.withKey(['agentflows:view'])
      const flow = llmFlow(scene.vendor, scene.credentialId, 1)
      const make = async (name: string, apikeyid?: string) => {
        const id = await makeFlow(scene.administrator, flow)
        await scene.administrator.expect(200, 'PUT', `/chatflows/${id}`, {
          name,
          ...(apikeyid ? { apikeyid } : {}),
        })
        return id
      }
      bound = await make('B bound', key.id)
      open = await make('A open')
      await make('of another key', other.id)
    })
    afterAll(() => scene.stop())

    const anonymous = () => scene.server.anonymous()
    const namesOf = async (path: string) =>
      (await anonymous().expect<Row[]>(200, 'GET', path)).map(({ name }) => name)

    test('a key is told to be one, and nothing else', async () => {
      const told = await anonymous().call('GET', `/verify/apikey/${key.key}`)
      expect([told.status, told.text]).toEqual([200, '"OK"'])
      const ended = await scene.server.withKey(['chatflows:view'])
      await scene.administrator.expect(200, 'DELETE', `/apikey/${ended.id}`)
      for (const wrong of ['nothing', ended.key, `${key.key}x`])
        expect((await anonymous().call('GET', `/verify/apikey/${wrong}`)).status).toBe(401)
    })

    test('a key lists the flows that ask for it and those that ask for none, as far as it may see them', async () => {
      const path = `/chatflows/apikey/${key.key}`
      expect(await namesOf(`${path}?keyonly=true`)).toEqual(['B bound'])
      const names = await namesOf(path)
      expect(names.slice(0, 2)).toEqual(['A open', 'B bound'])
      expect(names).not.toContain('of another key')
      const [first] = await anonymous().expect<Row[]>(200, 'GET', `${path}?keyonly=`)
      expect(JSON.parse(first?.flowData ?? '{}').nodes).not.toHaveLength(0)
      expect((await anonymous().call('GET', '/chatflows/apikey/nothing')).status).toBe(401)
      const blind = await scene.server.withKey(['variables:view'])
      expect((await anonymous().call('GET', `/chatflows/apikey/${blind.key}`)).status).toBe(403)
    })

    test('a key of another workspace, and a session, list nothing there', async () => {
      const elsewhere = await scene.server.addWorkspace()
      expect(await namesOf(`/chatflows/apikey/${elsewhere.key}`)).toEqual([])
      expect((await scene.administrator.call('GET', '/chatflows/apikey/nothing')).status).toBe(401)
    })

    test('an opened flow shows strangers how it starts; one that is not opened shows its members all, and others nothing', async () => {
      const path = `/public-chatflows/${open}`
      expect((await anonymous().call('GET', path)).status).toBe(401)
      const elsewhere = await scene.server.addWorkspace()
      expect((await elsewhere.caller.call('GET', path)).status).toBe(401)
      expect((await anonymous().call('GET', `/public-chatflows/${crypto.randomUUID()}`)).status).toBe(404)
      const whole = await scene.administrator.expect<Row>(200, 'GET', path)
      expect(whole.flowData).toContain(scene.credentialId)
      await scene.administrator.expect(200, 'PUT', `/chatflows/${open}`, {
        isPublic: true,
        chatbotConfig: JSON.stringify({ title: 'Hello', allowedOrigins: [], secretThing: 'canary' }),
      })
      const told = await anonymous().call<Row>('GET', path)
      expect(told.body).toMatchObject({ id: open, name: 'A open', isPublic: true })
      expect(told.text).toContain('Hello')
      for (const untold of [scene.credentialId, 'canary', 'workspaceId', 'apikeyid'])
        expect(told.text).not.toContain(untold)
      expect((await anonymous().call('GET', `/public-chatflows/${bound}`)).status).toBe(401)
    })

    test('everybody learns under which address they come', async () => {
      expect(await anonymous().expect(200, 'GET', '/ip')).toEqual({
        ip: '127.0.0.1',
        msg: expect.any(String),
      })
    })
  },
)
