import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { connectOllama } from './connect-ollama.ts'
import { OLLAMA_HOME, OLLAMA_KEY } from './ollama-home.ts'
import { readOllamaOptions } from './read-ollama-options.ts'

/** Opens a chat model of Ollama. */
export const openOllamaChatModel = openVendorModel({
  ...OLLAMA_HOME,
  key: OLLAMA_KEY,
  nameParams: ['modelName'],
  connect: connectOllama,
  rules: () => ({ namespace: 'ollama', structure: 'schema', sendsNames: false, takesAddresses: false }),
  mediaTypes: ['image/*'],
  settings: (values) => ({ providerOptions: { ollama: readOllamaOptions(values) } }),
})
