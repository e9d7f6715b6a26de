import type { Problem } from '@runnel/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onDatabases } from '../testing/every-node/on-databases.ts'
import { agentFlows } from '../testing/published/agent-flows.ts'
import { documentFlows } from '../testing/published/document-flows.ts'
import { ANSWER, QUESTION } from '../testing/published/retrieval-flow.ts'
import {
  ofItsAuthor,
  type RetrievalWorld,
  startRetrievalWorld,
  TOLD,
} from '../testing/published/retrieval-world.ts'
import { writeSavedFlow } from '../testing/published/saved-chat-flow.ts'
import { storeFlows } from '../testing/published/store-flows.ts'

/** What a person has to choose before a flow of somebody else runs, and what is told of it without a change. */
const TO_CHOOSE = ['credential_missing', 'param_missing']
const TOLD_ONLY = ['node_inputs_unused', 'node_differs', 'node_data_left_behind']
const EXPECTED = [...TO_CHOOSE, ...TOLD_ONLY]

const cases = [...documentFlows, ...storeFlows, ...agentFlows]

onDatabases({ title: 'published retrieval', cases, subject: 3 }, (kind, some) => {
  let scene: RetrievalWorld
  beforeAll(async () => {
    scene = await startRetrievalWorld(kind)
  })
  afterAll(() => scene.stop())

  test.each(some)('$what: imported as it is, filled, asked', async (row) => {
    const { administrator } = scene.world.scene
    const saved = writeSavedFlow(ofItsAuthor(row.flow))
    const flowData = JSON.stringify(saved)
    const body = { name: row.what, type: 'CHATFLOW', flowData }
    const made = await administrator.expect<{ id: string; problems: Problem[] }>(
      200,
      'POST',
      '/chatflows',
      body,
    )
    const mended = made.problems.map(({ code }) => code).filter((code) => !EXPECTED.includes(code))
    expect([...new Set(mended)].sort()).toEqual(row.repairs ?? [])
    await scene.choose(saved)
    await administrator.expect(200, 'PUT', `/chatflows/${made.id}`, { flowData: JSON.stringify(saved) })
    scene.play(row)
    if (row.documents !== 'store') expect(await scene.fill(made.id, row)).toMatchObject({ numAdded: 1 })
    const listTold = scene.say(row, saved)
    const answer = await administrator.expect<{ text: string; sourceDocuments?: { pageContent: string }[] }>(
      200,
      'POST',
      `/prediction/${made.id}`,
      { question: QUESTION },
    )
    expect(answer.text).toBe(ANSWER)
    expect(listTold()).toContain(TOLD)
    const sources = answer.sourceDocuments?.map(({ pageContent }) => pageContent).join() ?? ''
    expect(sources).toEqual(row.gives === 'sources' ? expect.stringContaining(TOLD) : '')
  })
})
