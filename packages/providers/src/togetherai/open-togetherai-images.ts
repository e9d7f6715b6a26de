import { createTogetherAI } from '@ai-sdk/togetherai'
import { openVendorImages } from '../ai-sdk/open-vendor-images.ts'

/** Draws by the image models that Together AI serves. */
export const drawByTogetherAI = openVendorImages({
  label: 'TogetherAI',
  baseURL: 'https://api.together.xyz/v1',
  key: { field: 'togetherAIApiKey', needed: 'always' },
  nameParams: ['modelName'],
  connect: (connection, modelName) => createTogetherAI(connection).imageModel(modelName),
  refusesContent: ['NSFW'],
})
