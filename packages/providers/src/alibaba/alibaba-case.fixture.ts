import { type ChatModelCase, completionsSounds, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of Alibaba Tongyi in the tests of the family. */
export const alibabaCase: ChatModelCase = {
  node: 'chatAlibabaTongyi',
  values: { modelName: 'qwen-plus' },
  credential: { alibabaApiKey: 'test-key-of-alibaba' },
  startFake: () =>
    startCompletionsFake('test-key-of-alibaba', {
      takesSoundsAs: 'address',
      refuses: ({ model = '', stream }) =>
        model.includes('omni') && stream !== true
          ? 'This model only support stream mode, please enable the stream parameter to access the model.'
          : undefined,
    }),
  images: { allowImageUploads: true },
  sounds: completionsSounds('qwen3-omni-flash', {
    part: (mediaType, data) => ({
      type: 'input_audio',
      input_audio: { data: `data:;base64,${data}`, format: mediaType === 'audio/wav' ? 'wav' : 'mp3' },
    }),
  }),
  reasoning: {},
  tools: 'called',
  structure: 'by schema',
  settings: { values: { temperature: 0.2, maxTokens: 100 }, body: { temperature: 0.2, max_tokens: 100 } },
}
