import { pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'

/**
 * Puts what a module exports in place of the module that computes it: data that is read from sources when the product
 * runs from them, and lies in the bundle when it is built. All exports must be JSON.
 */
export function finishModule(path: string): Plugin {
  return {
    name: 'finish-module',
    async load(id) {
      if (id !== path) return null
      const computed: Record<string, unknown> = await import(pathToFileURL(path).href)
      return Object.entries(computed)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  }
}
