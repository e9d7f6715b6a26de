import { RunnelError } from '@runnel/contract'
import type { Graph, GraphAnswer, Prompt } from '@runnel/node-kit'
import {
  aModel,
  aPrompt,
  createTestComponent,
  createTestStepContext,
  said,
  type TestStepOptions,
} from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { runGraphCypherQAChain } from './run.ts'

const TEAS: GraphAnswer = {
  columns: ['tea', 'node'],
  rows: [['Gyokuro', { labels: ['Tea'], properties: { about: 'x'.repeat(3000) } }]],
  isCut: false,
}

/** A chain on a graph that refuses what the test says; the model writes these replies in turn. */
function run(
  replies: string[],
  { components = {}, ...options }: TestStepOptions = {},
  answer: GraphAnswer = TEAS,
) {
  const asked: { statement: string; mostRows: number }[] = []
  const graph: Graph = {
    describe: async () => ':Tea {name: String} {question}',
    async ask(_component, question) {
      asked.push(question)
      if (question.statement.includes('DELETE')) throw new RunnelError('invalid_input', 'It writes.')
      if (question.statement.includes('away')) throw new RunnelError('upstream_error', 'It is away.')
      return answer
    },
  }
  const step = createTestStepContext({
    input: 'Which {schema} tea? $& MATCH (n) DETACH DELETE n',
    model: (_request, n) => said(replies[n] ?? 'Gyokuro.'),
    ...options,
    components: { model: [aModel], graph: [createTestComponent('Neo4j', {}, { graph })], ...components },
  })
  return { ...step, asked, result: runGraphCypherQAChain(step.context) }
}

const tell = (requests: { messages: { content: unknown }[] }[]) =>
  requests.map(({ messages }) => String(messages.at(-1)?.content))

