import { defineGlobal } from './define-global.ts'
import type { LoadPart } from './parts.ts'

/** Puts `require` in place, for the few packages that there are. */
export function defineRequire(loadPart: LoadPart): void {
  const packages = new Map<string, () => unknown>([
    ['axios', () => loadPart('axios.ts').axios],
    ['node-fetch', () => loadPart('requests.ts').fetch],
    ['buffer', () => ({ Buffer: loadPart('buffer.ts').Buffer })],
    [
      'url',
      () => ({
        URL: loadPart('url.ts').URL,
        URLSearchParams: loadPart('url-search-params.ts').URLSearchParams,
      }),
    ],
    [
      'util',
      () => {
        const { TextEncoder, TextDecoder } = loadPart('text-encoding.ts')
        return { TextEncoder, TextDecoder }
      },
    ],
  ])
  const names = [...packages.keys()].join(', ')
  const find = packages.get.bind(packages)
  defineGlobal('require', (name: unknown) => {
    const found = find(String(name).replace(/^node:/, ''))
    if (found !== undefined) return found()
    throw new Error(`require('${String(name)}') is not available. Available are: ${names}`)
  })
}
