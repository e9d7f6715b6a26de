import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { llmFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { organizationOf } from '../testing/test-people.ts'

/** What came of a stream so far, and whether it is over. */
interface Heard {
  text: string
  isOver: boolean
  leave(): Promise<void>
}

function listen(response: Response): Heard {
  const reader = response.body?.getReader()
  const heard: Heard = { text: '', isOver: false, leave: async () => reader?.cancel() }
  const read = async () => {
    for (;;) {
      const piece = await reader?.read()
      if (piece?.value === undefined) return
      heard.text += Buffer.from(piece.value).toString()
    }
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      heard.isOver = true
    })
  return heard
}

describe.each(databaseKinds)('a stream that lasts, on %s', (kind) => {
  let scene: VendorServer
  let flowId: string
  let organizationId: string
  let workspaceId: string
  beforeAll(async () => {
    scene = await startVendorServer({ kind })
    flowId = await makeFlow(scene.administrator, llmFlow(scene.vendor, scene.credentialId, 1))
    organizationId = await organizationOf(scene.administrator)
    const me = await scene.administrator.expect<{ activeWorkspaceId: string }>(200, 'GET', '/auth/session')
    workspaceId = me.activeWorkspaceId
  })
  afterAll(async () => {
    // Nobody waits for the runs, whose vendor is slow.
    await scene.server.context.worker.close(0)
    await scene.stop()
  })

  const addPerson = (name: string) =>
    scene.server.addPerson({ name, organizationId, places: [{ workspaceId, role: 'editor' }] })

  /** Begins a run whose vendor lets everybody wait, and hears its answer. */
  async function hear(caller: TestCaller, path: string): Promise<Heard> {
    scene.vendor.respondWith({ text: 'late', firstTokenDelayMs: 20_000 })
    const isRun = path === '/runs'
    const body = isRun ? { flowId, input: { question: 'Hi' } } : { question: 'Hi', streaming: true }
    const response = await caller.open('POST', path, body)
    expect(response.status).toBe(200)
    return listen(response)
  }

  test('ends for who is barred, leaves, is signed out or has a key that is revoked, and goes on for others', async () => {
    const [barred, unlinked, signedOut, stays] = await Promise.all(
      ['Barred', 'Unlinked', 'SignedOut', 'Stays'].map(addPerson),
    )
    if (!barred || !unlinked || !signedOut || !stays) throw new Error('Somebody is missing.')
    const keyed = await scene.server.withKey(['chatflows:view', 'agentflows:view'])
    const internal = `/internal-prediction/${flowId}`
    const streams = {
      ofBarred: await hear(barred.caller, '/runs'),
      ofUnlinked: await hear(unlinked.caller, internal),
      ofSignedOut: await hear(signedOut.caller, '/runs'),
      ofKey: await hear(keyed, internal),
      ofStaying: await hear(stays.caller, '/runs'),
      ofStranger: await hear(scene.server.anonymous(), `/prediction/${flowId}`),
    }
    const over = () => Object.entries(streams).flatMap(([name, { isOver }]) => (isOver ? [name] : []))
    expect(over()).toEqual([])
    // A session that is renewed is the same sign-in.
    await stays.caller.expect(200, 'POST', '/auth/refreshToken', {})

    const { administrator } = scene
    await administrator.expect(200, 'PUT', '/organizationuser', { userId: barred.userId, status: 'disable' })
    await administrator.expect(
      200,
      'DELETE',
      `/workspaceuser?workspaceId=${workspaceId}&userId=${unlinked.userId}`,
    )
    // As another process would.
    const { sessions } = scene.server.context.db.system
    for (const { familyId } of await sessions.listLive(signedOut.userId, Date.now()))
      await sessions.end(familyId)
    await administrator.expect(200, 'DELETE', `/apikey/${keyed.id}`)
    await expect.poll(over).toEqual(['ofBarred', 'ofUnlinked', 'ofSignedOut', 'ofKey'])

    // A caller in Flowise's frames is told, and none of them hears how the run ends.
    for (const { text } of [streams.ofUnlinked, streams.ofKey])
      expect(text).toContain('"event":"error","data":"Invalid or Missing token"')
    for (const { text } of [streams.ofBarred, streams.ofSignedOut]) expect(text).not.toContain('run-end')
    await Promise.all(Object.values(streams).map(({ leave }) => leave()))
  })

  test('ends for who loses the right by which it is heard, and goes on for who does not', async () => {
    const { administrator, server } = scene
    const organization = server.context.db.organization(organizationId)
    const runs = ['chatflows:view', 'agentflows:view', 'executions:view']
    const [lowered, changed] = await Promise.all(
      ['Lowered', 'Changed'].map(async (name) => {
        const roleId = await organization.write((writer) => writer.insertRole({ name, permissions: runs }))
        const places = [{ workspaceId, role: roleId }]
        return { ...(await server.addPerson({ name, organizationId, places })), roleId }
      }),
    )
    if (!lowered || !changed) throw new Error('Somebody is missing.')
    const keyed = await server.withKey(runs)
    const internal = `/internal-prediction/${flowId}`
    scene.vendor.respondWith({ text: 'late', firstTokenDelayMs: 20_000 })
    // Somebody else's run, which is heard by the right to see executions alone.
    const begun = await scene.administrator.open('POST', '/runs', { flowId, input: { question: 'Hi' } })
    const followed = `/runs/${begun.headers.get('x-run-id')}/events`
    const follow = async (caller: TestCaller) => {
      const response = await caller.open('GET', followed)
      expect(response.status).toBe(200)
      return listen(response)
    }
    const streams = {
      followedByLowered: await follow(lowered.caller),
      askedByLowered: await hear(lowered.caller, internal),
      startedByLowered: await hear(lowered.caller, '/runs'),
      followedByKey: await follow(keyed),
      askedByKey: await hear(keyed, internal),
      publicOfKey: await hear(keyed, `/prediction/${flowId}`),
      followedByChanged: await follow(changed.caller),
      startedByChanged: await hear(changed.caller, '/runs'),
    }
    const over = () => Object.entries(streams).flatMap(([name, { isOver }]) => (isOver ? [name] : []))
    expect(over()).toEqual([])

    const setRole = ({ roleId }: { roleId: string }, permissions: string[]) =>
      administrator.expect(200, 'PUT', '/role', { id: roleId, permissions })
    await setRole(lowered, ['variables:view'])
    await setRole(changed, [...runs, 'variables:view'])
    await administrator.expect(200, 'PUT', `/apikey/${keyed.id}`, { permissions: ['chatflows:view'] })
    await expect
      .poll(over)
      .toEqual([
        'followedByLowered',
        'askedByLowered',
        'startedByLowered',
        'followedByKey',
        'askedByKey',
        'publicOfKey',
      ])
    expect((await lowered.caller.call('GET', followed)).status).toBe(404)
    await Promise.all(Object.values(streams).map(({ leave }) => leave()))
    await listen(begun).leave()
  })
})
