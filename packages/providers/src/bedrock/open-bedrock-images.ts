import { readText } from '@runnel/node-kit'
import { openVendorImages } from '../ai-sdk/open-vendor-images.ts'
import { BEDROCK_HOME, BEDROCK_KEY } from './bedrock-home.ts'
import { connectBedrock } from './connect-bedrock.ts'

/** Draws by an image model of AWS Bedrock. */
export const drawByBedrock = openVendorImages({
  ...BEDROCK_HOME,
  key: BEDROCK_KEY,
  nameParams: ['customModel', 'model'],
  connect: (connection, modelName) => connectBedrock(connection).imageModel(modelName),
  options: (values) => {
    const quality = readText(values, 'quality')
    return quality === '' ? {} : { amazonBedrock: { quality } }
  },
  refusesContent: ['content filters', 'was moderated', 'returned no images'],
})
