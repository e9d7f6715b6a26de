import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { speechDefinition } from '../ai-sdk/speech-definition.ts'

/** AssemblyAI. */
export const assemblyAIProvider: Provider = {
  name: 'assemblyai',
  nodes: [
    defineNode({
      definition: speechDefinition('speechToText', {
        name: 'assemblyAiTranscribe',
        label: 'AssemblyAI',
        description: 'Speech is written down by AssemblyAI, in the language that it finds',
        credentialName: 'assemblyAIApi',
        inputs: [],
      }),
      provides: {
        speechToText: async () => (await import('./open-assemblyai-transcriber.ts')).transcribeByAssemblyAI,
      },
    }),
  ],
  credentials: [
    keyCredential('assemblyAIApi', {
      label: 'AssemblyAI API',
      field: 'assemblyAIApiKey',
      test: {
        url: 'https://api.assemblyai.com/v2/transcript?limit=1',
        show: (key) => ({ headers: { authorization: key } }),
      },
    }),
  ],
}
