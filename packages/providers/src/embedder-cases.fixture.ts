import { AZURE_DEPLOYMENT } from './azure/azure-case.fixture.ts'
import type { EmbedderCase } from './testing/embedder-case.ts'
import { startEmbeddingsFake } from './testing/embedder-case.ts'
import { startFakeGoogle } from './testing/fake-google/fake-google-server.ts'

const completions = (field: string) => ({
  credential: { [field]: 'test-key-of-embeddings' },
  startFake: () => startEmbeddingsFake('test-key-of-embeddings'),
})
const modelName = 'text-embedding-3-small'

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
  {
    node: 'azureOpenAIEmbeddings',
    values: {},
    credential: { azureOpenAIApiKey: 'test-key-of-azure' },
    account: AZURE_DEPLOYMENT,
    namesModel: false,
    startFake: () => startEmbeddingsFake('test-key-of-azure', { keyHeader: 'api-key' }),
    mostTexts: 512,
  },
  {
    node: 'googleGenerativeAiEmbeddings',
    values: { modelName: 'gemini-embedding-001' },
    credential: { googleGenerativeAPIKey: 'test-key-of-google' },
    startFake: async () => {
      const { respondWith, ...fake } = await startFakeGoogle({ apiKey: 'test-key-of-google' })
      return { ...fake, refuseWith: respondWith }
    },
    mostTexts: 100,
  },
]
