import { defineGlobal } from './define-global.ts'
import type { LoadPart, Parts } from './parts.ts'

type NamesByPart = { readonly [Name in keyof Parts]: readonly (keyof Parts[Name] & string)[] }

const NAMES: NamesByPart = {
  'base64.ts': ['btoa', 'atob'],
  'text-encoding.ts': ['TextEncoder', 'TextDecoder'],
  'url-search-params.ts': ['URLSearchParams'],
  'url.ts': ['URL'],
  'buffer.ts': ['Buffer'],
  'requests.ts': ['fetch', 'Headers'],
  'axios.ts': ['axios'],
}

function definePart<Name extends keyof Parts>(loadPart: LoadPart, part: Name): void {
  for (const name of NAMES[part]) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      enumerable: false,
      get() {
        const value = loadPart(part)[name]
        defineGlobal(name, value)
        return value
      },
      set(value: unknown) {
        defineGlobal(name, value)
      },
    })
  }
}

/** Makes the names of all parts known; each part is evaluated when one of them is first used. */
export function defineLater(loadPart: LoadPart): void {
  for (const part of Object.keys(NAMES) as (keyof Parts)[]) definePart(loadPart, part)
}
