import { readFileSync } from 'node:fs'

/** What makes a node of a flow, and which of its arguments says the type: the ids of chat flows do, agent flows name it. */
const MAKERS: readonly (readonly [name: string, argument: number])[] = [
  ['chainNode', 0],
  ['agentNode', 1],
]

/** Params that say which tool an agent or a step uses, and the parts of which the flows of this folder are made. */
const NAMING_FIELDS = /\b(?:node|agentSelectedTool|toolAgentflowSelectedTool): ([^\s,}]+)/g

/** A type, or the id of a node, as it is written: `'llmChain_0'`. */
const TYPE_OR_ID = /^['"`]([a-zA-Z0-9]+)(?:_[\w${}]*)?['"`]$/

const IMPORTS = /import \{([^}]*)\} from '(\.[^']*\/testing\/[^']+)'/g
const TOP_LEVEL = /\n(?=(?:export )?(?:async )?(?:function|const) )/
const DECLARED = /^(?:export )?(?:async )?(?:function|const) (\w+)/

/**
 * The types of which a test file makes nodes of flows: itself, or by the helpers beside it that it imports. A name that
 * only stands there, as that of a menu, of an edge's end or in what is expected, makes none.
 */
export function madeNodes(file: URL): Set<string> {
  const own = readSource(file)
  const helpers = [...own.matchAll(IMPORTS)].flatMap(([, names = '', from = '']) => {
    return reachable(readSource(new URL(from, file)), names.split(',').map(nameOfImport))
  })
  return new Set([own, ...helpers].flatMap((source) => madeIn(source)))
}

/** The types of which a source makes nodes of flows by itself. */
export function madeIn(source: string): string[] {
  const constants = [...source.matchAll(/\bconst (\w+) = (['"`][^'"`]*['"`])/g)]
  const typesOf = (argument = '') =>
    [argument, ...constants.flatMap(([, name, text = '']) => (name === argument ? [text] : []))].flatMap(
      (text) => TYPE_OR_ID.exec(text)?.[1] ?? [],
    )
  const calls = [...MAKERS, ...forwarders(source)].flatMap(([name, position]) =>
    argumentsOf(source, name).flatMap((given) => typesOf(given[position])),
  )
  return [...calls, ...[...source.matchAll(NAMING_FIELDS)].flatMap(([, value]) => typesOf(value))]
}

/** Functions of a source that hand their first argument to a maker, or name a tool by it. */
function forwarders(source: string): [name: string, argument: number][] {
  return source.split(/\n\n/).flatMap((block): [string, number][] => {
    const [, name, argument] = /(?:function|const) (\w+)(?: = )?(?:async )?\((\w+)/.exec(block) ?? []
    if (name === undefined || argument === undefined) return []
    const passes = [argument, `\`\${${argument}}_0\``]
    const makes = MAKERS.some(([maker, position]) =>
      argumentsOf(block, maker).some((given) => passes.includes(given[position] ?? '')),
    )
    const names = [...block.matchAll(NAMING_FIELDS)].some(([, value]) => value === argument)
    return makes || names ? [[name, 0]] : []
  })
}

/** The first two arguments of each call of a function, as they are written. */
function argumentsOf(source: string, name: string): string[][] {
  return source
    .split(`${name}(`)
    .slice(1)
    .map((rest) =>
      rest
        .split(/[,)\n]/, 4)
        .map((argument) => argument.trim())
        .filter(Boolean),
    )
}

/** The declarations of a source that these names lead to. */
function reachable(source: string, names: readonly string[]): string[] {
  const blocks = new Map(source.split(TOP_LEVEL).map((block) => [DECLARED.exec(block)?.[1] ?? '', block]))
  const found = new Map<string, string>()
  const waiting = [...names]
  for (const name of waiting) {
    const block = blocks.get(name)
    if (block === undefined || found.has(name)) continue
    found.set(name, block)
    waiting.push(...[...blocks.keys()].filter((other) => other !== '' && block.includes(`${other}(`)))
  }
  return [...found.values()]
}

const nameOfImport = (name: string) => name.trim().replace(/^type /, '')

/** A source without what is only said in comments. */
function readSource(file: URL): string {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line)).join('\n')
}
