import { AWS_KEYS } from './bedrock/bedrock-case.fixture.ts'
import { providerCatalogue } from './catalogue.ts'
import { chatModelCases } from './chat-model-cases.fixture.ts'
import { embedderCases } from './embedder-cases.fixture.ts'
import { startFakeSts } from './testing/fake-bedrock/fake-sts-server.ts'
import { startFakeVectors, vectorData } from './testing/fake-vectors.ts'

/** What the tests of credentials need to know of one type. */
export interface CredentialCase {
  /** Secret fields; the fake lets in these only. */
  credential: Record<string, string>
  account?: Record<string, string>
  startFake(): Promise<{ origin: string; close(): Promise<void> }>
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
