import type { ChatModelCase } from '../testing/chat-model-case.ts'
import { startFakeOllama } from '../testing/fake-ollama/fake-ollama-server.ts'

/** The chat models of Ollama in the tests of the family. */
export const ollamaCase: ChatModelCase = {
  node: 'chatOllama',
  values: { modelName: 'qwen3:8b', baseUrl: 'http://localhost:11434' },
  credential: { ollamaApiKey: 'test-key-of-ollama' },
  startFake: () => startFakeOllama({ apiKey: 'test-key-of-ollama' }),
  worksWithoutKey: true,
  seesWith: { allowImageUploads: true },
  thinksWith: { think: true },
  settings: {
    values: {
      temperature: 0.2,
      topP: 0.5,
      topK: 20,
      mirostat: 1,
      mirostatEta: 0.1,
      mirostatTau: 5,
      numCtx: 8192,
      numGpu: 1,
      numThread: 4,
      repeatLastN: 64,
      repeatPenalty: 1.1,
      stop: 'END,STOP',
      tfsZ: 1,
      keepAlive: '-1',
      think: false,
      jsonMode: true,
    },
    body: {
      model: 'qwen3:8b',
      keep_alive: -1,
      think: false,
      format: 'json',
      options: {
        temperature: 0.2,
        top_p: 0.5,
        top_k: 20,
        mirostat: 1,
        mirostat_eta: 0.1,
        mirostat_tau: 5,
        num_ctx: 8192,
        num_gpu: 1,
        num_thread: 4,
        repeat_last_n: 64,
        repeat_penalty: 1.1,
        stop: ['END', 'STOP'],
        tfs_z: 1,
      },
    },
  },
}
