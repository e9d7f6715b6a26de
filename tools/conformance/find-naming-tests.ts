import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from '@swc/core'
import { isTestFile } from '../files/file-kinds.ts'
import { listFiles } from '../files/list-files.ts'
import type { NamingTest } from './conformance-row.ts'

const ROOTS = new Set(['test', 'it', 'describe', 'suite'])
const MARK = /\[S\d[^\]]*\]/g
const GROUP = /^\[S\d-[A-Z]+-\d\d(\.\.\d\d)?( S\d-[A-Z]+-\d\d(\.\.\d\d)?)*\]$/

/**
 * Finds every test, and every `describe`, whose title names rows: `[S4-SESS-03 S4-VIS-01..05]`.
 * @throws Error for a title that names them in another form.
 */
export async function findNamingTests(root: string): Promise<NamingTest[]> {
  const paths = (await listFiles(root)).filter((path) => /\.tsx?$/.test(path) && isTestFile(path))
  const lists = await Promise.all(paths.map((path) => readTests(root, path)))
  return lists.flat()
}

async function readTests(root: string, path: string): Promise<NamingTest[]> {
  const source = await readFile(join(root, path), 'utf8')
  if (!/\[S\d/.test(source)) return []
  const tree = await parse(source, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2022' })
  return findTitles(tree)
    .filter((title) => title.search(MARK) !== -1)
    .map((title) => readTitle(path, title))
}

function readTitle(path: string, title: string): NamingTest {
  const groups = title.match(MARK) ?? []
  const wrong = groups.find((group) => !GROUP.test(group))
  if (wrong) throw new Error(`${path}: "${wrong}" names no rows; write [S4-SESS-03 S4-VIS-01..05].`)
  const rows = groups.flatMap((group) => group.slice(1, -1).split(' ').flatMap(spreadRange))
  return { path, title: title.replaceAll(MARK, '').replace(/\s+/g, ' ').trim(), rows }
}

/** `S4-VIS-01..03` is three rows. */
function spreadRange(name: string): string[] {
  const [first = '', last] = name.split('..')
  if (last === undefined) return [first]
  const from = Number(first.slice(-2))
  const count = Math.max(0, Number(last) - from + 1)
  return Array.from(
    { length: count },
    (_, index) => first.slice(0, -2) + String(from + index).padStart(2, '0'),
  )
}

type Tree = Readonly<Record<string, unknown>>

/** First arguments of calls of `test`, `describe` and their kin that are texts, wherever they stand. */
function findTitles(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(findTitles)
  if (typeof node !== 'object' || node === null) return []
  const tree = node as Tree
  const own = tree.type === 'CallExpression' && ROOTS.has(rootOf(tree.callee)) ? textsOf(tree) : []
  return [...own, ...Object.values(tree).flatMap(findTitles)]
}

/** The name that a call begins with: `test` of `test.each(…)(…)`. */
function rootOf(callee: unknown): string {
  const tree = callee as Tree
  if (tree.type === 'Identifier') return String(tree.value)
  if (tree.type === 'MemberExpression') return rootOf(tree.object)
  return tree.type === 'CallExpression' ? rootOf(tree.callee) : ''
}

function textsOf(call: Tree): string[] {
  const first = (call.arguments as readonly { expression: Tree }[])[0]?.expression
  if (first?.type === 'StringLiteral') return [String(first.value)]
  if (first?.type !== 'TemplateLiteral') return []
  return [(first.quasis as readonly { cooked: string }[]).map(({ cooked }) => cooked).join('…')]
}
