import { createFireworks } from '@ai-sdk/fireworks'
import { RunnelError } from '@runnel/contract'
import { openVendorImages } from '../ai-sdk/open-vendor-images.ts'

/** A model's name is a part of a path: nothing in it may lead elsewhere. */
const MODEL = /^[\w-]+(\/[\w-][\w.-]*)*$/

/** Draws by the image models that Fireworks AI serves. */
export const drawByFireworks = openVendorImages({
  label: 'Fireworks AI',
  baseURL: 'https://api.fireworks.ai/inference/v1',
  key: { field: 'fireworksApiKey', needed: 'always' },
  nameParams: ['modelName'],
  connect: (connection, modelName) => {
    if (!MODEL.test(modelName))
      throw new RunnelError(
        'invalid_input',
        'Fireworks AI has no such image model. Write it as accounts/fireworks/models/name.',
      )
    return createFireworks(connection).imageModel(modelName)
  },
})
