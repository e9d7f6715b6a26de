import { parse } from '@swc/core'
import type { ExceptionEntry } from '../exceptions/read-exceptions.ts'
import { isTestFile } from '../files/file-kinds.ts'
import type { NodeNames } from './read-node-names.ts'

/** How often one file may speak of nodes by their names. */
export interface NodeNameEntry extends ExceptionEntry {
  readonly count: number
}

/** Nodes themselves, the flows that come with the product, and the one place where the names of files of other programs stand. */
const MAY_NAME =
  /^packages\/(nodes|providers)\/|^packages\/node-kit\/src\/work\/|^packages\/operations\/src\/templates\/|^packages\/graph\/src\/(wire|reference)\//
const PROGRAM = /^(packages|apps)\/[^/]+\/src\/.+\.tsx?$/
const LOOKS_INTO = new Set(['startsWith', 'endsWith', 'includes'])
const COMPOUND = /[a-z\d][A-Z]/

/**
 * Finds where the program knows a node by its name, its category, a param of it or a piece of one, in place of what its
 * definition declares; one sentence for each name in a file (path → text). A file may do so as often as its entry says;
 * when it does so less, the entry has to shrink.
 */
export async function findNodeNameFaults(
  files: ReadonlyMap<string, string>,
  names: NodeNames,
  allowed: readonly NodeNameEntry[],
): Promise<string[]> {
  const limits = new Map(allowed.map(({ path, count }) => [path, count]))
  const paths = new Set([...files.keys(), ...limits.keys()])
  const lists = [...paths].sort().map(async (path) => {
    const found = isChecked(path) ? await findNames(path, files.get(path) ?? '', names) : []
    const limit = limits.get(path) ?? 0
    if (found.length > limit) return found.map((name) => describe(path, name, names))
    return found.length < limit
      ? [`${path} names nodes ${found.length} times: lower its entry from ${limit}.`]
      : []
  })
  return (await Promise.all(lists)).flat()
}

function isChecked(path: string): boolean {
  return PROGRAM.test(path) && !MAY_NAME.test(path) && !isTestFile(path)
}

function describe(path: string, name: string, names: NodeNames): string {
  const what = names.get(name)?.what ?? `a piece of ${wholeOf(name, names)}`
  return `${path}: "${name}" is ${what}. Read what its definition declares.`
}

async function findNames(path: string, source: string, names: NodeNames): Promise<string[]> {
  const mayHold = LOOKS.test(source) || [...names.keys()].some((name) => source.includes(name))
  if (!mayHold) return []
  const module = await parse(source, { syntax: 'typescript', tsx: path.endsWith('.tsx'), decorators: false })
  return collect(module, names)
}

const LOOKS = /\.(startsWith|endsWith|includes)\(/

/** Walks a syntax tree: comments are not in it. */
function collect(node: unknown, names: NodeNames): string[] {
  if (Array.isArray(node)) return node.flatMap((item) => collect(item, names))
  if (typeof node !== 'object' || node === null) return []
  const syntax = node as Readonly<Record<string, unknown>>
  const word = wordOf(syntax)
  const known = word === undefined ? undefined : names.get(word)
  const isMeant = known !== undefined && !(known.isText && syntax.type === 'Identifier')
  const own = isMeant && word !== undefined ? [word] : pieceOf(syntax, names)
  return [...own, ...Object.values(syntax).flatMap((child) => collect(child, names))]
}

function wordOf({ type, value, cooked }: Readonly<Record<string, unknown>>): string | undefined {
  const text = type === 'TemplateElement' ? cooked : value
  const isWord = type === 'Identifier' || type === 'StringLiteral' || type === 'TemplateElement'
  return isWord && typeof text === 'string' ? text : undefined
}

/** A part of a name for which a text is looked through: `name.endsWith('UpdateState')`. */
function pieceOf({ type, callee, arguments: args }: CallSyntax, names: NodeNames): string[] {
  const called = type === 'CallExpression' ? callee?.property?.value : undefined
  if (called === undefined || !LOOKS_INTO.has(called)) return []
  const piece = args?.[0]?.expression
  const text = piece?.type === 'StringLiteral' && typeof piece.value === 'string' ? piece.value : ''
  return COMPOUND.test(text) && !names.has(text) && wholeOf(text, names) !== undefined ? [text] : []
}

interface CallSyntax {
  readonly type?: unknown
  readonly callee?: { readonly property?: { readonly value?: string } }
  readonly arguments?: readonly {
    readonly expression?: { readonly type?: string; readonly value?: unknown }
  }[]
}

/** The name that a text begins or ends, word by word. */
function wholeOf(piece: string, names: NodeNames): string | undefined {
  return [...names.keys()].find((name) => {
    if (name.length <= piece.length) return false
    const begins = name.startsWith(piece) && /[A-Z]/.test(name.charAt(piece.length))
    return begins || (name.endsWith(piece) && /^[A-Z]/.test(piece))
  })
}
