import { randomUUID } from 'node:crypto'
import { drawPicture, imageCases } from '@runnel/providers/testing'
import { expect, test } from 'vitest'
import { agentFlow } from '../../testing/every-node/node-flows.ts'
import { onDatabases } from '../../testing/every-node/on-databases.ts'
import { prepareFakes } from '../../testing/every-node/prepare-fakes.ts'

const PROMPT = 'A kettle by the window'

/** Every image model, whole: an agent has it draw, and the picture is kept with the conversation. */
onDatabases({ title: 'image models', cases: imageCases, subject: 4 }, (kind, cases) => {
  const here = prepareFakes(kind, cases, (each) => each.startFake())

  test.each(cases)('$node draws for an agent, with its key', async (facts) => {
    const { node, values } = facts
    const credential = await here.world.makeKey(node, { ...facts.credential, ...facts.account })
    const chosen = { chosenImageModel: node, ...values, FLOWISE_CREDENTIAL_ID: credential }
    const tool = { chosenImageModel: node, chosenImageModelConfig: chosen }
    const flowId = await here.world.save(
      agentFlow(here.world.scene, [{ node: 'imageGenerationTool', values: tool }]),
    )
    const fake = here.fakeOf(facts)
    here.world.lead(fake.origin)
    here.world.playModel(({ body }) => {
      const told = body.messages?.find(({ role }) => role === 'tool')
      if (told) return { text: String(told.content) }
      return { toolCalls: [{ id: 'call_1', name: 'draw_picture', input: { prompt: PROMPT } }] }
    })
    // Files of a chat whose id can be guessed are shown to its caller alone.
    const chatId = randomUUID()
    const { text } = await here.world.ask(flowId, 'Draw', { chatId })
    expect(text).toContain('is drawn')
    const [fileName = ''] = /picture-[0-9a-f]{10}\.png/.exec(text) ?? []
    const query = new URLSearchParams({ chatflowId: flowId, chatId, fileName })
    const kept = await fetch(`${here.world.scene.server.origin}/api/v1/get-upload-file?${query}`)
    expect(Buffer.from(await kept.arrayBuffer()).equals(drawPicture(PROMPT))).toBe(true)
  })
})
