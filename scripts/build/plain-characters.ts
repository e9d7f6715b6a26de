import type { Plugin } from 'rolldown'

/**
 * Writes every character beyond ASCII as its escape, in all chunks. A script with a single “wide” character is held by
 * V8 with two bytes for each of its characters, for as long as the process lives: some 5 MB for the server.
 *
 * Minified code has such characters only in strings, templates and regular expressions, where the escape says the same;
 * a template whose raw text is asked for is the exception, and stops the build.
 * @throws Error if a `String.raw` holds such a character.
 */
export function plainCharacters(): Plugin {
  return {
    name: 'plain-characters',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = toPlain(chunk.code)
    },
  }
}

function toPlain(code: string): string {
  const raw = [...code.matchAll(/String\.raw`[^`]*`/g)].find(([template]) => /[^\0-\x7f]/.test(template))
  if (raw) throw new Error(`A String.raw holds a character beyond ASCII: ${raw[0].slice(0, 80)}`)
  return code.replaceAll(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
