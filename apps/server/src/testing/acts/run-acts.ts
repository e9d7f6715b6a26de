import { expect } from 'vitest'
import { replyFlow } from '../example-flows.ts'
import { makeFlow } from '../make-flow.ts'
import { type ActScene, type Acts, UNTOLD } from './act.ts'

/** A flow that ran once; gives both ids. */
async function run({ administrator }: ActScene) {
  const flowId = await makeFlow(administrator, replyFlow(), { name: 'Tea' })
  const asked = { question: UNTOLD, chatId: crypto.randomUUID() }
  const answer = await administrator.call('POST', `/internal-prediction/${flowId}`, asked)
  return { flowId, chatId: asked.chatId, runId: answer.headers.get('x-run-id') ?? '' }
}

const share = async ({ administrator }: ActScene, id: string) =>
  administrator.expect(200, 'PUT', `/executions/${id}`, { isPublic: true })

const gone = (runId: string) => ({
  subjectId: runId,
  subjectName: 'Tea',
  before: { executions: [{ id: runId, flow: 'Tea', status: 'finished', began: expect.any(String) }] },
})

/** What is done to what came of flows. */
export const runActs: Acts<ActScene> = {
  updateExecution: [
    {
      action: 'execution.shared',
      async ready(scene) {
        const { runId } = await run(scene)
        const told = { subjectId: runId, subjectName: 'Tea', after: { isPublic: true } }
        return { path: `/executions/${runId}`, body: { isPublic: true }, told }
      },
    },
    {
      action: 'execution.unshared',
      async ready(scene) {
        const { runId } = await run(scene)
        await share(scene, runId)
        const told = { before: { isPublic: true }, after: { isPublic: false } }
        return { path: `/executions/${runId}`, body: { isPublic: false }, told }
      },
    },
  ],
  deleteExecution: [
    {
      action: 'execution.deleted',
      async ready(scene) {
        const { runId } = await run(scene)
        return { path: `/executions/${runId}`, told: gone(runId) }
      },
    },
  ],
  deleteExecutions: [
    {
      action: 'execution.deleted',
      async ready(scene) {
        const { runId } = await run(scene)
        return { path: '/executions', body: { executionIds: [runId] }, told: gone(runId) }
      },
    },
  ],
  deleteMessages: [
    {
      action: 'chat-messages.deleted',
      async ready(scene) {
        const { flowId, chatId } = await run(scene)
        return {
          path: `/chatmessage/${flowId}?chatId=${chatId}`,
          told: { subjectKind: 'flow', subjectName: 'Tea', before: { messages: 2, chosenBy: { chatId } } },
        }
      },
    },
  ],
}
