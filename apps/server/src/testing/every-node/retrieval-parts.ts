import { jsonReply } from './json-reply.ts'
import {
  answeredBy,
  jsonFileValue,
  libraryFlow,
  type NodePart,
  ownModel,
  textsPart,
  type Wire,
  wired,
} from './node-flows.ts'
import type { PartCase } from './part-case.ts'
import type { PlayModel } from './play-model.ts'

const GREEN = 'green tea wants seventy degrees'
const BLACK = 'black tea wants boiling water'
const COAL = 'coal comes by sea'

/** Three texts that a store holds as one flow is asked. */
const library = textsPart(GREEN, BLACK, COAL)

const says =
  (text: string): PlayModel =>
  () => ({ text })

/** A splitter cuts what is taken in. */
function splitter(
  node: string,
  { values = {}, text, pieces }: { values?: object; text: string; pieces: string[] },
) {
  const wires: Wire[] = [[node, 'plainText', 'textSplitter', 'TextSplitter']]
  return {
    node,
    flow: () =>
      libraryFlow({
        source: { node: 'plainText', values: { text } },
        more: { parts: [{ node, values: { chunkSize: 12, chunkOverlap: 0, ...values } }], wires },
      }),
    fills: pieces.length,
    sources: pieces.toSorted(),
  } satisfies PartCase
}

/** A retriever that asks a model stands between a store and a chain. */
function retriever(
  node: string,
  {
    values = {},
    source = library,
    base = false,
    ...rest
  }: { values?: object; source?: NodePart; base?: boolean } & Omit<PartCase, 'node' | 'flow'>,
): PartCase {
  return {
    node,
    flow: ({ scene }) =>
      libraryFlow({
        source,
        store: { node: 'memoryVectorStore', values: { topK: '2' } },
        retriever: {
          node,
          values,
          anchor: base
            ? ['baseRetriever', 'VectorStoreRetriever', 'retriever']
            : ['vectorStore', 'VectorStore', 'vectorStore'],
        },
        more: { parts: [ownModel(scene)], wires: [['chatOpenAI', node, 'model', 'BaseLanguageModel']] },
      }),
    ...rest,
  }
}

