import type { ChatModelCase } from '../testing/chat-model-case.ts'
import { startFakeWatsonx } from '../testing/fake-watsonx/fake-watsonx-server.ts'

/** What a credential of watsonx holds beside its key. */
export const WATSONX_ACCOUNT = {
  version: '2024-05-31',
  serviceUrl: 'https://eu-de.ml.cloud.ibm.com/',
  projectId: '3f6a-my-project',
  watsonxAIAuthType: 'iam',
}

/** A fake that gives this token for this key. */
export const startWatsonx = (apiKey: string, token: string) =>
  startFakeWatsonx({ apiKey, token, projectId: WATSONX_ACCOUNT.projectId })

/** The chat models of IBM watsonx in the tests of the family. */
export const watsonxCase: ChatModelCase = {
  node: 'chatIBMWatsonx',
  values: { modelName: 'ibm/granite-4-h-small' },
  credential: { watsonxAIApikey: 'test-key-of-watsonx' },
  account: WATSONX_ACCOUNT,
  startFake: () => startWatsonx('test-key-of-watsonx', 'test-token-of-watsonx'),
  seesWith: { allowImageUploads: true },
  thinksWith: {},
  settings: {
    values: { temperature: 0.2, maxTokens: 100, topP: 0.5, presencePenalty: 0.3, logprobs: true, n: 2 },
    body: {
      model_id: 'ibm/granite-4-h-small',
      project_id: '3f6a-my-project',
      temperature: 0.2,
      max_tokens: 100,
      top_p: 0.5,
      presence_penalty: 0.3,
      logprobs: true,
      n: 2,
    },
  },
}
