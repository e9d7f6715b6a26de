import { memo, type ReactNode, useMemo } from 'react'
import { CodeBlock } from './code-block.tsx'
import type { MarkdownBlock, MarkdownInline } from './markdown-tree.ts'
import { parseMarkdown } from './parse-markdown.ts'
import './markdown.css'

/** A text of a model as React elements. HTML in it is shown, never interpreted. */
export const MarkdownText = memo(function MarkdownText({ text }: { text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  return <div className="markdown">{withKeys(blocks, (block) => renderBlock(block))}</div>
})

/** Parts of a text have no identity but their place, which a growing text keeps. */
function withKeys<T>(parts: readonly T[], render: (part: T) => ReactNode): ReactNode[] {
  return parts.map((part, index) => <Part key={String(index)}>{render(part)}</Part>)
}

function Part({ children }: { children: ReactNode }) {
  return <>{children}</>
}

function renderBlock(block: MarkdownBlock): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{renderInlines(block.children)}</p>
    case 'heading':
      return (
        <p className="markdown-heading" data-level={block.level}>
          {renderInlines(block.children)}
        </p>
      )
    case 'code':
      return <CodeBlock language={block.language} text={block.text} />
    case 'quote':
      return <blockquote>{withKeys(block.children, renderBlock)}</blockquote>
    case 'list':
      return renderList(block)
    case 'table':
      return renderTable(block)
    case 'rule':
      return <hr />
    default:
      block satisfies never
      return null
  }
}

function renderList(block: Extract<MarkdownBlock, { kind: 'list' }>): ReactNode {
  const items = withKeys(block.items, (item) => <li>{withKeys(item.children, renderBlock)}</li>)
  return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>
}

function renderTable(block: Extract<MarkdownBlock, { kind: 'table' }>): ReactNode {
  return (
    <div className="markdown-table">
      <table>
        <thead>
          <tr>
            {withKeys(block.head, (cell) => (
              <th>{renderInlines(cell)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {withKeys(block.rows, (row) => (
            <tr>
              {withKeys(row, (cell) => (
                <td>{renderInlines(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function renderInlines(parts: readonly MarkdownInline[]): ReactNode[] {
  return withKeys(parts, renderInline)
}

function renderInline(part: MarkdownInline): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <code>{part.text}</code>
    case 'strong':
      return <strong>{renderInlines(part.children)}</strong>
    case 'emphasis':
      return <em>{renderInlines(part.children)}</em>
    case 'strike':
      return <s>{renderInlines(part.children)}</s>
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
          {renderInlines(part.children)}
        </a>
      )
    case 'break':
      return <br />
    default:
      part satisfies never
      return null
  }
}
