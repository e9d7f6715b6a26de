import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NodeAnswer, type NodeWorld, startNodeWorld } from '../../testing/every-node/node-world.ts'
import { onDatabases } from '../../testing/every-node/on-databases.ts'
import { type PartCase, QUESTION } from '../../testing/every-node/part-case.ts'
import { partsBesideNodes } from '../../testing/every-node/parts-beside-nodes.ts'
import { retrievalParts } from '../../testing/every-node/retrieval-parts.ts'
import { talkParts } from '../../testing/every-node/talk-parts.ts'

/** What a case says of the last answer. */
function awaited({ text, json, sources }: PartCase): object {
  return {
    ...(text !== undefined && { text }),
    ...(json !== undefined && { json }),
    ...(sources && { sources }),
  }
}

/** Parts of chat flows that belong to no vendor, each in the smallest flow in which it does something. */
onDatabases(
  { title: 'parts', cases: [...partsBesideNodes, ...retrievalParts, ...talkParts], subject: 3 },
  (kind, cases) => {
    let world: NodeWorld
    beforeAll(async () => {
      world = await startNodeWorld({ kind })
    })
    afterAll(() => world.stop())

    test.each(cases)('$node does its work in a flow', async (part) => {
      const { node, credential: fields, server, data, fills, asks = [QUESTION], told } = part
      const credential = fields && (await world.makeKey(node, fields))
      const flowId = await world.save(await part.flow(world, credential))
      const sent = world.play((request) => server?.(request) ?? { status: 599, headers: {}, body: '' })
      world.playModel(part.model)
      if (data) world.playData(data)
      if (fills !== undefined) expect(await world.upsert(flowId)).toMatchObject({ numAdded: fills })
      const chatId = crypto.randomUUID()
      const answers: NodeAnswer[] = []
      for (const question of asks) answers.push(await world.ask(flowId, question, { chatId }))
      const answer = answers.at(-1)
      const found = answer?.sourceDocuments?.map(({ pageContent }) => pageContent).sort()
      expect({ ...answer, sources: found }).toMatchObject(awaited(part))
      if (told !== undefined) expect(JSON.stringify(world.vendor.requests.at(-1)?.body)).toContain(told)
      expect(sent.length > 0).toBe(server !== undefined)
    })
  },
)
