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
  images: { allowImageUploads: true },
  reasoning: {},
  tools: 'called',
  structure: 'by schema',
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

/** The models of IBM watsonx that go on with a text. */
export const watsonxLlmCase: ChatModelCase = {
  node: 'ibmWatsonx',
  values: { modelId: 'ibm/granite-3-8b-base', streaming: true },
  credential: watsonxCase.credential,
  account: WATSONX_ACCOUNT,
  startFake: watsonxCase.startFake,
  images: 'none: its models go on with a text',
  reasoning: 'none: its models go on with a text',
  tools: 'none: its models go on with a text',
  structure: 'by schema',
  settings: {
    values: {
      decodingMethod: 'sample',
      temperature: 0.2,
      topK: 40,
      topP: 0.5,
      randomSeed: 7,
      repetitionPenalty: 1.1,
      maxNewTokens: 100,
      minNewTokens: 2,
      stopSequence: 'END, STOP',
      includeStopSequence: true,
    },
    body: {
      model_id: 'ibm/granite-3-8b-base',
      project_id: '3f6a-my-project',
      input: 'A private question',
      parameters: {
        decoding_method: 'sample',
        temperature: 0.2,
        top_k: 40,
        top_p: 0.5,
        random_seed: 7,
        repetition_penalty: 1.1,
        max_new_tokens: 100,
        min_new_tokens: 2,
        stop_sequences: ['END', 'STOP'],
        include_stop_sequence: true,
      },
    },
  },
}
