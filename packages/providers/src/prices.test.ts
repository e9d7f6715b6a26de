import type { TokenPrice } from '@runnel/contract'
import { listProvided } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { providerCatalogue } from './catalogue.ts'

const types = providerCatalogue.flatMap(({ nodes }) => nodes)
const priced = types.flatMap(({ definition, prices = {} }) =>
  Object.entries(prices).map(([model, price]): [node: string, model: string, price: TokenPrice] => [
    definition.name,
    model,
    price,
  ]),
)
const isEmbedder = (node: string) =>
  types.some(({ definition }) => definition.name === node && listProvided(definition).includes('embedder'))

/** Of a million tokens: the cheapest model costs more than the dearest would for a single one. */
const CHEAPEST = 0.005
const DEAREST = 100

describe('prices that Runnel brings', () => {
  test.each(priced)('%s %s costs what a million tokens may cost', (node, _model, price) => {
    const { input, output, cachedInput = input, cacheWrite = input } = price
    expect(input).toBeGreaterThanOrEqual(CHEAPEST)
    expect(input).toBeLessThanOrEqual(DEAREST)
    if (isEmbedder(node)) return expect(price).toEqual({ input, output: 0 })
    expect(output).toBeGreaterThanOrEqual(input)
    expect(output).toBeLessThanOrEqual(DEAREST)
    expect(cachedInput).toBeGreaterThan(0)
    expect(cachedInput).toBeLessThanOrEqual(input)
    expect(cacheWrite).toBeGreaterThanOrEqual(input)
    expect(cacheWrite).toBeLessThanOrEqual(2 * input)
  })

  test.each([
    'chatOpenAI chatAnthropic azureChatOpenAI awsChatBedrock chatGoogleGenerativeAI chatGoogleVertexAI',
    'chatMistralAI groqChat chatDeepseek chatXAI chatCohere chatTogetherAI chatFireworks chatPerplexity',
    'chatCerebras chatOpenRouter openAIEmbeddings cohereEmbeddings voyageAIEmbeddings mistralAIEmbeddings',
    'googleGenerativeAiEmbeddings googlevertexaiEmbeddings jinaEmbeddings togetherAIEmbedding',
    'AWSBedrockEmbeddings chatNebius',
  ])('are there for %s', (nodes) => {
    const without = nodes.split(' ').filter((node) => !priced.some(([name]) => name === node))
    expect(without).toEqual([])
  })

  test('are those of every model of a list, but for these', async () => {
    const gaps = await Promise.all(
      types
        .filter(({ prices, load }) => prices !== undefined && load?.listModels !== undefined)
        .map(async ({ definition, prices = {}, load }) => {
          const list = await load?.listModels?.()
          const listed =
            (await list?.({
              values: {},
              catalogue: [],
              previousNodes: [],
              fetch: () => Promise.reject(new Error('Nobody is asked without a key.')),
              signal: new AbortController().signal,
            })) ?? []
          const names = listed.map(({ name }) => name).filter((name) => !Object.hasOwn(prices, name))
          return [definition.name, names.join(' ')] as const
        }),
    )
    expect(Object.fromEntries(gaps.filter(([, names]) => names !== ''))).toEqual(UNPRICED)
  })
})

/** Models that are offered, and whose price nobody publishes, or several say differently. */
const UNPRICED = {
  chatOpenAI: 'gpt-6.1-terra',
  openAI: 'gpt-6.1-terra',
  // Names that move on from model to model, and sources that do not agree where to.
  chatGoogleGenerativeAI: 'gemini-flash-latest',
  chatMistralAI: 'mistral-small-latest',
  // It asks otherwise for thoughts, and for what it read.
  chatPerplexity: 'sonar-deep-research',
  // By characters, not by tokens.
  googlevertexaiEmbeddings: 'text-embedding-005 text-multilingual-embedding-002',
  awsChatBedrock: 'openai.gpt-oss-120b-1:0 openai.gpt-oss-20b-1:0 mistral.mistral-large-2407-v1:0',
  awsBedrock: 'openai.gpt-oss-120b-1:0 openai.gpt-oss-20b-1:0 mistral.mistral-large-2407-v1:0',
  AWSBedrockEmbeddings: 'cohere.embed-v4:0',
}
