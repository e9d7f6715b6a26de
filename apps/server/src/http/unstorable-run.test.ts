import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

type Progress = ReturnType<TestServer['context']['db']['progress']>

/** What PostgreSQL and SQLite say of a row that they never take. */
const refusals = {
  postgres: Object.assign(new Error('index row size exceeds the maximum'), { code: '54000' }),
  sqlite: Object.assign(new Error('string or blob too big'), { code: 'ERR_SQLITE_ERROR', errcode: 18 }),
}

describe.each(databaseKinds)('a run that %s does not take', (kind) => {
  let server: TestServer
  let flowId: string
  let refuse: (write: 'append' | 'end', entry: { records: readonly unknown[] }) => boolean

  beforeAll(async () => {
    server = await startTestServer({ kind })
    flowId = await makeFlow(await server.administrator(), replyFlow())
    const { db } = server.context
    const refused = (write: 'append' | 'end', entry: { records: readonly unknown[] }) =>
      refuse(write, entry) ? Promise.reject(refusals[kind]) : undefined
    const progress = (workspaceId: string): Progress => {
      const real = db.progress(workspaceId)
      return {
        ...real,
        append: (entry) => refused('append', entry) ?? real.append(entry),
        end: (ending) => refused('end', ending) ?? real.end(ending),
      }
    }
    Object.assign(server.context, { db: { ...db, progress } })
  })
  afterAll(() => server.stop())

  async function ask() {
    const answer = await server
      .anonymous()
      .call<{ code: string }>('POST', `/prediction/${flowId}`, { question: 'Hi' })
    const run = await (await server.administrator()).call<{ state: string }>(
      'GET',
      `/executions/${answer.headers.get('x-run-id')}`,
    )
    return { status: answer.status, code: answer.body.code, state: run.body.state }
  }
  const failed = { status: 500, code: 'internal', state: 'ERROR' }

  test('at its end is stored as failed, and its caller told', { timeout: 10_000 }, async () => {
    let isFirst = true
    refuse = (write) => {
      const refused = write === 'end' && isFirst
      if (refused) isFirst = false
      return refused
    }
    expect(await ask()).toEqual(failed)
  })

  test('on its way is stored as failed, and its caller told', { timeout: 10_000 }, async () => {
    refuse = (_write, { records }) => records.length > 0
    expect(await ask()).toEqual(failed)
  })
})
