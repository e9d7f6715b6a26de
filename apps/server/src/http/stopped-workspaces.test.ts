import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'

describe.each(databaseKinds)('a workspace that is deleted, on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind, { hasMail: false })
  })
  afterAll(() => scene.stop())

  test('has the runs of its document stores stopped', async () => {
    const { context } = scene.server
    const workspaceId = await scene.makeWorkspace()
    const messageId = crypto.randomUUID()
    const chat = { chatType: 'EXTERNAL' as const, chatId: 'chat', sessionId: 'session', messageId }
    const flow = { flowId: '', flowType: 'CHATFLOW' as const, versionId: '', question: '', concurrency: 1 }
    const around = { prependedHistory: [], variables: {}, overrides: {}, streaming: false }
    const run = {
      id: crypto.randomUUID(),
      ...chat,
      ...{ flowId: null, versionId: null, kind: 'ingestion' as const, subject: 'store', namespace: 'n' },
      input: { ...flow, ...chat, ...around, startedAt: '2026-01-01T00:00:00.000Z' },
      streaming: false,
      createdAt: 1,
      lease: { owner: 'another process', until: Date.now() + 1e9 },
    }
    const { runs } = context.db.read(workspaceId)
    await context.db.progress(workspaceId).accept({ run })
    expect(await runs.findActive({ after: '', limit: 5 })).toEqual([run.id])
    const stopped: string[] = []
    const { worker } = context
    const { stop } = worker
    worker.stop = (ids) => {
      stopped.push(...ids)
      stop.call(worker, ids)
    }
    await scene.administrator.expect(200, 'DELETE', `/workspace/${workspaceId}`)
    worker.stop = stop
    expect(stopped).toEqual([run.id])
  })
})
