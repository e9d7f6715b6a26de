import { ModelError, type ModelReply } from '@runnel/node-kit'
import { aModel, createTestStepContext, said, type TestStepOptions } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { runLlm } from './run.ts'

const node = { id: 'llmAgentflow_0', type: 'llmAgentflow', label: 'Answer Writer' }

function llm(reply: Partial<ModelReply>, options: TestStepOptions = {}) {
  return createTestStepContext({
    node,
    input: 'Why?',
    selected: { llmModel: aModel },
    model: () => reply,
    ...options,
  })
}

describe('an answer', () => {
  test('is shown, and put out with times, usage and what the vendor says', async () => {
    const step = llm({
      parts: [{ type: 'reasoning', text: 'Hm.' }, ...said('Because.').parts],
      metadata: { model_name: 'demo' },
    })
    const result = await runLlm(step.context)
    expect(step.requests[0]?.show).toBe(true)
    expect(result.output).toEqual({
      content: 'Because.',
      timeMetadata: { start: expect.any(Number), end: expect.any(Number), delta: 20 },
      usageMetadata: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
      responseMetadata: { model_name: 'demo' },
      reasonContent: { thinking: 'Hm.' },
    })
    expect(result.input).toEqual({ messages: [{ role: 'user', content: 'Why?' }] })
  })

  test('joins the history with the question, as a user unless the author says otherwise', async () => {
    const asUser = await runLlm(llm(said('Because.')).context)
    expect(asUser.history).toEqual([
      { role: 'user', content: 'Why?' },
      { role: 'user', content: 'Because.', name: 'answer_writer' },
    ])
    const values = { llmReturnResponseAs: 'assistantMessage', llmUserMessage: 'Explain it.' }
    const asAssistant = await runLlm(llm(said('Because.'), { values }).context)
    expect(asAssistant.history).toEqual([
      { role: 'user', content: 'Why?' },
      { role: 'assistant', content: 'Because.', name: 'answer_writer' },
    ])
    const later = await runLlm(llm(said('Next.'), { runHistory: asUser.history ?? [] }).context)
    expect(later.history).toHaveLength(1)
  })

  test('joins the history without memory with what the model was asked: own user messages, else the question', async () => {
    const off = { llmEnableMemory: false }
    const plain = await runLlm(llm(said('Because.'), { values: off }).context)
    expect(plain.history?.map(({ content }) => content)).toEqual(['Why?', 'Because.'])
    const llmMessages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Sort these.' },
      { role: 'user', content: 'And these.' },
    ]
    const own = await runLlm(llm(said('Done.'), { values: { ...off, llmMessages } }).context)
    expect(own.history?.map(({ content }) => content)).toEqual(['Sort these.', 'And these.', 'Done.'])
  })
})

