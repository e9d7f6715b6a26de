/** What code of an author can require in the sandbox; `node:` may stand before a name. */
export const SANDBOX_MODULES = ['axios', 'node-fetch', 'buffer', 'url', 'util'] as const

/** What code of an author finds in the sandbox beside the language itself, and its type in words of TypeScript. */
export const SANDBOX_GLOBALS = {
  fetch: '(url: string, init?: object) => Promise<Response>',
  axios: '(config: object) => Promise<{ data, status, headers }>',
  require: '(module: string) => unknown',
  console: '{ log, info, warn, error, debug, trace }',
  Headers: 'class',
  URL: 'class',
  URLSearchParams: 'class',
  Buffer: 'class',
  TextEncoder: 'class',
  TextDecoder: 'class',
  btoa: '(text: string) => string',
  atob: '(text: string) => string',
  setTimeout: '(work: Function, milliseconds?: number) => number',
  clearTimeout: '(timer: number) => void',
} as const

/** What `$flow` holds in code, and the type of each. */
export const SANDBOX_FLOW = {
  input: 'string',
  state: 'Record<string, unknown>',
  chatflowId: 'string',
  chatflowid: 'string',
  chatId: 'string',
  sessionId: 'string',
  apiMessageId: 'string',
} as const
