import { isJsonObject } from '@runnel/contract'
import { readSwitch } from '@runnel/node-kit'
import { connectEmbeddings, listIn } from '../ai-sdk/connect-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'
import { OLLAMA_HOME, OLLAMA_KEY } from './ollama-home.ts'
import { ollamaUrl } from './ollama-protocol.ts'
import { readModelOptions } from './read-ollama-options.ts'

/** Opens the embeddings of Ollama. */
export const openOllamaEmbedder = openVendorEmbedder({
  ...OLLAMA_HOME,
  key: OLLAMA_KEY,
  nameParams: ['modelName'],
  connect: connectEmbeddings({
    name: 'ollama',
    url: ({ baseURL }) => ollamaUrl(baseURL, '/api/embed'),
    body: ({ modelName, texts, dimensions, values }) => ({
      model: modelName,
      input: texts,
      ...(dimensions === undefined ? {} : { dimensions }),
      options: {
        ...readModelOptions(values),
        ...(values.useMMap === undefined ? {} : { use_mmap: readSwitch(values, 'useMMap') }),
      },
    }),
    read: (answer) => ({
      vectors: listIn(answer, 'embeddings'),
      tokens: isJsonObject(answer) ? answer.prompt_eval_count : 0,
    }),
  }),
  mostTexts: 128,
})
