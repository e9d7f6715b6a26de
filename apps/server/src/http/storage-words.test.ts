import { databaseKinds } from '@runnel/db/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { llmFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

const WORDS = 'secret words of the database'
const lost = () => new Error('Connection terminated unexpectedly')
const refused = () => Object.assign(new Error(WORDS), { code: '42P01', severity: 'ERROR' })
const unstorable = () => Object.assign(new Error(WORDS), { code: '22021', severity: 'ERROR' })
const broken = () => Object.assign(new Error(WORDS), { code: 'ERR_SQLITE_ERROR', errcode: 1 })

describe.each(databaseKinds)('faults of the database in a run on %s', (kind) => {
  let scene: VendorServer
  let flowId: string
  beforeAll(async () => {
    scene = await startVendorServer({ kind })
    flowId = await makeFlow(scene.administrator, llmFlow(scene.vendor, scene.credentialId))
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  afterAll(() => scene.stop())

  /** The next reads of credentials fail so. */
  function failReads(faults: Error[]): void {
    vi.restoreAllMocks()
    const { db } = scene.server.context
    const read = db.read.bind(db)
    vi.spyOn(db, 'read').mockImplementation((workspaceId) => {
      const reader = read(workspaceId)
      const readCredential = reader.credentials.findUsable
      const findUsable: typeof reader.credentials.findUsable = async (id) => {
        const fault = faults.shift()
        if (fault) throw fault
        return readCredential(id)
      }
      // A reader makes its parts when they are asked for, so that a copy would have none.
      return Object.create(reader, { credentials: { value: { ...reader.credentials, findUsable } } })
    })
  }
  const ask = (body: object = {}) =>
    scene.administrator.call<{ text: string; message?: string; executionId?: string }>(
      'POST',
      `/prediction/${flowId}`,
      { question: 'Hi', ...body },
    )

  test('a connection that is lost while a credential is read is tried again', async () => {
    failReads([lost(), lost()])
    expect(await ask()).toMatchObject({ status: 200, body: { text: 'Echo: Hi' } })
  })

  test.each([
    ['a read that is refused', refused],
    ['a read that SQLite refuses', broken],
  ])('%s fails the run, and its words are neither shown nor stored', async (_what, fault) => {
    failReads([fault()])
    const answer = await ask()
    expect(answer.status).toBe(500)
    failReads([fault()])
    const streamed = await ask({ streaming: true })
    const stored = await scene.administrator.expect(
      200,
      'GET',
      `/executions/${answer.headers.get('x-run-id')}`,
    )
    const steps = await scene.administrator.expect(
      200,
      'GET',
      `/executions/${answer.headers.get('x-run-id')}/steps`,
    )
    const all = [answer.text, streamed.text, JSON.stringify(stored), JSON.stringify(steps)].join()
    expect(all).toContain('The database did not take this')
    expect(all).not.toContain(WORDS)
  })

  test('a journal that the database never takes fails the run, and its words are neither shown nor stored', async () => {
    const { db } = scene.server.context
    const progress = db.progress.bind(db)
    const faults = [unstorable()]
    vi.spyOn(db, 'progress').mockImplementation((workspaceId) => {
      const store = progress(workspaceId)
      const fail = () => {
        const fault = faults.shift()
        if (fault) throw fault
      }
      return {
        ...store,
        async end(ending) {
          fail()
          return store.end(ending)
        },
      }
    })
    const answer = await ask({ streaming: true })
    expect(answer.text).toContain('The run stopped by a fault')
    expect(answer.text).not.toContain(WORDS)
  })
})
