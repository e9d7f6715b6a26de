import { type HistoryMessage, type JsonObject, RunnelError } from '@runnel/contract'
import {
  aMemory,
  aModel,
  anExchange,
  aTool,
  createTestComponent,
  createTestStepContext,
  said,
  type TestStepOptions,
  type TestTool,
} from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'
import { type AgentCase, agentCases } from './agent-cases.fixture.ts'

const agents = nodeCatalogue.filter(({ definition }) => definition.category === 'Agents')

const doubler: TestTool = {
  name: 'double',
  description: 'Doubles a number.',
  inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  work: async (input) => ({
    content: String(Number((input as JsonObject).n) * 2),
    sourceDocuments: [{ pageContent: 'doubling' }],
  }),
}

/** Runs an agent that is asked to double 21, with what its anchors take. */
async function run(
  { node, values, remembers, components = {} }: AgentCase,
  options: TestStepOptions = {},
  tools = [doubler],
) {
  const work = await agents.find(({ definition }) => definition.name === node)?.run?.()
  if (!work) throw new Error(`There is no ${node}.`)
  const memory = remembers ? [aMemory] : []
  const step = createTestStepContext({
    input: 'Double 21',
    retrieve: () => [],
    ...options,
    values: { ...values, ...options.values },
    components: { model: [aModel], memory, tools: tools.map(aTool), ...components, ...options.components },
  })
  return { ...step, result: work(step.context) }
}

test('every agent of the catalogue is held to these tests', () => {
  expect(agentCases.map(({ node }) => node).sort()).toEqual(
    agents.map(({ definition }) => definition.name).sort(),
  )
})

test.each(agents.map(({ definition }) => definition))(
  '$name ends a flow, is asked about, and has tools, a model and a limit',
  ({ inputs, ...definition }) => {
    expect(definition).toMatchObject({ kind: 'step', effects: 'none', answers: true, streams: true })
    expect(definition.baseClasses).toContain('BaseChain')
    const remembers = inputs.some(({ name }) => name === 'memory')
    expect(agentCases.find(({ node }) => node === definition.name)?.remembers).toBe(remembers)
    expect(inputs.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['tools', 'model', 'inputModeration', 'maxIterations']),
    )
  },
)

describe.each(agentCases)('$node', (agent) => {
  const { speech, remembers } = agent
  const call = speech.asks('double', { n: 21 })

  test('answers at once when no tool is asked for, and shows it once', async () => {
    const { result, requests, shown } = await run(agent, {
      model: () => speech.answers('Hello\nthere.'),
      run: { pastHistory: anExchange },
    })
    const { output } = await result
    const calls = agent.rephrases ? 2 : 1
    expect(output).toMatchObject({
      content: 'Hello\nthere.',
      usageMetadata: { total_tokens: 15 * calls },
    })
    expect(output).not.toHaveProperty('usedTools')
    expect(requests).toHaveLength(calls)
    const last = requests.at(-1)
    expect(last?.show === true ? [output.content] : shown).toEqual(['Hello\nthere.'])
    const asked = JSON.stringify(last)
    expect(asked).toContain('Double 21')
    expect(asked.includes('Hello Ada.')).toBe(remembers)
    expect(asked).toContain('Doubles a number.')
  })

  test('calls tools, hands their results back and adds up what it used', async () => {
    const { result, requests } = await run(agent, {
      model: (_request, n) => (n === 0 ? call : speech.answers('It is 42.')),
    })
    expect((await result).output).toMatchObject({
      content: 'It is 42.',
      usedTools: [{ tool: 'double', toolInput: { n: 21 }, toolOutput: '42' }],
      sourceDocuments: [{ pageContent: 'doubling' }],
      usageMetadata: { input_tokens: 20, output_tokens: 10, total_tokens: 30 },
    })
    const told = speech.told({ tool: 'double', input: { n: 21 }, result: '42' })
    expect(requests[1]?.messages).toEqual([...(requests[0]?.messages ?? []), ...told])
  })

  test('tells the model of a tool that failed or is not there', async () => {
    const failing = { ...doubler, work: () => Promise.reject(new Error('too large')) }
    const replies = [call, speech.asks('triple', { n: 1 }), speech.answers('I cannot.')]
    const { result, requests } = await run(agent, { model: (_request, n) => replies[n] ?? {} }, [failing])
    expect((await result).output).toMatchObject({
      content: 'I cannot.',
      usedTools: [{ tool: 'double', error: 'too large' }],
    })
    expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain('too large')
    expect(JSON.stringify(requests[2]?.messages.at(-1))).toContain(
      'There is no tool called triple. The tools are: double.',
    )
  })

  test('ends with the result of a tool that returns directly', async () => {
    const { result, requests, shown } = await run(agent, { model: () => call }, [
      { ...doubler, returnDirect: true },
    ])
    expect((await result).output).toMatchObject({ content: '42' })
    expect(shown).toEqual(['42'])
    expect(requests).toHaveLength(1)
  })

  test('stops at its limit and says so', async () => {
    const { result, requests, shown } = await run(agent, {
      values: { maxIterations: '3' },
      model: () => call,
    })
    const { output } = await result
    expect(requests).toHaveLength(3)
    expect(output.content).toContain('limit of 3 model calls')
    expect(shown).toEqual([output.content])
  })

  test('refuses two tools of one name before it asks the model', async () => {
    const { result, requests } = await run(agent, { model: () => speech.answers('Hello.') }, [
      doubler,
      doubler,
    ])
    await expect(result).rejects.toThrow('are called double')
    expect(requests).toEqual([])
  })

  test('answers without tools too', async () => {
    const { result, requests } = await run(agent, { model: () => speech.answers('Hi.') }, [])
    expect((await result).output).toMatchObject({ content: 'Hi.' })
    expect(requests[0]).not.toHaveProperty('tools')
  })

  test('passes on what its model refuses', async () => {
    const refuse = () => {
      throw new Error('The vendor is away.')
    }
    const { result, shown } = await run(agent, { model: refuse })
    await expect(result).rejects.toThrow('The vendor is away.')
    expect(shown).toEqual([])
  })

  test('says that it has no model', async () => {
    const { result } = await run(agent, { components: { model: [] } })
    await expect(result).rejects.toThrow('has no model')
  })

  test('answers a question that is refused without the model', async () => {
    const moderation = () => Promise.reject(new RunnelError('moderation_refused', 'Not that.'))
    const inputModeration = [createTestComponent('guard', {}, { moderation })]
    const { result, requests, shown } = await run(agent, { components: { inputModeration } })
    expect((await result).output).toEqual({ content: 'Not that.' })
    expect([requests, shown]).toEqual([[], ['Not that.']])
  })

  if (remembers)
    test('tells a memory outside of what was asked and answered', async () => {
      const kept: HistoryMessage[][] = []
      const memory = [
        createTestComponent(
          'away',
          {},
          {
            memory: {
              recall: async () => [],
              keep: async (_component, exchange) => void kept.push(exchange),
            },
          },
        ),
      ]
      const { result } = await run(agent, { components: { memory }, model: () => speech.answers('Hi.') })
      await result
      expect(kept.flat().map(({ content }) => content)).toEqual(['Double 21', 'Hi.'])
    })
})

