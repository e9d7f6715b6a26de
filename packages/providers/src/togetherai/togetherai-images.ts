import { defineNode } from '@runnel/node-kit'
import { imageModelDefinition, imageModelInput, seedInput, sizeInput } from '../ai-sdk/image-definition.ts'
import { imageLists } from '../ai-sdk/image-lists.ts'

const MODELS = [
  'black-forest-labs/FLUX.1-schnell',
  'black-forest-labs/FLUX.1-dev',
  'black-forest-labs/FLUX.1.1-pro',
  'black-forest-labs/FLUX.1-pro',
  'stabilityai/stable-diffusion-xl-base-1.0',
]
const SIZES = ['1024x1024', '1280x720', '720x1280', '1024x768', '768x1024']

/** Open image models, served by Together AI. */
export const togetherAIImages = defineNode({
  definition: imageModelDefinition({
    name: 'togetherAIImages',
    label: 'TogetherAI Image Model',
    type: 'TogetherAIImages',
    description: 'Draws pictures with open models (FLUX, Stable Diffusion), served by Together AI',
    credentialName: 'togetherAIApi',
    inputs: [imageModelInput('black-forest-labs/FLUX.1-schnell'), sizeInput, seedInput],
  }),
  provides: { imageModel: async () => (await import('./open-togetherai-images.ts')).drawByTogetherAI },
  load: imageLists(MODELS, SIZES),
})
