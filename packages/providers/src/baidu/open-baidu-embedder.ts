import { connectEmbeddings, readVectorData } from '../ai-sdk/connect-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'
import { enterBaidu } from './baidu-access.ts'
import { BAIDU_HOME, BAIDU_KEY, BAIDU_NAME_PARAMS } from './baidu-home.ts'

const MOST_TEXTS = 16

const connect = connectEmbeddings({
  name: 'baidu',
  url: ({ baseURL }) => `${baseURL}/embeddings`,
  // Saved flows write names of the older service, such as Embedding-V1.
  body: ({ modelName, texts }) => ({ model: modelName.toLowerCase(), input: texts }),
  read: readVectorData,
})

/** Opens the embeddings of Baidu Qianfan. */
export const openBaiduEmbedder = openVendorEmbedder({
  ...BAIDU_HOME,
  key: BAIDU_KEY,
  nameParams: BAIDU_NAME_PARAMS,
  connect: (connection, modelName) => connect(enterBaidu(connection), modelName),
  mostTexts: (modelName) => (modelName.toLowerCase() === 'tao-8k' ? 1 : MOST_TEXTS),
})
