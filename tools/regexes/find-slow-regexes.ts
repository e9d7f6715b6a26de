import { parse } from '@swc/core'
import { analyse } from 'scslre'

/** An expression as the source has it. */
interface Literal {
  pattern: string
  flags: string
}

function isLiteral(node: object): node is Literal {
  return 'type' in node && node.type === 'RegExpLiteral'
}

function listLiterals(node: unknown): Literal[] {
  if (typeof node !== 'object' || node === null) return []
  return isLiteral(node) ? [node] : Object.values(node).flatMap(listLiterals)
}

function faultOf(path: string, { pattern, flags }: Literal): string[] {
  const { reports } = analyse(new RegExp(pattern, flags))
  const [first] = reports
  if (first === undefined) return []
  const growth = first.exponential ? 'exponentially' : 'faster than its text'
  return [
    `${path}: /${pattern}/${flags} works ${growth} (${first.type}). Let no two parts take the same letters, and let it begin nowhere inside its own match, as by (?<!…).`,
  ]
}

/**
 * Finds the regular expressions of a source whose work grows faster than the text that they look at; one sentence each.
 * It reads literals; what is put together from texts it does not see.
 */
export async function findSlowRegexes(path: string, text: string): Promise<string[]> {
  const syntax = path.endsWith('.mjs') ? ({ syntax: 'ecmascript' } as const) : typescriptOf(path)
  return listLiterals(await parse(text, syntax)).flatMap((literal) => faultOf(path, literal))
}

function typescriptOf(path: string) {
  return { syntax: 'typescript', tsx: path.endsWith('x') } as const
}
