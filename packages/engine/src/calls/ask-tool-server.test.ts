import type { NodeEffects, ServerTool, ServerToolCall, ServerToolReply, StepRecord } from '@runnel/contract'
import type { Component, StepContext, ToolServerTarget, Toolset } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { createFakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan, createDefinition } from '../testing/plan-builder.ts'
import { runToEnd, type TestRun } from '../testing/run-to-end.ts'

const component: Component = {
  nodeId: 'toolset',
  type: 'toolset',
  label: 'Tea house',
  values: {},
  credentials: { credential: 'c' },
  output: 'toolset',
  anchors: {},
}
const target: ToolServerTarget = {
  server: { transport: 'http', url: 'https://tea.example/mcp', headers: {} },
  authorise: { component, apply: () => ({ headers: { authorization: 'Bearer tea-secret' } }) },
}

/** A server whose tools change between two looks; `asks` says how often a call asks a person first. */
function createServer({ effects = 'write' as NodeEffects, asks = 0 } = {}) {
  const lists: string[][] = []
  const calls: ServerToolCall[] = []
  const server = { tools: ['brew', 'pour'], lists, calls }
  const toolset: Toolset = {
    async list(_component, call) {
      const listed = await call.toolServer.list(target, ['brew', 'pour', 'spill'])
      return listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema, effects }))
    },
    async call(_component, { tool }, call) {
      const asked: ServerToolCall = { tool, input: {}, answers: [] }
      for (;;) {
        const reply = await call.toolServer.call(target, { ...asked, answers: [...asked.answers] })
        if (reply.type === 'result') return { content: `${tool}: ${JSON.stringify(reply.parts)}` }
        const answer = await call.ask({ action: { about: tool } })
        asked.answers.push(
          answer.type === 'proceed' ? { action: 'accept', content: {} } : { action: 'decline' },
        )
      }
    },
  }
  const toolServers = {
    list: async (_target: ToolServerTarget, names: string[]): Promise<ServerTool[]> => {
      lists.push(names)
      return server.tools.map((name) => ({
        name,
        description: name,
        inputSchema: { type: 'object' },
        readsOnly: false,
        fingerprint: name,
      }))
    },
    call: async (_target: ToolServerTarget, call: ServerToolCall): Promise<ServerToolReply> => {
      calls.push(call)
      if (call.answers.length < asks) return { type: 'asks', message: 'Who?', schema: {} }
      return { type: 'result', parts: [{ type: 'text', text: 'done' }], isError: false }
    },
  }
  return { server, toolset, toolServers }
}

type Server = ReturnType<typeof createServer>

/** Runs one step that lists the tools and calls them all. */
function run(
  { toolset, toolServers }: Server,
  work: (context: StepContext) => Promise<unknown>,
  more: Omit<Partial<TestRun>, 'ports'> = {},
) {
  const ports = createFakePorts({
    vendor: createFakeVendor(),
    ports: {
      loadRun: async () => async (context) => ({ output: { content: JSON.stringify(await work(context)) } }),
      findDefinition: (type) => createDefinition(type, { kind: 'component', provides: ['toolset'] }),
      loadCapability: async () => toolset as never,
      toolServers,
    },
  })
  return runToEnd({ plan: buildPlan([{ id: 'x', type: 'x' }]), ports, ...more })
}

async function callAll({ listTools, callTool }: StepContext): Promise<string[]> {
  const said: string[] = []
  for (const tool of await listTools([component])) said.push((await callTool(tool, {})).content)
  return said
}

const begunOf = ({ pieces }: Awaited<ReturnType<typeof runToEnd>>): StepRecord[] =>
  pieces.flatMap(({ records }) => records).filter(({ status }) => status === 'started')

describe('a server of tools', () => {
  test('is asked once for each list and each call, at their places, and no secret is written down', async () => {
    const world = createServer()
    const { outcome, journal } = await run(world, callAll)
    expect(JSON.parse(outcome?.text ?? '')).toHaveLength(2)
    expect(world.server.lists).toEqual([['brew', 'pour', 'spill']])
    const paths = journal.filter(({ kind }) => kind === 'toolServer').map(({ path }) => path)
    expect(new Set(paths)).toEqual(new Set(['x#0/l0/s0', 'x#0/t0.0/s0', 'x#0/t0.1/s0']))
    expect(JSON.stringify(journal)).not.toContain('tea-secret')
  })

  test('has the tools of before at a resume, whatever it lists by now', async () => {
    const world = createServer()
    const work = async (context: StepContext) => {
      const tools = await context.listTools([component])
      await context.ask({ action: {} })
      return tools.map(({ name }) => name)
    }
    const first = await run(world, work)
    world.server.tools = ['spill']
    const answers = [{ path: 'x#0/a0', answer: { type: 'proceed' as const } }]
    const { outcome } = await run(world, work, { journal: first.journal, fence: 2, settledFence: 1, answers })
    expect(JSON.parse(outcome?.text ?? '')).toEqual(['brew', 'pour'])
    expect(world.server.lists).toHaveLength(1)
  })

  test('that asks a person waits for them; what was called before is not called again', async () => {
    const world = createServer({ asks: 1 })
    world.server.tools = ['brew']
    const first = await run(world, callAll)
    expect(first.outcome?.waiting).toMatchObject([{ path: 'x#0/t0.0/a0', action: { about: 'brew' } }])
    const answers = [{ path: 'x#0/t0.0/a0', answer: { type: 'proceed' as const } }]
    const { outcome } = await run(world, callAll, {
      journal: first.journal,
      fence: 2,
      settledFence: 1,
      answers,
    })
    expect(outcome?.status).toBe('finished')
    expect(world.server.calls.map((call) => call.answers)).toEqual([[], [{ action: 'accept', content: {} }]])
  })

  test.each([
    ['write', true],
    ['none', true],
    ['read', false],
  ] as const)('an interrupted call of a tool of effects %s is asked about: %s', async (effects, isAsked) => {
    const world = createServer({ effects })
    world.server.tools = ['brew']
    const first = await run(world, callAll)
    const { outcome } = await run(world, callAll, { journal: begunOf(first), fence: 2 })
    expect(outcome?.waiting.map(({ path }) => path)).toEqual(isAsked ? ['x#0/t0.0/s0/a~1'] : [])
    if (isAsked) expect(JSON.stringify(outcome?.action)).toContain('The call of brew at tea.example')
    expect(world.server.calls).toHaveLength(isAsked ? 1 : 2)
    expect(world.server.lists).toHaveLength(2)
  })
})
