const LIBRARY = /^(mantine-|react-flow|cm-)/
const COMMENT = /\/\*[\s\S]*?\*\//g
/** Commas and combinators count only outside of brackets, as those of `:is(…)`. */
const COMMA = /,(?![^(]{0,500}\))/
const COMBINATOR = /(?<![\s>+~])[\s>+~]+(?![^(]{0,500}\))/

/**
 * Finds classes that two stylesheets of one app define; one sentence each. All stylesheets of a page are loaded
 * together, in an order that nobody chose: such a class looks different after another page was opened.
 */
export function findClassFaults(texts: readonly (readonly [path: string, text: string])[]): string[] {
  const owners = new Map<string, string>()
  const faults: string[] = []
  for (const [path, text] of texts) {
    if (!path.endsWith('.css')) continue
    const app = path.split('/').slice(0, 2).join('/')
    for (const name of definedIn(text)) {
      const owner = owners.get(`${app} ${name}`)
      if (owner === undefined) owners.set(`${app} ${name}`, path)
      else faults.push(`${path}: .${name} is defined in ${owner} too. Rename one, or put both in one place.`)
    }
  }
  return faults
}

function definedIn(text: string): Set<string> {
  const heads = [...text.replaceAll(COMMENT, '').matchAll(/(?<![^{};])([^{};]+)\{/g)].map(([, head = '']) =>
    head.trim(),
  )
  const selectors = heads.filter((head) => !head.startsWith('@')).flatMap((head) => head.split(COMMA))
  return new Set(selectors.flatMap(classesThatLead))
}

/** A selector defines the class that it begins with; `.a .b` is about `.b` only inside of `.a`, which is its own. */
function classesThatLead(selector: string): string[] {
  for (const part of selector.trim().split(COMBINATOR)) {
    const names = [...part.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)
    const [first] = names
    if (first === undefined || LIBRARY.test(first)) continue
    return /:(is|where)\(/.test(part) ? names : [first]
  }
  return []
}
