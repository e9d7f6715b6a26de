import { drawPicture, type FakeVendor, type ImageCase, imageCases } from '@runnel/providers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentFlow } from '../../testing/every-node/node-flows.ts'
import { type NodeWorld, startNodeWorld } from '../../testing/every-node/node-world.ts'
import { onDatabases } from '../../testing/every-node/on-databases.ts'

const PROMPT = 'A kettle by the window'

/** Every image model, whole: an agent has it draw, and the picture is kept with the conversation. */
onDatabases({ title: 'image models', cases: imageCases, subject: 4 }, (kind, cases) => {
  const fakes = new Map<ImageCase, FakeVendor>()
  let world: NodeWorld
  beforeAll(async () => {
    for (const each of cases) fakes.set(each, await each.startFake())
    world = await startNodeWorld({ kind, fakes: [...fakes.values()].map(({ origin }) => origin) })
  })
  afterAll(async () => {
    await world.stop()
    for (const fake of fakes.values()) await fake.close()
  })

  test.each(cases)('$node draws for an agent, with its key', async (facts) => {
    const { node, values } = facts
    const credential = await world.makeKey(node, { ...facts.credential, ...facts.account })
    const chosen = { chosenImageModel: node, ...values, FLOWISE_CREDENTIAL_ID: credential }
    const tool = { chosenImageModel: node, chosenImageModelConfig: chosen }
    const flowId = await world.save(agentFlow(world.scene, [{ node: 'imageGenerationTool', values: tool }]))
    const fake = fakes.get(facts) as FakeVendor
    world.lead(fake.origin)
    world.playModel(({ body }) => {
      const told = body.messages?.find(({ role }) => role === 'tool')
      if (told) return { text: String(told.content) }
      return { toolCalls: [{ id: 'call_1', name: 'draw_picture', input: { prompt: PROMPT } }] }
    })
    const { text } = await world.ask(flowId, 'Draw', { chatId: node })
    expect(text).toContain('is drawn')
    const [fileName = ''] = /picture-[0-9a-f]{10}\.png/.exec(text) ?? []
    const query = new URLSearchParams({ chatflowId: flowId, chatId: node, fileName })
    const kept = await fetch(`${world.scene.server.origin}/api/v1/get-upload-file?${query}`)
    expect(Buffer.from(await kept.arrayBuffer()).equals(drawPicture(PROMPT))).toBe(true)
  })
})
