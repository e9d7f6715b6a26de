import { type ToolCase, toolCases } from '@runnel/nodes/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentFlow } from '../../testing/every-node/node-flows.ts'
import { type NodeWorld, startNodeWorld } from '../../testing/every-node/node-world.ts'
import { onDatabases } from '../../testing/every-node/on-databases.ts'
import { toolsHere } from '../../testing/every-node/tools-here.ts'

interface Told {
  role: string
  content?: unknown
}

const told = ({ messages = [] }: { messages?: Told[] }) =>
  messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content))

/** Every tool, whole: an agent is offered it, its model calls it, and is told what its server says. */
onDatabases({ title: 'tools', cases: toolsHere(toolCases), subject: 3 }, (kind, cases) => {
  let world: NodeWorld
  beforeAll(async () => {
    world = await startNodeWorld({ kind })
  })
  afterAll(() => world.stop())

  test.each(cases)('$node is called by an agent, with its key', async (tool: ToolCase) => {
    const { node, values = {}, credential: fields, server, input, says } = tool
    const credential = fields && (await world.makeKey(node, fields))
    const flowId = await world.save(agentFlow(world.scene, [{ node, values, credential }]))
    const sent = world.play((request) => server?.answer(request) ?? { status: 599, headers: {}, body: '' })
    world.playModel(({ body }) => {
      const name = body.tools?.[0]?.function.name ?? 'no tool was offered'
      return told(body).length > 0 ? { text: 'Done.' } : { toolCalls: [{ id: 'call_1', name, input }] }
    })
    expect((await world.ask(flowId, 'Go')).text).toBe('Done.')
    expect(told(world.vendor.requests.at(-1)?.body ?? {})).toEqual([expect.stringContaining(says)])
    expect(sent.length > 0).toBe(server !== undefined)
    for (const { url } of sent) expect(server?.hosts).toContain(url.host)
  })
})
