import { defineNode } from '@runnel/node-kit'
import { aspectRatioInput, imageModelDefinition, imageModelInput } from '../ai-sdk/image-definition.ts'
import { imageLists } from '../ai-sdk/image-lists.ts'

/** The image models of xAI. */
export const xaiImages = defineNode({
  definition: imageModelDefinition({
    name: 'xaiImages',
    label: 'xAI Grok Image Model',
    type: 'XaiImages',
    description: 'Draws pictures with Grok Imagine, the image models of xAI',
    credentialName: 'xaiApi',
    inputs: [imageModelInput('grok-imagine-image'), aspectRatioInput],
  }),
  provides: { imageModel: async () => (await import('./open-xai-images.ts')).drawByXai },
  load: imageLists(['grok-imagine-image', 'grok-imagine-image-pro', 'grok-2-image']),
})