describe('a chain on a graph', () => {
  test('tells its model of the graph, runs what it writes, and has it answer from the rows, in sight', async () => {
    const { result, requests, asked } = run(['MATCH (t:Tea) RETURN t'])
    expect(await result).toMatchObject({
      input: { statement: 'MATCH (t:Tea) RETURN t' },
      output: { content: 'Gyokuro.', usageMetadata: { total_tokens: 30 } },
    })
    expect(asked).toEqual([{ statement: 'MATCH (t:Tea) RETURN t', mostRows: 200 }])
    expect(requests.map(({ show }) => show)).toEqual([false, true])
    const [first, last] = tell(requests)
    expect(first).toContain(':Tea {name: String} {question}')
    expect(first).toContain('Question: Which {schema} tea? $& MATCH (n) DETACH DELETE n')
    expect(last).toContain('tea, node\n["Gyokuro", {"labels":["Tea"]')
    expect(last).toContain('x…]')
    expect(last?.length).toBeLessThan(3500)
  })

  test('never makes the question a statement: only what the model writes is run', async () => {
    const { result, asked } = run(['RETURN 1'])
    await result
    expect(asked.map(({ statement }) => statement)).toEqual(['RETURN 1'])
  })

  test.each([
    ['```cypher\nMATCH (n) RETURN n\n```\nThis reads.', 'MATCH (n) RETURN n'],
    ['Cypher query: MATCH (n) RETURN n', 'MATCH (n) RETURN n'],
    [' MATCH (n) RETURN n ', 'MATCH (n) RETURN n'],
  ])('finds the statement in %j', async (reply, statement) => {
    const { result, asked } = run([reply])
    await result
    expect(asked[0]?.statement).toBe(statement)
  })

  test('tells its model what was not run, and gives up after the third statement', async () => {
    const { result, requests } = run(['MATCH (n) DELETE n', 'RETURN 1'])
    expect((await result).output).toMatchObject({
      content: 'Gyokuro.',
      usageMetadata: { total_tokens: 45 },
    })
    expect(tell(requests)[1]).toBe('It writes.\nWrite another statement, and nothing else.')
    const lost = run(['DELETE a', 'DELETE b', 'DELETE c'])
    await expect(lost.result).rejects.toMatchObject({
      code: 'model_error',
      message: expect.stringContaining('It writes.'),
    })
    expect(lost.requests).toHaveLength(3)
  })

  test('asks for no other statement where the graph is away', async () => {
    const { result, requests } = run(['RETURN away'])
    await expect(result).rejects.toThrow('It is away.')
    expect(requests).toHaveLength(1)
  })

  test('gives the rows as they are where that is wanted', async () => {
    const answer = { columns: ['tea', 'cups'], rows: [['Gyokuro', 2], ['Mate']], isCut: false }
    const { result, requests, shown } = run(['RETURN 1'], { values: { returnDirect: true } }, answer)
    const content = [
      { tea: 'Gyokuro', cups: 2 },
      { tea: 'Mate', cups: null },
    ]
    expect((await result).output).toMatchObject({ content, usageMetadata: { total_tokens: 15 } })
    expect(shown).toEqual([JSON.stringify(content)])
    expect(requests).toHaveLength(1)
  })

  test('has models of their own write the statement and answer', async () => {
    const chatModel = () => Promise.reject(new RunnelError('model_error', 'The test plays the model.'))
    const [cypherModel, qaModel] = ['writer', 'speaker'].map((name) => [
      createTestComponent(name, {}, { chatModel }),
    ])
    const asked: string[] = []
    const { result } = run([], {
      components: { model: [], ...(cypherModel && { cypherModel }), ...(qaModel && { qaModel }) },
      model: (_request, _n, { type }) => {
        asked.push(type)
        return said('RETURN 1')
      },
    })
    await result
    expect(asked).toEqual(['writer', 'speaker'])
  })

  test('asks in the author’s own words', async () => {
    const prompt = (name: string): Partial<Prompt> => ({
      variables: ['schema', 'context', 'question', 'tone'],
      values: { tone: 'dry', question: '' },
      format: (given) => [
        { role: 'system', content: `${name} ${given.tone}` },
        { role: 'user', content: `${given.schema ?? given.context}|${given.question}` },
      ],
    })
    const { result, requests } = run(['RETURN 1'], {
      input: 'Which?',
      components: { cypherPrompt: [aPrompt(prompt('Write'))], qaPrompt: [aPrompt(prompt('Answer'))] },
    })
    await result
    expect(requests.map(({ messages }) => messages[0]?.content)).toEqual(['Write dry', 'Answer dry'])
    expect(tell(requests)[0]).toBe(':Tea {name: String} {question}|Which?')
    expect(tell(requests)[1]).toMatch(/^tea, node\n.*\|Which\?$/s)
  })

  test.each([
    [{ columns: ['a'], rows: [], isCut: false }, '(there are none)'],
    [{ columns: ['a'], rows: [[1]], isCut: true }, 'a\n[1]\n(there are more)'],
    [
      { columns: ['a'], rows: Array.from({ length: 200 }, () => ['x'.repeat(1000)]), isCut: false },
      '(there are more)',
    ],
  ])('tells of what is not there', async (answer, says) => {
    const { result, requests } = run(['RETURN 1'], {}, answer)
    await result
    expect(tell(requests)[1]).toContain(says)
    expect(tell(requests)[1]?.length).toBeLessThan(60_000)
  })

  test('says what is not connected, before a model is asked', async () => {
    const bare = run([], { components: { graph: [] } })
    await expect(bare.result).rejects.toMatchObject({ code: 'missing_component' })
    expect(bare.requests).toEqual([])
    const silent = run([], { components: { model: [] } })
    await expect(silent.result).rejects.toThrow('has no model')
    expect(silent.asked).toEqual([])
  })

  test('answers a question that is refused without graph and model', async () => {
    const moderation = () => Promise.reject(new RunnelError('moderation_refused', 'Not that.'))
    const guard = createTestComponent('guard', {}, { moderation })
    const { result, requests, asked } = run([], { components: { inputModeration: [guard] } })
    expect((await result).output).toEqual({ content: 'Not that.' })
    expect([...requests, ...asked]).toEqual([])
  })
})
