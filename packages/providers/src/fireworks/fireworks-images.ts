import { defineNode } from '@runnel/node-kit'
import {
  aspectRatioInput,
  imageModelDefinition,
  imageModelInput,
  seedInput,
} from '../ai-sdk/image-definition.ts'
import { imageLists } from '../ai-sdk/image-lists.ts'

const MODELS = [
  'accounts/fireworks/models/flux-1-schnell-fp8',
  'accounts/fireworks/models/flux-1-dev-fp8',
  'accounts/fireworks/models/flux-kontext-pro',
  'accounts/fireworks/models/flux-kontext-max',
]

/** Open image models, served by Fireworks AI. */
export const fireworksImages = defineNode({
  definition: imageModelDefinition({
    name: 'fireworksImages',
    label: 'Fireworks AI Image Model',
    type: 'FireworksImages',
    description: 'Draws pictures with open models (FLUX), served by Fireworks AI',
    credentialName: 'fireworksApi',
    inputs: [imageModelInput('accounts/fireworks/models/flux-1-schnell-fp8'), aspectRatioInput, seedInput],
  }),
  provides: { imageModel: async () => (await import('./open-fireworks-images.ts')).drawByFireworks },
  load: imageLists(MODELS),
})