const speakers = agentCases.flatMap((agent) => {
  const { broken } = agent.speech
  return broken ? [{ node: agent.node, agent, broken }] : []
})

describe.each(speakers)('$node, whose model speaks in text,', ({ agent, broken }) => {
  const { speech } = agent

  test('tells the model once what was wrong, and goes on', async () => {
    const { result, requests, shown } = await run(agent, {
      model: (_request, n) => (n === 0 ? said(broken.text) : speech.answers('Well.')),
    })
    expect((await result).output).toMatchObject({ content: 'Well.' })
    const [wrong, fault] = requests[1]?.messages.slice(-2) ?? []
    expect(wrong).toEqual({ role: 'assistant', content: broken.text })
    expect(fault).toEqual({ role: 'user', content: expect.stringMatching(broken.fault) })
    expect(shown).toEqual(['Well.'])
  })

  test('is an error when the model does not heed it, and shows nothing', async () => {
    const { result, requests, shown } = await run(agent, { model: () => said(broken.text) })
    await expect(result).rejects.toMatchObject({
      code: 'model_error',
      message: expect.stringMatching(broken.fault),
    })
    expect([requests.length, shown]).toEqual([2, []])
  })

  test('takes a plain text for the answer when the model writes so again', async () => {
    const { result, requests, shown } = await run(agent, { model: () => said(' It is 42. ') })
    expect((await result).output).toMatchObject({ content: 'It is 42.' })
    expect([requests.length, shown]).toEqual([2, ['It is 42.']])
  })

  test('is an error when the model says nothing at all', async () => {
    const { result } = await run(agent, { model: () => said(' ') })
    await expect(result).rejects.toMatchObject({ code: 'model_error' })
  })

  test('tells again after a reply that could be read', async () => {
    const replies = [
      said(broken.text),
      speech.asks('double', { n: 21 }),
      said(broken.text),
      speech.answers('42'),
    ]
    const { result, requests } = await run(agent, { model: (_request, n) => replies[n] ?? {} })
    expect((await result).output).toMatchObject({ content: '42' })
    expect(requests).toHaveLength(4)
  })

  test('tells the form of a tool that takes several things, whose input was a bare text', async () => {
    const mail: TestTool = {
      name: 'mail',
      inputSchema: {
        type: 'object',
        properties: { to: { type: 'string' }, text: { type: 'string' } },
        required: ['to', 'text'],
      },
    }
    const input = { to: 'ada', text: 'Hi' }
    const replies = [speech.asks('mail', 'ada'), speech.asks('mail', input), speech.answers('Sent.')]
    const { result, requests } = await run(agent, { model: (_request, n) => replies[n] ?? {} }, [mail])
    expect((await result).output).toMatchObject({ usedTools: [{ tool: 'mail', toolInput: input }] })
    expect(requests[1]?.messages.at(-1)?.content).toContain('The input of mail must be a JSON object')
  })
})

const xmlPrompt = 'Tools:\n{tools}\nSo far:\n{chat_history}\nNow: {input}\n{agent_scratchpad}'

test('a prompt that has places of its own is filled, and nothing is told twice', async () => {
  const agent = {
    ...(agentCases.find(({ node }) => node === 'xmlAgent') as AgentCase),
    values: { systemMessage: xmlPrompt },
  }
  const { result, requests } = await run(agent, {
    input: 'Double {tools}',
    model: () => said('<final_answer>42</final_answer>'),
    run: { pastHistory: anExchange },
  })
  await result
  const messages = requests[0]?.messages ?? []
  expect(messages.map(({ role }) => role)).toEqual(['user'])
  expect(messages[0]?.content).toBe(
    `Tools:\n- double: Doubles a number. Its input is a JSON object that fits this JSON Schema: ${JSON.stringify(doubler.inputSchema)}\nSo far:\nuser: My name is Ada.\nassistant: Hello Ada.\nNow: Double {tools}`,
  )
})
