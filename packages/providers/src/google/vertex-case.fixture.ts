import { generateKeyPairSync } from 'node:crypto'
import type { ChatModelCase } from '../testing/chat-model-case.ts'
import { startFakeVertex } from '../testing/fake-google/fake-vertex-server.ts'
import { GEMINI_SOUND_CASE } from './gemini-sounds.fixture.ts'

const email = 'flows@my-project.iam.gserviceaccount.com'

/** A new service account: its credential, and a fake that lets it in. */
export function createServiceAccount(token: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const account = {
    type: 'service_account',
    project_id: 'my-project',
    private_key_id: 'a1b2c3',
    private_key: privateKey,
    client_email: email,
    token_uri: 'https://evil.example/token',
  }
  return {
    credential: { googleApplicationCredential: JSON.stringify(account) },
    startFake: () => startFakeVertex({ email, project: 'my-project', publicKey, token }),
  }
}

const { credential, startFake } = createServiceAccount('ya29.test-token-of-vertex')

/** The chat models of Google Vertex AI in the tests of the family. */
export const vertexCase: ChatModelCase = {
  node: 'chatGoogleVertexAI',
  values: { modelName: 'gemini-2.5-flash', region: 'europe-west4' },
  credential,
  startFake,
  images: { allowImageUploads: true },
  sounds: GEMINI_SOUND_CASE,
  reasoning: { thinkingBudget: 512 },
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, maxOutputTokens: 100, topK: 5 },
    body: { generationConfig: { temperature: 0.2, maxOutputTokens: 100, topK: 5 } },
  },
}
