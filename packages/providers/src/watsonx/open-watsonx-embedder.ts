import { isJsonObject } from '@runnel/contract'
import { readNumber } from '@runnel/node-kit'
import { connectEmbeddings, listIn } from '../ai-sdk/connect-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'
import { enterWatsonx, readVersion } from './watsonx-access.ts'
import { WATSONX_HOME, WATSONX_KEY } from './watsonx-home.ts'

const connect = connectEmbeddings({
  name: 'watsonx',
  url: ({ baseURL, credential }) =>
    `${baseURL}/embeddings?version=${encodeURIComponent(readVersion(credential))}`,
  body: ({ modelName, texts, values, credential }) => {
    const most = readNumber(values, 'truncateInputTokens')
    return {
      model_id: modelName,
      project_id: credential.projectId?.trim() ?? '',
      inputs: texts,
      ...(most === undefined ? {} : { parameters: { truncate_input_tokens: most } }),
    }
  },
  read: (answer) => ({
    vectors: listIn(answer, 'results').map((result) =>
      isJsonObject(result) ? (result.embedding ?? null) : null,
    ),
    tokens: isJsonObject(answer) ? answer.input_token_count : 0,
  }),
})

/** Opens the embeddings of IBM watsonx. */
export const openWatsonxEmbedder = openVendorEmbedder({
  ...WATSONX_HOME,
  key: WATSONX_KEY,
  nameParams: ['modelName'],
  connect: (connection, modelName) => connect(enterWatsonx(connection), modelName),
  mostTexts: 100,
})