/** Splitters, retrievers, and what else stands around a store. */
export const retrievalParts: PartCase[] = [
  splitter('recursiveCharacterTextSplitter', {
    text: 'one two\n\nthree\nfour five six',
    pieces: ['one two', 'three\nfour', 'five six'],
  }),
  splitter('characterTextSplitter', { text: 'one two\n\nthree\nfour', pieces: ['one two', 'three\nfour'] }),
  splitter('tokenTextSplitter', {
    values: { chunkSize: '3' },
    text: 'one two three four\nfive',
    pieces: ['one two three', 'four\nfive'],
  }),
  splitter('markdownTextSplitter', {
    values: { chunkSize: 100, splitByHeaders: 'h2' },
    text: 'a\n# One\nb\n## Two\nc',
    pieces: ['a', '# One\nb', '## Two\nc'],
  }),
  splitter('codeTextSplitter', {
    values: { language: 'python', chunkSize: 20 },
    text: 'x = 1\ndef a():\n    return 1\ndef b():\n    return 2',
    pieces: ['x = 1\ndef a():', 'return 1', 'def b():', 'return 2'],
  }),
  splitter('htmlToMarkdownTextSplitter', {
    values: { chunkSize: 30 },
    text: '<h1>One</h1><p>Tea &amp; <b>more</b></p><h2>Two</h2><a href="/x">link</a>',
    pieces: ['# One\n\nTea & **more**', '## Two\n\n[link](/x)'],
  }),
  retriever('HydeRetriever', {
    values: { topK: '1' },
    model: says('Boiling water, of course.'),
    asks: ['How hot?'],
    sources: [BLACK],
    told: 'How hot?',
  }),
  retriever('multiQueryRetriever', {
    model: says('<questions>\nboiling water\nthe sea\n</questions>'),
    asks: ['How hot?'],
    sources: [BLACK, COAL, GREEN],
    told: 'How hot?',
  }),
  retriever('RRFRetriever', {
    base: true,
    values: { queryCount: '1', topK: '1' },
    model: says('boiling water'),
    asks: ['boiling'],
    sources: [BLACK],
    told: 'boiling',
  }),
  retriever('llmFilterRetriever', {
    base: true,
    model: ({ body }) => ({
      text: JSON.stringify(body.messages).includes(GREEN) ? 'seventy degrees' : 'NO_OUTPUT',
    }),
    asks: ['tea'],
    sources: ['seventy degrees'],
  }),
  retriever('extractMetadataRetriever', {
    source: {
      node: 'jsonFile',
      values: {
        jsonFile: jsonFileValue([
          { text: GREEN, kind: 'tea' },
          { text: COAL, kind: 'rock' },
        ]),
        separateByObject: true,
        metadata: '{"kind": "/kind"}',
      },
    },
    values: {
      dynamicMetadataFilterRetrieverStructuredOutput: [
        { key: 'kind', type: 'string', description: 'What it is', enumValues: '' },
      ],
    },
    model: says('{"kind": "rock"}'),
    sources: [`text: ${COAL}\nkind: rock`],
    told: 'What it is',
  }),
  {
    node: 'awsBedrockKBRetriever',
    credential: { awsKey: 'AKIDTESTTESTTEST', awsSecret: 'test-secret-of-aws' },
    flow: (_world, credential) =>
      answeredBy({
        node: 'awsBedrockKBRetriever',
        values: { region: 'eu-central-1', knoledgeBaseID: 'TEA7' },
        credential,
      }),
    server: ({ url, headers }) =>
      url.href === 'https://bedrock-agent-runtime.eu-central-1.amazonaws.com/knowledgebases/TEA7/retrieve' &&
      headers.authorization?.includes('Credential=AKIDTESTTESTTEST/')
        ? jsonReply({ retrievalResults: [{ content: { text: GREEN }, score: 0.9 }] })
        : jsonReply({ message: 'no' }, 403),
    sources: [GREEN],
  },
  {
    node: 'runnelVectorStore',
    flow: () => libraryFlow({ source: library, store: { node: 'runnelVectorStore', values: { topK: '1' } } }),
    fills: 3,
    asks: ['boiling water'],
    sources: [BLACK],
  },
  {
    node: 'faiss',
    flow: () => libraryFlow({ source: library, store: { node: 'faiss', values: { topK: '1' } } }),
    fills: 3,
    asks: ['boiling water'],
    sources: [BLACK],
  },
  {
    node: 'demoEmbeddings',
    flow: () => libraryFlow({ source: library, store: { node: 'memoryVectorStore', values: { topK: '1' } } }),
    fills: 3,
    asks: ['seventy degrees'],
    sources: [GREEN],
  },
  {
    node: 'vectorStoreToDocument',
    flow: ({ scene }) =>
      wired(
        [
          { ...library, output: 'document' },
          { node: 'demoEmbeddings' },
          { node: 'memoryVectorStore', values: { topK: '1' }, output: 'vectorStore' },
          { node: 'vectorStoreToDocument', values: { query: 'boiling {{question}}' }, output: 'text' },
          {
            node: 'promptTemplate',
            values: {
              template: 'Use {context}',
              promptValues: '{"context": "{{vectorStoreToDocument_0.data.instance}}"}',
            },
          },
          ownModel(scene),
          { node: 'llmChain' },
        ],
        [
          [library.node, 'memoryVectorStore', 'document', 'Document'],
          ['demoEmbeddings', 'memoryVectorStore', 'embeddings', 'Embeddings'],
          ['memoryVectorStore', 'vectorStoreToDocument', 'vectorStore', 'VectorStore'],
          ['vectorStoreToDocument', 'promptTemplate', 'promptValues', 'json'],
          ['promptTemplate', 'llmChain', 'prompt', 'BasePromptTemplate'],
          ['chatOpenAI', 'llmChain', 'model', 'BaseLanguageModel'],
        ],
      ),
    asks: ['water'],
    text: `Echo: Use ${BLACK}`,
  },
]
