import { parse } from '@swc/core'

/** The deepest control structure of one file. */
export interface DeepestPoint {
  readonly depth: number
  readonly line: number
}

const CONTROL = new Set([
  'IfStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'SwitchStatement',
  'TryStatement',
])
const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'MethodProperty',
  'GetterProperty',
  'SetterProperty',
  'Constructor',
])

interface SyntaxNode {
  readonly type?: unknown
  readonly span?: { readonly start: number }
  readonly [key: string]: unknown
}

interface Position {
  readonly depth: number
  readonly isElseIf: boolean
}

/**
 * Finds where control structures (if, loops, switch, try) stand deepest inside each other. Each function counts
 * from zero; `else if` is no level of its own.
 */
export async function measureNesting(source: string, isTsx: boolean): Promise<DeepestPoint> {
  const module = await parse(source, { syntax: 'typescript', tsx: isTsx, decorators: false })
  const deepest = findDeepest(module as unknown as SyntaxNode, { depth: 0, isElseIf: false })
  return { depth: deepest.depth, line: lineAt(source, deepest.offset) }
}

function findDeepest(node: SyntaxNode, position: Position): { depth: number; offset: number } {
  const depth = depthOf(node, position)
  let deepest = { depth, offset: node.span?.start ?? 1 }
  for (const [key, child] of childrenOf(node)) {
    const found = findDeepest(child, { depth, isElseIf: node.type === 'IfStatement' && key === 'alternate' })
    if (found.depth > deepest.depth) deepest = found
  }
  return deepest
}

function depthOf(node: SyntaxNode, position: Position): number {
  if (typeof node.type !== 'string') return position.depth
  if (FUNCTIONS.has(node.type)) return 0
  const isElseIf = position.isElseIf && node.type === 'IfStatement'
  return CONTROL.has(node.type) && !isElseIf ? position.depth + 1 : position.depth
}

function childrenOf(node: SyntaxNode): [string, SyntaxNode][] {
  return Object.entries(node).flatMap(([key, value]) => {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    return values.filter(isSyntaxNode).map((child): [string, SyntaxNode] => [key, child])
  })
}

function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null
}

/** Line of a position of swc, which counts bytes from one. */
function lineAt(source: string, position: number): number {
  return Buffer.from(source)
    .subarray(0, position - 1)
    .toString()
    .split('\n').length
}
