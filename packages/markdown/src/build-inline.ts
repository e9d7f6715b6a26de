import type { PhrasingContent } from 'mdast'
import type { MarkdownInline } from './markdown-tree.ts'
import { findSafeLink, findSafePicture } from './safe-link.ts'

/** The address that a definition gives, by its label in capitals; those of footnotes (`^A`) have none. */
export type Definitions = ReadonlyMap<string, string>

const LINE_BREAK = /<br ?\/?>/i

/** Makes the parts of a paragraph. Neighbouring texts become one. */
export function buildInline(nodes: readonly PhrasingContent[], definitions: Definitions): MarkdownInline[] {
  return joinTexts(nodes.flatMap((node) => buildPart(node, definitions)))
}

/** What remains of nodes when only their words count. */
export function wordsOf(nodes: readonly object[]): string {
  return nodes
    .map((node) => {
      if ('value' in node) return String(node.value)
      return 'children' in node && Array.isArray(node.children) ? wordsOf(node.children) : ''
    })
    .join('')
}

function buildPart(node: PhrasingContent, definitions: Definitions): MarkdownInline[] {
  switch (node.type) {
    case 'text':
      return buildText(node.value)
    case 'inlineCode':
      return [{ kind: 'code', text: node.value }]
    case 'strong':
    case 'emphasis':
      return [{ kind: node.type, children: buildInline(node.children, definitions) }]
    case 'delete':
      return [{ kind: 'strike', children: buildInline(node.children, definitions) }]
    case 'break':
      return [{ kind: 'break' }]
    case 'inlineMath':
      return buildFormula(node.value)
    case 'footnoteReference':
      return [{ kind: 'footnote', label: node.label ?? node.identifier }]
    case 'html':
      return [{ kind: 'text', text: node.value }]
    default:
      return buildPointer(node, definitions)
  }
}

type Pointer = Extract<PhrasingContent, { type: 'link' | 'linkReference' | 'image' | 'imageReference' }>

function buildPointer(node: Pointer, definitions: Definitions): MarkdownInline[] {
  const address = 'url' in node ? node.url : (definitions.get(node.identifier.toUpperCase()) ?? '')
  if (node.type === 'image' || node.type === 'imageReference') {
    const alt = node.alt ?? ''
    const src = findSafePicture(address)
    return src === undefined ? [{ kind: 'text', text: alt }] : [{ kind: 'image', src, alt }]
  }
  const children = buildInline(node.children, definitions)
  const href = findSafeLink(address)
  if (href === undefined) return children
  return [{ kind: 'link', href, children: children.length > 0 ? children : [{ kind: 'text', text: href }] }]
}

/** The one tag that models write for want of another way: a line break in a cell. */
function buildText(text: string): MarkdownInline[] {
  return text
    .split(LINE_BREAK)
    .flatMap((part, index) => [
      ...(index === 0 ? [] : [{ kind: 'break' as const }]),
      ...(part === '' ? [] : [{ kind: 'text' as const, text: part }]),
    ])
}

function joinTexts(parts: readonly MarkdownInline[]): MarkdownInline[] {
  const joined: MarkdownInline[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part.kind === 'text' && last?.kind === 'text') {
      joined[joined.length - 1] = { kind: 'text', text: last.text + part.text }
    } else joined.push(part)
  }
  return joined
}

/** Parts for a formula; what is none is shown as it is written. */
export function buildFormula(written: string): MarkdownInline[] {
  const { tex = '', display = false, behind = '' } = readFormula(written) ?? {}
  if (tex === '') return [{ kind: 'text', text: written }]
  return [{ kind: 'math', tex, display }, ...(behind === '' ? [] : [{ kind: 'text' as const, text: behind }])]
}

/** A formula without its signs, and what stands behind them; undefined when it was never ended. */
function readFormula(written: string): { tex: string; display: boolean; behind: string } | undefined {
  const [, begin = ''] = /^(\$\$?|\\[[(])/.exec(written) ?? []
  const end = begin.replace('[', ']').replace('(', ')')
  const at = written.lastIndexOf(end)
  if (at < begin.length) return undefined
  return {
    tex: written.slice(begin.length, at).trim(),
    display: begin === '$$' || begin === '\\[',
    behind: written.slice(at + end.length).trim(),
  }
}
