import type { JsonValue } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import type { SentRequest } from '@runnel/node-kit/testing'
import { type NodePartCase, OWN_MODEL } from '../../part-case.fixture.ts'

/** A project of LangFuse that has some prompts. */
export const LANGFUSE_LOGIN = {
  langFuseSecretKey: 'sk-lf-test-key',
  langFusePublicKey: 'pk-lf-test',
  langFuseEndpoint: 'https://cloud.langfuse.com',
}

const PROMPTS: Record<string, JsonValue> = {
  'tea/answer': 'Say {{what}} of {{ how }} as {"a": {b}}.',
  talk: [
    { type: 'chatmessage', role: 'system', content: 'Speak {{tongue}}.' },
    { role: 'user', content: 'In {{tongue}}: {{text}}' },
  ],
  history: [{ type: 'placeholder', name: 'history' }],
  shout: [{ role: 'crowd', content: 'Hurrah' }],
  bare: {},
}

/** LangFuse as far as its prompts go: it lets in one project. */
export function answerAsLangFuse({ method, url, headers }: SentRequest): HttpReply {
  const { langFusePublicKey, langFuseSecretKey } = LANGFUSE_LOGIN
  const given = (status: number, body: JsonValue) => ({ status, headers: {}, body: JSON.stringify(body) })
  if (headers.authorization !== `Basic ${btoa(`${langFusePublicKey}:${langFuseSecretKey}`)}`)
    return given(401, { message: 'Invalid credentials', error: 'UnauthorizedError' })
  const [, path] = /^\/api\/public\/v2\/prompts\/([^/]+)$/.exec(url.pathname) ?? []
  const name = decodeURIComponent(path ?? '')
  if (method !== 'GET' || !Object.hasOwn(PROMPTS, name))
    return given(404, { message: 'Prompt not found', error: 'LangfuseNotFoundError' })
  const prompt = PROMPTS[name] ?? null
  const type = Array.isArray(prompt) ? 'chat' : 'text'
  return given(200, { name, type, prompt, version: 3, config: {}, labels: ['production'], tags: [] })
}

/** A prompt of LangFuse → LLM Chain. */
export const promptLangFuseCase: NodePartCase = {
  node: 'promptLangFuse',
  parts: [
    OWN_MODEL,
    {
      node: 'promptLangFuse',
      values: { template: 'talk', promptValues: '{"tongue": "Latin"}' },
      credential: LANGFUSE_LOGIN,
    },
    { node: 'llmChain' },
  ],
  wires: [
    ['chatOpenAI', 'llmChain', 'model', 'BaseLanguageModel'],
    ['promptLangFuse', 'llmChain', 'prompt', 'BasePromptTemplate'],
  ],
  startServer: () => answerAsLangFuse,
  asks: 'Tea?',
  text: 'Echo: In Latin: Tea?',
  told: 'Speak Latin.',
}
