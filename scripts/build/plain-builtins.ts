import type { Plugin } from 'rolldown'

/** Node's modules some of whose exports are only made when they are asked for. */
const WITH_LATE_EXPORTS = /^(node:)?(http|https)$/
const PREFIX = '\0builtin:'

/**
 * Takes Node's modules for HTTP as `require` would. An `import` of one asks for all its exports at once, and among them
 * for `WebSocket`, for which Node loads its own client: 16 MB that the server has no use for.
 */
export function plainBuiltins(): Plugin {
  return {
    name: 'plain-builtins',
    resolveId(id) {
      return WITH_LATE_EXPORTS.test(id) ? { id: `${PREFIX}node:${id.replace('node:', '')}` } : null
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return null
      return `module.exports = process.getBuiltinModule(${JSON.stringify(id.slice(PREFIX.length))})`
    },
  }
}