describe('a structured answer', () => {
  const values = {
    llmStructuredOutput: [
      { key: 'answer', type: 'string', description: 'The answer' },
      { key: 'tags', type: 'stringArray' },
      { key: 'score', type: 'number' },
      { key: 'sure', type: 'boolean' },
      { key: 'mood', type: 'enum', enumValues: 'good, bad' },
      {
        key: 'people',
        type: 'jsonArray',
        jsonSchema: '{"name":{"type":"string","required":true},"age":{"type":"number"}}',
      },
    ],
  }
  const answer = { answer: 'Yes', tags: ['a'], score: 1, sure: true, mood: 'good', people: [{ name: 'Ada' }] }

  test('is asked for by its schema, and spread in the output', async () => {
    const step = llm(said(JSON.stringify(answer)), { values, isLast: true })
    const result = await runLlm(step.context)
    expect(step.requests[0]).toMatchObject({ show: false })
    expect(step.requests[0]?.structure?.schema).toEqual({
      type: 'object',
      properties: {
        answer: { type: 'string', description: 'The answer' },
        tags: { type: 'array', items: { type: 'string' } },
        score: { type: 'number' },
        sure: { type: 'boolean' },
        mood: { type: 'string', enum: ['good', 'bad'] },
        people: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, age: { type: ['number', 'null'] } },
            required: ['name', 'age'],
            additionalProperties: false,
          },
        },
      },
      required: ['answer', 'tags', 'score', 'sure', 'mood', 'people'],
      additionalProperties: false,
    })
    expect(result.output).toMatchObject({ ...answer, content: JSON.stringify(answer, null, 2) })
    expect(step.shown).toEqual([JSON.stringify(answer, null, 2)])
  })

  test('may have a key that is called as a field of the output', async () => {
    const named = {
      llmStructuredOutput: [
        { key: 'title', type: 'string' },
        { key: 'content', type: 'string' },
      ],
    }
    const input = { title: 'Tea', content: 'Leaves in water.' }
    const step = llm(said(JSON.stringify(input)), { values: named, isLast: true })
    const { output, history } = await runLlm(step.context)
    expect(output).toMatchObject(input)
    expect([history?.at(-1)?.content, step.shown]).toEqual(['Leaves in water.', ['Leaves in water.']])
  })

  test('is also taken from text, fenced or not', async () => {
    for (const text of [JSON.stringify(answer), `Sure:\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``]) {
      expect((await runLlm(llm(said(text), { values }).context)).output).toMatchObject(answer)
    }
  })

  test('that lacks keys, or is none, is a fault that may be tried again', async () => {
    const lacking = said(JSON.stringify({ answer: 'Yes' }))
    await expect(runLlm(llm(lacking, { values }).context)).rejects.toMatchObject({
      message: expect.stringContaining('left out tags, score'),
      retryable: true,
    })
    await expect(runLlm(llm(said('Yes!'), { values }).context)).rejects.toThrow(
      'did not answer with the JSON',
    )
  })

  test.each([
    [{ tags: 'a' }, '"tags" is no array'],
    [{ tags: ['a', 1] }, '"tags[1]" is no string'],
    [{ score: '1' }, '"score" is no number'],
    [{ sure: 'yes' }, '"sure" is no boolean'],
    [{ mood: 'fine' }, '"mood" is none of good, bad'],
    [{ people: [{ name: 'Ada' }, {}] }, '"people[1].name" is missing'],
    [{ people: [{ name: 'Ada', age: 'old' }] }, '"people[0].age" is no number'],
  ])('that holds %j is a fault that names the place', async (wrong, fault) => {
    const step = llm(said(JSON.stringify({ ...answer, ...wrong })), { values })
    await expect(runLlm(step.context)).rejects.toMatchObject({
      message: expect.stringContaining(`In the model's answer ${fault}.`),
      retryable: true,
    })
  })

  test('may be null where its author asks for nothing', async () => {
    const people = [{ name: 'Ada', age: null }]
    const { output } = await runLlm(llm(said(JSON.stringify({ ...answer, people })), { values }).context)
    expect(output.people).toEqual(people)
  })

  test('is closed at any depth, also by a schema that the author wrote in full', async () => {
    const jsonSchema = JSON.stringify({
      type: 'object',
      properties: {
        home: { type: 'object', properties: { city: { type: 'string' } } },
        kind: { type: 'string', enum: ['a'] },
      },
      required: ['home'],
    })
    const step = llm(said('{"all": []}'), {
      values: { llmStructuredOutput: [{ key: 'all', type: 'jsonArray', jsonSchema }] },
    })
    await runLlm(step.context)
    expect(step.requests[0]?.structure?.schema.properties).toEqual({
      all: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            home: {
              type: 'object',
              properties: { city: { type: ['string', 'null'] } },
              required: ['city'],
              additionalProperties: false,
            },
            kind: { type: ['string', 'null'], enum: ['a', null] },
          },
          required: ['home', 'kind'],
          additionalProperties: false,
        },
      },
    })
  })

  test('with a faulty description says which key', async () => {
    const noValues = { llmStructuredOutput: [{ key: 'mood', type: 'enum', enumValues: '' }] }
    await expect(runLlm(llm({}, { values: noValues }).context)).rejects.toThrow(
      'mood is an enum without values',
    )
    const noSchema = { llmStructuredOutput: [{ key: 'people', type: 'jsonArray', jsonSchema: '{' }] }
    await expect(runLlm(llm({}, { values: noSchema }).context)).rejects.toThrow('The key people')
  })
})

describe('a fault', () => {
  test('names the node, and keeps its code and what the back-off needs', async () => {
    const step = llm(
      {},
      {
        model: () => {
          throw new ModelError('429: slow down', { retryable: true, retryAfterMs: 10, vendorStatus: 429 })
        },
      },
    )
    await expect(runLlm(step.context)).rejects.toMatchObject({
      code: 'model_error',
      message: 'Error in LLM node: 429: slow down',
      retryable: true,
      retryAfterMs: 10,
      vendorStatus: 429,
    })
  })

  test('of a missing model says what to do', async () => {
    const step = createTestStepContext({ node })
    await expect(runLlm(step.context)).rejects.toMatchObject({
      code: 'missing_component',
      message: 'Error in LLM node: Answer Writer has no model. Choose one in the node.',
    })
  })

  test('of another kind gets the code of a failed step', async () => {
    const step = llm(
      {},
      {
        model: () => {
          throw new Error('out of memory')
        },
      },
    )
    await expect(runLlm(step.context)).rejects.toMatchObject({
      code: 'step_failed',
      message: 'Error in LLM node: out of memory',
    })
  })

  test('of a stopped run stays as it is', async () => {
    const stopped = new Error('stopped')
    const signal = AbortSignal.abort(stopped)
    const step = llm(
      {},
      {
        signal,
        model: () => {
          throw stopped
        },
      },
    )
    await expect(runLlm(step.context)).rejects.toBe(stopped)
  })
})
