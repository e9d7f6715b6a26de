import { openVendorImages } from '../ai-sdk/open-vendor-images.ts'
import { checkImageName } from './check-image-name.ts'
import { connectVertex } from './connect-vertex.ts'
import { VERTEX_HOME, VERTEX_KEY } from './vertex-home.ts'

/** Draws by Gemini in a project of Google Cloud. */
export const drawByVertex = openVendorImages({
  ...VERTEX_HOME,
  key: VERTEX_KEY,
  nameParams: ['modelName'],
  connect: (connection, modelName) => connectVertex(connection).imageModel(checkImageName(modelName)),
})
