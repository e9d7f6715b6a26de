import { defineNode } from '@runnel/node-kit'
import { addressInput, baseOptionsInput } from '../ai-sdk/chat-inputs.ts'
import { imageModelDefinition } from '../ai-sdk/image-definition.ts'
import { imageLists } from '../ai-sdk/image-lists.ts'
import { OPENAI_SIZES, openAIPictureInputs } from '../ai-sdk/openai-pictures.ts'

/** OpenAI's image models on Azure. */
export const azureImages = defineNode({
  definition: imageModelDefinition({
    name: 'azureOpenAIImages',
    label: 'Azure OpenAI Image Model',
    type: 'AzureOpenAIImages',
    description: 'Draws pictures with a deployment of OpenAI’s image models on Azure',
    credentialName: 'azureOpenAIApi',
    sendsCredentialTo: ['basepath'],
    inputs: [
      {
        label: 'Deployment',
        name: 'deployment',
        type: 'string',
        identifies: true,
        placeholder: 'gpt-image-1',
        description:
          'The deployment that draws; that of the credential when it is empty. One of DALL·E has that word in its name',
        optional: true,
      },
      ...openAIPictureInputs,
      addressInput('basepath', 'https://my-instance.openai.azure.com/openai'),
      baseOptionsInput,
    ],
  }),
  provides: { imageModel: async () => (await import('./open-azure-images.ts')).drawByAzure },
  load: imageLists([], OPENAI_SIZES),
})
