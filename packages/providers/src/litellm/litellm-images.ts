import { defineNode } from '@runnel/node-kit'
import { addressInput, modelInput } from '../ai-sdk/chat-inputs.ts'
import { imageModelDefinition } from '../ai-sdk/image-definition.ts'
import { imageLists } from '../ai-sdk/image-lists.ts'
import { OPENAI_SIZES, openAIPictureInputs } from '../ai-sdk/openai-pictures.ts'

/** Image models of many vendors through a LiteLLM proxy. */
export const litellmImages = defineNode({
  definition: imageModelDefinition({
    name: 'litellmImages',
    label: 'LiteLLM Image Model',
    type: 'LitellmImages',
    description: 'Draws pictures with models of many vendors through a LiteLLM proxy',
    credentialName: 'litellmApi',
    isCredentialOptional: true,
    sendsCredentialTo: ['basePath'],
    inputs: [
      { ...addressInput('basePath', 'http://localhost:4000'), optional: false, additionalParams: false },
      modelInput({}),
      ...openAIPictureInputs,
    ],
  }),
  provides: { imageModel: async () => (await import('./open-litellm-images.ts')).drawByLitellm },
  load: { listSizes: imageLists([], OPENAI_SIZES).listSizes },
})
