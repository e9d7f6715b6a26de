const isWord = /^[\p{L}\p{N}_$]+$/u
const BETWEEN_WORDS = /[^\p{L}\p{N}_$]/u

/**
 * Those of the workspace's variables that a source names: it speaks of `$vars`, and the name stands in it. What a source
 * puts together while it runs (`$vars['se' + 'cret']`) names nothing: whoever saves a name is asked for the right to see
 * variables.
 */
export function namedVariables(source: string, variables: Record<string, string>): Record<string, string> {
  if (!source.includes('$vars')) return {}
  const words = new Set(source.split(BETWEEN_WORDS))
  const isNamed = (name: string) => (isWord.test(name) ? words.has(name) : source.includes(name))
  return Object.fromEntries(Object.entries(variables).filter(([name]) => isNamed(name)))
}
