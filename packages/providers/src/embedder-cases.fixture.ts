import { AZURE_DEPLOYMENT } from './azure/azure-case.fixture.ts'
import { BAIDU_KEYS, startBaidu } from './baidu/baidu-case.fixture.ts'
import { AWS_KEYS, startBedrock } from './bedrock/bedrock-case.fixture.ts'
import { createServiceAccount } from './google/vertex-case.fixture.ts'
import type { FakeVendor } from './testing/chat-model-case.ts'
import { type EmbedderCase, type FakeEmbeddingVendor, startEmbeddingsFake } from './testing/embedder-case.ts'
import { startFakeCohere } from './testing/fake-cohere/fake-cohere-server.ts'
import { startFakeGoogle } from './testing/fake-google/fake-google-server.ts'
import { startFakeOllama } from './testing/fake-ollama/fake-ollama-server.ts'
import { startFakeVectors, vectorData } from './testing/fake-vectors.ts'
import { startWatsonx, WATSONX_ACCOUNT } from './watsonx/watsonx-case.fixture.ts'

const completions = (field: string) => ({
  credential: { [field]: 'test-key-of-embeddings' },
  startFake: () => startEmbeddingsFake('test-key-of-embeddings'),
})
/** A fake of chat models that embeds too. */
const asEmbedder = async (started: Promise<FakeVendor>): Promise<FakeEmbeddingVendor> => {
  const { respondWith, ...fake } = await started
  return { ...fake, refuseWith: respondWith }
}
const serviceAccount = createServiceAccount('ya29.test-token-of-embeddings')
const modelName = 'text-embedding-3-small'
/** A vector whose numbers are bytes, from −128 to 127. */
const packBytes = (vector: number[]) =>
  Buffer.from(Int8Array.from(vector, (one) => Math.round(one * 127))).toString('base64')

