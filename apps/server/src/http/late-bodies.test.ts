import { once } from 'node:events'
import { connect } from 'node:net'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import { PATCH, type ScimScene, startScimScene } from '../testing/scim-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

/** As long as a sender may take, nearly. */
const LATER_MS = 100_000

const cookiesOf = (caller: TestCaller) =>
  [...caller.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

describe.each(databaseKinds)('a body that comes long after its head, on %s', (kind) => {
  let scene: ScimScene
  beforeAll(async () => {
    scene = await startScimScene(kind)
  })
  afterAll(() => scene.stop())

  /** Sends the head of a call, and waits until its caller is let in; gives what sends the rest, and the answer. */
  async function begin(
    who: Record<string, string>,
    [method, path, body]: [method: string, path: string, body: object],
    reached: Promise<unknown>,
  ): Promise<() => Promise<string>> {
    const { hostname, port } = new URL(scene.server.origin)
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (part) => {
      answer += part.toString()
    })
    await once(socket, 'connect')
    const text = JSON.stringify(body)
    const head = {
      host: `${hostname}:${port}`,
      connection: 'close',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      ...who,
    }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${method} /api/v1${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
    await reached
    return async () => {
      scene.pass(LATER_MS)
      socket.write(text)
      await once(socket, 'close')
      scene.comeBack()
      return answer
    }
  }

  /** Resolves when the gate has asked the database for who calls. */
  function whenAsked<Store extends object, Name extends keyof Store & string>(store: Store, name: Name) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const ask = store[name] as (...given: unknown[]) => Promise<unknown>
    const asking = async (...given: unknown[]) => {
      store[name] = ask as Store[Name]
      const found = await ask(...given)
      resolve()
      return found
    }
    store[name] = asking as Store[Name]
    return promise
  }
  const system = () => scene.server.context.db.system
  const bySession = (caller: TestCaller) => ({ cookie: cookiesOf(caller), 'x-request-from': 'internal' })
  const newVariable = (name: string): [string, string, object] => [
    'POST',
    '/variables',
    { name, value: 'x', type: 'static' },
  ]
  const names = async () => {
    const rows = await scene.administrator.expect<{ name: string }[]>(200, 'GET', '/variables')
    return rows.map(({ name }) => name)
  }

  test('does nothing for who was barred meanwhile', async () => {
    const { caller, id: userId } = await scene.makeMember('barred@example.com', ['variables:create'])
    const finish = await begin(
      bySession(caller),
      newVariable('barred'),
      whenAsked(system().accounts, 'findUser'),
    )
    await scene.administrator.expect(200, 'PUT', '/organizationuser', { userId, status: 'disable' })
    expect(await finish()).toMatch(/^HTTP\/1\.1 401 /)
    expect(await names()).not.toContain('barred')
  })

  test('nor for a browser that was signed out', async () => {
    const { caller } = await scene.makeMember('left@example.com', ['variables:create'])
    const finish = await begin(
      bySession(caller),
      newVariable('left'),
      whenAsked(system().accounts, 'findUser'),
    )
    await caller.expect(200, 'POST', '/account/logout', {})
    expect(await finish()).toMatch(/^HTTP\/1\.1 401 /)
    expect(await names()).not.toContain('left')
  })

  test('nor for who lost the right', async () => {
    const { caller, id: userId } = await scene.makeMember('lowered@example.com', ['variables:create'])
    const finish = await begin(
      bySession(caller),
      newVariable('lowered'),
      whenAsked(system().accounts, 'findUser'),
    )
    const { workspaceId } = scene
    const roleId = await scene.makeRole(['variables:view'])
    await scene.administrator.expect(200, 'PUT', '/workspaceuser', { workspaceId, userId, roleId })
    expect(await finish()).toMatch(/^HTTP\/1\.1 403 /)
    expect(await names()).not.toContain('lowered')
  })

  test('nor for a key that was deleted, nor for a token of SCIM', async () => {
    const key = await scene.server.withKey(['variables:create'])
    const byKey = { authorization: `Bearer ${key.key}` }
    const late = await begin(byKey, newVariable('by_key'), whenAsked(system().apiKeys, 'findByHash'))
    await scene.administrator.expect(200, 'DELETE', `/apikey/${key.id}`)
    expect(await late()).toMatch(/^HTTP\/1\.1 401 /)
    expect(await names()).not.toContain('by_key')

    const user = await scene.provider.makeUser('told@example.com')
    const token = await scene.server.withProvisioning()
    const bar = { schemas: [PATCH], Operations: [{ op: 'replace', path: 'active', value: false }] }
    const told = await begin(
      { authorization: `Bearer ${token.token}` },
      ['PATCH', `/scim/v2/Users/${user.id}`, bar],
      whenAsked(system().provisioning, 'findByHash'),
    )
    await scene.administrator.expect(200, 'DELETE', `/provisioning/token/${token.id}`)
    expect(await told()).toMatch(/^HTTP\/1\.1 401 /)
  })

  test('nor a flow for a stranger, which is locked meanwhile; and a call that is asked twice counts once', async () => {
    const apiConfig = JSON.stringify({ rateLimit: { limitMax: 1, limitDuration: 60 } })
    const make = () => makeFlow(scene.administrator, replyFlow('Hi'), { apiConfig })
    const ask = (id: string) =>
      begin(
        {},
        ['POST', `/prediction/${id}`, { question: 'x' }],
        whenAsked(system().routes, 'findWorkspaceOfFlow'),
      )
    const open = await ask(await make())
    expect(await open()).toMatch(/^HTTP\/1\.1 200 /)
    const flowId = await make()
    const locked = await ask(flowId)
    const { id: apikeyid } = await scene.server.withKey(['agentflows:view'])
    await scene.administrator.expect(200, 'PUT', `/chatflows/${flowId}`, { apikeyid })
    expect(await locked()).toMatch(/^HTTP\/1\.1 401 /)
  })

  test('is taken from who is still let in, whose tokens another tab renewed', async () => {
    const { caller } = await scene.makeMember('stays@example.com', ['variables:create'])
    const finish = await begin(
      bySession(caller),
      newVariable('stays'),
      whenAsked(system().accounts, 'findUser'),
    )
    await caller.expect(200, 'POST', '/auth/refreshToken', {})
    expect(await finish()).toMatch(/^HTTP\/1\.1 200 /)
    expect(await names()).toContain('stays')
  })
})
