import type { JsonObject, JsonValue } from '@runnel/contract'
import { listProvided, readZodText } from '@runnel/node-kit'
import { aModel, aPrompt, createTestComponent, createTestStepContext, said } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'

/** A parser in an LLM chain: what it tells the model, an answer that it can read, and one that it cannot. */
interface ParserCase {
  node: string
  of: string
  values: JsonObject
  tells: string[]
  answer: string
  value: JsonValue
  unreadable: string
  fault: string
}

const cases: ParserCase[] = [
  {
    node: 'structuredOutputParser',
    of: 'listed keys',
    values: {
      jsonStructure: [
        { property: 'title', type: 'string', description: 'Of the film' },
        { property: 'year', type: 'number' },
        { property: 'isGood', type: 'boolean' },
      ],
    },
    tells: ['"description":"Of the film"', '"required":["title","year","isGood"]'],
    answer: '{"title": "Tea", "year": 1999, "isGood": true}',
    value: { title: 'Tea', year: 1999, isGood: true },
    unreadable: '{"title": "Tea", "year": "old", "isGood": true}',
    fault: 'answer.year',
  },
  {
    node: 'structuredOutputParser',
    of: 'keys saved as text, in an answer with words around it',
    values: { jsonStructure: '[{"property":"answer","type":"","description":""}]' },
    tells: ['"answer":{"type":"string"}'],
    answer: 'Here it is:\n```json\n{"answer": "a ```b"}\n```\nGood luck!',
    value: { answer: 'a ```b' },
    unreadable: 'I cannot say.',
    fault: 'it holds no JSON',
  },
  {
    node: 'advancedStructuredOutputParser',
    of: 'a Zod schema',
    values: {
      exampleJson: 'z.object({ tags: z.enum(["a", "b"]).array().max(2), kind: z.string().default("x") })',
    },
    tells: ['"enum":["a","b"]', '"maxItems":2'],
    answer: '{"tags": ["a", "b"]}',
    value: { tags: ['a', 'b'], kind: 'x' },
    unreadable: '{"tags": ["c"]}',
    fault: 'answer.tags.0',
  },
  {
    node: 'csvOutputParser',
    of: 'commas',
    values: {},
    tells: ['commas'],
    answer: ' foo, bar baz ,qux\n',
    value: ['foo', 'bar baz', 'qux'],
    unreadable: '  ',
    fault: 'it is empty',
  },
  {
    node: 'customListOutputParser',
    of: 'a separator and a length',
    values: { length: '2', separator: ';' },
    tells: ['exactly 2 items', '";"'],
    answer: 'a, b; c',
    value: ['a, b', 'c'],
    unreadable: 'a; b; c',
    fault: 'it has 3 of 2 items',
  },
  {
    node: 'customListOutputParser',
    of: 'commas and any length where its author said nothing',
    values: { length: '', separator: '' },
    tells: ['a list of items', '","'],
    answer: 'a, b, c',
    value: ['a', 'b', 'c'],
    unreadable: '',
    fault: 'it is empty',
  },
]

const parsers = nodeCatalogue.filter(({ definition }) => listProvided(definition).includes('outputParser'))

/** Runs an LLM chain with the parser; the model says these texts, one after the other. */
async function ask(
  { node, values }: Pick<ParserCase, 'node' | 'values'>,
  answers: string[],
  template = 'Films?',
) {
  const parser = await parsers.find(({ definition }) => definition.name === node)?.provides?.outputParser?.()
  if (!parser) throw new Error(`${node} gives no parser.`)
  const prompt = aPrompt({
    variables: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    format: (given) => [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: template.replace(/\{(\w+)\}/g, (_whole, name: string) => given[name] ?? '') },
    ],
  })
  const outputParser = [createTestComponent(node, { values }, { outputParser: parser })]
  const step = createTestStepContext({
    input: 'Good ones?',
    components: { model: [aModel], prompt: [prompt], outputParser },
    model: (_request, n) => said(answers[n] ?? ''),
  })
  const chain = await nodeCatalogue.find(({ definition }) => definition.name === 'llmChain')?.run?.()
  if (!chain) throw new Error('There is no chain.')
  return { ...step, result: chain(step.context) }
}

test('every parser of the catalogue is held to these tests', () => {
  expect([...new Set(cases.map(({ node }) => node))].sort()).toEqual(
    parsers.map(({ definition }) => definition.name).sort(),
  )
})

describe.each(cases)('$node of $of', (parser) => {
  const autofix = { ...parser, values: { ...parser.values, autofixParser: true } }

  test('tells the model the form behind the prompt, and makes data of the answer', async () => {
    const { result, requests, shown } = await ask(parser, [parser.answer])
    expect((await result).output.content).toEqual(parser.value)
    expect(requests).toHaveLength(1)
    const [system, user] = requests[0]?.messages ?? []
    expect(system?.content).toBe('Be brief.')
    expect(user?.content).toMatch(/^Films\?\n/)
    for (const told of parser.tells) expect(user?.content).toContain(told)
    expect(requests[0]?.show).toBe(false)
    expect(shown.map((text) => JSON.parse(text))).toEqual([parser.value])
  })

  test('tells it where the author has a place for it, beside one for the question', async () => {
    const { result, requests } = await ask(parser, [parser.answer], '{format_instructions} | {text}')
    await result
    expect(requests[0]?.messages[1]?.content).toMatch(/.+ \| Good ones\?$/s)
  })

  test('refuses an answer that it cannot read, naming the fault, and shows nothing of it', async () => {
    const { result, requests, shown } = await ask(parser, [parser.unreadable])
    await expect(result).rejects.toThrow(parser.fault)
    expect(requests).toHaveLength(1)
    expect(shown).toEqual([])
  })

  test('asks once more with Autofix, and counts both calls', async () => {
    const { result, requests } = await ask(autofix, [parser.unreadable, parser.answer])
    const { output } = await result
    expect(output).toMatchObject({ content: parser.value, usageMetadata: { total_tokens: 30 } })
    expect(requests[1]?.messages[0]?.content).toContain(parser.fault)
    const given = await ask(autofix, [parser.unreadable, parser.unreadable])
    await expect(given.result).rejects.toThrow(parser.fault)
  })
})

test.each([
  ['structuredOutputParser', { jsonStructure: [] }, 'has no keys'],
  ['advancedStructuredOutputParser', { exampleJson: 'process.exit()' }, '"process" is not understood'],
])('%s with %j says what to do before the model is asked', async (node, values, message) => {
  const { result, requests } = await ask({ node, values }, ['x'])
  await expect(result).rejects.toThrow(message)
  expect(requests).toEqual([])
})

test('the example of the parser that reads Zod is read', () => {
  const { definition } =
    nodeCatalogue.find((type) => type.definition.name === 'advancedStructuredOutputParser') ?? {}
  const example = definition?.inputs.find(({ name }) => name === 'exampleJson')
  expect(readZodText(String(example?.default))).toMatchObject({
    schema: { required: ['title', 'yearOfRelease', 'genres', 'shortDescription'] },
  })
})
