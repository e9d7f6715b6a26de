import { defineNode } from '@runnel/node-kit'
import { addressInput, modelInput } from '../ai-sdk/chat-inputs.ts'
import { imageModelDefinition, sizeInput } from '../ai-sdk/image-definition.ts'
import { imageLists } from '../ai-sdk/image-lists.ts'

/** Image models of a LocalAI server. */
export const localAIImages = defineNode({
  definition: imageModelDefinition({
    name: 'localAIImages',
    label: 'LocalAI Image Model',
    type: 'LocalAIImages',
    description: 'Draws pictures with open models on a LocalAI server of one’s own',
    credentialName: 'localAIApi',
    isCredentialOptional: true,
    sendsCredentialTo: ['basePath'],
    inputs: [
      { ...addressInput('basePath', 'http://localhost:8080/v1'), optional: false, additionalParams: false },
      modelInput({}),
      sizeInput,
    ],
  }),
  provides: { imageModel: async () => (await import('./open-localai-images.ts')).drawByLocalAI },
  load: { listSizes: imageLists([], ['512x512', '768x768', '1024x1024']).listSizes },
})
