import type { JsonObject, JsonValue } from '@runnel/contract'
import {
  type Component,
  fillPromptValues,
  type HttpReply,
  type HttpRequest,
  listProvided,
} from '@runnel/node-kit'
import {
  aPrompt,
  createTestCallContext,
  createTestComponent,
  readSentRequest,
  type SentRequest,
} from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'
import { answerAsLangFuse, LANGFUSE_LOGIN } from './prompt-lang-fuse/prompt-lang-fuse.part.fixture.ts'

/** What a prompt with one free place asks when the question is `Tea?`. */
interface PromptCase {
  node: string
  of: string
  values: JsonObject
  anchors?: Record<string, Component[]>
  /** What the author's code returns. */
  returned?: JsonValue
  /** The server that keeps it, and the fields with which it is asked. */
  server?: { answer: (sent: SentRequest) => HttpReply; credential: Record<string, string> }
  variables: string[]
  asks: [role: string, content: string][]
}

const pairs = aPrompt({
  variables: ['word', 'other'],
  values: { other: '?' },
  format: ({ word, other }) => [{ role: 'user', content: `${word} - ${other}` }],
})

const langFuse = { answer: answerAsLangFuse, credential: LANGFUSE_LOGIN }

const cases: PromptCase[] = [
  {
    node: 'promptTemplate',
    of: 'a text',
    values: { template: 'Say {what} of {how}.', promptValues: '{"how": "old"}' },
    variables: ['what', 'how'],
    asks: [['user', 'Say Tea? of old.']],
  },
  {
    node: 'chatPromptTemplate',
    of: 'two messages',
    values: {
      systemMessagePrompt: 'Speak {tongue}.',
      humanMessagePrompt: 'In {tongue}: {text}',
      promptValues: { tongue: 'Latin' },
    },
    variables: ['tongue', 'text'],
    asks: [
      ['system', 'Speak Latin.'],
      ['user', 'In Latin: Tea?'],
    ],
  },
  {
    node: 'chatPromptTemplate',
    of: 'examples between them, whose braces are text',
    values: {
      systemMessagePrompt: 'Be brief.',
      humanMessagePrompt: '{text}',
      messageHistoryCode: 'return …',
    },
    returned: [
      { role: 'user', content: 'Two {and} two?' },
      ['ai', 'Four.'],
      { type: 'system', content: 'Good.' },
    ],
    variables: ['text'],
    asks: [
      ['system', 'Be brief.'],
      ['user', 'Two {and} two?'],
      ['assistant', 'Four.'],
      ['system', 'Good.'],
      ['user', 'Tea?'],
    ],
  },
  {
    node: 'fewShotPromptTemplate',
    of: 'examples in one text',
    values: {
      examples: '[{"word": "tall", "other": "short"}, {"word": "{text}"}]',
      prefix: 'Opposites:',
      suffix: '{text} -',
      exampleSeparator: '\n',
    },
    anchors: { examplePrompt: [pairs] },
    variables: ['text'],
    asks: [['user', 'Opposites:\ntall - short\n{text} - ?\nTea? -']],
  },
  {
    node: 'fewShotPromptTemplate',
    of: 'places in doubled braces, and an empty line between parts',
    values: { examples: '[]', prefix: 'Not {this}:', suffix: '{{ text }} -', templateFormat: 'jinja-2' },
    anchors: { examplePrompt: [pairs] },
    variables: ['text'],
    asks: [['user', 'Not {this}:\n\nTea? -']],
  },
  {
    node: 'promptLangFuse',
    of: 'a text in a folder, whose single braces are text',
    values: { template: ' tea/answer ', promptValues: '{"how": "old"}' },
    server: langFuse,
    variables: ['what', 'how'],
    asks: [['user', 'Say Tea? of old as {"a": {b}}.']],
  },
  {
    node: 'promptLangFuse',
    of: 'messages',
    values: { template: 'talk', promptValues: { tongue: 'Latin' } },
    server: langFuse,
    variables: ['tongue', 'text'],
    asks: [
      ['system', 'Speak Latin.'],
      ['user', 'In Latin: Tea?'],
    ],
  },
  {
    node: 'promptRetriever',
    of: 'what a chain chooses: a message whose braces are text, before the question',
    values: { systemMessage: 'Be {kind}.' },
    variables: ['input'],
    asks: [
      ['system', 'Be {kind}.'],
      ['user', 'Tea?'],
    ],
  },
]

