import { readText } from '@runnel/node-kit'
import { connectEmbeddings } from '../ai-sdk/connect-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'

const HOME = 'https://router.huggingface.co/hf-inference'
const endpointOf = (values: Parameters<typeof readText>[0]) => readText(values, 'endpoint').trim()

/** Opens the embeddings of HuggingFace: of a model that it serves, or of an endpoint, which has one model. */
export const openHuggingFaceEmbedder = openVendorEmbedder({
  label: 'HuggingFace',
  baseURL: HOME,
  addressParam: 'endpoint',
  key: { field: 'huggingFaceApiKey', needed: 'always' },
  nameParams: ['modelName'],
  nameOf: (_credential, values) => endpointOf(values),
  connect: connectEmbeddings({
    name: 'huggingface',
    url: ({ baseURL, values }, modelName) => {
      const model = modelName.split('/').map(encodeURIComponent).join('/')
      return endpointOf(values) === '' ? `${baseURL}/models/${model}/pipeline/feature-extraction` : baseURL
    },
    body: ({ texts }) => ({ inputs: texts }),
    read: (answer) => ({ vectors: Array.isArray(answer) ? answer : [], tokens: 0 }),
  }),
  mostTexts: 32,
})
