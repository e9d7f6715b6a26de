import type { MarkdownBlock, MarkdownItem, MarkdownRow } from '@runnel/markdown'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { CodeBlock } from './code-block.tsx'
import { findReader } from './find-reader.ts'
import { Formula } from './formula.tsx'
import { MarkdownInlines } from './markdown-inlines.tsx'
import { TaskMark } from './task-mark.tsx'
import './markdown.css'

/**
 * A text of a model as React elements. HTML in it is shown, never interpreted. While it grows, only what changes at its
 * end is parsed and drawn anew.
 */
export const MarkdownText = memo(function MarkdownText({ text }: { text: string }) {
  const [reader] = useState(() => findReader(text))
  const blocks = useMemo(() => reader.read(text), [reader, text])
  return (
    <div className="markdown">
      <Blocks blocks={blocks} />
    </div>
  )
})

/** Parts of a text have no identity but their place, which a growing text keeps. */
function Blocks({ blocks }: { blocks: readonly MarkdownBlock[] }) {
  return blocks.map((block, index) => <Block key={String(index)} block={block} />)
}

const Block = memo(function Block({ block }: { block: MarkdownBlock }): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <MarkdownInlines parts={block.children} />
        </p>
      )
    case 'heading':
      return (
        <p className="markdown-heading" data-level={block.level}>
          <MarkdownInlines parts={block.children} />
        </p>
      )
    case 'code':
      return <CodeBlock language={block.language} text={block.text} />
    case 'math':
      return <Formula tex={block.tex} display />
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.children} />
        </blockquote>
      )
    case 'list':
      return <List block={block} />
    case 'table':
      return <Table block={block} />
    case 'footnote':
      return (
        <div className="markdown-footnote">
          <sup>{block.label}</sup>
          <div>
            <Blocks blocks={block.children} />
          </div>
        </div>
      )
    case 'rule':
      return <hr />
    default:
      block satisfies never
      return null
  }
})

function List({ block }: { block: Extract<MarkdownBlock, { kind: 'list' }> }) {
  const items = block.items.map((item, index) => <Item key={String(index)} item={item} />)
  return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>
}

const Item = memo(function Item({ item }: { item: MarkdownItem }) {
  if (item.checked === undefined) {
    return (
      <li>
        <Blocks blocks={item.children} />
      </li>
    )
  }
  return (
    <li className="markdown-task">
      <TaskMark isDone={item.checked} />
      <Blocks blocks={item.children} />
    </li>
  )
})

type TableBlock = Extract<MarkdownBlock, { kind: 'table' }>

function Table({ block: { align, head, rows } }: { block: TableBlock }) {
  return (
    <div className="markdown-table">
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={String(index)} data-align={align[index]}>
                <MarkdownInlines parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={String(index)} row={row} align={align} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Row = memo(function Row({ row, align }: { row: MarkdownRow; align: TableBlock['align'] }) {
  return (
    <tr>
      {row.map((cell, index) => (
        <td key={String(index)} data-align={align[index]}>
          <MarkdownInlines parts={cell} />
        </td>
      ))}
    </tr>
  )
})
