import { readText } from '@runnel/node-kit'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'
import { BEDROCK_HOME, BEDROCK_KEY } from './bedrock-home.ts'
import { connectBedrock } from './connect-bedrock.ts'

const MOST_TEXTS_OF_COHERE = 96

/** Opens the embeddings of AWS Bedrock. Only those of Cohere take more than one text at once. */
export const openBedrockEmbedder = openVendorEmbedder({
  ...BEDROCK_HOME,
  key: BEDROCK_KEY,
  nameParams: ['customModel', 'model'],
  connect: (connection, modelName) => connectBedrock(connection).embeddingModel(modelName),
  mostTexts: (modelName) => (modelName.includes('cohere.embed-') ? MOST_TEXTS_OF_COHERE : 1),
  options: (values) => {
    const inputType = readText(values, 'inputType')
    return inputType === '' ? {} : { amazonBedrock: { inputType } }
  },
})
