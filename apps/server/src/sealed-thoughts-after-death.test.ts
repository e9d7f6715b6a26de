import { databaseKinds } from '@runnel/db/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainEdge, chainNode } from './testing/example-flows.ts'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { makeCredential, makeFlow } from './testing/make-flow.ts'
import { createCaller } from './testing/test-caller.ts'

/** Long enough to be killed in. */
const LATE_MS = 20_000
const HOME = 'https://api.openai.com/v1'

/** A module that lets OpenAI be at home at another address: its own server alone is asked for thoughts. */
const moveHome = (address: string) =>
  `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module'
    registerHooks({
      load(url, context, next) {
        const loaded = next(url, context)
        if (!url.endsWith('/openai/openai-home.ts')) return loaded
        return { ...loaded, source: String(loaded.source).replace('${HOME}', '${address}') }
      },
    })`)}`

/** A model that thinks sealed, memory and calculator → Tool Agent. */
function thinkingAgentFlow(credentialId: string) {
  const model = chainNode('chatOpenAI_0', 'GPT', {
    modelName: 'gpt-5',
    streaming: true,
    reasoning: true,
    reasoningEffort: 'low',
    reasoningSummary: 'auto',
  })
  model.data.credential = credentialId
  return {
    nodes: [
      model,
      chainNode('bufferMemory_0', 'Buffer Memory', { memoryKey: 'chat_history' }),
      chainNode('calculator_0', 'Calculator', {}),
      chainNode('toolAgent_0', 'Tool Agent', {}),
    ],
    edges: [
      chainEdge('chatOpenAI_0', 'toolAgent_0', ['model', 'BaseChatModel']),
      chainEdge('bufferMemory_0', 'toolAgent_0', ['memory', 'BaseChatMemory']),
      chainEdge('calculator_0', 'toolAgent_0', ['tools', 'Tool']),
    ],
  }
}

interface Item {
  type?: string
  encrypted_content?: string
}

describe.each(databaseKinds)('on %s', (kind) => {
  let vendor: FakeOpenAI
  let program: KillableProgram
  /** The tool turn whose answer the vendor keeps back, once. */
  let lateTurn: number | undefined

  beforeAll(async () => {
    vendor = await startFakeOpenAI({
      respond: ({ body }) => {
        const turn = itemsOf(body.input, 'function_call_output').length
        const late = turn === lateTurn ? { delayMs: LATE_MS } : {}
        if (turn === lateTurn) lateTurn = undefined
        const reasoning = `I think in turn ${turn}.`
        if (turn >= 2) return { reasoning, text: 'It is all 6.', ...late }
        return { reasoning, toolCalls: [{ name: 'calculator', input: { input: `${turn + 1}*2` } }], ...late }
      },
    })
    const flags = ['--import', moveHome(vendor.baseURL)]
    program = await startKillableProgram(kind, { egressAllow: vendor.host, flags, isFromSources: true })
  })

  afterAll(async () => {
    await program.remove()
    await vendor.close()
  })

  test.each([1, 2])(
    'an agent of OpenAI that dies after %i tool turns goes on with its thoughts as they were sealed',
    { timeout: 60_000 },
    async (turns) => {
      let caller = await program.signIn()
      const flowId = await makeFlow(caller, thinkingAgentFlow(await makeCredential(caller)), {
        type: 'CHATFLOW',
      })
      const chatId = `dies-${turns}`
      vendor.requests.length = 0
      lateTurn = turns
      const asked = createCaller(program.origin)
        .call('POST', `/prediction/${flowId}`, { question: 'Add it up', chatId })
        .catch(() => undefined)
      await expect.poll(() => vendor.requests.length, { timeout: 20_000 }).toBe(turns + 1)
      await program.kill()
      await asked
      await program.start()
      caller = await program.signIn()
      const messages = () =>
        caller.expect<{ content: string; reasonContent?: { thinking: string } }[]>(
          200,
          'GET',
          `/chatmessage/${flowId}?chatId=${chatId}`,
        )
      await expect.poll(async () => (await messages()).length, { timeout: 20_000 }).toBe(2)
      expect((await messages()).at(-1)).toMatchObject({
        content: 'It is all 6.',
        reasonContent: { thinking: 'I think in turn 0.\n\nI think in turn 1.\n\nI think in turn 2.' },
      })

      expect(new Set(vendor.requests.map(({ path }) => path))).toEqual(new Set(['/v1/responses']))
      const inputs = vendor.requests.map(({ body }) => body.input)
      expect(inputs, 'only the call in flight was made again').toHaveLength(4)
      expect(inputs[turns + 1]).toEqual(inputs[turns])
      const sealed = itemsOf(inputs.at(-1), 'reasoning').map((item) => item.encrypted_content)
      expect(sealed).toEqual([expect.stringMatching(/^gAAAA/), expect.stringMatching(/^gAAAA/)])
    },
  )
})

function itemsOf(input: unknown, type: string): Item[] {
  return (Array.isArray(input) ? (input as Item[]) : []).filter((item) => item.type === type)
}
