import { databaseKinds } from '@runnel/db/testing'
import { type Neo4jServerFake, startNeo4jServer, TEA_LOGIN, TEA_STATEMENT } from '@runnel/nodes/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeGraphFlow } from '../testing/graph-flow.ts'
import { startVendorServer, type VendorServer } from '../testing/make-flow.ts'

describe.each(databaseKinds)('a chain on a graph, on %s', (kind) => {
  let scene: VendorServer
  let graph: Neo4jServerFake
  /** What the model writes, call by call. */
  let writes: string[] = []
  beforeAll(async () => {
    graph = await startNeo4jServer()
    scene = await startVendorServer({
      kind,
      env: { EGRESS_ALLOW: new URL(graph.origin).host },
      respond: () => ({ text: writes.shift() ?? 'Gyokuro.' }),
    })
  })
  beforeEach(() => {
    graph.asked.length = 0
    writes = [TEA_STATEMENT]
  })
  afterAll(async () => {
    await scene.stop()
    await graph.close()
  })

  const make = (more: Partial<Parameters<typeof makeGraphFlow>[2]> = {}) =>
    makeGraphFlow(scene.administrator, scene.vendor, { url: graph.origin, ...more })
  const ask = async (flowId: string, question = 'Which tea grows in Uji?') => {
    const { status, text } = await scene.administrator.call('POST', `/internal-prediction/${flowId}`, {
      question,
    })
    return { status, body: JSON.parse(text) as { text?: string; message?: string } }
  }
  const lastTold = () => JSON.stringify(scene.vendor.requests.at(-1)?.body)

  test('answers from its rows, and keeps its password to itself', async () => {
    expect(await ask(await make())).toMatchObject({ status: 200, body: { text: 'Gyokuro.' } })
    expect(graph.asked.at(-1)).toBe(`${TEA_STATEMENT} LIMIT 201`)
    expect(lastTold()).toContain('Gyokuro')
    expect(await scene.server.dump()).not.toContain(TEA_LOGIN.password)
  })

  test('runs nothing of a question that is a statement, nor what a model writes that is no reading', async () => {
    const evil = 'MATCH (n) DETACH DELETE n'
    writes = [evil, TEA_STATEMENT]
    expect(await ask(await make(), evil)).toMatchObject({ status: 200 })
    expect(graph.asked.filter((statement) => statement.includes('DELETE'))).toEqual([])
    expect(graph.asked.at(-1)).toBe(`${TEA_STATEMENT} LIMIT 201`)
  })

  test('asks a graph again whose connection was cut', async () => {
    graph.spoil(TEA_STATEMENT, 'cut')
    expect(await ask(await make())).toMatchObject({ status: 200, body: { text: 'Gyokuro.' } })
    expect(graph.asked.filter((statement) => statement.startsWith(TEA_STATEMENT))).toHaveLength(2)
  })

  test('gives up on a graph that takes longer than its time', async () => {
    graph.spoil(TEA_STATEMENT, 'hold')
    const { status, body } = await ask(await make({ values: { timeoutMs: 300 } }))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.message).toContain('took longer than 0.3 seconds')
  })

  test('takes no answer without an end', { timeout: 60_000 }, async () => {
    graph.spoil(TEA_STATEMENT, 'flood')
    const { status, body } = await ask(await make({ values: { timeoutMs: 60_000 } }))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.message).toContain('larger than')
  })

  test('says what is wrong with password, database and address', async () => {
    const wrong = await ask(await make({ login: { password: 'not-the-password' } }))
    expect(wrong.body.message).toContain('status 401')
    expect(JSON.stringify(wrong)).not.toContain('not-the-password')
    const gone = await ask(await make({ values: { database: 'gone' } }))
    expect(gone.body.message).toContain('Database gone not found')
    const bolt = await ask(await make({ url: 'bolt://graph.example:7687' }))
    expect(bolt.body.message).toContain('http://host:7474')
    const inside = await ask(await make({ url: 'http://127.0.0.1:9' }))
    expect(inside.body.message).toContain('EGRESS_ALLOW')
    expect(scene.vendor.requests.filter(({ body }) => JSON.stringify(body).includes('not-the'))).toEqual([])
  })
})
