import { AWS_KEYS } from './bedrock/bedrock-case.fixture.ts'
import { providerCatalogue } from './catalogue.ts'
import { chatModelCases } from './chat-model-cases.fixture.ts'
import { embedderCases } from './embedder-cases.fixture.ts'
import { startFakeSts } from './testing/fake-bedrock/fake-sts-server.ts'
import { startFakeSpeech } from './testing/fake-speech.ts'
import { startFakeVectors, vectorData } from './testing/fake-vectors.ts'

/** What the tests of credentials need to know of one type. */
export interface CredentialCase {
  /** Secret fields; the fake lets in these only. */
  credential: Record<string, string>
  account?: Record<string, string>
  startFake(): Promise<{ origin: string; close(): Promise<void> }>
}

const SPEECH_KEY = 'test-key-of-speech'

/** A service of speech that shows an account, at a path, to this key only. */
function speechKey(
  field: string,
  path: string,
  { header, account }: { header: string; account?: Record<string, string> },
): CredentialCase {
  return {
    credential: { [field]: SPEECH_KEY },
    ...(account && { account }),
    startFake: () =>
      startFakeSpeech({
        key: [header, SPEECH_KEY],
        wrong: (call) => (call.path === path ? undefined : `Not found: ${call.path}`),
        answer: () => ({ account: 'tea' }),
        refusal: (message) => ({ detail: { message } }),
      }),
  }
}

/** Where the fake of the models is not asked, or asked for something else. */
const OWN: Record<string, CredentialCase> = {
  awsApi: {
    credential: AWS_KEYS,
    startFake: () =>
      startFakeSts({
        accessKeyId: AWS_KEYS.awsKey,
        secretAccessKey: AWS_KEYS.awsSecret,
        sessionToken: AWS_KEYS.awsSession,
      }),
  },
  assemblyAIApi: speechKey('assemblyAIApiKey', '/v2/transcript?limit=1', { header: 'authorization' }),
  elevenLabsApi: speechKey('elevenLabsApiKey', '/v1/user', { header: 'xi-api-key' }),
  azureCognitiveServices: speechKey('azureSubscriptionKey', '/sts/v1.0/issueToken', {
    header: 'ocp-apim-subscription-key',
    account: { serviceRegion: 'westeurope' },
  }),
  jinaAIApi: {
    credential: { jinaAIAPIKey: 'test-key-of-jina' },
    startFake: () =>
      startFakeVectors({
        apiKey: 'test-key-of-jina',
        path: '/v1/embeddings',
        readTexts: ({ model, input }) => (model === 'jina-embeddings-v3' ? (input as string[]) : undefined),
        answer: vectorData,
        refusal: (detail) => ({ detail }),
      }),
  },
}

/** Every type of credential of the vendors whose vendor can be asked, with the fake of its models. */
export const credentialCases = providerCatalogue
  .flatMap(({ credentials }) => credentials)
  .flatMap(({ name, test, ...type }) =>
    test ? [{ name, test, type, facts: OWN[name] ?? findCase(name) }] : [],
  )

function findCase(credentialName: string): CredentialCase | undefined {
  const asks = providerCatalogue
    .flatMap(({ nodes }) => nodes)
    .filter(({ definition }) => definition.credential?.credentialNames?.includes(credentialName))
    .map(({ definition }) => definition.name)
  return [...chatModelCases, ...embedderCases].find(({ node }) => asks.includes(node))
}
