import { readSwitch } from '@runnel/node-kit'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'
import { connectOllamaEmbeddings } from './connect-ollama-embeddings.ts'
import { OLLAMA_HOME, OLLAMA_KEY } from './ollama-home.ts'
import { readModelOptions } from './read-ollama-options.ts'

/** Opens the embeddings of Ollama. */
export const openOllamaEmbedder = openVendorEmbedder({
  ...OLLAMA_HOME,
  key: OLLAMA_KEY,
  nameParams: ['modelName'],
  connect: connectOllamaEmbeddings,
  mostTexts: 128,
  options: (values) => ({
    ollama: {
      options: {
        ...readModelOptions(values),
        ...(values.useMMap === undefined ? {} : { use_mmap: readSwitch(values, 'useMMap') }),
      },
    },
  }),
})
