import type { DefinitionContent, RootContent, Table } from 'mdast'
import { buildFormula, buildInline, type Definitions, wordsOf } from './build-inline.ts'
import type { MarkdownBlock, MarkdownItem } from './markdown-tree.ts'

/** Nobody reads deeper quotes and lists; what stands deeper is shown as its words. */
const MOST_LEVELS = 40
const LONGEST_LANGUAGE = 40

/** Makes blocks that are safe to draw of the nodes of mdast. */
export function buildBlocks(
  nodes: readonly RootContent[],
  definitions: Definitions,
  level = 0,
): MarkdownBlock[] {
  if (level > MOST_LEVELS) {
    return [{ kind: 'paragraph', children: [{ kind: 'text', text: wordsOf(nodes) }] }]
  }
  return nodes.flatMap((node) => buildBlock(node, definitions, level))
}

function buildBlock(node: RootContent, definitions: Definitions, level: number): MarkdownBlock[] {
  const inside = (children: readonly RootContent[]) => buildBlocks(children, definitions, level + 1)
  switch (node.type) {
    case 'paragraph':
      return [{ kind: 'paragraph', children: buildInline(node.children, definitions) }]
    case 'heading':
      return [{ kind: 'heading', level: node.depth, children: buildInline(node.children, definitions) }]
    case 'code':
      return [{ kind: 'code', language: (node.lang ?? '').slice(0, LONGEST_LANGUAGE), text: node.value }]
    case 'math':
      return [buildMath(node.value)]
    case 'blockquote':
      return [{ kind: 'quote', children: inside(node.children) }]
    case 'list': {
      const items = node.children.map((item): MarkdownItem => {
        const children = inside(item.children)
        return typeof item.checked === 'boolean' ? { checked: item.checked, children } : { children }
      })
      return [{ kind: 'list', ordered: node.ordered ?? false, start: node.start ?? 1, items }]
    }
    case 'table':
      return [buildTable(node, definitions)]
    case 'footnoteDefinition':
      return [{ kind: 'footnote', label: node.label ?? node.identifier, children: inside(node.children) }]
    case 'thematicBreak':
      return [{ kind: 'rule' }]
    case 'html':
      return [{ kind: 'paragraph', children: [{ kind: 'text', text: node.value }] }]
    default:
      return []
  }
}

function buildMath(written: string): MarkdownBlock {
  const children = buildFormula(written)
  const [only] = children
  if (children.length === 1 && only?.kind === 'math') return { kind: 'math', tex: only.tex }
  return { kind: 'paragraph', children }
}

function buildTable({ align, children }: Table, definitions: Definitions): MarkdownBlock {
  const [head = [], ...rows] = children.map((row) =>
    row.children.map((cell) => buildInline(cell.children, definitions)),
  )
  return { kind: 'table', align: align ?? [], head, rows }
}

/** What a text defines for links (label → address) and footnotes (`^label`), wherever it stands in it. */
export function collectDefinitions(nodes: readonly RootContent[]): [label: string, address: string][] {
  return nodes.flatMap((node): [string, string][] => {
    switch (node.type) {
      case 'definition':
        return [[labelOf(node), node.url]]
      case 'footnoteDefinition':
        return [[`^${labelOf(node)}`, ''], ...collectDefinitions(node.children)]
      case 'blockquote':
      case 'list':
      case 'listItem':
        return collectDefinitions(node.children)
      default:
        return []
    }
  })
}

function labelOf({ identifier }: DefinitionContent): string {
  return identifier.toUpperCase()
}
