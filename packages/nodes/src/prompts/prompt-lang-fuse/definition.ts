import { type CredentialType, credentialInput, defineNode } from '@runnel/node-kit'
import { promptValuesInput } from '../prompt-values-input.ts'
import { LANGFUSE, testLangFuse } from './sign-in.ts'

const credential: CredentialType = {
  name: 'langfuseApi',
  label: 'Langfuse API',
  version: 1,
  inputs: [
    { label: 'Secret Key', name: 'langFuseSecretKey', type: 'password' },
    { label: 'Public Key', name: 'langFusePublicKey', type: 'string' },
    { label: 'Endpoint', name: 'langFuseEndpoint', type: 'string', default: LANGFUSE },
  ],
  test: testLangFuse,
}

/** A prompt that is kept in LangFuse. */
export const promptLangFuse = defineNode({
  definition: {
    name: 'promptLangFuse',
    label: 'LangFuse Prompt Template',
    version: 1,
    type: 'PromptTemplate',
    icon: 'IconForms',
    category: 'Prompts',
    color: '#FFB938',
    description: 'A prompt that is kept in LangFuse, whose places are filled when the flow runs',
    baseClasses: ['PromptTemplate', 'BaseStringPromptTemplate', 'BasePromptTemplate'],
    kind: 'component',
    effects: 'read',
    provides: ['prompt'],
    credential: credentialInput(credential),
    inputs: [
      {
        label: 'Prompt Name',
        name: 'template',
        type: 'string',
        overridable: true,
        identifies: true,
        placeholder: 'movie-critic',
        description:
          'The name of a prompt of your project, whose version with the label “production” is taken. Names in doubled braces are its places',
      },
      promptValuesInput,
    ],
  },
  credentials: [credential],
  provides: { prompt: async () => (await import('./prompt.ts')).readLangFusePrompt },
})