/** Every embedder of the catalogue but the Demo embedder, which calls nobody. */
export const embedderCases: EmbedderCase[] = [
  { ...completions('openAIApiKey'), node: 'openAIEmbeddings', values: { modelName }, mostTexts: 512 },
  { ...completions('openAIApiKey'), node: 'openAIEmbeddingsCustom', values: { modelName }, mostTexts: 512 },
  { ...completions('mistralAIAPIKey'), node: 'mistralAIEmbeddings', values: { modelName }, mostTexts: 32 },
  { ...completions('togetherAIApiKey'), node: 'togetherAIEmbedding', values: { modelName }, mostTexts: 64 },
  {
    ...completions('localAIApiKey'),
    node: 'localAIEmbeddings',
    values: { modelName, basePath: 'https://localai.example/v1' },
    worksWithoutKey: true,
    mostTexts: 128,
  },
  { ...completions('fireworksApiKey'), node: 'fireworksEmbeddings', values: { modelName }, mostTexts: 8 },
  { ...completions('openRouterApiKey'), node: 'openRouterEmbeddings', values: { modelName }, mostTexts: 100 },
  { ...completions('nebiusApiKey'), node: 'nebiusEmbeddings', values: { modelName }, mostTexts: 32 },
  { ...completions('cometApiKey'), node: 'cometEmbeddings', values: { modelName }, mostTexts: 100 },
  { ...completions('sambanovaApiKey'), node: 'sambanovaEmbeddings', values: { modelName }, mostTexts: 32 },
  {
    ...completions('lmStudioApiKey'),
    node: 'lmStudioEmbeddings',
    values: { modelName, basePath: 'http://localhost:1234/v1' },
    worksWithoutKey: true,
    mostTexts: 128,
  },
  {
    ...completions('cloudflareApiToken'),
    node: 'cloudflareWorkersAIEmbeddings',
    values: { modelName },
    account: { cloudflareAccountId: '023e105f4ecef8ad9ca31a8372d0c353' },
    mostTexts: 100,
  },
  {
    node: 'alibabaTongyiEmbeddings',
    values: { modelName: 'text-embedding-v4' },
    credential: { alibabaApiKey: 'test-key-of-alibaba' },
    startFake: () =>
      startFakeVectors({
        apiKey: 'test-key-of-alibaba',
        path: '/compatible-mode/v1/embeddings',
        readTexts: ({ input }) => (Array.isArray(input) && input.length <= 10 ? input : undefined),
        answer: vectorData,
        refusal: (message) => ({
          error: { message, type: 'invalid_request_error', param: null, code: null },
        }),
      }),
    mostTexts: 10,
  },
  {
    node: 'perplexityEmbeddings',
    values: { modelName: 'pplx-embed-v1-0.6b' },
    credential: { perplexityApiKey: 'test-key-of-perplexity' },
    startFake: () =>
      startFakeVectors({
        apiKey: 'test-key-of-perplexity',
        path: '/v1/embeddings',
        readTexts: ({ input, encoding_format: format }) =>
          format === 'base64_int8' ? (input as string[]) : undefined,
        answer: (vectors) => vectorData(vectors.map(packBytes)),
        refusal: (message) => ({ error: { message, type: 'invalid_request_error', code: 400 } }),
      }),
    mostTexts: 64,
  },
  {
    node: 'nvidiaNIMEmbeddings',
    values: { modelName: 'nvidia/llama-nemotron-embed-1b-v2' },
    credential: { nvidiaNIMApiKey: 'test-key-of-nvidia' },
    startFake: () =>
      startFakeVectors({
        apiKey: 'test-key-of-nvidia',
        path: '/v1/embeddings',
        readTexts: ({ input, input_type: type }) => (type === 'passage' ? (input as string[]) : undefined),
        answer: vectorData,
        refusal: (message) => ({ object: 'error', message, detail: {}, type: 'invalid_request_error' }),
      }),
    mostTexts: 50,
  },
  {
    node: 'litellmEmbeddings',
    values: { modelName: 'our-embeddings', basePath: 'https://litellm.example' },
    credential: { litellmApiKey: 'test-key-of-litellm' },
    startFake: () =>
      startFakeVectors({
        apiKey: 'test-key-of-litellm',
        path: '/embeddings',
        readTexts: (body) => ('encoding_format' in body ? undefined : (body.input as string[])),
        answer: vectorData,
        refusal: (message) => ({ error: { message, type: 'None', param: 'None', code: '400' } }),
      }),
    worksWithoutKey: true,
    mostTexts: 100,
  },
  {
    node: 'azureOpenAIEmbeddings',
    values: {},
    credential: { azureOpenAIApiKey: 'test-key-of-azure' },
    account: AZURE_DEPLOYMENT,
    nameParam: false,
    startFake: () => startEmbeddingsFake('test-key-of-azure', { keyHeader: 'api-key' }),
    mostTexts: 512,
  },
  {
    node: 'googleGenerativeAiEmbeddings',
    values: { modelName: 'gemini-embedding-001' },
    credential: { googleGenerativeAPIKey: 'test-key-of-google' },
    startFake: () => asEmbedder(startFakeGoogle({ apiKey: 'test-key-of-google' })),
    mostTexts: 100,
  },
  {
    node: 'ollamaEmbedding',
    values: { modelName: 'nomic-embed-text', baseUrl: 'http://localhost:11434', useMMap: true, numGpu: 1 },
    credential: { ollamaApiKey: 'test-key-of-ollama' },
    startFake: () => asEmbedder(startFakeOllama({ apiKey: 'test-key-of-ollama' })),
    worksWithoutKey: true,
    mostTexts: 128,
  },
  {
    node: 'cohereEmbeddings',
    values: { modelName: 'embed-v4.0', inputType: 'search_document' },
    credential: { cohereApiKey: 'test-key-of-cohere' },
    startFake: () => asEmbedder(startFakeCohere({ apiKey: 'test-key-of-cohere' })),
    mostTexts: 96,
  },
  {
    node: 'AWSBedrockEmbeddings',
    values: { model: 'amazon.titan-embed-text-v2:0', region: 'eu-central-1' },
    credential: AWS_KEYS,
    nameParam: 'model',
    startFake: () => asEmbedder(startBedrock('eu-central-1')),
    mostTexts: 1,
  },
  {
    node: 'googlevertexaiEmbeddings',
    values: { modelName: 'text-embedding-005' },
    credential: serviceAccount.credential,
    startFake: () => asEmbedder(serviceAccount.startFake()),
    mostTexts: 50,
  },
  {
    node: 'ibmEmbedding',
    values: { modelName: 'ibm/slate-30m-english-rtrvr', truncateInputTokens: 512 },
    credential: { watsonxAIApikey: 'test-key-of-watsonx' },
    account: WATSONX_ACCOUNT,
    startFake: () => asEmbedder(startWatsonx('test-key-of-watsonx', 'test-token-of-watsonx')),
    mostTexts: 100,
  },
  {
    node: 'voyageAIEmbeddings',
    values: { modelName: 'voyage-3.5' },
    credential: { apiKey: 'test-key-of-voyage' },
    startFake: () =>
      startFakeVectors({
        apiKey: 'test-key-of-voyage',
        path: '/v1/embeddings',
        readTexts: ({ model, input }) => (model === 'voyage-3.5' ? (input as string[]) : undefined),
        answer: vectorData,
        refusal: (detail) => ({ detail }),
      }),
    mostTexts: 128,
  },
  {
    node: 'jinaEmbeddings',
    values: { modelName: 'jina-embeddings-v3', modelDimensions: 1024, allowLateChunking: true },
    credential: { jinaAIAPIKey: 'test-key-of-jina' },
    startFake: () =>
      startFakeVectors({
        apiKey: 'test-key-of-jina',
        path: '/v1/embeddings',
        readTexts: ({ dimensions, late_chunking: isLate, input }) =>
          dimensions === 1024 && isLate === true ? (input as string[]) : undefined,
        answer: vectorData,
        refusal: (detail) => ({ detail }),
      }),
    mostTexts: 128,
  },
  {
    node: 'baiduQianfanEmbeddings',
    values: { modelName: 'embedding-v1' },
    credential: BAIDU_KEYS,
    startFake: () => asEmbedder(startBaidu('bce-v3/test-token-of-embeddings')),
    mostTexts: 16,
  },
  {
    node: 'huggingFaceInferenceEmbeddings',
    values: { modelName: 'BAAI/bge-base-en-v1.5' },
    credential: { huggingFaceApiKey: 'test-key-of-huggingface' },
    startFake: () =>
      startFakeVectors({
        apiKey: 'test-key-of-huggingface',
        path: '/hf-inference/models/BAAI/bge-base-en-v1.5/pipeline/feature-extraction',
        readTexts: ({ inputs }) => inputs as string[] | undefined,
        answer: (vectors) => vectors,
        refusal: (error) => ({ error }),
      }),
    mostTexts: 32,
  },
]
