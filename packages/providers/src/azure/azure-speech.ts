import { type CredentialType, defineNode } from '@runnel/node-kit'
import { languageInput, speechDefinition } from '../ai-sdk/speech-definition.ts'
import { speechHomeOf } from './speech-home.ts'

const named = (name: string) => ({ label: name, name })

/** What Azure hears. */
export const azureSpeech = defineNode({
  definition: speechDefinition('speechToText', {
    name: 'azureCognitive',
    label: 'Azure Cognitive Services',
    description: 'Speech is written down by Azure’s speech service',
    credentialName: 'azureCognitiveServices',
    inputs: [
      { ...languageInput, description: 'The language that is spoken, such as en-US', placeholder: 'en-US' },
      {
        label: 'Profanity Filter Mode',
        name: 'profanityFilterMode',
        type: 'options',
        options: ['None', 'Masked', 'Removed', 'Tags'].map(named),
        default: 'Masked',
        optional: true,
      },
      {
        label: 'Audio Channels',
        name: 'channels',
        type: 'string',
        placeholder: '0,1',
        description: 'Which channels of the recording are written down; left empty all, as one',
        optional: true,
      },
    ],
  }),
  provides: { speechToText: async () => (await import('./open-azure-transcriber.ts')).transcribeByAzure },
})

/** A key of Azure's speech service. */
export const azureCognitiveCredential: CredentialType = {
  name: 'azureCognitiveServices',
  label: 'Azure Cognitive Services',
  version: 1,
  inputs: [
    { label: 'Azure Subscription Key', name: 'azureSubscriptionKey', type: 'password' },
    { label: 'Service Region', name: 'serviceRegion', type: 'string', placeholder: 'westeurope' },
    { label: 'API Version', name: 'apiVersion', type: 'string', default: '2024-05-15-preview' },
  ],
  test: (fields) => {
    const home = speechHomeOf(fields)
    return home === undefined
      ? undefined
      : {
          url: `${home}/sts/v1.0/issueToken`,
          method: 'POST',
          headers: { 'ocp-apim-subscription-key': (fields.azureSubscriptionKey ?? '').trim() },
          body: '',
        }
  },
}