const prompts = nodeCatalogue.filter(({ definition }) => listProvided(definition).includes('prompt'))

async function open(given: Omit<PromptCase, 'of' | 'variables' | 'asks'>) {
  const { node, values, anchors = {}, returned, server } = given
  const codes: string[] = []
  const { call } = createTestCallContext({
    ...(server && {
      http: async (request: HttpRequest) => server.answer(await readSentRequest(request, server.credential)),
    }),
    sandbox: (code) => {
      codes.push(code)
      return returned ?? null
    },
  })
  const type = prompts.find(({ definition }) => definition.name === node)
  const read = await type?.provides?.prompt?.()
  return { prompt: await read?.(createTestComponent(node, { values, anchors }), call), codes }
}

test('every prompt of the catalogue is held to these tests', () => {
  expect([...new Set(cases.map(({ node }) => node))].sort()).toEqual(
    prompts.map(({ definition }) => definition.name).sort(),
  )
})

describe.each(cases)('$node of $of', (example) => {
  test('names its places and is filled with values and question', async () => {
    const { prompt, codes } = await open(example)
    if (!prompt) throw new Error(`${example.node} gives no prompt.`)
    expect(prompt.variables).toEqual(example.variables)
    const messages = prompt.format(fillPromptValues(prompt, 'Tea?'))
    expect(messages.map(({ role, content }) => [role, content])).toEqual(example.asks)
    expect(codes).toHaveLength(example.returned === undefined ? 0 : 1)
  })

  test('refuses values that are no JSON', async () => {
    const definition = prompts.find((type) => type.definition.name === example.node)?.definition
    if (!definition?.inputs.some(({ name }) => name === 'promptValues')) return
    const broken = { ...example, values: { ...example.values, promptValues: '{"a": ' } }
    await expect(open(broken)).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'promptValues' }],
    })
  })

  test('says which place has no value', async () => {
    const { prompt } = await open(example)
    expect(() => prompt?.format({})).toThrow('has no value for {')
  })
})

test.each([
  { node: 'chatPromptTemplate', values: { messageHistoryCode: 'x' }, returned: 1, told: 'returns no list' },
  {
    node: 'chatPromptTemplate',
    values: { messageHistoryCode: 'x' },
    returned: [{ role: 'tool', content: '1' }],
    told: 'as item 1',
  },
  {
    node: 'chatPromptTemplate',
    values: { messageHistoryCode: 'x' },
    returned: [{ role: 'user', content: 2 }],
    told: 'as item 1',
  },
  { node: 'fewShotPromptTemplate', values: { examples: 'tall' }, told: 'no JSON list' },
])('$node with $values that give $returned says what is wrong', async ({ told, ...prompt }) => {
  await expect(open({ ...prompt, anchors: { examplePrompt: [pairs] } })).rejects.toThrow(told)
})

test.each<{ values: JsonObject; credential?: Record<string, string>; told: string }>([
  { values: {}, told: 'names no prompt' },
  { values: { template: '..' }, told: 'names no prompt' },
  { values: { template: 'nowhere' }, told: 'Prompt not found' },
  { values: { template: 'history' }, told: 'a place for messages' },
  { values: { template: 'shout' }, told: 'none of a system, a user or an assistant' },
  { values: { template: 'bare' }, told: 'no prompt for “bare”' },
  {
    values: { template: 'talk' },
    credential: { ...LANGFUSE_LOGIN, langFuseSecretKey: 'sk-lf-other' },
    told: 'does not accept the key',
  },
  {
    values: { template: 'talk' },
    credential: { ...LANGFUSE_LOGIN, langFuseEndpoint: '' },
    told: 'names no server',
  },
])('a prompt of LangFuse with $values is refused: $told', async ({ values, credential, told }) => {
  const server = { ...langFuse, ...(credential && { credential }) }
  await expect(open({ node: 'promptLangFuse', values, server })).rejects.toThrow(told)
})

test('examples need a prompt that writes them', async () => {
  await expect(open({ node: 'fewShotPromptTemplate', values: { examples: '[]' } })).rejects.toThrow(
    'no example prompt',
  )
})
